//! Fan-out: each event becomes one delivery for every webhook of its member that wants it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::live::webhooks::{KEPT_MS, Kind, Kinds, LOG_MAX, WAITING_MAX, event_name, moment};
use domain::operations::State;
use domain::orders::{Kind as OrderKind, OrderState};
use domain::phones::Status;
use domain::phones::rental::stage_name;
use serde::Serialize;
use serde_json::{Value, json};

use super::State as DeliveryState;
use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{operations, orders, phones, webhook_deliveries, webhook_events, webhooks};
use crate::error::StoreError;
use crate::secrets::new_id;

/// Events in one transaction.
const AT_ONCE: i64 = 200;

#[derive(Queryable, Selectable)]
#[diesel(table_name = webhook_events)]
struct Event {
    id: i64,
    member_id: i64,
    kind: i16,
    subject_id: i64,
    before: i16,
    after: i16,
}

/// A webhook that may receive an event: its id, its kinds, whether it is paused.
type Target = (i64, Kinds, bool);

/// Makes deliveries of new events; answers the number of events. More may be waiting when it is [`AT_ONCE`].
pub async fn fan_out(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    // Usually there is no event, and a read finds that out without waiting for the writer's turn.
    let any: Option<i64> = store
        .run(|conn| -> Result<_, StoreError> {
            Ok(webhook_events::table
                .select(webhook_events::id)
                .first(conn)
                .optional()?)
        })
        .await?;
    if any.is_none() {
        return Ok(0);
    }
    store.write(move |tx| make_deliveries(tx, now_ms)).await
}

fn make_deliveries(tx: &mut AnyConn, now_ms: i64) -> Result<usize, StoreError> {
    let events: Vec<Event> = webhook_events::table
        .order(webhook_events::id)
        .limit(AT_ONCE)
        .select(Event::as_select())
        .load(tx)?;
    let mut targets: HashMap<i64, Vec<Target>> = HashMap::new();
    let mut told = Vec::new();
    for event in &events {
        // The event may have been processed by another server: the one that deletes the row has it.
        if diesel::delete(webhook_events::table.find(event.id)).execute(tx)? == 0 {
            continue;
        }
        let kind = Kind::from_code(event.kind).ok_or(StoreError::Corrupt("webhook event"))?;
        let known = match targets.entry(event.member_id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(targets_of(tx, event.member_id)?),
        };
        let wanting: Vec<&Target> = known.iter().filter(|target| target.1.has(kind)).collect();
        if wanting.is_empty() {
            continue;
        }
        let event_id = new_id();
        let Some((at_ms, data)) = payload_data(tx, kind, event, now_ms)? else {
            continue;
        };
        let body = payload(event_id, kind, at_ms, &data)?;
        for (webhook_id, _, paused) in wanting {
            told.push((*webhook_id, *paused, event_id, kind, body.clone()));
        }
    }
    // Rising ids: deliveries are listed and sent in the order of their events, though the order is not promised.
    let mut ids: Vec<i64> = told.iter().map(|_| new_id()).collect();
    ids.sort_unstable();
    let mut touched = Vec::new();
    for (id, (webhook_id, paused, event_id, kind, body)) in ids.into_iter().zip(told) {
        diesel::insert_into(webhook_deliveries::table)
            .values((
                webhook_deliveries::id.eq(id),
                webhook_deliveries::webhook_id.eq(webhook_id),
                webhook_deliveries::event_id.eq(event_id),
                webhook_deliveries::kind.eq(kind.code()),
                webhook_deliveries::body.eq(body),
                webhook_deliveries::state.eq(DeliveryState::Waiting.stored()),
                webhook_deliveries::tries.eq(0),
                webhook_deliveries::created_ms.eq(now_ms),
                webhook_deliveries::due_ms.eq((!paused).then_some(now_ms)),
            ))
            .execute(tx)?;
        if !touched.contains(&webhook_id) {
            touched.push(webhook_id);
        }
    }
    for webhook_id in touched {
        let_go(tx, webhook_id)?;
    }
    Ok(events.len())
}

fn targets_of(tx: &mut AnyConn, member_id: i64) -> Result<Vec<Target>, StoreError> {
    let rows: Vec<(i64, i16, Option<i16>)> = webhooks::table
        .filter(webhooks::member_id.eq(member_id))
        .order((webhooks::created_ms, webhooks::id))
        .select((webhooks::id, webhooks::kinds, webhooks::paused))
        .load(tx)?;
    rows.into_iter()
        .map(|(id, kinds, paused)| Ok((id, super::manage::kinds_of(kinds)?, paused.is_some())))
        .collect()
}

