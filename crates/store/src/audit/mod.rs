//! The audit: each action with its actor and address, in rows that are only ever added, in the transaction of the action.

mod conflict;
mod list;

use std::net::IpAddr;

use diesel::prelude::*;
use serde_json::{Value, json};

use crate::db::conn::AnyConn;
use crate::db::schema::{audit, sessions};
use crate::secrets::new_id;
use crate::session::Actor;

pub use conflict::Conflict;
pub(crate) use conflict::conflict;
pub use list::{AuditRecord, By, Filter, Listed, list, note_export, of_member};

/// Longest detail, in bytes; the rest is cut.
const DETAIL_MAX_BYTES: usize = 500;

/// An action to record.
pub(crate) struct Entry<'a> {
    /// Kind of the action, such as `session.reuse`.
    pub(crate) kind: &'static str,
    /// Member whose account is concerned; none before anybody is known.
    pub(crate) member_id: Option<i64>,
    /// Session in which the action was done.
    pub(crate) session_id: Option<i64>,
    /// Object of the action, such as `phone:1`; never a name, number or secret.
    pub(crate) object: &'a str,
    /// Client's address; none for an action of the server itself.
    pub(crate) address: Option<IpAddr>,
    /// A few words for the operator; never a secret.
    pub(crate) detail: &'a str,
    /// Time of the action, Unix milliseconds.
    pub(crate) now_ms: i64,
}

impl<'a> Entry<'a> {
    /// An actor's action on an `object`.
    pub(crate) fn by(actor: &Actor, kind: &'static str, object: &'a str, now_ms: i64) -> Self {
        Self {
            kind,
            member_id: Some(actor.member_id()),
            session_id: Some(actor.session_id()),
            object,
            address: None,
            detail: "",
            now_ms,
        }
    }
}

/// Records an action with the transaction that does it.
pub(crate) fn record(tx: &mut AnyConn, entry: &Entry<'_>) -> Result<(), diesel::result::Error> {
    insert(tx, entry, [None, None])
}

/// Records an action with values that it left.
pub(crate) fn record_after(
    tx: &mut AnyConn,
    entry: &Entry<'_>,
    after: &Value,
) -> Result<(), diesel::result::Error> {
    insert(tx, entry, [None, Some(after.to_string())])
}

/// Adds the row. Without an address of its own, an action gets the address at which its session began.
fn insert(
    tx: &mut AnyConn,
    entry: &Entry<'_>,
    [before, after]: [Option<String>; 2],
) -> Result<(), diesel::result::Error> {
    debug_assert!(
        domain::audit::is_action(entry.kind),
        "{} is no action of domain::audit",
        entry.kind
    );
    let address = match (entry.address, entry.session_id) {
        (Some(address), _) => Some(address.to_string()),
        (None, Some(session_id)) => sessions::table
            .find(session_id)
            .filter(sessions::address.ne(""))
            .select(sessions::address)
            .first(tx)
            .optional()?,
        (None, None) => None,
    };
    diesel::insert_into(audit::table)
        .values((
            audit::id.eq(new_id()),
            audit::at_ms.eq(entry.now_ms),
            audit::kind.eq(entry.kind),
            audit::member_id.eq(entry.member_id),
            audit::session_id.eq(entry.session_id),
            audit::object.eq(entry.object),
            audit::address.eq(address),
            audit::detail.eq(cut(entry.detail)),
            audit::value_before.eq(before),
            audit::value_after.eq(after),
        ))
        .execute(tx)
        .map(drop)
}

/// Operator who changes values: who, from where, and when.
#[derive(Debug, Clone)]
pub struct Author {
    /// Operator who makes the change.
    pub actor: Actor,
    /// Address of the operator's client.
    pub address: Option<IpAddr>,
    /// Time of the change, Unix milliseconds.
    pub now_ms: i64,
}

/// Source of a change.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    /// An operator in the console.
    Operator(&'a Author),
    /// A signed-in actor, at the address of its session.
    Actor {
        actor: &'a Actor,
        /// Time of the change, Unix milliseconds.
        now_ms: i64,
    },
    /// A command on the server's own machine, where nobody is signed in.
    Command {
        /// Time of the change, Unix milliseconds.
        now_ms: i64,
    },
}

impl<'a> From<&'a Author> for Source<'a> {
    fn from(author: &'a Author) -> Self {
        Self::Operator(author)
    }
}

impl<'a> From<(&'a Actor, i64)> for Source<'a> {
    fn from((actor, now_ms): (&'a Actor, i64)) -> Self {
        Self::Actor { actor, now_ms }
    }
}

impl<'a> Source<'a> {
    fn entry(self, kind: &'static str, object: &'a str) -> Entry<'a> {
        match self {
            Self::Operator(author) => Entry {
                address: author.address,
                ..Entry::by(&author.actor, kind, object, author.now_ms)
            },
            Self::Actor { actor, now_ms } => Entry::by(actor, kind, object, now_ms),
            Self::Command { now_ms } => Entry {
                kind,
                member_id: None,
                session_id: None,
                object,
                address: None,
                detail: BY_COMMAND,
                now_ms,
            },
        }
    }
}

/// Detail of what a command did.
const BY_COMMAND: &str = "by the command owldeck";

/// Records a change of a thing, by its noun and id, with the transaction that makes it: its values before, none for what is new, and after, none
/// for what is gone. Values hold no password and no secret.
pub(crate) fn record_change<'a>(
    tx: &mut AnyConn,
    source: impl Into<Source<'a>>,
    kind: &'static str,
    (noun, id): (&str, i64),
    values: [Option<Value>; 2],
) -> Result<(), diesel::result::Error> {
    let text = |value: Option<Value>| value.map(|value| value.to_string());
    let object = format!("{noun}:{id}");
    insert(tx, &source.into().entry(kind, &object), values.map(text))
}

/// Records that rows left the server in a file.
pub(crate) fn record_export(
    tx: &mut AnyConn,
    author: &Author,
    kind: &'static str,
    object: &str,
    count: usize,
) -> Result<(), diesel::result::Error> {
    let after = json!({ "count": count }).to_string();
    let entry = Source::from(author).entry(kind, object);
    insert(tx, &entry, [None, Some(after)])
}

/// Things of one kind, of which the audit keeps all values with each change.
pub(crate) struct Subject {
    /// Noun that objects begin with.
    pub(crate) noun: &'static str,
    /// Reads a thing's values; none for an unknown id.
    pub(crate) values: fn(&mut AnyConn, i64) -> Result<Option<Value>, diesel::result::Error>,
}

impl Subject {
    /// Records an actor's change of a thing, with its values before; those after are read here.
    pub(crate) fn note(
        &self,
        tx: &mut AnyConn,
        actor: &Actor,
        kind: &'static str,
        (id, before): (i64, Option<Value>),
        now_ms: i64,
    ) -> Result<(), diesel::result::Error> {
        let after = (self.values)(tx, id)?;
        record_change(tx, (actor, now_ms), kind, (self.noun, id), [before, after])
    }
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(DETAIL_MAX_BYTES)]
}
