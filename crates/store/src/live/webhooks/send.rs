//! Leasing deliveries to a server, and storing their outcomes.

use std::collections::HashMap;

use diesel::dsl::min;
use diesel::prelude::*;
use domain::live::webhooks::{
    Kind, LEASE_MS, Next, Outcome, TESTS_A_MINUTE, Waiting, event_name, next, turns,
};
use domain::notices::Alert;
use serde_json::json;

use super::manage::{old_key_until, set_paused};
use super::{State, WebhookError, own};
use crate::db::conn::AnyConn;
use crate::db::schema::{members, webhook_deliveries, webhooks};
use crate::error::StoreError;
use crate::limits::{self, Limit, Renewal};
use crate::secrets::{Secret, new_id};
use crate::session::Actor;
use crate::{Store, notices};

/// Most webhooks with due deliveries that one call considers.
const FOUND_MAX: i64 = 256;
/// Limit of tests for one member.
const TESTS: Limit = Limit {
    most: TESTS_A_MINUTE,
    window_ms: 60_000,
    renewal: Renewal::AfterFirst,
};

/// Deliveries that this server is sending: their number for each webhook, and the number to slow receivers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InFlight {
    /// Number of deliveries, by webhook.
    pub to: HashMap<i64, usize>,
    /// Number of deliveries to slow receivers.
    pub slow: usize,
}

/// A delivery to send now. Not `Debug`: it holds secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct DueDelivery {
    pub delivery_id: i64,
    pub webhook_id: i64,
    /// Id of the member that has the webhook.
    pub member_id: i64,
    /// Whether the receiver's last answer was slow.
    pub slow: bool,
    /// Address of the receiver.
    pub url: String,
    /// Event's id on the wire, `evt_…`: the same for each try.
    pub event: String,
    /// Body, byte for byte.
    pub body: String,
    /// Signing keys: the secret, and for a day the one before.
    pub secrets: Vec<String>,
    tries: i32,
    lease_ms: i64,
}

type Row = (
    (i64, i64, i64, bool, String),
    (i64, Option<i64>),
    (i64, String, i32, Option<i64>),
);

/// The columns of a [`Row`].
macro_rules! columns {
    () => {
        (
            (
                webhook_deliveries::id,
                webhooks::id,
                webhooks::member_id,
                webhooks::slow,
                webhooks::url,
            ),
            (webhooks::generation, webhooks::rotated_ms),
            (
                webhook_deliveries::event_id,
                webhook_deliveries::body,
                webhook_deliveries::tries,
                webhook_deliveries::due_ms,
            ),
        )
    };
}

fn due_delivery(row: Row, secret: &Secret, lease_ms: i64, now_ms: i64) -> DueDelivery {
    let (whose, (generation, rotated_ms), (event_id, body, tries, _)) = row;
    let (delivery_id, webhook_id, member_id, slow, url) = whose;
    let mut secrets = vec![secret.webhook_key(webhook_id, generation)];
    if old_key_until(rotated_ms, now_ms).is_some() {
        secrets.push(secret.webhook_key(webhook_id, generation - 1));
    }
    DueDelivery {
        delivery_id,
        webhook_id,
        member_id,
        slow,
        url,
        event: event_name(event_id),
        body,
        secrets,
        tries,
        lease_ms,
    }
}

/// Leases due deliveries, as many as there is room for: no other server takes them until the lease ends.
pub async fn take(
    store: &Store,
    in_flight: InFlight,
    now_ms: i64,
) -> Result<Vec<DueDelivery>, StoreError> {
    let shares = store
        .run(move |conn| -> Result<_, StoreError> {
            let rows: Vec<(i64, bool, Option<i64>)> = webhook_deliveries::table
                .inner_join(webhooks::table.inner_join(members::table))
                .filter(webhook_deliveries::due_ms.le(now_ms))
                .filter(webhooks::paused.is_null())
                .filter(members::disabled.eq(false))
                .group_by((webhooks::id, webhooks::slow))
                .select((
                    webhooks::id,
                    webhooks::slow,
                    min(webhook_deliveries::due_ms),
                ))
                .order(min(webhook_deliveries::due_ms))
                .limit(FOUND_MAX)
                .load(conn)?;
            let waiting: Vec<Waiting> = rows
                .into_iter()
                .map(|(webhook_id, slow, _)| Waiting {
                    webhook_id,
                    slow,
                    in_flight: in_flight.to.get(&webhook_id).copied().unwrap_or_default(),
                })
                .collect();
            Ok(turns(&waiting, in_flight.to.values().sum(), in_flight.slow))
        })
        .await?;
    if shares.is_empty() {
        return Ok(Vec::new());
    }
    let secret = store.secret().clone();
    store
        .write(move |tx| {
            let mut deliveries = Vec::new();
            for (webhook_id, n) in shares {
                take_of(tx, &secret, webhook_id, n, now_ms, &mut deliveries)?;
            }
            Ok(deliveries)
        })
        .await
}

