//! Changing the level or the end of an authorization.

use diesel::prelude::*;
use domain::access::Level;
use domain::notices::{Rented, SharingNews};
use domain::sharing::Until;
use domain::zone::Zone;

use super::SharingError;
use super::tell::{About, Members, tell};
use crate::db::schema::{grants, phones as phone_rows};
use crate::error::StoreError;
use crate::session::Actor;
use crate::{Store, audit, phones};

/// The wanted level and end; what is left out stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// New level: view or operate.
    pub level: Option<Level>,
    /// New end of the authorization.
    pub until: Option<Until>,
}

/// Changes an authorization of one of the actor's phones; answers both members.
pub async fn update(
    store: &Store,
    actor: &Actor,
    relation_id: i64,
    change: Change,
    zone: Zone,
    now_ms: i64,
) -> Result<[i64; 2], SharingError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let mine = || {
                grants::table
                    .find(relation_id)
                    .filter(grants::owner_id.eq(actor.member_id()))
                    .filter(grants::ended_ms.is_null())
                    .filter(grants::expire_ms.gt(now_ms))
            };
            let phone_id: Option<i64> = mine().select(grants::phone_id).first(tx).optional()?;
            let phone_id = phone_id.ok_or(SharingError::Unknown)?;
            phones::lock(tx, &[phone_id])?;
            // Read again under the lock: the grant or the rental may have ended since.
            let found: Option<(i64, i16, i64, String, i64)> = mine()
                .inner_join(phone_rows::table)
                .select((
                    grants::member_id,
                    grants::level,
                    grants::expire_ms,
                    phone_rows::alias,
                    phone_rows::expire_ms,
                ))
                .first(tx)
                .optional()?;
            let (guest_id, level, expire_ms, alias, rental_end_ms) =
                found.ok_or(SharingError::Unknown)?;
            let level = match change.level {
                Some(level) => level,
                None => {
                    Level::from_accredit_type(level).ok_or(StoreError::Corrupt("grant level"))?
                }
            };
            let stored = level
                .accredit_type()
                .ok_or(StoreError::Corrupt("grant level"))?;
            let until_ms = match change.until {
                Some(until) => until
                    .end_ms(now_ms, rental_end_ms)
                    .ok_or(SharingError::Until)?,
                None => expire_ms,
            };
            let changed = diesel::update(mine())
                .set((grants::level.eq(stored), grants::expire_ms.eq(until_ms)))
                .execute(tx)?;
            if changed == 0 {
                return Err(SharingError::Unknown);
            }
            let object = format!("phone:{phone_id}");
            let detail =
                format!("grant:{relation_id} member:{guest_id} level:{stored} until:{until_ms}");
            let entry = audit::Entry {
                detail: &detail,
                ..audit::Entry::by(&actor, "sharing.update", &object, now_ms)
            };
            audit::record(tx, &entry)?;
            let members = Members {
                owner_id: actor.member_id(),
                guest_id,
            };
            let about = About {
                level,
                until_ms,
                phones: vec![Rented {
                    phone_id,
                    name: alias,
                }],
            };
            let news = (SharingNews::ChangedByMe, SharingNews::ChangedByOwner);
            tell(tx, members, news, &about, zone, now_ms)?;
            Ok([actor.member_id(), guest_id])
        })
        .await
}
