//! Webhooks: the events that a member's address receives, and the outbox that loses none of them.
//!
//! Triggers write an event in the transaction of the change. [`fan_out`] makes a delivery of it for every webhook that wants it, [`take`]
//! leases deliveries, each to one server for a while, and [`tried`] stores the outcome. An event is delivered at least once.

mod fan_out;
mod log;
mod manage;
mod send;

use diesel::prelude::*;
use domain::live::webhooks::{Failure, Kinds, Paused};
use thiserror::Error;

use crate::db::conn::AnyConn;
use crate::db::schema::webhooks;
use crate::error::{StoreError, faults};
use crate::session::Actor;

pub use fan_out::{fan_out, prune};
pub use log::{Delivery, Log, State, log, redeliver};
pub use manage::{NewSecret, create, list, pause, remove, resume, rotate, update};
pub use send::{DueDelivery, InFlight, take, test, tested, tried};

/// Why an action on a webhook is refused.
#[derive(Debug, Error)]
pub enum WebhookError {
    /// The webhook is unknown, or another member's.
    #[error("no such webhook")]
    Unknown,
    /// The limit [`domain::live::webhooks::WEBHOOKS_MAX`] is reached.
    #[error("too many webhooks")]
    TooMany,
    /// The delivery is unknown, dropped, or another member's.
    #[error("no such delivery")]
    NoDelivery,
    /// The webhook was tested too often.
    #[error("tested too often")]
    TooSoon {
        /// Time until the next test may be made, in milliseconds.
        retry_after_ms: i64,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(WebhookError);

/// A webhook as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    pub id: i64,
    /// Name for people.
    pub name: String,
    /// Address of the receiver.
    pub url: String,
    /// Kinds of events that the webhook receives.
    pub kinds: Kinds,
    /// Time of creation, Unix milliseconds.
    pub created_ms: i64,
    /// Reason and time of the pause; none when the webhook is not paused.
    pub paused: Option<(Paused, i64)>,
    /// Time until which the secret before this one signs too, Unix milliseconds.
    pub old_key_until_ms: Option<i64>,
    /// Number of waiting events.
    pub waiting: i64,
    /// Number of events that waited and were dropped.
    pub dropped: i64,
    /// The last try.
    pub last: Option<Last>,
}

/// The last try of a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Last {
    /// Time of the try, Unix milliseconds.
    pub at_ms: i64,
    /// The status of the answer, where there was one.
    pub status: Option<u16>,
    /// The failure; none when the receiver took the event.
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
        .map(|name| {
            name.parse()
                .map_err(|_| StoreError::Corrupt("webhook failure"))
        })
        .transpose()
}

/// Loads one of the member's own webhooks.
fn own(conn: &mut AnyConn, actor: &Actor, webhook_id: i64) -> Result<Row, WebhookError> {
    let row = webhooks::table
        .find(webhook_id)
        .filter(webhooks::member_id.eq(actor.member_id()))
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    row.ok_or(WebhookError::Unknown)
}
