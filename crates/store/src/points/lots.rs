//! Lots of points: which are there, and taking from them, those that end first being taken first.

use diesel::prelude::*;

use crate::db::conn::AnyConn;
use crate::db::schema::point_lots;
use crate::db::total::total;
use crate::error::StoreError;

/// Points of a lot: its id, how many, and their end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) lot_id: i64,
    pub(super) points: i64,
}

/// Number of points that a member can spend now.
pub(crate) fn available(
    conn: &mut AnyConn,
    member_id: i64,
    now_ms: i64,
) -> Result<i64, StoreError> {
    Ok(point_lots::table
        .filter(point_lots::member_id.eq(member_id))
        .filter(point_lots::rest.gt(0))
        .filter(point_lots::expire_ms.gt(now_ms))
        .select(total(point_lots::rest))
        .first(conn)?)
}

/// Takes up to `wanted` points, from the lot of the order `first_of` before the lots that end first. Answers what was taken of each lot.
///
/// Points whose time is over stay in their lots until they are swept; with `after_ms`, points that end by then are left alone.
pub(super) fn take(
    tx: &mut AnyConn,
    member_id: i64,
    wanted: i64,
    first_of: Option<i64>,
    after_ms: Option<i64>,
) -> Result<Vec<Part>, StoreError> {
    let mut rows: Vec<(i64, Option<i64>, i64)> = {
        let mut query = point_lots::table
            .filter(point_lots::member_id.eq(member_id))
            .filter(point_lots::rest.gt(0))
            .into_boxed::<crate::db::conn::Backend>();
        if let Some(after_ms) = after_ms {
            query = query.filter(point_lots::expire_ms.gt(after_ms));
        }
        query
            .order((point_lots::expire_ms, point_lots::id))
            .select((point_lots::id, point_lots::order_id, point_lots::rest))
            .load(tx)?
    };
    // A stable sort: the others stay in the order of their ends.
    rows.sort_by_key(|(_, order_id, _)| first_of.is_none() || *order_id != first_of);
    let mut left = wanted;
    let mut parts = Vec::new();
    for (lot_id, _, rest) in rows {
        let points = rest.min(left);
        if points <= 0 {
            break;
        }
        change(tx, lot_id, -points)?;
        parts.push(Part { lot_id, points });
        left -= points;
    }
    Ok(parts)
}

/// Adds to what is left of a lot, or takes from it.
pub(super) fn change(tx: &mut AnyConn, lot_id: i64, points: i64) -> Result<(), StoreError> {
    let changed = diesel::update(
        point_lots::table
            .find(lot_id)
            .filter((point_lots::rest + points).ge(0))
            .filter((point_lots::rest + points).le(point_lots::points)),
    )
    .set(point_lots::rest.eq(point_lots::rest + points))
    .execute(tx)?;
    if changed == 1 {
        Ok(())
    } else {
        Err(StoreError::Corrupt("a lot of points"))
    }
}

/// Number of points of all parts.
pub(super) fn sum(parts: &[Part]) -> i64 {
    parts.iter().map(|part| part.points).sum()
}
