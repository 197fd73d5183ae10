//! The audit log: each action with its actor and address, in rows that are only ever added, in the transaction of the action.

use std::net::IpAddr;

use diesel::prelude::*;
use serde_json::Value;

use crate::Store;
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::schema::audit;
use crate::secrets::new_id;
use crate::session::Actor;

/// Longest detail, in bytes; the rest is cut.
const DETAIL_MAX_BYTES: usize = 500;
/// Limit of rows in one answer.
const READ_MAX: i64 = 200;

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
    diesel::insert_into(audit::table)
        .values((
            audit::id.eq(new_id()),
            audit::at_ms.eq(entry.now_ms),
            audit::kind.eq(entry.kind),
            audit::member_id.eq(entry.member_id),
            audit::session_id.eq(entry.session_id),
            audit::object.eq(entry.object),
            audit::address.eq(entry.address.map(|address| address.to_string())),
            audit::detail.eq(cut(entry.detail)),
        ))
        .execute(tx)
        .map(drop)
}

/// Operator who changes values: who, from where, and when.
#[derive(Debug, Clone)]
pub struct Author {
    /// The operator.
    pub actor: Actor,
    /// Client's address.
    pub address: Option<IpAddr>,
    /// Time of the change, Unix milliseconds.
    pub now_ms: i64,
}

/// A change of values, to record.
pub(crate) struct Change<'a> {
    /// Kind of the change, such as `config.update`.
    pub(crate) kind: &'static str,
    /// Object of the change, such as `config:1`.
    pub(crate) object: &'a str,
    /// Values before; none for what is new.
    pub(crate) before: Option<Value>,
    /// Values after; none for what is gone.
    pub(crate) after: Option<Value>,
}

/// Records a change with the transaction that makes it. Values hold no password and no secret.
pub(crate) fn record_change(
    tx: &mut AnyConn,
    author: &Author,
    change: Change<'_>,
) -> Result<(), diesel::result::Error> {
    let text = |value: Option<Value>| value.map(|value| value.to_string());
    diesel::insert_into(audit::table)
        .values((
            audit::id.eq(new_id()),
            audit::at_ms.eq(author.now_ms),
            audit::kind.eq(change.kind),
            audit::member_id.eq(author.actor.member_id()),
            audit::session_id.eq(author.actor.session_id()),
            audit::object.eq(change.object),
            audit::address.eq(author.address.map(|address| address.to_string())),
            audit::detail.eq(""),
            audit::value_before.eq(text(change.before)),
            audit::value_after.eq(text(change.after)),
        ))
        .execute(tx)
        .map(drop)
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(DETAIL_MAX_BYTES)]
}

/// A recorded action.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = audit)]
pub struct AuditRecord {
    /// Time of the action, Unix milliseconds.
    pub at_ms: i64,
    /// Kind of the action, such as `session.reuse`.
    pub kind: String,
    /// Member whose account is concerned.
    pub member_id: Option<i64>,
    /// Session in which the action was done.
    pub session_id: Option<i64>,
    /// Object of the action, such as `phone:1`.
    pub object: String,
    /// Client's address.
    pub address: Option<String>,
    /// A few words for the operator.
    pub detail: String,
    /// Values before a change, as JSON.
    pub value_before: Option<String>,
    /// Values after a change, as JSON.
    pub value_after: Option<String>,
}

/// The newest actions of one account, newest first; at most 200.
pub async fn of_member(store: &Store, member_id: i64) -> Result<Vec<AuditRecord>, StoreError> {
    store
        .run(move |conn| {
            audit::table
                .filter(audit::member_id.eq(member_id))
                .order((audit::at_ms.desc(), audit::id.desc()))
                .limit(READ_MAX)
                .select(AuditRecord::as_select())
                .load(conn)
                .map_err(StoreError::from)
        })
        .await
}
