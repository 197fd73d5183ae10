//! What was done, by whom, from where: rows that are only ever added, in the transaction of the deed.

use std::net::IpAddr;

use diesel::prelude::*;

use crate::Store;
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::schema::audit;
use crate::secrets::new_id;
use crate::session::Actor;

/// Longest detail kept, in bytes; the rest is cut.
const DETAIL_MAX_BYTES: usize = 500;
/// Most rows that one question answers.
const READ_MAX: i64 = 200;

/// A deed to keep.
pub(crate) struct Entry<'a> {
    /// What was done, as `session.reuse`.
    pub(crate) kind: &'static str,
    /// Whose account; none before anybody is known.
    pub(crate) member_id: Option<i64>,
    /// In which session.
    pub(crate) session_id: Option<i64>,
    /// To what, as `phone:1`; never a name, number or secret.
    pub(crate) object: &'a str,
    /// From where; none when the server did it by itself.
    pub(crate) address: Option<IpAddr>,
    /// A few words for the operator; never a secret.
    pub(crate) detail: &'a str,
    /// When, Unix milliseconds.
    pub(crate) now_ms: i64,
}

impl<'a> Entry<'a> {
    /// What a member does to an `object`.
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

/// Keeps a deed with the transaction that does it.
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

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(DETAIL_MAX_BYTES)]
}

/// A kept deed.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = audit)]
pub struct AuditRecord {
    /// When, Unix milliseconds.
    pub at_ms: i64,
    /// What was done, as `session.reuse`.
    pub kind: String,
    /// Whose account.
    pub member_id: Option<i64>,
    /// In which session.
    pub session_id: Option<i64>,
    /// To what, as `phone:1`.
    pub object: String,
    /// From where.
    pub address: Option<String>,
    /// A few words.
    pub detail: String,
}

/// The newest deeds of one account, newest first; at most 200.
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
