//! Points of a refund: spent ones come back, earned ones go. What was spent since is taken from the next ones that come.

use diesel::prelude::*;
use domain::points::{Cause, Kind, given_back, taken_back};

use super::PointOrder;
use super::lots::{self, Part};
use super::records::{Change, record};
use crate::db::conn::AnyConn;
use crate::db::schema::{point_debts, point_lots, point_records, point_uses};
use crate::db::total::total;
use crate::error::StoreError;
use crate::member;

/// A refund that was agreed to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PointRefund {
    pub(crate) refund_id: i64,
    /// Amount that was paid for the order; of points that paid alone their worth.
    pub(crate) paid_fen: i64,
    /// Amount of all refunds that were agreed to, with this one.
    pub(crate) refunded_fen: i64,
    /// Whether money was paid, which earned points.
    pub(crate) is_money: bool,
}

/// Gives back and takes back the points of a refund, in the transaction in which it is agreed to.
pub(crate) fn refunded(
    tx: &mut AnyConn,
    order: &PointOrder,
    refund: &PointRefund,
    now_ms: i64,
) -> Result<(), StoreError> {
    member::lock(tx, order.member_id)?;
    give(tx, order, refund, now_ms)?;
    if refund.is_money {
        take(tx, order, refund, now_ms)?;
    }
    collect(tx, order.member_id, now_ms)
}

fn change_of(order: &PointOrder, refund_id: i64, cause: Cause, points: i64) -> Change {
    Change {
        member_id: order.member_id,
        kind: Kind::Refund,
        cause,
        points,
        order_id: Some(order.id),
        refund_id: Some(refund_id),
        lot_id: None,
        reason: None,
    }
}

/// Gives spent points back to the lots that they came from, with the ends that those have, the latest ends first.
fn give(
    tx: &mut AnyConn,
    order: &PointOrder,
    refund: &PointRefund,
    now_ms: i64,
) -> Result<(), StoreError> {
    let mut uses: Vec<(i64, i64, i64, i64)> = point_uses::table
        .inner_join(point_lots::table)
        .filter(point_uses::order_id.eq(order.id))
        .select((
            point_lots::expire_ms,
            point_uses::lot_id,
            point_uses::points,
            point_uses::returned,
        ))
        .load(tx)?;
    uses.sort_by_key(|(expire_ms, lot_id, ..)| (-expire_ms, *lot_id));
    let given: i64 = uses.iter().map(|(.., returned)| returned).sum();
    let wanted = given_back(order.points, refund.paid_fen, refund.refunded_fen) - given;
    let mut left = wanted;
    let mut first_to_end = None;
    for (_, lot_id, points, returned) in uses {
        let back = left.min(points - returned);
        if back <= 0 {
            continue;
        }
        diesel::update(point_uses::table.find((order.id, lot_id)))
            .set(point_uses::returned.eq(returned + back))
            .execute(tx)?;
        lots::change(tx, lot_id, back)?;
        left -= back;
        first_to_end = Some(lot_id);
    }
    if left != 0 {
        return Err(StoreError::Corrupt("an order's points"));
    }
    if wanted > 0 {
        let change = Change {
            lot_id: first_to_end,
            ..change_of(order, refund.refund_id, Cause::GivenBack, wanted)
        };
        record(tx, &change, now_ms)?;
    }
    Ok(())
}

/// Takes earned points back: those of the order, else others; what is not there is owed. Points that expired are not asked for.
fn take(
    tx: &mut AnyConn,
    order: &PointOrder,
    refund: &PointRefund,
    now_ms: i64,
) -> Result<(), StoreError> {
    let expired: Option<i64> = point_lots::table
        .filter(point_lots::order_id.eq(order.id))
        .select(point_lots::expired)
        .first(tx)
        .optional()?;
    let taken = -point_records::table
        .filter(point_records::order_id.eq(order.id))
        .filter(point_records::cause.eq(Cause::TakenBack.code()))
        .select(total(point_records::points))
        .first::<i64>(tx)?;
    let owed: i64 = point_debts::table
        .filter(point_debts::order_id.eq(order.id))
        .select(total(point_debts::points))
        .first(tx)?;
    let all = taken_back(refund.paid_fen, refund.refunded_fen, order.rate);
    let wanted = all - expired.unwrap_or(0) - taken - owed;
    if wanted <= 0 {
        return Ok(());
    }
    let parts = lots::take(tx, order.member_id, wanted, Some(order.id), None)?;
    note_taken(tx, order, refund.refund_id, &parts, now_ms)?;
    let missing = wanted - lots::sum(&parts);
    if missing > 0 {
        diesel::insert_into(point_debts::table)
            .values((
                point_debts::refund_id.eq(refund.refund_id),
                point_debts::order_id.eq(order.id),
                point_debts::member_id.eq(order.member_id),
                point_debts::points.eq(missing),
                point_debts::created_ms.eq(now_ms),
            ))
            .execute(tx)?;
    }
    Ok(())
}

fn note_taken(
    tx: &mut AnyConn,
    order: &PointOrder,
    refund_id: i64,
    parts: &[Part],
    now_ms: i64,
) -> Result<(), StoreError> {
    let points = lots::sum(parts);
    if points == 0 {
        return Ok(());
    }
    let change = change_of(order, refund_id, Cause::TakenBack, -points);
    record(tx, &change, now_ms)
}

/// Takes what a member owes from the points that are there. The member is locked.
pub(super) fn collect(tx: &mut AnyConn, member_id: i64, now_ms: i64) -> Result<(), StoreError> {
    let debts: Vec<(i64, i64, i64)> = point_debts::table
        .filter(point_debts::member_id.eq(member_id))
        .order((point_debts::created_ms, point_debts::refund_id))
        .select((
            point_debts::refund_id,
            point_debts::order_id,
            point_debts::points,
        ))
        .load(tx)?;
    for (refund_id, order_id, owed) in debts {
        let parts = lots::take(tx, member_id, owed, None, None)?;
        let taken = lots::sum(&parts);
        if taken == 0 {
            return Ok(());
        }
        let change = Change {
            member_id,
            kind: Kind::Refund,
            cause: Cause::TakenBack,
            points: -taken,
            order_id: Some(order_id),
            refund_id: Some(refund_id),
            lot_id: None,
            reason: None,
        };
        record(tx, &change, now_ms)?;
        let debt = point_debts::table.find(refund_id);
        if taken == owed {
            diesel::delete(debt).execute(tx)?;
        } else {
            diesel::update(debt)
                .set(point_debts::points.eq(owed - taken))
                .execute(tx)?;
        }
    }
    Ok(())
}