#[derive(Serialize)]
struct Payload<'a> {
    id: String,
    r#type: &'static str,
    timestamp: String,
    data: &'a Value,
}

/// The payload, byte for byte: the signature covers the stored text.
pub(super) fn payload(
    event_id: i64,
    kind: Kind,
    at_ms: i64,
    data: &Value,
) -> Result<String, StoreError> {
    let payload = Payload {
        id: event_name(event_id),
        r#type: kind.into_str(),
        timestamp: moment(at_ms),
        data,
    };
    serde_json::to_string(&payload).map_err(|_| StoreError::Corrupt("webhook event"))
}

/// Time and data of an event; none when its subject no longer exists.
fn payload_data(
    tx: &mut AnyConn,
    kind: Kind,
    event: &Event,
    now_ms: i64,
) -> Result<Option<(i64, Value)>, StoreError> {
    match kind {
        Kind::PhoneStatus => of_phone(tx, event, now_ms),
        Kind::OperationEnded => of_operation(tx, event),
        Kind::OrderChanged => of_order(tx, event, now_ms),
        Kind::RentalEnding => of_rental(tx, event, now_ms),
        Kind::Test => Ok(None),
    }
}

fn of_phone(
    tx: &mut AnyConn,
    event: &Event,
    now_ms: i64,
) -> Result<Option<(i64, Value)>, StoreError> {
    type Row = (String, String, i16, i64, Option<String>, Option<String>);
    let row: Option<Row> = phones::table
        .find(event.subject_id)
        .filter(phones::owner_id.eq(event.member_id))
        .select((
            phones::owl_id,
            phones::alias,
            phones::status_code,
            phones::status_since_ms,
            phones::reason,
            phones::failed_reason,
        ))
        .first(tx)
        .optional()?;
    let Some((owl_id, alias, now_code, since_ms, unwell, failed)) = row else {
        return Ok(None);
    };
    let status = |code| Status::from_code(code).ok_or(StoreError::Corrupt("status"));
    let (old, new) = (status(event.before)?, status(event.after)?);
    // The phone's row gives the time of the change, unless the phone has moved on meanwhile.
    let at_ms = if now_code == event.after {
        since_ms
    } else {
        now_ms
    };
    let reason = match new {
        Status::Abnormal => unwell,
        Status::RestartFailed
        | Status::ResetFailed
        | Status::UpgradeImageFailed
        | Status::InitializeFailed
        | Status::BackupFailed
        | Status::MigrationFailed => failed,
        Status::Running
        | Status::Restarting
        | Status::Resetting
        | Status::UpgradingImage
        | Status::Initializing
        | Status::BackingUp
        | Status::BackupSuccessful
        | Status::Migrating
        | Status::Maintenance => None,
    };
    let data = json!({
        "phoneId": event.subject_id,
        "owlId": owl_id,
        "alias": alias,
        "old": old.into_str(),
        "oldCode": old.code(),
        "new": new.into_str(),
        "newCode": new.code(),
        "since": moment(at_ms),
        "reason": reason,
    });
    Ok(Some((at_ms, data)))
}

fn of_operation(tx: &mut AnyConn, event: &Event) -> Result<Option<(i64, Value)>, StoreError> {
    type Row = (i64, String, i16, Option<i64>, Option<String>, i64);
    let row: Option<Row> = operations::table
        .find(event.subject_id)
        .select((
            operations::batch_id,
            operations::kind,
            operations::state,
            operations::ended_ms,
            operations::reason,
            operations::phone_id,
        ))
        .first(tx)
        .optional()?;
    let Some((batch_id, kind, state, Some(ended_ms), reason, phone_id)) = row else {
        return Ok(None);
    };
    let phone: Option<(String, String)> = phones::table
        .find(phone_id)
        .filter(phones::owner_id.eq(event.member_id))
        .select((phones::owl_id, phones::alias))
        .first(tx)
        .optional()?;
    let Some((owl_id, alias)) = phone else {
        return Ok(None);
    };
    let state = State::from_code(state).ok_or(StoreError::Corrupt("operation state"))?;
    let data = json!({
        "operationId": event.subject_id,
        "batchId": batch_id,
        "kind": kind,
        "phoneId": phone_id,
        "owlId": owl_id,
        "alias": alias,
        "outcome": state.into_str(),
        "reason": reason,
    });
    Ok(Some((ended_ms, data)))
}

