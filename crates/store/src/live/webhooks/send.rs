//! Giving deliveries out, and what became of them.

use std::collections::HashMap;

use diesel::dsl::min;
use diesel::prelude::*;
use domain::live::webhooks::{
    Failure, Kind, LEASE_MS, Next, Outcome, TESTS_A_MINUTE, Waiting, event_name, next, turns,
};
use domain::notices::Alert;
use serde_json::json;

use super::manage::{hold, old_key_until};
use super::{WebhookError, own};
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::limits::{self, Limit, Renewal};
use crate::schema::{members, webhook_deliveries, webhooks};
use crate::secrets::{Secret, new_id};
use crate::session::Actor;
use crate::{Store, notices};

/// Webhooks that one look finds.
const FOUND_MAX: i64 = 256;
/// Tests of one member.
const TESTS: Limit = Limit {
    most: TESTS_A_MINUTE,
    window_ms: 60_000,
    renewal: Renewal::AfterFirst,
};

/// What is on its way from this server: how many to each webhook, and of them those to slow receivers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InFlight {
    /// By webhook.
    pub to: HashMap<i64, usize>,
    /// Among all of them.
    pub slow: usize,
}

/// A delivery to bring now. Not `Debug`: it holds secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct DueDelivery {
    /// Which.
    pub delivery_id: i64,
    /// To which webhook.
    pub webhook_id: i64,
    /// Whose that is.
    pub member_id: i64,
    /// Its last answer took long.
    pub slow: bool,
    /// Where.
    pub url: String,
    /// `evt_…`: the same for each try.
    pub event: String,
    /// To the byte.
    pub body: String,
    /// What signs it: the secret, and for a day the one before.
    pub secrets: Vec<String>,
    tries: i32,
    lease_ms: i64,
}

type Row = (
    (i64, i64, i64, bool, String),
    (i64, Option<i64>),
    (i64, String, i32, Option<i64>),
);

/// What a row says of its webhook and of itself.
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

fn letter(row: Row, secret: &Secret, lease_ms: i64, now_ms: i64) -> DueDelivery {
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

/// Takes deliveries whose time has come, as many as there are places for: each is this server's alone for a while.
pub async fn take(
    store: &Store,
    flying: InFlight,
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
                    flying: flying.to.get(&webhook_id).copied().unwrap_or_default(),
                })
                .collect();
            Ok(turns(&waiting, flying.to.values().sum(), flying.slow))
        })
        .await?;
    if shares.is_empty() {
        return Ok(Vec::new());
    }
    let secret = store.secret().clone();
    store
        .write(move |tx| {
            let mut letters = Vec::new();
            for (webhook_id, n) in shares {
                take_of(tx, &secret, webhook_id, n, now_ms, &mut letters)?;
            }
            Ok(letters)
        })
        .await
}

fn take_of(
    tx: &mut AnyConn,
    secret: &Secret,
    webhook_id: i64,
    n: usize,
    now_ms: i64,
    letters: &mut Vec<DueDelivery>,
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
            letters.push(letter(row, secret, lease_ms, now_ms));
        }
    }
    Ok(())
}

/// Writes down what became of a delivery; whether its member was told that the webhook is paused now. What somebody else took meanwhile, or was
/// put off, stays as it is.
pub async fn tried(
    store: &Store,
    letter: DueDelivery,
    outcome: Outcome,
    chance: u32,
    now_ms: i64,
) -> Result<bool, StoreError> {
    store
        .write(move |tx| {
            remember(tx, letter.webhook_id, outcome, now_ms)?;
            let tries = letter.tries.saturating_add(1);
            let next = next(outcome, tries, chance, now_ms);
            let (state, due_ms) = match next {
                Next::Done => (1, None),
                Next::Again(due_ms) => (0, Some(due_ms)),
                Next::Pause(_) => (0, None),
            };
            let noted = diesel::update(
                webhook_deliveries::table
                    .find(letter.delivery_id)
                    .filter(webhook_deliveries::due_ms.eq(letter.lease_ms)),
            )
            .set((
                webhook_deliveries::state.eq(state),
                webhook_deliveries::due_ms.eq(due_ms),
                webhook_deliveries::tries.eq(tries),
                webhook_deliveries::tried_ms.eq(now_ms),
                webhook_deliveries::status.eq(outcome.status.map(u16::cast_signed)),
                webhook_deliveries::error.eq(outcome.failure.map(Failure::name)),
                webhook_deliveries::took_ms.eq(outcome.took_ms),
            ))
            .execute(tx)?;
            if noted == 0 && next == Next::Done {
                // It was put off while it was on its way; it has arrived all the same.
                arrived(tx, &letter, outcome, now_ms)?;
            }
            let Next::Pause(why) = next else {
                return Ok(false);
            };
            if noted == 0 || !hold(tx, letter.webhook_id, why, now_ms)? {
                return Ok(false);
            }
            let name: String = webhooks::table
                .find(letter.webhook_id)
                .select(webhooks::name)
                .first(tx)?;
            notices::alert(tx, letter.member_id, Alert::WebhookPaused, &[name], now_ms)?;
            Ok(true)
        })
        .await
}

/// A delivery whose webhook was paused while it was on its way has arrived; one that was given out again is somebody else's to note.
fn arrived(
    tx: &mut AnyConn,
    letter: &DueDelivery,
    outcome: Outcome,
    now_ms: i64,
) -> Result<(), StoreError> {
    diesel::update(
        webhook_deliveries::table
            .find(letter.delivery_id)
            .filter(webhook_deliveries::state.eq(0))
            .filter(webhook_deliveries::due_ms.is_null()),
    )
    .set((
        webhook_deliveries::state.eq(1),
        webhook_deliveries::tries.eq(letter.tries.saturating_add(1)),
        webhook_deliveries::tried_ms.eq(now_ms),
        webhook_deliveries::status.eq(outcome.status.map(u16::cast_signed)),
        webhook_deliveries::error.eq(None::<String>),
        webhook_deliveries::took_ms.eq(outcome.took_ms),
    ))
    .execute(tx)?;
    Ok(())
}

/// What a webhook's own row says of its last try.
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
            webhooks::last_error.eq(outcome.failure.map(Failure::name)),
        ))
        .execute(tx)?;
    Ok(())
}

/// Makes an event that says nothing, for one webhook, paused or not; it is tried once.
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
                    // Nobody waits for it but whoever asks now.
                    webhook_deliveries::state.eq(2),
                    webhook_deliveries::tries.eq(0),
                    webhook_deliveries::created_ms.eq(now_ms),
                ))
                .execute(tx)?;
            let row: Row = webhook_deliveries::table
                .inner_join(webhooks::table)
                .filter(webhook_deliveries::id.eq(id))
                .select(columns!())
                .first(tx)?;
            Ok(letter(row, &secret, now_ms, now_ms))
        })
        .await
}

/// Writes down what became of a test.
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
            let state = if outcome.failure.is_none() { 1 } else { 2 };
            diesel::update(webhook_deliveries::table.find(delivery_id))
                .set((
                    webhook_deliveries::state.eq(state),
                    webhook_deliveries::tries.eq(1),
                    webhook_deliveries::tried_ms.eq(now_ms),
                    webhook_deliveries::status.eq(outcome.status.map(u16::cast_signed)),
                    webhook_deliveries::error.eq(outcome.failure.map(Failure::name)),
                    webhook_deliveries::took_ms.eq(outcome.took_ms),
                ))
                .execute(tx)?;
            Ok(())
        })
        .await
}
