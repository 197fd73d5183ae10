//! The steps that every refund takes, whatever its cause.

use diesel::prelude::*;
use domain::notices::Alert;
use domain::orders::refund::{Cause, RefundState};
use domain::orders::{Kind, OrderState, refund, shortened};
use domain::points::worth_fen;

use super::ledger::{self, About};
use super::rows::{RefundLine, Row, lines};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{
    grants, operations, order_phones, orders, payments, phones as phone_rows, refunds,
    replacements, seats,
};
use crate::error::StoreError;
use crate::points::{self, PointRefund};
use crate::secrets::new_id;
use crate::{notices, phones};

/// The payment that fulfilled an order, or the points that did so alone, as refunds see it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fulfilment {
    order_id: i64,
    /// The payment; none where points paid the order alone.
    pub(super) payment_id: Option<i64>,
    /// Amount that was paid; of points their worth.
    pub(super) amount_fen: i64,
    /// Amount that refunds have reserved.
    pub(super) refund_fen: i64,
    pub(super) paid_ms: i64,
}

/// Finds the payment that fulfilled an order, or the points that did so alone.
pub(super) fn paid_of(tx: &mut AnyConn, order: &Row) -> Result<Option<Fulfilment>, StoreError> {
    if order.points_alone() {
        let Some(paid_ms) = order.paid_ms else {
            return Ok(None);
        };
        let paid = Fulfilment {
            order_id: order.id,
            payment_id: None,
            amount_fen: worth_fen(order.points),
            refund_fen: 0,
            paid_ms,
        };
        let refund_fen = in_states(tx, &paid, RefundState::counts)?;
        return Ok(Some(Fulfilment { refund_fen, ..paid }));
    }
    let payment: Option<(i64, i64, i64, i64)> = payments::table
        .filter(payments::order_id.eq(order.id))
        .filter(payments::fulfilled.eq(true))
        .select((
            payments::id,
            payments::amount_fen,
            payments::refund_fen,
            payments::paid_ms,
        ))
        .first(tx)
        .optional()?;
    Ok(
        payment.map(|(id, amount_fen, refund_fen, paid_ms)| Fulfilment {
            order_id: order.id,
            payment_id: Some(id),
            amount_fen,
            refund_fen,
            paid_ms,
        }),
    )
}

/// A refund to be stored.
pub(super) struct New<'a> {
    /// The payment; none where points paid the order alone.
    pub(super) payment_id: Option<i64>,
    pub(super) amount_fen: i64,
    pub(super) cause: Cause,
    pub(super) reason: &'a str,
}

/// Reserves the amount of a payment and stores a refund: asked for by a member, or on its way at once for money that bought nothing. None when
/// the payment has less left. For points the caller, who has locked the order, has checked what is left.
pub(super) fn note(
    tx: &mut AnyConn,
    order: &Row,
    new: &New<'_>,
    now_ms: i64,
) -> Result<Option<RefundLine>, StoreError> {
    if let Some(payment_id) = new.payment_id {
        let left = diesel::update(
            payments::table
                .find(payment_id)
                .filter((payments::refund_fen + new.amount_fen).le(payments::amount_fen)),
        )
        .set(payments::refund_fen.eq(payments::refund_fen + new.amount_fen))
        .execute(tx)?;
        if left == 0 {
            return Ok(None);
        }
    }
    let before: i64 = refunds::table
        .filter(refunds::order_id.eq(order.id))
        .count()
        .get_result(tx)?;
    let id = new_id();
    let (state, sent_ms) = match new.cause {
        Cause::Asked => (RefundState::Asked, None),
        Cause::PaidTwice | Cause::SoldOut => (RefundState::Queued, Some(now_ms)),
    };
    diesel::insert_into(refunds::table)
        .values((
            refunds::id.eq(id),
            refunds::number.eq(format!("{}R{}", order.number, before + 1)),
            refunds::order_id.eq(order.id),
            refunds::payment_id.eq(new.payment_id),
            refunds::amount_fen.eq(new.amount_fen),
            refunds::state.eq(state.code()),
            refunds::cause.eq(new.cause.code()),
            refunds::reason.eq(new.reason),
            refunds::created_ms.eq(now_ms),
            refunds::decided_ms.eq(sent_ms),
            refunds::due_ms.eq(sent_ms),
            refunds::tries.eq(0),
        ))
        .execute(tx)?;
    let row = refunds::table
        .find(id)
        .select(RefundLine::as_select())
        .first(tx)?;
    Ok(Some(row))
}

