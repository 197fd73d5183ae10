//! Due work at the wallets. Taking it moves its next time on, so that two servers never do the same.

use diesel::prelude::*;
use domain::orders::refund::RefundState;
use domain::orders::{OrderState, schedule};

use super::mismatches;
use super::model::{Due, RefundJob};
use super::rows::{AttemptRow, CLOSED, RefundLine, Row, open_attempts, wallet_of};
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::{orders, pay_attempts, payments, refunds};
use crate::error::StoreError;

/// Lease of an order whose attempts are ended before it: a wallet that is away does not hold its phones for longer.
const TIME_OUT_LEASE_MS: i64 = 15_000;

/// Takes due work, at most `limit` of each kind.
pub async fn due(store: &Store, now_ms: i64, limit: i64) -> Result<Vec<Due>, StoreError> {
    store
        .write(move |tx| {
            let mut due = time_outs(tx, now_ms, limit)?;
            due.extend(attempts(tx, now_ms, limit)?);
            due.extend(jobs(tx, now_ms, limit)?);
            Ok(due)
        })
        .await
}

fn time_outs(tx: &mut AnyConn, now_ms: i64, limit: i64) -> Result<Vec<Due>, StoreError> {
    let rows: Vec<Row> = orders::table
        .filter(orders::due_ms.le(now_ms))
        .filter(orders::state.eq(OrderState::Waiting.code()))
        .order(orders::due_ms)
        .limit(limit)
        .select(Row::as_select())
        .load(tx)?;
    let mut due = Vec::with_capacity(rows.len());
    for order in rows {
        let taken = diesel::update(
            orders::table
                .find(order.id)
                .filter(orders::state.eq(OrderState::Waiting.code()))
                .filter(orders::due_ms.le(now_ms)),
        )
        .set(orders::due_ms.eq(now_ms + TIME_OUT_LEASE_MS))
        .execute(tx)?;
        if taken == 1 {
            due.push(Due::TimeOut {
                order_id: order.id,
                attempts: open_attempts(tx, &order)?,
            });
        }
    }
    Ok(due)
}

fn attempts(tx: &mut AnyConn, now_ms: i64, limit: i64) -> Result<Vec<Due>, StoreError> {
    let rows: Vec<(AttemptRow, Row)> = pay_attempts::table
        .inner_join(orders::table)
        .filter(pay_attempts::due_ms.le(now_ms))
        .order(pay_attempts::due_ms)
        .limit(limit)
        .select((AttemptRow::as_select(), Row::as_select()))
        .load(tx)?;
    let mut due = Vec::with_capacity(rows.len());
    for (row, order) in rows {
        let waiting = order.state()? == OrderState::Waiting;
        if !waiting && schedule::is_given_up(row.looks, row.looked_ms, row.expires_ms) {
            give_up(tx, &row, now_ms)?;
            continue;
        }
        let next_ms = if waiting {
            schedule::next_look_ms(row.created_ms, row.looks.saturating_add(1), now_ms)
        } else {
            schedule::next_try_ms(row.looks, now_ms)
        };
        let taken = diesel::update(
            pay_attempts::table
                .find(row.id)
                .filter(pay_attempts::due_ms.eq(row.due_ms)),
        )
        .set((
            pay_attempts::due_ms.eq(next_ms),
            pay_attempts::looks.eq(row.looks.saturating_add(1)),
            pay_attempts::looked_ms.eq(now_ms),
        ))
        .execute(tx)?;
        if taken == 1 {
            let attempt = row.attempt(&order.spec_name, order.quantity)?;
            due.push(if waiting {
                Due::Look(attempt)
            } else {
                Due::Close(attempt)
            });
        }
    }
    Ok(due)
}

/// Stops asking about a payment of which its wallet proves nothing. If the wallet proves later that it was paid, the payment still counts.
fn give_up(tx: &mut AnyConn, row: &AttemptRow, now_ms: i64) -> Result<(), StoreError> {
    let ended = diesel::update(
        pay_attempts::table
            .find(row.id)
            .filter(pay_attempts::due_ms.eq(row.due_ms)),
    )
    .set((
        pay_attempts::state.eq(CLOSED),
        pay_attempts::due_ms.eq(None::<i64>),
    ))
    .execute(tx)?;
    if ended == 1 {
        mismatches::note_unproven(tx, row, now_ms)?;
    }
    Ok(())
}

fn jobs(tx: &mut AnyConn, now_ms: i64, limit: i64) -> Result<Vec<Due>, StoreError> {
    type Paid = (String, i16, i64);
    let rows: Vec<(RefundLine, Paid)> = refunds::table
        .inner_join(payments::table.inner_join(pay_attempts::table))
        .filter(refunds::due_ms.le(now_ms))
        .order(refunds::due_ms)
        .limit(limit)
        .select((
            RefundLine::as_select(),
            (pay_attempts::number, payments::wallet, payments::amount_fen),
        ))
        .load(tx)?;
    let mut due = Vec::with_capacity(rows.len());
    for (row, (attempt, wallet, paid_fen)) in rows {
        let taken = diesel::update(
            refunds::table
                .find(row.id)
                .filter(refunds::due_ms.eq(row.due_ms)),
        )
        .set((
            refunds::due_ms.eq(schedule::next_try_ms(row.tries, now_ms)),
            refunds::tries.eq(row.tries.saturating_add(1)),
        ))
        .execute(tx)?;
        if taken == 1 {
            due.push(Due::Refund(RefundJob {
                sent: row.state()? == RefundState::Processing,
                wallet: wallet_of(wallet)?,
                number: row.number,
                attempt,
                amount_fen: row.amount_fen,
                paid_fen,
                reason: row.reason,
            }));
        }
    }
    Ok(due)
}
