//! Ends of unpaid orders: cancelled, or timed out. Their phones are free again at once.

use diesel::prelude::*;
use domain::orders::{OrderState, Refusal};

use super::model::{Changed, OrderError};
use super::rows::{Row, close_attempts, locked};
use crate::db::conn::AnyConn;
use crate::db::schema::orders;
use crate::error::StoreError;
use crate::session::Actor;
use crate::{Store, phones, points};

/// Cancels an order. Its open attempts become due to be ended at the wallet.
pub async fn cancel(
    store: &Store,
    actor: &Actor,
    order_id: i64,
    now_ms: i64,
) -> Result<Changed, OrderError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let order = locked(tx, order_id)?
                .filter(|order| order.member_id == member_id)
                .ok_or(Refusal::Absent)?;
            let changed = end(tx, &order, OrderState::Cancelled, now_ms)?;
            Ok(changed.ok_or(Refusal::NotWaiting)?)
        })
        .await
}

/// Ends an order whose time to pay is over. None when it was ended before, or still has time.
pub async fn timed_out(
    store: &Store,
    order_id: i64,
    now_ms: i64,
) -> Result<Option<Changed>, StoreError> {
    store
        .write(move |tx| {
            let order = locked(tx, order_id)?.filter(|order| order.deadline_ms <= now_ms);
            match order {
                Some(order) => end(tx, &order, OrderState::TimedOut, now_ms),
                None => Ok(None),
            }
        })
        .await
}

fn end(
    tx: &mut AnyConn,
    order: &Row,
    state: OrderState,
    now_ms: i64,
) -> Result<Option<Changed>, StoreError> {
    let ended = diesel::update(
        orders::table
            .find(order.id)
            .filter(orders::state.eq(OrderState::Waiting.code())),
    )
    .set((
        orders::state.eq(state.code()),
        orders::due_ms.eq(None::<i64>),
    ))
    .execute(tx)?;
    if ended == 0 {
        return Ok(None);
    }
    points::release(tx, &order.point_order()?)?;
    phones::unreserve(tx, order.id)?;
    close_attempts(tx, order.id, now_ms)?;
    Ok(Some(order.changed(state, Vec::new())))
}