fn take_of(
    tx: &mut AnyConn,
    secret: &Secret,
    webhook_id: i64,
    n: usize,
    now_ms: i64,
    deliveries: &mut Vec<DueDelivery>,
) -> Result<(), StoreError> {
    let rows: Vec<Row> = webhook_deliveries::table
        .inner_join(webhooks::table)
        .filter(webhooks::id.eq(webhook_id))
        .filter(webhooks::paused.is_null())
        .filter(webhook_deliveries::due_ms.le(now_ms))
        .order((
            webhook_deliveries::due_ms,
            webhook_deliveries::created_ms,
            webhook_deliveries::id,
        ))
        .limit(i64::try_from(n).unwrap_or(i64::MAX))
        .select(columns!())
        .load(tx)?;
    for row in rows {
        let lease_ms = now_ms + LEASE_MS;
        let taken = diesel::update(
            webhook_deliveries::table
                .find(row.0.0)
                .filter(webhook_deliveries::due_ms.eq(row.2.3)),
        )
        .set(webhook_deliveries::due_ms.eq(lease_ms))
        .execute(tx)?;
        if taken == 1 {
            deliveries.push(due_delivery(row, secret, lease_ms, now_ms));
        }
    }
    Ok(())
}

/// Stores the outcome of a delivery; answers whether its member was notified that the webhook is paused now. A delivery that another server
/// took meanwhile, or that was put off, stays as it is.
pub async fn tried(
    store: &Store,
    due: DueDelivery,
    outcome: Outcome,
    chance: u32,
    now_ms: i64,
) -> Result<bool, StoreError> {
    store
        .write(move |tx| {
            remember(tx, due.webhook_id, outcome, now_ms)?;
            let tries = due.tries.saturating_add(1);
            let next = next(outcome, tries, chance, now_ms);
            let (state, due_ms) = match next {
                Next::Done => (State::Taken, None),
                Next::Again(due_ms) => (State::Waiting, Some(due_ms)),
                Next::Pause(_) => (State::Waiting, None),
            };
            let noted = diesel::update(
                webhook_deliveries::table
                    .find(due.delivery_id)
                    .filter(webhook_deliveries::due_ms.eq(due.lease_ms)),
            )
            .set((
                webhook_deliveries::state.eq(state.stored()),
                webhook_deliveries::due_ms.eq(due_ms),
                webhook_deliveries::tries.eq(tries),
                webhook_deliveries::tried_ms.eq(now_ms),
                webhook_deliveries::status.eq(outcome.status.map(u16::cast_signed)),
                webhook_deliveries::error.eq(outcome.failure.map(|failure| failure.into_str())),
                webhook_deliveries::took_ms.eq(outcome.took_ms),
            ))
            .execute(tx)?;
            if noted == 0 && next == Next::Done {
                // The delivery was put off while it was being sent; it has arrived all the same.
                arrived(tx, &due, outcome, now_ms)?;
            }
            let Next::Pause(why) = next else {
                return Ok(false);
            };
            if noted == 0 || !set_paused(tx, due.webhook_id, why, now_ms)? {
                return Ok(false);
            }
            let name: String = webhooks::table
                .find(due.webhook_id)
                .select(webhooks::name)
                .first(tx)?;
            notices::alert(tx, due.member_id, Alert::WebhookPaused, &[name], now_ms)?;
            Ok(true)
        })
        .await
}

