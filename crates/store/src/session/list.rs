//! The sessions of a member as its owner sees them, and ending them by hand.

use diesel::prelude::*;
use domain::live::SessionEnd;
use domain::session::HISTORY_MS;
use thiserror::Error;

use super::{Actor, view_as};
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::sessions;
use crate::error::{StoreError, faults};

/// A session, live or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub session_id: i64,
    /// Terminal: `WEB`, `PC` or `APP`.
    pub terminal: String,
    /// Whether this is the calling session.
    pub current: bool,
    /// Time of the beginning, Unix milliseconds.
    pub created_ms: i64,
    /// The minute in which it was last used, Unix milliseconds.
    pub seen_ms: i64,
    /// Address at the beginning; empty when it was not noted.
    pub address: String,
    /// Device in a few words; empty when the client gave none.
    pub device: String,
    /// Time and reason of the end.
    pub ended: Option<(i64, SessionEnd)>,
}

/// A page of sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Sessions: live ones first, then the history, newest first.
    pub list: Vec<Listed>,
    /// Total number of sessions.
    pub total: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions)]
struct Row {
    id: i64,
    terminal: String,
    created_ms: i64,
    seen_ms: i64,
    address: String,
    device: String,
    ended_ms: Option<i64>,
    end_reason: Option<i16>,
}

impl Row {
    fn listed(self, current: i64) -> Result<Listed, StoreError> {
        let ended = match (self.ended_ms, self.end_reason) {
            (Some(at), Some(reason)) => {
                let end =
                    SessionEnd::from_stored(reason).ok_or(StoreError::Corrupt("session's end"))?;
                Some((at, end))
            }
            _ => None,
        };
        Ok(Listed {
            session_id: self.id,
            terminal: self.terminal,
            current: self.id == current,
            created_ms: self.created_ms,
            seen_ms: self.seen_ms,
            address: self.address,
            device: self.device,
            ended,
        })
    }
}

/// A member's live sessions and those that ended within 90 days; `limit` rows after `offset`.
pub async fn list(
    store: &Store,
    actor: &Actor,
    window: (i64, i64),
    now_ms: i64,
) -> Result<Page, StoreError> {
    let whose = (actor.member_id(), actor.session_id());
    list_of(store, whose, window, now_ms).await
}

/// [`list`] for any member; `current` is the session of the caller, which is marked in the list.
pub async fn list_of(
    store: &Store,
    (member_id, current): (i64, i64),
    (offset, limit): (i64, i64),
    now_ms: i64,
) -> Result<Page, StoreError> {
    store
        .run(move |conn| {
            let mine = || {
                sessions::table
                    .filter(sessions::member_id.eq(member_id))
                    .filter(sessions::scopes.is_null())
                    .filter(
                        sessions::ended_ms
                            .is_null()
                            .or(sessions::ended_ms.gt(now_ms - HISTORY_MS)),
                    )
            };
            let total = mine().count().get_result(conn)?;
            let rows: Vec<Row> = mine()
                .order((
                    sessions::ended_ms.is_not_null(),
                    sessions::ended_ms.desc(),
                    sessions::seen_ms.desc(),
                    sessions::id,
                ))
                .offset(offset)
                .limit(limit)
                .select(Row::as_select())
                .load(conn)?;
            let list = rows
                .into_iter()
                .map(|row| row.listed(current))
                .collect::<Result<_, _>>()?;
            Ok(Page { list, total })
        })
        .await
}

/// Why a session is not ended.
#[derive(Debug, Error)]
pub enum EndError {
    /// The session is unknown, ended, or another member's.
    #[error("no such session")]
    Unknown,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(EndError);

/// Ends one of the member's own sessions.
pub async fn end_one(
    store: &Store,
    actor: &Actor,
    session_id: i64,
    now_ms: i64,
) -> Result<(), EndError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            if end_by_hand(tx, member_id, Some(session_id), now_ms)? == 1 {
                Ok(())
            } else {
                Err(EndError::Unknown)
            }
        })
        .await
}

/// Ends one of a member's own sessions, or all with what was delegated by them; answers their number.
pub(crate) fn end_by_hand(
    tx: &mut AnyConn,
    member_id: i64,
    session_id: Option<i64>,
    now_ms: i64,
) -> Result<usize, diesel::result::Error> {
    let Some(session_id) = session_id else {
        return end_all(tx, member_id, None, SessionEnd::Ended, now_ms);
    };
    diesel::update(
        sessions::table
            .find(session_id)
            .filter(sessions::member_id.eq(member_id))
            .filter(sessions::scopes.is_null())
            .filter(sessions::ended_ms.is_null()),
    )
    .set((
        sessions::ended_ms.eq(now_ms),
        sessions::end_reason.eq(SessionEnd::Ended as i16),
    ))
    .execute(tx)
}

/// Ends the member's own sessions except the calling one; answers their number. Delegated sessions have lists of their own and go on.
pub async fn end_others(store: &Store, actor: &Actor, now_ms: i64) -> Result<usize, StoreError> {
    let (member_id, current) = (actor.member_id(), actor.session_id());
    store
        .write(move |tx| {
            Ok(diesel::update(
                sessions::table
                    .filter(sessions::member_id.eq(member_id))
                    .filter(sessions::id.ne(current))
                    .filter(sessions::scopes.is_null())
                    .filter(sessions::ended_ms.is_null()),
            )
            .set((
                sessions::ended_ms.eq(now_ms),
                sessions::end_reason.eq(SessionEnd::Ended as i16),
            ))
            .execute(tx)?)
        })
        .await
}

/// Ends a member's sessions and the sessions delegated by them, except perhaps one; answers their number.
pub(crate) fn end_all(
    tx: &mut AnyConn,
    member_id: i64,
    except: Option<i64>,
    end: SessionEnd,
    now_ms: i64,
) -> Result<usize, diesel::result::Error> {
    view_as::close_of(tx, member_id, end, now_ms)?;
    diesel::update(
        sessions::table
            .filter(sessions::member_id.eq(member_id))
            // No session has the id 0.
            .filter(sessions::id.ne(except.unwrap_or_default()))
            .filter(sessions::ended_ms.is_null()),
    )
    .set((
        sessions::ended_ms.eq(now_ms),
        sessions::end_reason.eq(end as i16),
    ))
    .execute(tx)
}
