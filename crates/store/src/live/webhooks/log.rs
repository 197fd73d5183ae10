//! The log of a webhook's deliveries, ended and waiting.

use diesel::prelude::*;
use domain::live::webhooks::{Failure, Kind, event_name};

use super::{WebhookError, failure_of, own, status_of};
use crate::Store;
use crate::db::conn::Backend;
use crate::db::schema::{webhook_deliveries, webhooks};
use crate::error::StoreError;
use crate::session::Actor;

/// State of a delivery; stored numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Waiting for its time, or until its webhook is resumed.
    Waiting = 0,
    /// Taken by the receiver.
    Taken = 1,
    /// A test that the receiver did not take.
    Failed = 2,
}

impl State {
    pub(super) const fn stored(self) -> i16 {
        self as i16
    }

    fn from_stored(stored: i16) -> Result<Self, StoreError> {
        [Self::Waiting, Self::Taken, Self::Failed]
            .into_iter()
            .find(|state| state.stored() == stored)
            .ok_or(StoreError::Corrupt("webhook delivery"))
    }
}

/// A delivery as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub id: i64,
    /// Event's id on the wire, `evt_…`.
    pub event: String,
    /// Kind of the event.
    pub kind: Kind,
    /// Body of the request.
    pub body: String,
    /// State of the delivery.
    pub state: State,
    /// Number of tries.
    pub tries: i32,
    /// Time at which the event was noticed, Unix milliseconds.
    pub created_ms: i64,
    /// Time of the next try; none when the delivery is over, or its webhook is paused.
    pub due_ms: Option<i64>,
    /// Time of the last try.
    pub tried_ms: Option<i64>,
    /// The status of the last answer, where there was one.
    pub status: Option<u16>,
    /// Why the receiver did not take the event.
    pub failure: Option<Failure>,
    /// Duration of the last try, in milliseconds.
    pub took_ms: Option<i64>,
}

/// A page of deliveries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    /// Deliveries, the newest first.
    pub list: Vec<Delivery>,
    /// Total number of deliveries.
    pub total: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = webhook_deliveries)]
struct Row {
    id: i64,
    event_id: i64,
    kind: i16,
    body: String,
    state: i16,
    tries: i32,
    created_ms: i64,
    due_ms: Option<i64>,
    tried_ms: Option<i64>,
    status: Option<i16>,
    error: Option<String>,
    took_ms: Option<i64>,
}

impl TryFrom<Row> for Delivery {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.id,
            event: event_name(row.event_id),
            kind: Kind::from_code(row.kind).ok_or(StoreError::Corrupt("webhook delivery"))?,
            state: State::from_stored(row.state)?,
            tries: row.tries,
            created_ms: row.created_ms,
            due_ms: row.due_ms,
            tried_ms: row.tried_ms,
            status: status_of(row.status),
            failure: failure_of(row.error.as_deref())?,
            took_ms: row.took_ms,
            body: row.body,
        })
    }
}

/// A webhook's deliveries, or those in one state; `limit` rows after `offset`.
pub async fn log(
    store: &Store,
    actor: &Actor,
    webhook_id: i64,
    state: Option<State>,
    (offset, limit): (i64, i64),
) -> Result<Log, WebhookError> {
    let actor = actor.clone();
    store
        .run(move |conn| {
            own(conn, &actor, webhook_id)?;
            let asked = || {
                let all = webhook_deliveries::table
                    .filter(webhook_deliveries::webhook_id.eq(webhook_id))
                    .into_boxed::<Backend>();
                match state {
                    Some(state) => all.filter(webhook_deliveries::state.eq(state.stored())),
                    None => all,
                }
            };
            let rows: Vec<Row> = asked()
                .order((
                    webhook_deliveries::created_ms.desc(),
                    webhook_deliveries::id.desc(),
                ))
                .offset(offset)
                .limit(limit)
                .select(Row::as_select())
                .load(conn)?;
            let list: Result<Vec<Delivery>, StoreError> =
                rows.into_iter().map(Delivery::try_from).collect();
            Ok(Log {
                list: list?,
                total: asked().count().get_result(conn)?,
            })
        })
        .await
}

/// Schedules a delivery once more, with a full count of tries; where its webhook is paused, once that is resumed.
pub async fn redeliver(
    store: &Store,
    actor: &Actor,
    delivery_id: i64,
    now_ms: i64,
) -> Result<(), WebhookError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let found: Option<Option<i16>> = webhook_deliveries::table
                .inner_join(webhooks::table)
                .filter(webhook_deliveries::id.eq(delivery_id))
                .filter(webhooks::member_id.eq(member_id))
                .select(webhooks::paused)
                .first(tx)
                .optional()?;
            let paused = found.ok_or(WebhookError::NoDelivery)?.is_some();
            diesel::update(webhook_deliveries::table.find(delivery_id))
                .set((
                    webhook_deliveries::state.eq(State::Waiting.stored()),
                    webhook_deliveries::tries.eq(0),
                    webhook_deliveries::due_ms.eq((!paused).then_some(now_ms)),
                ))
                .execute(tx)?;
            Ok(())
        })
        .await
}
