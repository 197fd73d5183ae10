//! Payment attempts at a wallet. A second click finds the first one's attempt, so that a member is not charged twice.

use diesel::prelude::*;
use domain::orders::{ATTEMPT_MIN_MS, ATTEMPTS_MAX, OrderState, PayWay, Refusal, Wallet, schedule};

use super::model::{Attempt, OrderError};
use super::rows::{AttemptRow, CLOSED, OPEN, locked, open_attempts};
use crate::Store;
use crate::db::schema::pay_attempts;
use crate::error::StoreError;
use crate::secrets::new_id;
use crate::session::Actor;

/// Pause between two looks that a waiting page asks for.
const LOOK_AGAIN_MS: i64 = 3000;

/// Begins to pay an order, or goes on with the attempt that was begun at this wallet in this way.
pub async fn attempt(
    store: &Store,
    actor: &Actor,
    order_id: i64,
    wallet: Wallet,
    way: PayWay,
    now_ms: i64,
) -> Result<Attempt, OrderError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let order = locked(tx, order_id)?
                .filter(|order| order.member_id == member_id)
                .ok_or(Refusal::Absent)?;
            if order.state()? != OrderState::Waiting || order.deadline_ms <= now_ms {
                return Err(Refusal::NotWaiting.into());
            }
            let open: Option<AttemptRow> = pay_attempts::table
                .filter(pay_attempts::order_id.eq(order_id))
                .filter(pay_attempts::wallet.eq(wallet.code()))
                .filter(pay_attempts::way.eq(way.code()))
                .filter(pay_attempts::state.eq(OPEN))
                .select(AttemptRow::as_select())
                .first(tx)
                .optional()?;
            if let Some(row) = open {
                return Ok(row.attempt(&order.spec_name, order.quantity)?);
            }
            let begun: i64 = pay_attempts::table
                .filter(pay_attempts::order_id.eq(order_id))
                .count()
                .get_result(tx)?;
            if begun >= ATTEMPTS_MAX {
                return Err(Refusal::Attempts.into());
            }
            let id = new_id();
            diesel::insert_into(pay_attempts::table)
                .values((
                    pay_attempts::id.eq(id),
                    pay_attempts::order_id.eq(order_id),
                    pay_attempts::number.eq(format!("{}P{}", order.number, begun + 1)),
                    pay_attempts::wallet.eq(wallet.code()),
                    pay_attempts::way.eq(way.code()),
                    pay_attempts::amount_fen.eq(order.total_fen),
                    pay_attempts::created_ms.eq(now_ms),
                    pay_attempts::expires_ms
                        .eq(order.deadline_ms.max(now_ms.saturating_add(ATTEMPT_MIN_MS))),
                    pay_attempts::state.eq(OPEN),
                    pay_attempts::looks.eq(0),
                    pay_attempts::looked_ms.eq(0),
                    pay_attempts::due_ms.eq(schedule::next_look_ms(now_ms, 0, now_ms)),
                ))
                .execute(tx)?;
            let row: AttemptRow = pay_attempts::table
                .find(id)
                .select(AttemptRow::as_select())
                .first(tx)?;
            Ok(row.attempt(&order.spec_name, order.quantity)?)
        })
        .await
}

/// Stores the wallet's data for the page, so that a second click shows the same.
pub async fn attempt_shown(
    store: &Store,
    number: String,
    shown: serde_json::Value,
) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            diesel::update(pay_attempts::table.filter(pay_attempts::number.eq(number)))
                .set(pay_attempts::shown.eq(shown.to_string()))
                .execute(tx)?;
            Ok(())
        })
        .await
}

/// Open attempts of an unpaid order, to be looked at now because the payer's page asks. Empty within three seconds of the last look.
pub async fn take_look(
    store: &Store,
    order_id: i64,
    now_ms: i64,
) -> Result<Vec<Attempt>, StoreError> {
    store
        .write(move |tx| {
            let waiting = locked(tx, order_id)?.filter(|order| {
                order
                    .state()
                    .is_ok_and(|state| state == OrderState::Waiting)
            });
            let Some(order) = waiting else {
                return Ok(Vec::new());
            };
            let taken = diesel::update(
                pay_attempts::table
                    .filter(pay_attempts::order_id.eq(order_id))
                    .filter(pay_attempts::state.eq(OPEN))
                    .filter(pay_attempts::looked_ms.le(now_ms - LOOK_AGAIN_MS)),
            )
            .set(pay_attempts::looked_ms.eq(now_ms))
            .execute(tx)?;
            if taken == 0 {
                return Ok(Vec::new());
            }
            open_attempts(tx, &order)
        })
        .await
}

/// Notes that a wallet no longer takes a payment for an attempt. A paid attempt stays paid.
pub async fn attempt_closed(store: &Store, number: String) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            let order_id: Option<i64> = pay_attempts::table
                .filter(pay_attempts::number.eq(&number))
                .select(pay_attempts::order_id)
                .first(tx)
                .optional()?;
            let Some(order_id) = order_id else {
                return Ok(());
            };
            // A transaction that settles the attempt holds the order's row.
            locked(tx, order_id)?;
            diesel::update(
                pay_attempts::table
                    .filter(pay_attempts::number.eq(&number))
                    .filter(pay_attempts::state.eq(OPEN)),
            )
            .set((
                pay_attempts::state.eq(CLOSED),
                pay_attempts::due_ms.eq(None::<i64>),
            ))
            .execute(tx)?;
            Ok(())
        })
        .await
}
