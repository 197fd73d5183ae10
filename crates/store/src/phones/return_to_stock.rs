//! Returning phones from their owners to stock.

use diesel::prelude::*;

use super::shared::IDS_AT_ONCE;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{allotments, grants, phone_tags, phones};
use crate::error::StoreError;
use crate::play;
use crate::sharing::links;

/// Returns phones to stock: their grants end, their seats are freed. They are held until they are wiped ([`crate::operations::wipe_left`]),
/// so that no member gets one with the former owner's data.
pub(crate) fn give_back(
    tx: &mut AnyConn,
    phone_ids: &[i64],
    member_id: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    links::end_of_phones(tx, member_id, phone_ids, now_ms)?;
    for ids in phone_ids.chunks(IDS_AT_ONCE) {
        lock(tx, ids)?;
        diesel::update(
            grants::table
                .filter(grants::ended_ms.is_null())
                .filter(among(grants::phone_id, ids)),
        )
        .set(grants::ended_ms.eq(now_ms))
        .execute(tx)?;
        diesel::update(
            allotments::table
                .filter(allotments::ended_ms.is_null())
                .filter(among(allotments::phone_id, ids)),
        )
        .set(allotments::ended_ms.eq(now_ms))
        .execute(tx)?;
        play::clear_seats(tx, ids)?;
        diesel::delete(phone_tags::table.filter(among(phone_tags::phone_id, ids))).execute(tx)?;
        diesel::update(
            phones::table
                .filter(among(phones::id, ids))
                .filter(phones::owner_id.eq(member_id)),
        )
        .set((
            phones::owner_id.eq(None::<i64>),
            phones::group_id.eq(None::<i64>),
            phones::alias.eq(""),
            phones::alias_key.eq(""),
            phones::sort_key.eq(""),
            phones::assign_ms.eq(0),
            phones::expire_ms.eq(0),
            phones::ended_ms.eq(None::<i64>),
            phones::recycled_ms.eq(None::<i64>),
            phones::reminded.eq(0),
            phones::auto_renew.eq(false),
            phones::maintenance.eq(true),
            phones::left_by.eq(member_id),
            phones::status_since_ms.eq(now_ms),
        ))
        .execute(tx)?;
    }
    Ok(())
}

/// Locks phones. On PostgreSQL rows are locked in the order of their ids, as everywhere: no two transactions that want the same ones wait
/// for each other.
pub(crate) fn lock(tx: &mut AnyConn, ids: &[i64]) -> Result<(), StoreError> {
    if let AnyConn::Pg(c) = tx {
        phones::table
            .filter(among(phones::id, ids))
            .order(phones::id)
            .select(phones::id)
            .for_no_key_update()
            .load::<i64>(c)?;
    }
    Ok(())
}
