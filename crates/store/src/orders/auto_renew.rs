//! Rentals that renew themselves: an order that points pay alone.

use domain::agreements::Kind as Agreement;
use domain::lang::LocalizedName;
use domain::notices::NotRenewed;
use domain::orders::price::{base_package, quote_renewal};
use domain::orders::{Kind, OrderRules, extended};
use domain::points::worth_fen;

use super::create::{OrderToStore, number, place};
use super::model::{Line, OrderError};
use super::price::of_lines;
use super::shelf::packages_of;
use crate::agreements;
use crate::db::conn::AnyConn;
use crate::db::schema::configurations;
use crate::error::StoreError;
use crate::points::{self, PointOrder};
use crate::secrets::{digest, new_id};
use diesel::prelude::*;

/// A phone whose rental renews itself, as it was read and locked.
pub(crate) struct Renewable<'a> {
    pub(crate) phone_id: i64,
    pub(crate) owl_id: &'a str,
    pub(crate) alias: &'a str,
    pub(crate) configuration_id: i64,
    pub(crate) expire_ms: i64,
}

/// Outcome of a renewal.
pub(crate) enum AutoRenewed {
    /// The rental is renewed until this time, Unix milliseconds.
    Until(i64),
    /// The rental is not renewed.
    No(NotRenewed),
}

/// Renews a rental by points, for the days by which its configuration is priced. The member and the phone are locked.
pub(crate) fn renew_by_points(
    tx: &mut AnyConn,
    rules: &OrderRules,
    member_id: i64,
    phone: &Renewable<'_>,
    now_ms: i64,
) -> Result<AutoRenewed, StoreError> {
    let packages = packages_of(tx, Some(phone.configuration_id), now_ms)?;
    let Some(package) = base_package(&packages) else {
        return Ok(AutoRenewed::No(NotRenewed::NotSold));
    };
    let Ok(quote) = quote_renewal(&[package]) else {
        return Ok(AutoRenewed::No(NotRenewed::NotSold));
    };
    let Some(needed) = rules.points.whole(quote.total_fen) else {
        return Ok(AutoRenewed::No(NotRenewed::PointsOff));
    };
    let available = points::available(tx, member_id, now_ms)?;
    if available < needed {
        return Ok(AutoRenewed::No(NotRenewed::PointsShort {
            needed,
            available,
        }));
    }
    let until_ms = extended(phone.expire_ms, package.bought_ms(), now_ms);
    let line = Line {
        phone_id: Some(phone.phone_id),
        owl_id: Some(phone.owl_id.to_owned()),
        alias: Some(phone.alias.to_owned()),
        package_id: Some(package.id),
        days: package.days,
        quantity: 1,
        list_fen: quote.list_fen,
        unit_fen: quote.total_fen,
        total_fen: quote.total_fen,
        bought_ms: package.bought_ms(),
        align_ms: None,
        old_expire_ms: Some(phone.expire_ms),
        new_expire_ms: Some(until_ms),
    };
    let (zh, en) = configurations::table
        .find(phone.configuration_id)
        .select((configurations::name, configurations::name_en))
        .first(tx)?;
    let left_fen = quote.total_fen - worth_fen(needed);
    let priced = of_lines(
        LocalizedName { zh, en },
        vec![line],
        quote.list_fen,
        left_fen,
    );
    let id = new_id();
    let asked = OrderToStore {
        id,
        member_id,
        agreement_id: agreements::accepted_version(tx, member_id, Agreement::Authorization)?,
        number: number(rules, now_ms),
        is_auto: true,
        points: PointOrder {
            id,
            member_id,
            kind: Kind::Renewal,
            points: needed,
            rate: rules.points.earned_per_yuan,
        },
        key_hash: None,
        body_hash: digest(&format!("auto-renew {id}")),
        deadline_ms: now_ms.saturating_add(rules.pay_ms),
        now_ms,
    };
    match place(tx, &asked, &priced) {
        Ok(true) => Ok(AutoRenewed::Until(until_ms)),
        Ok(false) | Err(OrderError::Refused(_)) => Err(StoreError::Corrupt("a renewal by points")),
        Err(OrderError::Fault(fault)) => Err(fault),
    }
}
