//! Delegated sessions after their end: nothing asks for them any more, so that they are deleted. The audit keeps who did what by them.

use diesel::prelude::*;
use domain::session::{HISTORY_MS, PAGE_KEPT_MS};

use super::Delegation;
use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{access_tokens, seats, sessions, tickets};
use crate::error::StoreError;
use crate::play;

/// Sessions that one call deletes: a database has a limit of values in a statement, and writers wait meanwhile.
const AT_ONCE: i64 = 1000;

/// Deletes sessions of embedded players and of the pages of links that ended [`PAGE_KEPT_MS`] ago or earlier, and views of operators that their
/// member need no longer see; answers their number. Called now and then by the engine.
pub async fn sweep_pages(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            let pages = [Delegation::EMBED, Delegation::VIEWER, Delegation::TRIAL];
            let mut over = delegations_over(tx, &pages, now_ms - PAGE_KEPT_MS)?;
            over.extend(delegations_over(
                tx,
                &[Delegation::VIEW_AS],
                now_ms - HISTORY_MS,
            )?);
            forget(tx, &over)
        })
        .await
}

/// Delegated sessions of these terminals that ended at this time or earlier, as many as one call deletes.
pub(crate) fn delegations_over(
    conn: &mut AnyConn,
    terminals: &[&str],
    until_ms: i64,
) -> Result<Vec<i64>, StoreError> {
    Ok(sessions::table
        .filter(sessions::scopes.is_not_null())
        .filter(sessions::ended_ms.le(until_ms))
        .filter(sessions::terminal.eq_any(terminals.iter().copied()))
        .order(sessions::ended_ms)
        .select(sessions::id)
        .limit(AT_ONCE)
        .load(conn)?)
}

/// Deletes delegated sessions with what names them; answers their number.
pub(crate) fn forget(tx: &mut AnyConn, ids: &[i64]) -> Result<usize, StoreError> {
    diesel::delete(access_tokens::table.filter(among(access_tokens::session_id, ids)))
        .execute(tx)?;
    diesel::delete(tickets::table.filter(among(tickets::session_id, ids))).execute(tx)?;
    // The last controller of a phone is named by its seat until somebody else takes it.
    let held: Vec<i64> = seats::table
        .filter(seats::session_id.is_not_null())
        .filter(among(seats::session_id.assume_not_null(), ids))
        .select(seats::phone_id)
        .load(tx)?;
    play::clear_seats(tx, &held)?;
    Ok(diesel::delete(sessions::table.filter(among(sessions::id, ids))).execute(tx)?)
}