/// Decides a refund that was asked for: money is queued to be sent to the wallet, points are back at once.
fn decide(
    tx: &mut AnyConn,
    refund: &RefundLine,
    decided_by: Option<i64>,
    now_ms: i64,
) -> Result<(), StoreError> {
    let (state, due_ms, done_ms) = match refund.payment_id {
        Some(_) => (RefundState::Queued, Some(now_ms), None),
        None => (RefundState::Done, None, Some(now_ms)),
    };
    let decided = diesel::update(
        refunds::table
            .find(refund.id)
            .filter(refunds::state.eq(RefundState::Asked.code())),
    )
    .set((
        refunds::state.eq(state.code()),
        refunds::decided_by.eq(decided_by),
        refunds::decided_ms.eq(now_ms),
        refunds::due_ms.eq(due_ms),
        refunds::done_ms.eq(done_ms),
    ))
    .execute(tx)?;
    if decided == 1 {
        Ok(())
    } else {
        Err(StoreError::Corrupt("a refund that was held"))
    }
}

/// Agrees to a refund of sold goods: the money is owed, or points that paid alone are given back; and once the whole payment is refunded, at
/// once or in parts, the goods come back. Answers the phones that changed.
pub(super) fn agree(
    tx: &mut AnyConn,
    order: &Row,
    paid: &Fulfilment,
    refund: &RefundLine,
    decided_by: Option<i64>,
    now_ms: i64,
) -> Result<Vec<i64>, StoreError> {
    decide(tx, refund, decided_by, now_ms)?;
    if let Some(payment_id) = paid.payment_id {
        let about = About {
            order: order.id,
            payment: payment_id,
            refund: Some(refund.id),
        };
        ledger::owed(tx, about, refund.amount_fen, now_ms)?;
    } else {
        let points = refund.points().to_string();
        tell(tx, order, Alert::PointsReturned, points, now_ms)?;
    }
    // Parts that add up to the whole payment count as the whole.
    let agreed_fen = in_states(tx, paid, RefundState::agreed)?;
    let whole = agreed_fen == paid.amount_fen;
    let refund_points = PointRefund {
        refund_id: refund.id,
        paid_fen: paid.amount_fen,
        refunded_fen: agreed_fen,
        is_money: paid.payment_id.is_some(),
    };
    points::refunded(tx, &order.point_order()?, &refund_points, now_ms)?;
    let phone_ids = if whole {
        take_back(tx, order, now_ms)?
    } else {
        Vec::new()
    };
    settle_state(tx, order, paid)?;
    Ok(phone_ids)
}

/// Whether the bought goods are as they were given: nothing of them used, changed or gone.
pub(super) fn is_untouched(tx: &mut AnyConn, order: &Row, now_ms: i64) -> Result<bool, StoreError> {
    match order.kind()? {
        Kind::Purchase => {
            let there: Vec<(i64, i64)> = order_phones::table
                .inner_join(phone_rows::table)
                .filter(order_phones::order_id.eq(order.id))
                .filter(phone_rows::owner_id.eq(order.member_id))
                .filter(phone_rows::assign_ms.eq(order_phones::assign_ms))
                .filter(phone_rows::expire_ms.eq(order_phones::expire_ms))
                .select((phone_rows::id, phone_rows::assign_ms))
                .load(tx)?;
            if i64::try_from(there.len()) != Ok(order.quantity) {
                return Ok(false);
            }
            let ids: Vec<i64> = there.iter().map(|(id, _)| *id).collect();
            // The phones of an order were given at one moment.
            let since_ms = there.iter().map(|(_, assign_ms)| *assign_ms).min();
            Ok(!is_used(tx, &ids, since_ms.unwrap_or(now_ms))?)
        }
        Kind::Renewal => {
            let lines = lines(tx, order.id)?;
            let ids: Vec<i64> = lines.iter().filter_map(|line| line.phone_id).collect();
            let ends: Vec<(i64, i64)> = phone_rows::table
                .filter(among(phone_rows::id, ids))
                .filter(phone_rows::owner_id.eq(order.member_id))
                .select((phone_rows::id, phone_rows::expire_ms))
                .load(tx)?;
            Ok(lines.iter().all(|line| {
                ends.iter().any(|(id, expire_ms)| {
                    line.phone_id == Some(*id)
                        && refund::time_is_unused(*expire_ms, line.bought_ms, now_ms)
                })
            }))
        }
        Kind::Upgrade => Ok(false),
    }
}

/// Whether one of the phones was opened or operated since a time.
fn is_used(tx: &mut AnyConn, phone_ids: &[i64], since_ms: i64) -> Result<bool, StoreError> {
    let played: i64 = seats::table
        .filter(among(seats::phone_id, phone_ids))
        .filter(seats::played_ms.ge(since_ms))
        .count()
        .get_result(tx)?;
    let operated: i64 = operations::table
        .filter(among(operations::phone_id, phone_ids))
        .filter(operations::created_ms.ge(since_ms))
        .filter(operations::refusal.is_null())
        .count()
        .get_result(tx)?;
    // A phone that took the place of another one counts as used: the replacement is the use.
    let replaced: i64 = replacements::table
        .filter(among(replacements::new_phone_id, phone_ids))
        .filter(replacements::replaced_ms.ge(since_ms))
        .count()
        .get_result(tx)?;
    Ok(played + operated + replaced > 0)
}

