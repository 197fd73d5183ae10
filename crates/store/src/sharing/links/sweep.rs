//! Sessions of pages after their end: nothing asks for them any more, so that they are deleted. The link stays in its owner's list, with its counts.

use diesel::prelude::*;
use domain::sharing::links::PAGE_KEPT_MS;

use crate::Store;
use crate::among::among;
use crate::error::StoreError;
use crate::schema::{access_tokens, sessions, tickets};
use crate::session::Delegation;

/// Sessions that one call deletes: a database has a limit of values in a statement, and writers wait meanwhile.
const AT_ONCE: i64 = 1000;

/// Deletes sessions of pages that ended [`PAGE_KEPT_MS`] ago or earlier; answers their number. Called now and then by the engine.
pub async fn sweep(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            // A page's session has a maker, by which the index finds it among all sessions.
            let over: Vec<i64> = sessions::table
                .filter(sessions::made_by.is_not_null())
                .filter(sessions::terminal.eq_any([Delegation::VIEWER, Delegation::TRIAL]))
                .filter(sessions::ended_ms.le(now_ms - PAGE_KEPT_MS))
                .select(sessions::id)
                .limit(AT_ONCE)
                .load(tx)?;
            diesel::delete(access_tokens::table.filter(among(access_tokens::session_id, &over)))
                .execute(tx)?;
            diesel::delete(tickets::table.filter(among(tickets::session_id, &over))).execute(tx)?;
            Ok(diesel::delete(sessions::table.filter(among(sessions::id, &over))).execute(tx)?)
        })
        .await
}
