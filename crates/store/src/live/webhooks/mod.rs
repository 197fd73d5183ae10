//! Webhooks: what a member wants to be told where, and the outbox that nothing is lost from.
//!
//! Triggers write an event in the transaction of the change. [`fan_out`] makes of each a delivery for every webhook that wants it, [`take`] gives
//! deliveries out, each to one server for a while, and [`tried`] writes down what became of them. What is taken is told at least once.

mod fan_out;
mod log;
mod manage;
mod send;

use diesel::prelude::*;
use domain::live::webhooks::{Failure, Kinds, Paused};
use thiserror::Error;

use crate::conn::AnyConn;
use crate::error::{StoreError, faults};
use crate::schema::webhooks;
use crate::session::Actor;

pub use fan_out::{fan_out, prune};
pub use log::{Delivery, Log, State, log, redeliver};
pub use manage::{Made, create, list, pause, remove, resume, rotate, update};
pub use send::{DueDelivery, InFlight, take, test, tested, tried};

/// Why nothing was done to a webhook.
#[derive(Debug, Error)]
pub enum WebhookError {
    /// Unknown, or somebody else's.
    #[error("no such webhook")]
    Unknown,
    /// [`domain::live::webhooks::WEBHOOKS_MAX`] are there.
    #[error("too many webhooks")]
    TooMany,
    /// Unknown, let go, or somebody else's.
    #[error("no such delivery")]
    NoDelivery,
    /// Tested too often.
    #[error("tested too often")]
    TooSoon {
        /// When the next test may be, in milliseconds from now.
        retry_after_ms: i64,
    },
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(WebhookError);

/// A webhook as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Which.
    pub id: i64,
    /// For people.
    pub name: String,
    /// Where.
    pub url: String,
    /// What it is told.
    pub kinds: Kinds,
    /// Unix milliseconds.
    pub created_ms: i64,
    /// Why it is told nothing for now, and since when.
    pub paused: Option<(Paused, i64)>,
    /// Until when the secret before this one signs too, Unix milliseconds.
    pub old_key_until_ms: Option<i64>,
    /// Events that wait.
    pub waiting: i64,
    /// Events that waited and were let go.
    pub dropped: i64,
    /// The last try.
    pub last: Option<Last>,
}

/// The last try of a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Last {
    /// Unix milliseconds.
    pub at_ms: i64,
    /// The status of the answer, where there was one.
    pub status: Option<u16>,
    /// Why it was not taken; none: it was.
    pub failure: Option<Failure>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = webhooks)]
struct Row {
    id: i64,
    name: String,
    url: String,
    kinds: i16,
    generation: i64,
    rotated_ms: Option<i64>,
    created_ms: i64,
    paused: Option<i16>,
    paused_ms: Option<i64>,
    dropped: i64,
    last_ms: Option<i64>,
    last_status: Option<i16>,
    last_error: Option<String>,
}

impl Row {
    fn paused(&self) -> Result<Option<(Paused, i64)>, StoreError> {
        match (self.paused, self.paused_ms) {
            (Some(code), Some(since_ms)) => {
                let paused = Paused::from_code(code).ok_or(StoreError::Corrupt("webhook pause"))?;
                Ok(Some((paused, since_ms)))
            }
            _ => Ok(None),
        }
    }

    fn last(&self) -> Result<Option<Last>, StoreError> {
        let Some(at_ms) = self.last_ms else {
            return Ok(None);
        };
        Ok(Some(Last {
            at_ms,
            status: status_of(self.last_status),
            failure: failure_of(self.last_error.as_deref())?,
        }))
    }
}

fn status_of(stored: Option<i16>) -> Option<u16> {
    stored.and_then(|status| u16::try_from(status).ok())
}

fn failure_of(stored: Option<&str>) -> Result<Option<Failure>, StoreError> {
    stored
        .map(|name| Failure::from_name(name).ok_or(StoreError::Corrupt("webhook failure")))
        .transpose()
}

/// A webhook of the member's own.
fn own(conn: &mut AnyConn, actor: &Actor, webhook_id: i64) -> Result<Row, WebhookError> {
    let row = webhooks::table
        .find(webhook_id)
        .filter(webhooks::member_id.eq(actor.member_id()))
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    row.ok_or(WebhookError::Unknown)
}
