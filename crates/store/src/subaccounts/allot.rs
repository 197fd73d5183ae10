//! Phones that a parent gives to its sub-accounts and takes back.

use diesel::prelude::*;
use domain::access::DelegatedPermissions;
use domain::codes::{self, Code};

use super::{SubAccountError, of_parent};
use crate::access::{self, ClaimError, Own};
use crate::db::conn::AnyConn;
use crate::db::schema::{allotments, members};
use crate::error::StoreError;
use crate::secrets::new_id;
use crate::session::Actor;
use crate::{Store, audit, member, phones};

/// Result of giving or taking phones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allotted {
    /// Phones that were refused, each with its code.
    pub refused: Vec<(i64, Code)>,
    /// Sub-accounts that are concerned.
    pub member_ids: Vec<i64>,
}

/// Gives phones of the actor to a sub-account of it, with these permissions; a phone that it has already gets them anew.
pub async fn give(
    store: &Store,
    actor: &Actor,
    member_id: i64,
    phone_ids: Vec<i64>,
    permissions: DelegatedPermissions,
    now_ms: i64,
) -> Result<Allotted, SubAccountError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            // Locked first: the relation stays as it is until the phones are given.
            lock_known(tx, &actor, member_id)?;
            phones::lock(tx, &phone_ids)?;
            let mut refused = Vec::new();
            let claims = access::claim_each::<Own>(tx, &actor, &phone_ids, now_ms)?;
            for (phone_id, claim) in phone_ids.iter().zip(claims) {
                match claim {
                    Ok(phone) if phone.recycled_ms.is_some() => {
                        refused.push((*phone_id, codes::SHARE_RECYCLED));
                    }
                    Ok(phone) => put(tx, &actor, (phone.id, member_id), permissions, now_ms)?,
                    Err(why) => refused.push((*phone_id, refusal(why)?)),
                }
            }
            Ok(Allotted {
                refused,
                member_ids: vec![member_id],
            })
        })
        .await
}

fn lock_known(tx: &mut AnyConn, actor: &Actor, member_id: i64) -> Result<(), SubAccountError> {
    of_parent(tx, actor.member_id(), member_id)?;
    member::lock(tx, member_id)?;
    of_parent(tx, actor.member_id(), member_id)
}

pub(super) fn refusal(why: ClaimError) -> Result<Code, StoreError> {
    match why {
        ClaimError::Unknown => Ok(codes::PHONE_ABSENT),
        ClaimError::Right => Ok(codes::RIGHT_MISSING),
        ClaimError::Fault(fault) => Err(fault),
    }
}

pub(super) fn put(
    tx: &mut AnyConn,
    actor: &Actor,
    (phone_id, member_id): (i64, i64),
    permissions: DelegatedPermissions,
    now_ms: i64,
) -> Result<(), StoreError> {
    let changed = diesel::update(
        allotments::table
            .filter(allotments::phone_id.eq(phone_id))
            .filter(allotments::member_id.eq(member_id))
            .filter(allotments::ended_ms.is_null()),
    )
    .set(allotments::ticks.eq(permissions.stored()))
    .execute(tx)?;
    if changed == 0 {
        diesel::insert_into(allotments::table)
            .values((
                allotments::id.eq(new_id()),
                allotments::phone_id.eq(phone_id),
                allotments::owner_id.eq(actor.member_id()),
                allotments::member_id.eq(member_id),
                allotments::ticks.eq(permissions.stored()),
                allotments::created_ms.eq(now_ms),
            ))
            .execute(tx)?;
    }
    let detail = format!("member:{member_id} permissions:{}", permissions.stored());
    record(tx, actor, "subaccounts.give", phone_id, &detail, now_ms)
}

fn record(
    tx: &mut AnyConn,
    actor: &Actor,
    kind: &'static str,
    phone_id: i64,
    detail: &str,
    now_ms: i64,
) -> Result<(), StoreError> {
    let object = format!("phone:{phone_id}");
    let entry = audit::Entry {
        detail,
        ..audit::Entry::by(actor, kind, &object, now_ms)
    };
    audit::record(tx, &entry)?;
    Ok(())
}

/// Takes phones of the actor back: from one sub-account, or from every one. A phone that nobody has is taken, too.
pub async fn take(
    store: &Store,
    actor: &Actor,
    member_id: Option<i64>,
    phone_ids: Vec<i64>,
    now_ms: i64,
) -> Result<Allotted, SubAccountError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            if let Some(id) = member_id {
                of_parent(tx, actor.member_id(), id)?;
            }
            phones::lock(tx, &phone_ids)?;
            let mut done = Allotted::default();
            let claims = access::claim_each::<Own>(tx, &actor, &phone_ids, now_ms)?;
            for (phone_id, claim) in phone_ids.iter().zip(claims) {
                if let Err(why) = claim {
                    done.refused.push((*phone_id, refusal(why)?));
                    continue;
                }
                for holder in holders(tx, *phone_id, member_id)? {
                    end(tx, &actor, (*phone_id, holder), now_ms)?;
                    done.member_ids.push(holder);
                }
            }
            done.member_ids.sort_unstable();
            done.member_ids.dedup();
            Ok(done)
        })
        .await
}

/// Sub-accounts that have the phone, or the one of them that is asked about.
fn holders(
    tx: &mut AnyConn,
    phone_id: i64,
    member_id: Option<i64>,
) -> Result<Vec<i64>, StoreError> {
    let all: Vec<i64> = allotments::table
        .inner_join(members::table.on(members::id.eq(allotments::member_id)))
        .filter(allotments::phone_id.eq(phone_id))
        .filter(allotments::ended_ms.is_null())
        .order(allotments::member_id)
        .select(allotments::member_id)
        .load(tx)?;
    Ok(all
        .into_iter()
        .filter(|holder| member_id.is_none_or(|wanted| wanted == *holder))
        .collect())
}

fn end(
    tx: &mut AnyConn,
    actor: &Actor,
    (phone_id, member_id): (i64, i64),
    now_ms: i64,
) -> Result<(), StoreError> {
    diesel::update(
        allotments::table
            .filter(allotments::phone_id.eq(phone_id))
            .filter(allotments::member_id.eq(member_id))
            .filter(allotments::ended_ms.is_null()),
    )
    .set(allotments::ended_ms.eq(now_ms))
    .execute(tx)?;
    let detail = format!("member:{member_id}");
    record(tx, actor, "subaccounts.take", phone_id, &detail, now_ms)
}