fn of_order(
    tx: &mut AnyConn,
    event: &Event,
    now_ms: i64,
) -> Result<Option<(i64, Value)>, StoreError> {
    let row: Option<(String, i16, i64)> = orders::table
        .find(event.subject_id)
        .select((orders::number, orders::kind, orders::total_fen))
        .first(tx)
        .optional()?;
    let Some((number, kind, total_fen)) = row else {
        return Ok(None);
    };
    let state = |code| OrderState::from_code(code).ok_or(StoreError::Corrupt("order state"));
    let (old, new) = (state(event.before)?, state(event.after)?);
    let kind = match OrderKind::from_code(kind).ok_or(StoreError::Corrupt("order kind"))? {
        OrderKind::Purchase => "purchase",
        OrderKind::Renewal => "renewal",
        OrderKind::Upgrade => "upgrade",
    };
    let data = json!({
        "orderId": event.subject_id,
        "orderNo": number,
        "kind": kind,
        "old": old.into_str(),
        "new": new.into_str(),
        "totalFen": total_fen,
    });
    Ok(Some((now_ms, data)))
}

fn of_rental(
    tx: &mut AnyConn,
    event: &Event,
    now_ms: i64,
) -> Result<Option<(i64, Value)>, StoreError> {
    let row: Option<(String, String, i64)> = phones::table
        .find(event.subject_id)
        .filter(phones::owner_id.eq(event.member_id))
        .select((phones::owl_id, phones::alias, phones::expire_ms))
        .first(tx)
        .optional()?;
    let Some((owl_id, alias, expire_ms)) = row else {
        return Ok(None);
    };
    let data = json!({
        "phoneId": event.subject_id,
        "owlId": owl_id,
        "alias": alias,
        "stage": stage_name(event.after).ok_or(StoreError::Corrupt("webhook event"))?,
        "endsAt": moment(expire_ms),
    });
    Ok(Some((now_ms, data)))
}

/// Drops waiting deliveries beyond the limit, the oldest first, and counts them.
fn let_go(tx: &mut AnyConn, webhook_id: i64) -> Result<(), StoreError> {
    let waiting = || {
        webhook_deliveries::table
            .filter(webhook_deliveries::webhook_id.eq(webhook_id))
            .filter(webhook_deliveries::state.eq(DeliveryState::Waiting.stored()))
    };
    let n: i64 = waiting().count().get_result(tx)?;
    if n <= WAITING_MAX {
        return Ok(());
    }
    let oldest: Vec<i64> = waiting()
        .order((webhook_deliveries::created_ms, webhook_deliveries::id))
        .limit(n - WAITING_MAX)
        .select(webhook_deliveries::id)
        .load(tx)?;
    let gone =
        diesel::delete(webhook_deliveries::table.filter(among(webhook_deliveries::id, oldest)))
            .execute(tx)?;
    count_dropped(tx, webhook_id, i64::try_from(gone).unwrap_or(i64::MAX))
}

fn count_dropped(tx: &mut AnyConn, webhook_id: i64, n: i64) -> Result<(), StoreError> {
    diesel::update(webhooks::table.find(webhook_id))
        .set(webhooks::dropped.eq(webhooks::dropped + n))
        .execute(tx)?;
    Ok(())
}

/// Deletes deliveries that are too old, and ended ones except the newest of each webhook.
pub async fn prune(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    const OVER: &str = "DELETE FROM webhook_deliveries WHERE id IN ( \
        SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY created_ms DESC, id DESC) AS n \
        FROM webhook_deliveries WHERE state <> 0) ranked WHERE n > $1)";
    store
        .write(move |tx| {
            let old = || {
                webhook_deliveries::table
                    .filter(webhook_deliveries::created_ms.le(now_ms - KEPT_MS))
            };
            let waited: Vec<(i64, i64)> = old()
                .filter(webhook_deliveries::state.eq(DeliveryState::Waiting.stored()))
                .group_by(webhook_deliveries::webhook_id)
                .select((webhook_deliveries::webhook_id, count_star()))
                .load(tx)?;
            for (webhook_id, n) in waited {
                count_dropped(tx, webhook_id, n)?;
            }
            let aged = diesel::delete(old()).execute(tx)?;
            let over = diesel::sql_query(OVER)
                .bind::<diesel::sql_types::BigInt, _>(LOG_MAX)
                .execute(tx)?;
            Ok(aged + over)
        })
        .await
}
