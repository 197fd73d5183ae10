//! The history of a phone: its operations and what the audit says of it, the newest first.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::operations::{Kind, Reason, State};

use super::view::named;
use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{audit, members, operations};
use crate::error::StoreError;

/// Most events that are read at once.
pub const EVENTS_AT_ONCE: i64 = 30;

/// Subject of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    Operation {
        /// Kind of the operation.
        kind: Kind,
        /// State that it is in.
        state: State,
        /// Why it failed; none for a reason that this version does not know.
        reason: Option<Reason>,
        /// Id of its receipt.
        batch_id: i64,
    },
    /// A recorded action.
    Action {
        /// Kind of the action.
        kind: String,
        /// A few words.
        detail: String,
    },
}

/// Event of a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Id of the operation or the record.
    pub id: i64,
    /// Time, Unix milliseconds.
    pub at_ms: i64,
    /// The account that acted: its masked number, or its name; empty when it was the server.
    pub by: String,
    /// Kind of the event, with its details.
    pub kind: EventKind,
}

/// Events of a phone before a moment, at most [`EVENTS_AT_ONCE`]; together with those of the same moment.
pub async fn history(
    store: &Store,
    phone_id: i64,
    before_ms: Option<i64>,
) -> Result<Vec<Event>, StoreError> {
    let before_ms = before_ms.unwrap_or(i64::MAX);
    store
        .run(move |conn| {
            let mut events = done(conn, phone_id, before_ms)?;
            events.extend(recorded(conn, phone_id, before_ms)?);
            events.sort_by_key(|(event, _)| std::cmp::Reverse((event.at_ms, event.id)));
            events.truncate(usize::try_from(EVENTS_AT_ONCE).unwrap_or(usize::MAX));
            with_names(conn, events)
        })
        .await
}

/// An event with the id of the account that acted.
type Anonymous = (Event, Option<i64>);
/// An operation's id, time, asker, batch, kind, state and reason.
type Done = (i64, i64, i64, i64, String, i16, Option<String>);

fn done(conn: &mut AnyConn, phone_id: i64, before_ms: i64) -> Result<Vec<Anonymous>, StoreError> {
    let rows: Vec<Done> = operations::table
        .filter(operations::phone_id.eq(phone_id))
        .filter(operations::created_ms.lt(before_ms))
        .order((operations::created_ms.desc(), operations::id.desc()))
        .limit(EVENTS_AT_ONCE)
        .select((
            operations::id,
            operations::created_ms,
            operations::member_id,
            operations::batch_id,
            operations::kind,
            operations::state,
            operations::reason,
        ))
        .load(conn)?;
    rows.into_iter()
        .map(|(id, at_ms, by, batch_id, kind, state, reason)| {
            let event = Event {
                id,
                at_ms,
                by: String::new(),
                kind: EventKind::Operation {
                    kind: (kind.parse()).map_err(|_| StoreError::Corrupt("operation kind"))?,
                    state: State::from_code(state).ok_or(StoreError::Corrupt("operation state"))?,
                    reason: reason.as_deref().and_then(Reason::from_name),
                    batch_id,
                },
            };
            Ok((event, Some(by)))
        })
        .collect()
}

fn recorded(
    conn: &mut AnyConn,
    phone_id: i64,
    before_ms: i64,
) -> Result<Vec<Anonymous>, StoreError> {
    let rows: Vec<(i64, i64, Option<i64>, String, String)> = audit::table
        .filter(audit::object.eq(format!("phone:{phone_id}")))
        .filter(audit::at_ms.lt(before_ms))
        .order((audit::at_ms.desc(), audit::id.desc()))
        .limit(EVENTS_AT_ONCE)
        .select((
            audit::id,
            audit::at_ms,
            audit::member_id,
            audit::kind,
            audit::detail,
        ))
        .load(conn)?;
    let event = |(id, at_ms, by, kind, detail): (i64, i64, Option<i64>, String, String)| {
        let event = Event {
            id,
            at_ms,
            by: String::new(),
            kind: EventKind::Action { kind, detail },
        };
        (event, by)
    };
    Ok(rows.into_iter().map(event).collect())
}

/// Adds the accounts' names, with one query for all.
fn with_names(conn: &mut AnyConn, events: Vec<Anonymous>) -> Result<Vec<Event>, StoreError> {
    let mut ids: Vec<i64> = events.iter().filter_map(|(_, by)| *by).collect();
    ids.sort_unstable();
    ids.dedup();
    let rows: Vec<(i64, Option<String>, Option<String>)> = members::table
        .filter(among(members::id, ids))
        .select((members::id, members::phone, members::user_name))
        .load(conn)?;
    let names: HashMap<i64, String> = rows
        .into_iter()
        .map(|(id, number, user_name)| (id, named(number.as_deref(), user_name)))
        .collect();
    let name = |by: Option<i64>| {
        by.and_then(|id| names.get(&id).cloned())
            .unwrap_or_default()
    };
    Ok(events
        .into_iter()
        .map(|(event, by)| Event {
            by: name(by),
            ..event
        })
        .collect())
}
