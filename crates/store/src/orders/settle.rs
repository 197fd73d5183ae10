//! Incoming money: it is stored once, and fulfils its order once, or is refunded.

use diesel::prelude::*;
use domain::notices::Alert;
use domain::orders::refund::Cause;
use domain::orders::{OrderState, Wallet};
use domain::text::display::format_fen;

use super::fulfil::fulfil;
use super::ledger::{self, About};
use super::mismatches;
use super::model::{Settled, Settlement};
use super::money_back::{self, New, tell};
use super::rows::{AttemptRow, PAID, Row, close_attempts, locked};
use crate::db::conn::{AnyConn, each};
use crate::db::schema::{orders, pay_attempts, payments};
use crate::error::StoreError;
use crate::secrets::new_id;
use crate::{Store, phones, points};

/// Stores a payment that a wallet proved, by a notification or by an answer, however often it is reported.
pub async fn settle(
    store: &Store,
    wallet: Wallet,
    settlement: Settlement,
    now_ms: i64,
) -> Result<Settled, StoreError> {
    store
        .write(move |tx| {
            let order_id: Option<i64> = pay_attempts::table
                .filter(pay_attempts::number.eq(&settlement.attempt))
                .select(pay_attempts::order_id)
                .first(tx)
                .optional()?;
            let Some(order_id) = order_id else {
                return Ok(Settled::Unknown);
            };
            let order = locked(tx, order_id)?.ok_or(StoreError::Corrupt("an attempt's order"))?;
            let attempt: AttemptRow = pay_attempts::table
                .filter(pay_attempts::number.eq(&settlement.attempt))
                .select(AttemptRow::as_select())
                .first(tx)?;
            let fits =
                attempt.wallet == wallet.code() && attempt.amount_fen == settlement.amount_fen;
            if !fits {
                mismatches::note(tx, wallet, &settlement, now_ms)?;
                return Ok(Settled::Mismatch);
            }
            let Some(payment_id) = note(tx, wallet, &settlement, &attempt, now_ms)? else {
                let known: i64 = payments::table
                    .filter(payments::wallet.eq(wallet.code()))
                    .filter(payments::trade_no.eq(&settlement.trade_no))
                    .select(payments::attempt_id)
                    .first(tx)?;
                if known == attempt.id {
                    return Ok(Settled::Again);
                }
                mismatches::note(tx, wallet, &settlement, now_ms)?;
                return Ok(Settled::Mismatch);
            };
            diesel::update(pay_attempts::table.find(attempt.id))
                .set((
                    pay_attempts::state.eq(PAID),
                    pay_attempts::due_ms.eq(None::<i64>),
                ))
                .execute(tx)?;
            let money = Money {
                payment_id,
                wallet,
                way: attempt.way,
                settlement: &settlement,
                now_ms,
            };
            match order.state()? {
                OrderState::Waiting | OrderState::Cancelled | OrderState::TimedOut => {
                    pay(tx, &order, &money)
                }
                state @ (OrderState::Paid
                | OrderState::Refunding
                | OrderState::Refunded
                | OrderState::PartlyRefunded
                | OrderState::SoldOut) => {
                    back(tx, &order, &money, Cause::PaidTwice)?;
                    Ok(Settled::RefundQueued(order.changed(state, Vec::new())))
                }
            }
        })
        .await
}

/// Whether a payment is stored exactly as reported: at this wallet, by this attempt and number, of this amount. Nothing is changed.
pub async fn is_settled(
    store: &Store,
    wallet: Wallet,
    settlement: Settlement,
) -> Result<bool, StoreError> {
    store
        .run(move |conn| {
            let known: i64 = payments::table
                .inner_join(pay_attempts::table)
                .filter(payments::wallet.eq(wallet.code()))
                .filter(payments::trade_no.eq(&settlement.trade_no))
                .filter(payments::amount_fen.eq(settlement.amount_fen))
                .filter(pay_attempts::number.eq(&settlement.attempt))
                .count()
                .get_result(conn)?;
            Ok(known > 0)
        })
        .await
}

/// Incoming money that was stored.
struct Money<'a> {
    payment_id: i64,
    wallet: Wallet,
    way: i16,
    settlement: &'a Settlement,
    now_ms: i64,
}

