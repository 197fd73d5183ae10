//! Authorizing phones to another account.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::access::Level;
use domain::agreements::Kind;
use domain::notices::{Rented, SharingNews};
use domain::sharing::{Refusal, Situation, Until, check};
use domain::zone::Zone;

use super::SharingError;
use super::tell::{About, Members, tell};
use crate::Store;
use crate::access::{self, ClaimError, Granted, View};
use crate::agreements::{self, Outdated};
use crate::audit;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{grants, members, phones as phone_rows};
use crate::error::StoreError;
use crate::member::{self, Handle};
use crate::phones::{self, Phone};
use crate::secrets::new_id;
use crate::session::Actor;

/// A request to authorize phones. Its sender accepted the agreement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantRequest {
    /// Handle of a lookup: the account to authorize.
    pub handle: String,
    /// Phones, each once.
    pub phone_ids: Vec<i64>,
    /// Level of the authorization: view or operate.
    pub level: Level,
    /// End of the authorization.
    pub until: Until,
    /// The version of the agreement that was shown; none where nobody says it.
    pub agreement: Option<i64>,
}

/// A grant that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewGrant {
    /// Grant's id.
    pub relation_id: i64,
    /// End of the authorization, Unix milliseconds: as asked, or the end of the rental.
    pub expire_ms: i64,
}

/// Results of a request, in the order of its phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authorized {
    /// The account that was authorized.
    pub guest_id: i64,
    /// Result for each phone.
    pub phones: Vec<(i64, Result<NewGrant, Refusal>)>,
}

/// Authorizes phones, each as far as it can be.
pub async fn authorize(
    store: &Store,
    actor: &Actor,
    asked: GrantRequest,
    zone: Zone,
    now_ms: i64,
) -> Result<Authorized, SharingError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let guest_id = guest(tx, &actor, &asked.handle, now_ms)?;
            if asked.until.end_ms(now_ms, i64::MAX).is_none() {
                return Err(SharingError::Until);
            }
            let shown = (Kind::Authorization, asked.agreement);
            agreements::accept(tx, actor.member_id(), shown, now_ms)?
                .map_err(|Outdated| SharingError::AgreementChanged)?;
            // Locked first: twenty calls about a phone take turns, and its rental stays as it is.
            phones::lock(tx, &asked.phone_ids)?;
            close_expired(tx, &actor, &asked.phone_ids, now_ms)?;
            let shared = shared(tx, &asked.phone_ids)?;
            let claims = access::claim_each::<View>(tx, &actor, &asked.phone_ids, now_ms)?;
            let mut results = Vec::with_capacity(claims.len());
            let mut about = About {
                level: asked.level,
                until_ms: 0,
                phones: Vec::new(),
            };
            for (phone_id, claim) in asked.phone_ids.iter().zip(claims) {
                let judged = judge(claim, shared.contains(phone_id), asked.until, now_ms)?;
                let result = match judged {
                    Ok((phone, expire_ms)) => {
                        let relation_id =
                            insert(tx, &actor, (&phone, guest_id), &asked, expire_ms, now_ms)?;
                        about.until_ms = about.until_ms.max(expire_ms);
                        about.phones.push(Rented {
                            phone_id: phone.id,
                            name: phone.alias.clone(),
                        });
                        Ok(NewGrant {
                            relation_id,
                            expire_ms,
                        })
                    }
                    Err(refusal) => Err(refusal),
                };
                results.push((*phone_id, result));
            }
            if !about.phones.is_empty() {
                let members = Members {
                    owner_id: actor.member_id(),
                    guest_id,
                };
                let news = (SharingNews::Given, SharingNews::Received);
                tell(tx, members, news, &about, zone, now_ms)?;
            }
            Ok(Authorized {
                guest_id,
                phones: results,
            })
        })
        .await
}

