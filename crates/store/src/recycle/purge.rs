//! Loss of phones: they are wiped like those of deleted accounts, and a record of each stays.

use diesel::prelude::*;

use super::{RecycleError, RentedPhone, held};
use crate::access::{self, Own};
use crate::db::conn::AnyConn;
use crate::db::schema::purges;
use crate::error::StoreError;
use crate::secrets::new_id;
use crate::session::Actor;
use crate::{Store, audit, phones};

/// Takes phones from their member; [`crate::operations::wipe_left`] wipes them before anybody else gets them.
pub(super) fn purge(
    tx: &mut AnyConn,
    member_id: i64,
    lost: &[&RentedPhone],
    given_up: bool,
    now_ms: i64,
) -> Result<(), StoreError> {
    for phone in lost {
        diesel::insert_into(purges::table)
            .values((
                purges::id.eq(new_id()),
                purges::member_id.eq(member_id),
                purges::phone_id.eq(phone.id),
                purges::owl_id.eq(&phone.owl_id),
                purges::alias.eq(&phone.alias),
                purges::configuration_id.eq(phone.configuration_id),
                purges::given_up.eq(given_up),
                purges::expire_ms.eq(phone.expire_ms),
                purges::purged_ms.eq(now_ms),
            ))
            .execute(tx)?;
    }
    let ids: Vec<i64> = lost.iter().map(|phone| phone.id).collect();
    phones::give_back(tx, &ids, member_id, now_ms)
}

/// Takes a phone from the member who rents it, whatever is left of the rental; false when the member does not rent it.
pub(crate) fn take(
    tx: &mut AnyConn,
    member_id: i64,
    phone_id: i64,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let lost = held(tx, member_id, &[phone_id])?;
    if lost.is_empty() {
        return Ok(false);
    }
    let lost: Vec<&RentedPhone> = lost.iter().collect();
    purge(tx, member_id, &lost, false, now_ms)?;
    Ok(true)
}

/// Gives up phones of a member whose rental is over, all or none.
pub async fn give_up(
    store: &Store,
    actor: &Actor,
    phone_ids: Vec<i64>,
    now_ms: i64,
) -> Result<(), RecycleError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            access::claim::<Own>(tx, &actor, &phone_ids, now_ms)?;
            let lost = held(tx, actor.member_id(), &phone_ids)?;
            if lost.len() != phone_ids.len() {
                return Err(RecycleError::Unknown);
            }
            if lost
                .iter()
                .any(|phone| !phone.term().rental(now_ms).is_over())
            {
                return Err(RecycleError::NotOver);
            }
            let lost: Vec<&RentedPhone> = lost.iter().collect();
            purge(tx, actor.member_id(), &lost, true, now_ms)?;
            for phone in lost {
                let object = format!("phone:{}", phone.id);
                let entry = audit::Entry::by(&actor, "phone.giveUp", &object, now_ms);
                audit::record(tx, &entry)?;
            }
            Ok(())
        })
        .await
}

/// Notes the finished wipe of a phone in the records that wait for it, as their evidence.
pub(crate) fn wiped(tx: &mut AnyConn, phone_id: i64, operation_id: i64) -> Result<(), StoreError> {
    diesel::update(
        purges::table
            .filter(purges::phone_id.eq(phone_id))
            .filter(purges::operation_id.is_null()),
    )
    .set(purges::operation_id.eq(operation_id))
    .execute(tx)?;
    Ok(())
}
