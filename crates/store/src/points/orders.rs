//! Points of an order: kept while it waits for its payment, spent and earned with its mark.

use diesel::prelude::*;
use domain::points::{Cause, VALID_MS, earned};

use super::PointOrder;
use super::lots::{self, Part};
use super::records::{Change, record};
use super::refunds::collect;
use crate::db::conn::AnyConn;
use crate::db::schema::{point_lots, point_uses};
use crate::db::total::total;
use crate::error::StoreError;
use crate::member;
use crate::secrets::new_id;

/// Reserves points for an order. False, and none reserved, when the member has fewer. The member is locked.
pub(crate) fn reserve(
    tx: &mut AnyConn,
    order: &PointOrder,
    now_ms: i64,
) -> Result<bool, StoreError> {
    if lots::available(tx, order.member_id, now_ms)? < order.points {
        return Ok(false);
    }
    for Part { lot_id, points } in
        lots::take(tx, order.member_id, order.points, None, Some(now_ms))?
    {
        diesel::insert_into(point_uses::table)
            .values((
                point_uses::order_id.eq(order.id),
                point_uses::lot_id.eq(lot_id),
                point_uses::points.eq(points),
                point_uses::returned.eq(0),
            ))
            .execute(tx)?;
    }
    Ok(true)
}

/// Releases the points that an order keeps: it will not be paid, or cannot be fulfilled.
pub(crate) fn release(tx: &mut AnyConn, order: &PointOrder) -> Result<(), StoreError> {
    if order.points == 0 {
        return Ok(());
    }
    member::lock(tx, order.member_id)?;
    let kept: Vec<(i64, i64)> = point_uses::table
        .filter(point_uses::order_id.eq(order.id))
        .select((point_uses::lot_id, point_uses::points))
        .load(tx)?;
    for (lot_id, points) in kept {
        lots::change(tx, lot_id, points)?;
    }
    diesel::delete(point_uses::table.filter(point_uses::order_id.eq(order.id))).execute(tx)?;
    Ok(())
}

/// Whether the points of an order that is being paid are there: kept since it was made, or, where it is paid late, kept anew. The member is
/// locked from here on.
pub(crate) fn cover(tx: &mut AnyConn, order: &PointOrder, now_ms: i64) -> Result<bool, StoreError> {
    member::lock(tx, order.member_id)?;
    if order.points == 0 {
        return Ok(true);
    }
    let kept: i64 = point_uses::table
        .filter(point_uses::order_id.eq(order.id))
        .select(total(point_uses::points))
        .first(tx)?;
    if kept == order.points {
        return Ok(true);
    }
    reserve(tx, order, now_ms)
}

/// Spends what an order kept and adds what its payment earned, in the transaction of the order's mark.
pub(crate) fn settle(
    tx: &mut AnyConn,
    order: &PointOrder,
    paid_fen: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    let of_order = |cause, points, lot_id| Change {
        member_id: order.member_id,
        kind: order.kind.into(),
        cause,
        points,
        order_id: Some(order.id),
        refund_id: None,
        lot_id,
        reason: None,
    };
    if order.points > 0 {
        record(tx, &of_order(Cause::Spent, -order.points, None), now_ms)?;
    }
    let points = earned(paid_fen, order.rate);
    if points == 0 {
        return Ok(());
    }
    let lot_id = new_id();
    diesel::insert_into(point_lots::table)
        .values((
            point_lots::id.eq(lot_id),
            point_lots::member_id.eq(order.member_id),
            point_lots::order_id.eq(order.id),
            point_lots::points.eq(points),
            point_lots::rest.eq(points),
            point_lots::expired.eq(0),
            point_lots::earned_ms.eq(now_ms),
            point_lots::expire_ms.eq(now_ms.saturating_add(VALID_MS)),
        ))
        .execute(tx)?;
    record(tx, &of_order(Cause::Earned, points, Some(lot_id)), now_ms)?;
    collect(tx, order.member_id, now_ms)
}
