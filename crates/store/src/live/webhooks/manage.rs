//! Making, changing and ending webhooks.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::live::webhooks::{KEY_KEPT_MS, NewWebhook, Paused, WEBHOOKS_MAX};

use super::{Row, State, Webhook, WebhookError, own};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{webhook_deliveries, webhooks};
use crate::error::StoreError;
use crate::secrets::new_id;
use crate::session::Actor;
use crate::{Store, audit, member};

/// A secret that was just made. Not `Debug`: secrets are never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct NewSecret {
    pub webhook_id: i64,
    /// The secret, `whsec_…`: shown this once.
    pub secret: String,
}

/// Makes a webhook.
pub async fn create(
    store: &Store,
    actor: &Actor,
    new: NewWebhook,
    now_ms: i64,
) -> Result<NewSecret, WebhookError> {
    let (actor, secret) = (actor.clone(), store.secret().clone());
    store
        .write(move |tx| {
            let member_id = actor.member_id();
            member::lock(tx, member_id)?;
            let there: i64 = webhooks::table
                .filter(webhooks::member_id.eq(member_id))
                .count()
                .get_result(tx)?;
            if there >= WEBHOOKS_MAX {
                return Err(WebhookError::TooMany);
            }
            let id = new_id();
            diesel::insert_into(webhooks::table)
                .values((
                    webhooks::id.eq(id),
                    webhooks::member_id.eq(member_id),
                    webhooks::name.eq(new.name()),
                    webhooks::url.eq(new.address()),
                    webhooks::kinds.eq(new.kinds().stored()),
                    webhooks::generation.eq(0),
                    webhooks::created_ms.eq(now_ms),
                    webhooks::dropped.eq(0),
                    webhooks::slow.eq(false),
                ))
                .execute(tx)?;
            note(tx, &actor, "webhook.made", id, now_ms)?;
            Ok(NewSecret {
                webhook_id: id,
                secret: secret.webhook_key(id, 0),
            })
        })
        .await
}

/// The member's webhooks, the oldest first.
pub async fn list(store: &Store, actor: &Actor, now_ms: i64) -> Result<Vec<Webhook>, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let rows: Vec<Row> = webhooks::table
                .filter(webhooks::member_id.eq(member_id))
                .order((webhooks::created_ms, webhooks::id))
                .select(Row::as_select())
                .load(conn)?;
            let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
            let waiting: Vec<(i64, i64)> = webhook_deliveries::table
                .filter(among(webhook_deliveries::webhook_id, ids))
                .filter(webhook_deliveries::state.eq(State::Waiting.stored()))
                .group_by(webhook_deliveries::webhook_id)
                .select((webhook_deliveries::webhook_id, count_star()))
                .load(conn)?;
            let waiting: HashMap<i64, i64> = waiting.into_iter().collect();
            let seen = |row: Row| {
                Ok(Webhook {
                    kinds: kinds_of(row.kinds)?,
                    paused: row.paused()?,
                    old_key_until_ms: old_key_until(row.rotated_ms, now_ms),
                    waiting: waiting.get(&row.id).copied().unwrap_or_default(),
                    last: row.last()?,
                    id: row.id,
                    name: row.name,
                    url: row.url,
                    created_ms: row.created_ms,
                    dropped: row.dropped,
                })
            };
            rows.into_iter().map(seen).collect()
        })
        .await
}

/// Time until which the secret before the present one signs as well; none when it does not.
pub(super) fn old_key_until(rotated_ms: Option<i64>, now_ms: i64) -> Option<i64> {
    let until_ms = rotated_ms?.saturating_add(KEY_KEPT_MS);
    (until_ms > now_ms).then_some(until_ms)
}

pub(super) fn kinds_of(stored: i16) -> Result<domain::live::webhooks::Kinds, StoreError> {
    domain::live::webhooks::Kinds::from_stored(stored).ok_or(StoreError::Corrupt("webhook kinds"))
}

/// Changes a webhook's name, address or kinds. Waiting deliveries go to the new address.
pub async fn update(
    store: &Store,
    actor: &Actor,
    webhook_id: i64,
    new: NewWebhook,
    now_ms: i64,
) -> Result<(), WebhookError> {
    change(store, actor, "webhook.changed", now_ms, move |tx, actor| {
        own(tx, actor, webhook_id)?;
        diesel::update(webhooks::table.find(webhook_id))
            .set((
                webhooks::name.eq(new.name()),
                webhooks::url.eq(new.address()),
                webhooks::kinds.eq(new.kinds().stored()),
                webhooks::slow.eq(false),
            ))
            .execute(tx)?;
        Ok((webhook_id, ()))
    })
    .await
}