/// Returns phones to stock, or takes bought time back. The exchange of an upgrade stays: its old phone is empty.
fn take_back(tx: &mut AnyConn, order: &Row, now_ms: i64) -> Result<Vec<i64>, StoreError> {
    match order.kind()? {
        Kind::Purchase => {
            // A phone that came to its member at another time was bought by another order.
            let ids: Vec<i64> = order_phones::table
                .inner_join(phone_rows::table)
                .filter(order_phones::order_id.eq(order.id))
                .filter(phone_rows::owner_id.eq(order.member_id))
                .filter(phone_rows::assign_ms.eq(order_phones::assign_ms))
                .order(phone_rows::id)
                .select(phone_rows::id)
                .load(tx)?;
            phones::give_back(tx, &ids, order.member_id, now_ms)?;
            Ok(ids)
        }
        Kind::Renewal => {
            let mut lines = lines(tx, order.id)?;
            lines.sort_by_key(|line| line.phone_id);
            let mut ids = Vec::with_capacity(lines.len());
            for line in lines {
                let Some(phone_id) = line.phone_id else {
                    continue;
                };
                if shorten(tx, order, phone_id, line.bought_ms, now_ms)? {
                    ids.push(phone_id);
                }
            }
            Ok(ids)
        }
        Kind::Upgrade => Ok(Vec::new()),
    }
}

/// Takes bought time back; grants end with the rental at the latest. False when the phone is no longer the member's, or came anew since the
/// order was paid.
fn shorten(
    tx: &mut AnyConn,
    order: &Row,
    phone_id: i64,
    bought_ms: i64,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let mine = phone_rows::table
        .find(phone_id)
        .filter(phone_rows::owner_id.eq(order.member_id))
        .filter(phone_rows::assign_ms.le(order.paid_ms.unwrap_or(0)))
        .select(phone_rows::expire_ms);
    let found: Option<i64> = match tx {
        AnyConn::Pg(c) => mine.for_no_key_update().first(c).optional()?,
        AnyConn::Sqlite(c) => mine.first(c).optional()?,
    };
    let Some(expire_ms) = found else {
        return Ok(false);
    };
    let until_ms = shortened(expire_ms, bought_ms, now_ms);
    diesel::update(phone_rows::table.find(phone_id))
        .set(phone_rows::expire_ms.eq(until_ms))
        .execute(tx)?;
    diesel::update(
        grants::table
            .filter(grants::phone_id.eq(phone_id))
            .filter(grants::ended_ms.is_null())
            .filter(grants::expire_ms.gt(until_ms)),
    )
    .set(grants::expire_ms.eq(until_ms))
    .execute(tx)?;
    Ok(true)
}

/// Sum of the refunds of a payment, or of points that paid alone, in some states.
fn in_states(
    tx: &mut AnyConn,
    paid: &Fulfilment,
    wanted: impl Fn(RefundState) -> bool,
) -> Result<i64, StoreError> {
    let states = RefundState::ALL.iter().copied();
    let codes: Vec<i16> = states
        .filter(|state| wanted(*state))
        .map(RefundState::code)
        .collect();
    let of_order = refunds::table
        .filter(refunds::order_id.eq(paid.order_id))
        .filter(among(refunds::state, codes))
        .select(refunds::amount_fen);
    let amounts: Vec<i64> = match paid.payment_id {
        Some(id) => of_order.filter(refunds::payment_id.eq(id)).load(tx)?,
        None => of_order.filter(refunds::payment_id.is_null()).load(tx)?,
    };
    Ok(amounts.into_iter().sum())
}

/// Sets a fulfilled order's state by its refunds. Answers the new state.
pub(super) fn settle_state(
    tx: &mut AnyConn,
    order: &Row,
    paid: &Fulfilment,
) -> Result<OrderState, StoreError> {
    let pending_fen = in_states(tx, paid, RefundState::pending)?;
    let done_fen = in_states(tx, paid, |state| state == RefundState::Done)?;
    let state = OrderState::after_refunds(paid.amount_fen, pending_fen, done_fen);
    // Points are no money that was refunded.
    let refunded_fen = paid.payment_id.map_or(0, |_| done_fen);
    diesel::update(orders::table.find(order.id))
        .set((
            orders::state.eq(state.code()),
            orders::refunded_fen.eq(refunded_fen),
        ))
        .execute(tx)?;
    Ok(state)
}

/// Notifies the member about the money of an order.
pub(super) fn tell(
    tx: &mut AnyConn,
    order: &Row,
    alert: Alert,
    detail: String,
    now_ms: i64,
) -> Result<(), StoreError> {
    let params = [order.number.clone(), detail];
    notices::alert(tx, order.member_id, alert, &params, now_ms)?;
    Ok(())
}
