//! Optimistic concurrency: of two people who change one thing, the second is told the thing as it is now, who changed it and when.
//!
//! A client sends the time of the last change that it saw, and the change is one conditional statement on that time; where no row matched,
//! [`conflict`] answers what is there instead.

use diesel::prelude::*;

use crate::db::conn::AnyConn;
use crate::db::schema::{audit, members};
use crate::error::StoreError;
use crate::member::masked;

/// A thing as it is now, with its last change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict<T> {
    /// The thing as it is now.
    pub now: T,
    /// Name of the account that changed it, or its masked number; empty where nobody was signed in.
    pub by: String,
    /// Time of the change, Unix milliseconds; 0 where none is recorded.
    pub at_ms: i64,
}

/// Adds to a thing who changed it last, as the audit has it under the thing's noun and id.
pub(crate) fn conflict<T>(
    conn: &mut AnyConn,
    (noun, id): (&str, i64),
    now: T,
) -> Result<Conflict<T>, StoreError> {
    let last: Option<(i64, Option<i64>)> = audit::table
        .filter(audit::object.eq(format!("{noun}:{id}")))
        .order((audit::at_ms.desc(), audit::id.desc()))
        .select((audit::at_ms, audit::member_id))
        .first(conn)
        .optional()?;
    let (at_ms, member_id) = last.unwrap_or_default();
    let names: Option<(Option<String>, Option<String>)> = match member_id {
        Some(id) => members::table
            .find(id)
            .select((members::user_name, members::phone))
            .first(conn)
            .optional()?,
        None => None,
    };
    let by = names.map(|(name, phone)| {
        name.unwrap_or_else(|| phone.as_deref().map(masked).unwrap_or_default())
    });
    Ok(Conflict {
        now,
        by: by.unwrap_or_default(),
        at_ms,
    })
}
