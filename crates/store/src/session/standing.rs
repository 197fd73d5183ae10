//! Ended sessions, and why they ended: for running sockets, and for clients that come with a token of one.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::live::{Pushed, SessionEnd};

use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{access_tokens, members, refresh_tokens, sessions};
use crate::error::StoreError;
use crate::secrets::hash_token;

/// Session, member, terminal, end's reason.
type Row = (i64, i64, String, Option<i16>);

/// The columns of a [`Row`].
const ROW: (
    sessions::id,
    members::id,
    sessions::terminal,
    sessions::end_reason,
) = (
    sessions::id,
    members::id,
    sessions::terminal,
    sessions::end_reason,
);

/// Sessions of the given ones that have ended, with the message for their devices.
pub async fn ended(
    store: &Store,
    session_ids: Vec<i64>,
) -> Result<HashMap<i64, Pushed>, StoreError> {
    store
        .run(move |conn| {
            let mut found = HashMap::new();
            let rows: Vec<Row> = sessions::table
                .inner_join(members::table)
                .filter(among(sessions::id, session_ids))
                .filter(sessions::ended_ms.is_not_null().or(members::disabled))
                .select(ROW)
                .load(conn)?;
            for row in rows {
                found.insert(row.0, pushed(conn, &row)?);
            }
            Ok(found)
        })
        .await
}

/// Why the session of a token ended, as its device is told. None for an unknown token and a spent refresh token, and for a session that runs,
/// has run out or was delegated.
pub async fn ending_of(store: &Store, token: String) -> Result<Option<Pushed>, StoreError> {
    let Some(hash) = hash_token(&token) else {
        return Ok(None);
    };
    store
        .run(move |conn| {
            let by_access: Option<i64> = access_tokens::table
                .find(&hash)
                .select(access_tokens::session_id)
                .first(conn)
                .optional()?;
            let by_refresh: Option<i64> = refresh_tokens::table
                .find(&hash)
                .filter(refresh_tokens::used_ms.is_null())
                .select(refresh_tokens::session_id)
                .first(conn)
                .optional()?;
            let Some(session_id) = by_access.or(by_refresh) else {
                return Ok(None);
            };
            let row: Option<Row> = sessions::table
                .inner_join(members::table)
                .filter(sessions::id.eq(session_id))
                .filter(sessions::scopes.is_null())
                .filter(sessions::ended_ms.is_not_null().or(members::disabled))
                .filter(
                    sessions::end_reason
                        .is_null()
                        .or(sessions::end_reason.ne(SessionEnd::Expired as i16)),
                )
                .select(ROW)
                .first(conn)
                .optional()?;
            row.map(|row| pushed(conn, &row)).transpose()
        })
        .await
}

fn pushed(conn: &mut AnyConn, row: &Row) -> Result<Pushed, StoreError> {
    let (_, member_id, terminal, reason) = row;
    let end = match reason {
        Some(reason) => {
            SessionEnd::from_stored(*reason).ok_or(StoreError::Corrupt("session's end"))?
        }
        None => SessionEnd::Disabled,
    };
    let device = if end == SessionEnd::Elsewhere {
        sessions::table
            .filter(sessions::member_id.eq(member_id))
            .filter(sessions::terminal.eq(terminal))
            .filter(sessions::ended_ms.is_null())
            .select(sessions::device)
            .first::<String>(conn)
            .optional()?
            .filter(|device| !device.is_empty())
    } else {
        None
    };
    Ok(Pushed {
        reason: end.pushed(),
        device,
    })
}
