//! Points that were not spent in time.

use diesel::prelude::*;
use domain::points::{Cause, Kind};

use super::records::{Change, record};
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::point_lots;
use crate::error::StoreError;
use crate::member;

/// Most lots in one check.
const SCAN_LIMIT: i64 = 1000;

/// Members with points whose time is over; more may be found once these are done.
pub async fn due(store: &Store, now_ms: i64) -> Result<Vec<i64>, StoreError> {
    store
        .run(move |conn| {
            let mut members: Vec<i64> = point_lots::table
                .filter(point_lots::rest.gt(0))
                .filter(point_lots::expire_ms.le(now_ms))
                .order(point_lots::expire_ms)
                .limit(SCAN_LIMIT)
                .select(point_lots::member_id)
                .load(conn)?;
            members.sort_unstable();
            members.dedup();
            Ok(members)
        })
        .await
}

/// Removes the points of a member whose time is over, each once however many servers look. Answers how many they were.
pub async fn expire(store: &Store, member_id: i64, now_ms: i64) -> Result<i64, StoreError> {
    store
        .write(move |tx| {
            member::lock(tx, member_id)?;
            let over: Vec<(i64, i64)> = point_lots::table
                .filter(point_lots::member_id.eq(member_id))
                .filter(point_lots::rest.gt(0))
                .filter(point_lots::expire_ms.le(now_ms))
                .order((point_lots::expire_ms, point_lots::id))
                .select((point_lots::id, point_lots::rest))
                .load(tx)?;
            let mut expired = 0;
            for (lot_id, rest) in over {
                end(tx, member_id, lot_id, rest, now_ms)?;
                expired += rest;
            }
            Ok(expired)
        })
        .await
}

fn end(
    tx: &mut AnyConn,
    member_id: i64,
    lot_id: i64,
    rest: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    let ended = diesel::update(
        point_lots::table
            .find(lot_id)
            .filter(point_lots::rest.eq(rest)),
    )
    .set((
        point_lots::rest.eq(0),
        point_lots::expired.eq(point_lots::expired + rest),
    ))
    .execute(tx)?;
    if ended != 1 {
        return Err(StoreError::Corrupt("a lot of points that was held"));
    }
    let change = Change {
        member_id,
        kind: Kind::Expiration,
        cause: Cause::Expired,
        points: -rest,
        order_id: None,
        refund_id: None,
        lot_id: Some(lot_id),
        reason: None,
    };
    record(tx, &change, now_ms)
}