impl Money<'_> {
    fn about(&self, order: &Row) -> About {
        About {
            order: order.id,
            payment: self.payment_id,
            refund: None,
        }
    }
}

/// Stores the payment; none when its number is there already.
fn note(
    tx: &mut AnyConn,
    wallet: Wallet,
    settlement: &Settlement,
    attempt: &AttemptRow,
    now_ms: i64,
) -> Result<Option<i64>, StoreError> {
    let id = new_id();
    // A wallet's clock may be ahead of the server's.
    let paid_ms = settlement.paid_ms.map_or(now_ms, |at| at.min(now_ms));
    let noted = each!(tx, |c| diesel::insert_into(payments::table)
        .values((
            payments::id.eq(id),
            payments::attempt_id.eq(attempt.id),
            payments::order_id.eq(attempt.order_id),
            payments::wallet.eq(wallet.code()),
            payments::trade_no.eq(&settlement.trade_no),
            payments::amount_fen.eq(settlement.amount_fen),
            payments::refund_fen.eq(0),
            payments::fulfilled.eq(false),
            payments::paid_ms.eq(paid_ms),
            payments::created_ms.eq(now_ms),
        ))
        .on_conflict((payments::wallet, payments::trade_no))
        .do_nothing()
        .execute(c))?;
    Ok((noted == 1).then_some(id))
}

/// Handles the first payment of an order: in time or late, the order is fulfilled if it can be.
fn pay(tx: &mut AnyConn, order: &Row, money: &Money<'_>) -> Result<Settled, StoreError> {
    let fen = money.settlement.amount_fen;
    let points = order.point_order()?;
    // The price without the discount was not paid: without the points, the order is not fulfilled.
    let given = if points::cover(tx, &points, money.now_ms)? {
        fulfil(tx, order, money.now_ms)?
    } else {
        phones::unreserve(tx, order.id)?;
        None
    };
    let state = if given.is_some() {
        OrderState::Paid
    } else {
        OrderState::SoldOut
    };
    let paid = diesel::update(
        orders::table
            .find(order.id)
            .filter(orders::paid_ms.is_null()),
    )
    .set((
        orders::state.eq(state.code()),
        orders::due_ms.eq(None::<i64>),
        orders::paid_ms.eq(money.now_ms),
        orders::paid_fen.eq(fen),
        orders::wallet.eq(money.wallet.code()),
        orders::way.eq(money.way),
        orders::trade_no.eq(&money.settlement.trade_no),
    ))
    .execute(tx)?;
    if paid != 1 {
        return Err(StoreError::Corrupt("an order that was held"));
    }
    close_attempts(tx, order.id, money.now_ms)?;
    let Some(phone_ids) = given else {
        points::release(tx, &points)?;
        back(tx, order, money, Cause::SoldOut)?;
        return Ok(Settled::RefundQueued(order.changed(state, Vec::new())));
    };
    diesel::update(payments::table.find(money.payment_id))
        .set(payments::fulfilled.eq(true))
        .execute(tx)?;
    points::settle(tx, &points, fen, money.now_ms)?;
    ledger::sold(tx, money.about(order), money.wallet, fen, money.now_ms)?;
    tell(tx, order, Alert::OrderPaid, format_fen(fen), money.now_ms)?;
    Ok(Settled::Fulfilled(order.changed(state, phone_ids)))
}

/// Refunds money that bought nothing.
fn back(tx: &mut AnyConn, order: &Row, money: &Money<'_>, cause: Cause) -> Result<(), StoreError> {
    let fen = money.settlement.amount_fen;
    ledger::owe(tx, money.about(order), money.wallet, fen, money.now_ms)?;
    let (reason, alert) = match cause {
        Cause::SoldOut => ("无法交付", Alert::OrderSoldOut),
        Cause::PaidTwice | Cause::Asked => ("重复支付", Alert::OrderPaidTwice),
    };
    let new = New {
        payment_id: Some(money.payment_id),
        amount_fen: fen,
        cause,
        reason,
    };
    money_back::note(tx, order, &new, money.now_ms)?
        .ok_or(StoreError::Corrupt("a payment that is spoken for"))?;
    tell(tx, order, alert, format_fen(fen), money.now_ms)
}
