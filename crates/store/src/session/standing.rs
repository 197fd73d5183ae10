//! Running sockets' question about their sessions: which have ended, and why.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::live::{Pushed, SessionEnd};

use crate::Store;
use crate::among::among;
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::schema::{members, sessions};

/// Ids in one `IN (…)`: below every database's limit of variables.
const IDS_AT_ONCE: usize = 500;

/// Session, member, terminal, end's reason, disabled.
type Row = (i64, i64, String, Option<i16>, bool);

/// Those of the given sessions that have ended, with the message for their devices.
pub async fn ended(
    store: &Store,
    session_ids: Vec<i64>,
) -> Result<HashMap<i64, Pushed>, StoreError> {
    store
        .run(move |conn| {
            let mut found = HashMap::new();
            for ids in session_ids.chunks(IDS_AT_ONCE) {
                let rows: Vec<Row> = sessions::table
                    .inner_join(members::table)
                    .filter(among(sessions::id, ids))
                    .filter(sessions::ended_ms.is_not_null().or(members::disabled))
                    .select((
                        sessions::id,
                        members::id,
                        sessions::terminal,
                        sessions::end_reason,
                        members::disabled,
                    ))
                    .load(conn)?;
                for row in rows {
                    found.insert(row.0, pushed(conn, &row)?);
                }
            }
            Ok(found)
        })
        .await
}

fn pushed(conn: &mut AnyConn, row: &Row) -> Result<Pushed, StoreError> {
    let (_, member_id, terminal, reason, _) = row;
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
