//! What was brought to a webhook, and what waits.

use diesel::prelude::*;
use domain::live::webhooks::{Failure, Kind, event_name};

use super::{WebhookError, failure_of, own, status_of};
use crate::Store;
use crate::conn::Backend;
use crate::error::StoreError;
use crate::schema::{webhook_deliveries, webhooks};
use crate::session::Actor;

/// Where a delivery stands; stored numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It is brought when its time comes, or its webhook is resumed.
    Waiting = 0,
    /// The receiver took it.
    Taken = 1,
    /// A test that the receiver did not take.
    Failed = 2,
}

impl State {
    fn from_stored(stored: i16) -> Result<Self, StoreError> {
        [Self::Waiting, Self::Taken, Self::Failed]
            .into_iter()
            .find(|state| *state as i16 == stored)
            .ok_or(StoreError::Corrupt("webhook delivery"))
    }
}

/// A delivery as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Which.
    pub id: i64,
    /// `evt_…`.
    pub event: String,
    /// What it tells.
    pub kind: Kind,
    /// What is sent.
    pub body: String,
    /// Where it stands.
    pub state: State,
    /// How often it was tried.
    pub tries: i32,
    /// When the event was noticed, Unix milliseconds.
    pub created_ms: i64,
    /// When it is tried next; none when it is over, or its webhook is paused.
    pub due_ms: Option<i64>,
    /// When it was tried last.
    pub tried_ms: Option<i64>,
    /// The status of the last answer, where there was one.
    pub status: Option<u16>,
    /// Why it was not taken.
    pub failure: Option<Failure>,
    /// How long the last try took.
    pub took_ms: Option<i64>,
}

/// A page of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    /// The newest first.
    pub list: Vec<Delivery>,
    /// How many there are in all.
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

/// What was brought to a webhook and what waits, or those of one state; `limit` rows after `offset`.
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
                    Some(state) => all.filter(webhook_deliveries::state.eq(state as i16)),
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

/// Brings a delivery once more, with all its tries; where its webhook is paused, once that is resumed.
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
                    webhook_deliveries::state.eq(State::Waiting as i16),
                    webhook_deliveries::tries.eq(0),
                    webhook_deliveries::due_ms.eq((!paused).then_some(now_ms)),
                ))
                .execute(tx)?;
            Ok(())
        })
        .await
}
