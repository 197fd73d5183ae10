//! Rentals that renew themselves: the switch, and the renewals in the transaction of the step that would remind of their end.
//!
//! A renewal is as unique as its step: the step finds the rental as it was read, and the renewal gives it another end.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::agreements::Kind as Agreement;
use domain::notices::{Message, NotRenewed, RentalNews};
use domain::orders::OrderRules;
use domain::phones::rental::AT_ONCE;

use super::{RecycleError, RentedPhone, moments, tell};
use crate::access::{self, Own};
use crate::agreements::{self, Outdated};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{phone_groups, phones};
use crate::error::StoreError;
use crate::orders::{AutoRenewed, Renewable, renew_by_points};
use crate::session::Actor;
use crate::{Store, member, reminders};

/// AutoRenewWish that phones renew themselves, or no longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AutoRenewWish {
    /// Whether they renew themselves.
    pub on: bool,
    /// Whether the agreement that orders need was accepted.
    pub agreed: bool,
    /// The version of the agreement that was shown; none where nobody says it.
    pub agreement: Option<i64>,
}

/// Switches the renewing of own phones on or off. Switching on accepts the agreement that orders need.
pub async fn set_auto_renew(
    store: &Store,
    actor: &Actor,
    phone_ids: Vec<i64>,
    wish: AutoRenewWish,
    now_ms: i64,
) -> Result<(), RecycleError> {
    if wish.on && !wish.agreed {
        return Err(RecycleError::Agreement);
    }
    let actor = actor.clone();
    store
        .write(move |tx| {
            member::lock(tx, actor.member_id())?;
            let phones = access::claim::<Own>(tx, &actor, &phone_ids, now_ms)?;
            let ids: Vec<i64> = phones.iter().map(|phone| phone.id).collect();
            diesel::update(
                phones::table
                    .filter(among(phones::id, ids))
                    .filter(phones::owner_id.eq(actor.member_id())),
            )
            .set(phones::auto_renew.eq(wish.on))
            .execute(tx)?;
            if wish.on {
                let shown = (Agreement::Authorization, wish.agreement);
                agreements::accept(tx, actor.member_id(), shown, now_ms)?
                    .map_err(|Outdated| RecycleError::AgreementChanged)?;
            }
            Ok(())
        })
        .await
}

/// Outcome of a step for its phones.
pub(super) struct Outcome {
    /// Phones that were renewed, with their new ends.
    pub(super) renewed: Vec<(RentedPhone, i64)>,
    /// Phones that renew themselves and were not renewed.
    pub(super) refused: Vec<(RentedPhone, NotRenewed)>,
    /// Phones that do not renew themselves.
    pub(super) others: Vec<RentedPhone>,
}

impl Outcome {
    /// The outcome when none of the phones is to be renewed yet.
    pub(super) const fn of_others(others: Vec<RentedPhone>) -> Self {
        Self {
            renewed: Vec::new(),
            refused: Vec::new(),
            others,
        }
    }
}

/// Renews those of the phones that renew themselves, the earliest end first. The member and the phones are locked.
pub(super) fn renew(
    tx: &mut AnyConn,
    rules: &OrderRules,
    member_id: i64,
    mut held: Vec<RentedPhone>,
    now_ms: i64,
) -> Result<Outcome, StoreError> {
    let mut outcome = Outcome::of_others(Vec::new());
    let wanted = wanted(tx, &held)?;
    held.sort_by_key(|phone| (phone.expire_ms, phone.id));
    for phone in held {
        if !wanted.contains(&phone.id) {
            outcome.others.push(phone);
            continue;
        }
        let renewable = Renewable {
            phone_id: phone.id,
            owl_id: &phone.owl_id,
            alias: &phone.alias,
            configuration_id: phone.configuration_id,
            expire_ms: phone.expire_ms,
        };
        match renew_by_points(tx, rules, member_id, &renewable, now_ms)? {
            AutoRenewed::Until(until_ms) => outcome.renewed.push((phone, until_ms)),
            AutoRenewed::No(why) => outcome.refused.push((phone, why)),
        }
    }
    Ok(outcome)
}

/// Ids of those of the phones that renew themselves, or whose group does.
fn wanted(tx: &mut AnyConn, held: &[RentedPhone]) -> Result<HashSet<i64>, StoreError> {
    let ids: Vec<i64> = held.iter().map(|phone| phone.id).collect();
    let found: Vec<i64> = phones::table
        .left_join(phone_groups::table.on(phone_groups::id.nullable().eq(phones::group_id)))
        .filter(among(phones::id, ids))
        .filter(
            phones::auto_renew
                .nullable()
                .eq(true)
                .or(phone_groups::auto_renew.nullable().eq(true)),
        )
        .select(phones::id)
        .load(tx)?;
    Ok(found.into_iter().collect())
}

/// Tells a member which rentals were renewed.
pub(super) fn tell_renewed(
    tx: &mut AnyConn,
    rules: &OrderRules,
    member_id: i64,
    renewed: &[(RentedPhone, i64)],
    now_ms: i64,
) -> Result<(), StoreError> {
    let about: Vec<(&RentedPhone, i64)> = renewed
        .iter()
        .map(|(phone, until_ms)| (phone, *until_ms))
        .collect();
    for part in about.chunks(AT_ONCE) {
        tell(tx, rules, member_id, RentalNews::Renewed, part, now_ms)?;
    }
    Ok(())
}

/// Tells a member which rentals were not renewed: one message for each reason.
pub(super) fn tell_refused(
    tx: &mut AnyConn,
    rules: &OrderRules,
    member_id: i64,
    refused: &[(RentedPhone, NotRenewed)],
    now_ms: i64,
) -> Result<(), StoreError> {
    let mut left: Vec<&(RentedPhone, NotRenewed)> = refused.iter().collect();
    while let Some((_, first)) = left.first().copied() {
        let (alike, others): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|(_, why)| why.is_like(*first));
        left = others;
        for part in alike.chunks(AT_ONCE) {
            let about: Vec<(&RentedPhone, i64)> = part
                .iter()
                .map(|(phone, _)| (phone, phone.expire_ms))
                .collect();
            let why = part.iter().map(|(_, why)| *why).reduce(NotRenewed::and);
            let (Some(why), Some((at, phones))) = (why, moments(rules, &about)) else {
                continue;
            };
            let message = Message::NotRenewed { why, at, phones };
            reminders::write(tx, member_id, &message, now_ms)?;
        }
    }
    Ok(())
}