/// Ends a webhook, and with it every waiting delivery.
pub async fn remove(
    store: &Store,
    actor: &Actor,
    webhook_id: i64,
    now_ms: i64,
) -> Result<(), WebhookError> {
    change(store, actor, "webhook.removed", now_ms, move |tx, actor| {
        own(tx, actor, webhook_id)?;
        diesel::delete(webhooks::table.find(webhook_id)).execute(tx)?;
        Ok((webhook_id, ()))
    })
    .await
}

/// Gives a webhook a new secret; the one before signs beside it for a day.
pub async fn rotate(
    store: &Store,
    actor: &Actor,
    webhook_id: i64,
    now_ms: i64,
) -> Result<NewSecret, WebhookError> {
    let secret = store.secret().clone();
    change(store, actor, "webhook.rotated", now_ms, move |tx, actor| {
        let generation = own(tx, actor, webhook_id)?.generation;
        // Two rotations at once would answer with two secrets, one of them void: the later one starts over.
        let rotated = diesel::update(
            webhooks::table
                .find(webhook_id)
                .filter(webhooks::generation.eq(generation)),
        )
        .set((
            webhooks::generation.eq(generation + 1),
            webhooks::rotated_ms.eq(now_ms),
        ))
        .execute(tx)?;
        if rotated == 0 {
            return Err(WebhookError::Unknown);
        }
        let made = NewSecret {
            webhook_id,
            secret: secret.webhook_key(webhook_id, generation + 1),
        };
        Ok((webhook_id, made))
    })
    .await
}

/// Pauses deliveries to a webhook until it is resumed; events meanwhile wait.
pub async fn pause(
    store: &Store,
    actor: &Actor,
    webhook_id: i64,
    now_ms: i64,
) -> Result<(), WebhookError> {
    change(store, actor, "webhook.paused", now_ms, move |tx, actor| {
        own(tx, actor, webhook_id)?;
        set_paused(tx, webhook_id, Paused::ByHand, now_ms)?;
        Ok((webhook_id, ()))
    })
    .await
}

/// Pauses a webhook; answers false when it was paused already.
pub(super) fn set_paused(
    tx: &mut AnyConn,
    webhook_id: i64,
    why: Paused,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let paused = diesel::update(
        webhooks::table
            .find(webhook_id)
            .filter(webhooks::paused.is_null()),
    )
    .set((
        webhooks::paused.eq(why.code()),
        webhooks::paused_ms.eq(now_ms),
    ))
    .execute(tx)?;
    due(tx, webhook_id, None)?;
    Ok(paused == 1)
}

/// Sets the due time of every waiting delivery of a webhook.
fn due(tx: &mut AnyConn, webhook_id: i64, due_ms: Option<i64>) -> Result<(), StoreError> {
    diesel::update(
        webhook_deliveries::table
            .filter(webhook_deliveries::webhook_id.eq(webhook_id))
            .filter(webhook_deliveries::state.eq(State::Waiting.stored())),
    )
    .set(webhook_deliveries::due_ms.eq(due_ms))
    .execute(tx)?;
    Ok(())
}

/// Resumes deliveries to a webhook, waiting ones included. Each event has a full count of tries again.
pub async fn resume(
    store: &Store,
    actor: &Actor,
    webhook_id: i64,
    now_ms: i64,
) -> Result<(), WebhookError> {
    change(store, actor, "webhook.resumed", now_ms, move |tx, actor| {
        if own(tx, actor, webhook_id)?.paused()?.is_some() {
            diesel::update(webhooks::table.find(webhook_id))
                .set((
                    webhooks::paused.eq(None::<i16>),
                    webhooks::paused_ms.eq(None::<i64>),
                    webhooks::slow.eq(false),
                ))
                .execute(tx)?;
            due(tx, webhook_id, Some(now_ms))?;
            diesel::update(
                webhook_deliveries::table
                    .filter(webhook_deliveries::webhook_id.eq(webhook_id))
                    .filter(webhook_deliveries::state.eq(State::Waiting.stored())),
            )
            .set(webhook_deliveries::tries.eq(0))
            .execute(tx)?;
        }
        Ok((webhook_id, ()))
    })
    .await
}

/// Changes a webhook and records the action.
async fn change<T: Send + 'static>(
    store: &Store,
    actor: &Actor,
    kind: &'static str,
    now_ms: i64,
    what: impl FnOnce(&mut AnyConn, &Actor) -> Result<(i64, T), WebhookError> + Send + 'static,
) -> Result<T, WebhookError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let (webhook_id, outcome) = what(tx, &actor)?;
            note(tx, &actor, kind, webhook_id, now_ms)?;
            Ok(outcome)
        })
        .await
}

fn note(
    tx: &mut AnyConn,
    actor: &Actor,
    kind: &'static str,
    webhook_id: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    let object = format!("webhook:{webhook_id}");
    Ok(audit::record(
        tx,
        &audit::Entry::by(actor, kind, &object, now_ms),
    )?)
}