/// Marks a delivery as taken whose webhook was paused while it was being sent; one that was leased again is left to its new server.
fn arrived(
    tx: &mut AnyConn,
    due: &DueDelivery,
    outcome: Outcome,
    now_ms: i64,
) -> Result<(), StoreError> {
    diesel::update(
        webhook_deliveries::table
            .find(due.delivery_id)
            .filter(webhook_deliveries::state.eq(State::Waiting.stored()))
            .filter(webhook_deliveries::due_ms.is_null()),
    )
    .set((
        webhook_deliveries::state.eq(State::Taken.stored()),
        webhook_deliveries::tries.eq(due.tries.saturating_add(1)),
        webhook_deliveries::tried_ms.eq(now_ms),
        webhook_deliveries::status.eq(outcome.status.map(u16::cast_signed)),
        webhook_deliveries::error.eq(None::<String>),
        webhook_deliveries::took_ms.eq(outcome.took_ms),
    ))
    .execute(tx)?;
    Ok(())
}

/// Stores the outcome of the last try in the webhook's own row.
fn remember(
    tx: &mut AnyConn,
    webhook_id: i64,
    outcome: Outcome,
    now_ms: i64,
) -> Result<(), StoreError> {
    diesel::update(webhooks::table.find(webhook_id))
        .set((
            webhooks::slow.eq(outcome.is_slow()),
            webhooks::last_ms.eq(now_ms),
            webhooks::last_status.eq(outcome.status.map(u16::cast_signed)),
            webhooks::last_error.eq(outcome.failure.map(|failure| failure.into_str())),
        ))
        .execute(tx)?;
    Ok(())
}

/// Makes a test event for one webhook, paused or not; it is tried once.
pub async fn test(
    store: &Store,
    actor: &Actor,
    webhook_id: i64,
    now_ms: i64,
) -> Result<DueDelivery, WebhookError> {
    let (actor, secret) = (actor.clone(), store.secret().clone());
    store
        .write(move |tx| {
            let name = own(tx, &actor, webhook_id)?.name;
            let counted = format!("webhook-test:{}", actor.member_id());
            if let Err(over) = limits::spend(tx, &counted, TESTS, now_ms)? {
                return Err(WebhookError::TooSoon {
                    retry_after_ms: over.retry_after_ms,
                });
            }
            let (id, event_id) = (new_id(), new_id());
            let data = json!({ "webhookId": webhook_id, "name": name });
            diesel::insert_into(webhook_deliveries::table)
                .values((
                    webhook_deliveries::id.eq(id),
                    webhook_deliveries::webhook_id.eq(webhook_id),
                    webhook_deliveries::event_id.eq(event_id),
                    webhook_deliveries::kind.eq(Kind::Test.code()),
                    webhook_deliveries::body.eq(super::fan_out::payload(
                        event_id,
                        Kind::Test,
                        now_ms,
                        &data,
                    )?),
                    // The state is "failed" until the outcome is stored, so that no sender takes the test from the queue:
                    // the caller sends it.
                    webhook_deliveries::state.eq(State::Failed.stored()),
                    webhook_deliveries::tries.eq(0),
                    webhook_deliveries::created_ms.eq(now_ms),
                ))
                .execute(tx)?;
            let row: Row = webhook_deliveries::table
                .inner_join(webhooks::table)
                .filter(webhook_deliveries::id.eq(id))
                .select(columns!())
                .first(tx)?;
            Ok(due_delivery(row, &secret, now_ms, now_ms))
        })
        .await
}

/// Stores the outcome of a test.
pub async fn tested(
    store: &Store,
    delivery_id: i64,
    webhook_id: i64,
    outcome: Outcome,
    now_ms: i64,
) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            remember(tx, webhook_id, outcome, now_ms)?;
            let state = match outcome.failure {
                None => State::Taken,
                Some(_) => State::Failed,
            };
            diesel::update(webhook_deliveries::table.find(delivery_id))
                .set((
                    webhook_deliveries::state.eq(state.stored()),
                    webhook_deliveries::tries.eq(1),
                    webhook_deliveries::tried_ms.eq(now_ms),
                    webhook_deliveries::status.eq(outcome.status.map(u16::cast_signed)),
                    webhook_deliveries::error.eq(outcome.failure.map(|failure| failure.into_str())),
                    webhook_deliveries::took_ms.eq(outcome.took_ms),
                ))
                .execute(tx)?;
            Ok(())
        })
        .await
}
