//! Asking for another member by number. The answer for a number without an account looks like any other; its handle opens nothing.

use diesel::prelude::*;
use domain::auth::PhoneNumber;
use domain::member::{HANDLE_MS, HIDDEN_NAME, LOOKUPS_A_DAY, masked_name};
use thiserror::Error;

use crate::Store;
use crate::conn::AnyConn;
use crate::error::{StoreError, faults};
use crate::limits::{self, Exhausted, Limit, Renewal};
use crate::schema::{grants, lookups, members};
use crate::secrets::{digest, new_token};
use crate::session::Actor;

const LIMIT: Limit = Limit {
    most: LOOKUPS_A_DAY,
    window_ms: 24 * 60 * 60 * 1000,
    renewal: Renewal::AfterFirst,
};

/// What is told of whoever has a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The first character of the name for whoever shared a phone with the asker before, in either direction; else nothing.
    pub nickname: String,
    /// `138****0000`.
    pub phone: String,
    /// Stands for the answer for half an hour, for the asker alone.
    pub handle: String,
}

/// Why nobody was looked up.
#[derive(Debug, Error)]
pub enum LookupError {
    /// [`LOOKUPS_A_DAY`] are used.
    #[error("too many lookups today")]
    TooMany {
        /// When the next is answered, in milliseconds from now.
        retry_after_ms: i64,
    },
    /// A fault of ours.
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
) -> Result<Found, LookupError> {
    let asker_id = actor.member_id();
    store
        .write(move |tx| {
            limits::spend(tx, &format!("lookups:{asker_id}"), LIMIT, now_ms)??;
            // Each asking clears what is over: the table stays as small as half an hour.
            diesel::delete(lookups::table.filter(lookups::at_ms.le(now_ms - HANDLE_MS)))
                .execute(tx)?;
            let found: Option<(i64, String)> = members::table
                .filter(members::phone.eq(number.as_str()))
                .filter(members::disabled.eq(false))
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
            Ok(Found {
                nickname,
                phone: number.masked(),
                handle,
            })
        })
        .await
}

/// Whether either of them ever shared a phone with the other.
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