/// Account of a handle that may be authorized by the actor.
fn guest(tx: &mut AnyConn, actor: &Actor, handle: &str, now_ms: i64) -> Result<i64, SharingError> {
    let guest_id = match member::found_by(tx, actor.member_id(), handle, now_ms)? {
        Handle::Unknown => return Err(SharingError::Lookup),
        Handle::Nobody => return Err(SharingError::Account),
        Handle::Member(id) => id,
    };
    if guest_id == actor.member_id() {
        return Err(SharingError::Myself);
    }
    let parent: Option<Option<i64>> = members::table
        .find(guest_id)
        .filter(members::disabled.eq(false))
        .filter(members::deleted_ms.is_null())
        .select(members::parent_id)
        .first(tx)
        .optional()?;
    match parent {
        None => Err(SharingError::Account),
        Some(parent) if parent == Some(actor.member_id()) => Err(SharingError::SubAccount),
        Some(_) => Ok(guest_id),
    }
}

/// Closes the actor's grants that ran out: a phone has one open grant at most. A grant that ran out with the rental comes back with it, so it is closed
/// only once the phone can be authorized anew.
fn close_expired(
    tx: &mut AnyConn,
    actor: &Actor,
    phone_ids: &[i64],
    now_ms: i64,
) -> Result<(), StoreError> {
    diesel::update(
        grants::table
            .filter(among(grants::phone_id, phone_ids))
            .filter(grants::owner_id.eq(actor.member_id()))
            .filter(grants::ended_ms.is_null())
            .filter(grants::expire_ms.le(now_ms))
            .filter(
                grants::phone_id.eq_any(
                    phone_rows::table
                        .filter(phone_rows::expire_ms.gt(now_ms))
                        .select(phone_rows::id),
                ),
            ),
    )
    .set(grants::ended_ms.eq(grants::expire_ms.nullable()))
    .execute(tx)?;
    Ok(())
}

/// Phones of the given ones that have an open grant.
fn shared(tx: &mut AnyConn, phone_ids: &[i64]) -> Result<HashSet<i64>, StoreError> {
    let rows: Vec<i64> = grants::table
        .filter(among(grants::phone_id, phone_ids))
        .filter(grants::ended_ms.is_null())
        .select(grants::phone_id)
        .load(tx)?;
    Ok(rows.into_iter().collect())
}

type Claim = Result<Granted<Phone, View>, ClaimError>;
type Judged = Result<(Granted<Phone, View>, i64), Refusal>;

/// The phone and the end of its authorization, or why it has none.
fn judge(claim: Claim, shared: bool, until: Until, now_ms: i64) -> Result<Judged, StoreError> {
    let phone = match claim {
        Ok(phone) => phone,
        Err(ClaimError::Fault(fault)) => return Err(fault),
        Err(ClaimError::Unknown) => return Ok(Err(Refusal::Unknown)),
        Err(ClaimError::Right) => return Ok(Err(Refusal::Right)),
    };
    let situation = Situation {
        level: phone.level(),
        expired: phone.expire_ms <= now_ms,
        recycled: phone.recycled_ms.is_some(),
        shared,
    };
    Ok(check(situation).and_then(|()| {
        let end_ms = until.end_ms(now_ms, phone.expire_ms);
        Ok((phone, end_ms.ok_or(Refusal::Expired)?))
    }))
}

fn insert(
    tx: &mut AnyConn,
    actor: &Actor,
    (phone, guest_id): (&Granted<Phone, View>, i64),
    asked: &GrantRequest,
    expire_ms: i64,
    now_ms: i64,
) -> Result<i64, StoreError> {
    let level = asked
        .level
        .accredit_type()
        .ok_or(StoreError::Corrupt("grant level"))?;
    let id = new_id();
    diesel::insert_into(grants::table)
        .values((
            grants::id.eq(id),
            grants::phone_id.eq(phone.id),
            grants::owner_id.eq(actor.member_id()),
            grants::member_id.eq(guest_id),
            grants::level.eq(level),
            grants::created_ms.eq(now_ms),
            grants::expire_ms.eq(expire_ms),
        ))
        .execute(tx)?;
    let object = format!("phone:{}", phone.id);
    let detail = format!("grant:{id} member:{guest_id} level:{level} until:{expire_ms}");
    let entry = audit::Entry {
        detail: &detail,
        ..audit::Entry::by(actor, "sharing.grant", &object, now_ms)
    };
    audit::record(tx, &entry)?;
    Ok(id)
}
