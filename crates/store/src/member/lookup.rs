//! Looking up another member by number. The answer for a number without an account looks like any other; its handle opens nothing.

use diesel::prelude::*;
use domain::auth::PhoneNumber;
use domain::member::{HANDLE_MS, HIDDEN_NAME, LOOKUPS_A_DAY, masked_name};
use thiserror::Error;

use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::{grants, lookups, members};
use crate::error::{StoreError, faults};
use crate::limits::{self, Exhausted, Limit, Renewal};
use crate::secrets::{digest, hash_token, new_token};
use crate::session::Actor;

const LIMIT: Limit = Limit {
    most: LOOKUPS_A_DAY,
    window_ms: 24 * 60 * 60 * 1000,
    renewal: Renewal::AfterFirst,
};

/// Answer of a lookup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupResult {
    /// The first character of the name for a member who shared a phone with the caller before, in either direction; else hidden.
    pub nickname: String,
    /// Masked number, such as `138****0000`.
    pub phone: String,
    /// Handle of the answer for half an hour, for the caller alone.
    pub handle: String,
}

/// Why a lookup is refused.
#[derive(Debug, Error)]
pub enum LookupError {
    /// The limit [`LOOKUPS_A_DAY`] is reached.
    #[error("too many lookups today")]
    TooMany {
        /// Time until the next lookup is answered, in milliseconds.
        retry_after_ms: i64,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(LookupError);

impl From<Exhausted> for LookupError {
    fn from(full: Exhausted) -> Self {
        Self::TooMany {
            retry_after_ms: full.retry_after_ms,
        }
    }
}

/// Looks a member up.
pub async fn find_member(
    store: &Store,
    actor: &Actor,
    number: PhoneNumber,
    now_ms: i64,
) -> Result<LookupResult, LookupError> {
    let asker_id = actor.member_id();
    store
        .write(move |tx| {
            limits::spend(tx, &format!("lookups:{asker_id}"), LIMIT, now_ms)??;
            // Each lookup deletes expired rows: the table keeps half an hour only.
            diesel::delete(lookups::table.filter(lookups::at_ms.le(now_ms - HANDLE_MS)))
                .execute(tx)?;
            let found: Option<(i64, String)> = members::table
                .filter(members::phone.eq(number.as_str()))
                .filter(members::disabled.eq(false))
                .filter(members::findable.eq(true))
                .select((members::id, members::nickname))
                .first(tx)
                .optional()?;
            let handle = new_token();
            diesel::insert_into(lookups::table)
                .values((
                    lookups::hash.eq(digest(&handle)),
                    lookups::asker_id.eq(asker_id),
                    lookups::found_id.eq(found.as_ref().map(|(id, _)| *id)),
                    lookups::at_ms.eq(now_ms),
                ))
                .execute(tx)?;
            let shared = acquainted(tx, asker_id, found.as_ref().map_or(0, |(id, _)| *id))?;
            let nickname = found
                .filter(|_| shared)
                .map_or_else(|| HIDDEN_NAME.to_owned(), |(_, name)| masked_name(&name));
            Ok(LookupResult {
                nickname,
                phone: number.masked(),
                handle,
            })
        })
        .await
}

/// Whether one of two members ever shared a phone with the other.
fn acquainted(tx: &mut AnyConn, one: i64, other: i64) -> Result<bool, diesel::result::Error> {
    let count: i64 = grants::table
        .filter(
            grants::owner_id
                .eq(one)
                .and(grants::member_id.eq(other))
                .or(grants::owner_id.eq(other).and(grants::member_id.eq(one))),
        )
        .count()
        .get_result(tx)?;
    Ok(count > 0)
}

/// Account that a handle stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Handle {
    /// The handle is unknown, too old or another member's.
    Unknown,
    /// The number has no account that may be found.
    Nobody,
    /// A member's id.
    Member(i64),
}

/// Reads a handle that a lookup answered to the asker.
pub(crate) fn found_by(
    tx: &mut AnyConn,
    asker_id: i64,
    handle: &str,
    now_ms: i64,
) -> Result<Handle, diesel::result::Error> {
    let Some(hash) = hash_token(handle) else {
        return Ok(Handle::Unknown);
    };
    let found: Vec<Option<i64>> = lookups::table
        .filter(lookups::hash.eq(hash))
        .filter(lookups::asker_id.eq(asker_id))
        .filter(lookups::at_ms.gt(now_ms - HANDLE_MS))
        .select(lookups::found_id)
        .load(tx)?;
    Ok(match found.first() {
        None => Handle::Unknown,
        Some(None) => Handle::Nobody,
        Some(Some(id)) => Handle::Member(*id),
    })
}
