//! The sessions of a member as its owner sees them, and ending them by hand.

use diesel::prelude::*;
use domain::live::SessionEnd;
use domain::session::HISTORY_MS;
use thiserror::Error;

use super::Actor;
use crate::Store;
use crate::conn::AnyConn;
use crate::error::{StoreError, faults};
use crate::schema::sessions;

/// A session, live or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its id.
    pub session_id: i64,
    /// `WEB`, `PC` or `APP`.
    pub terminal: String,
    /// The one that asks.
    pub current: bool,
    /// When it began, Unix milliseconds.
    pub created_ms: i64,
    /// The minute in which it was last used, Unix milliseconds.
    pub seen_ms: i64,
    /// Where it began; empty when nobody noted it.
    pub address: String,
    /// On what, in a few words; empty when the client said nothing.
    pub device: String,
    /// When and why it ended.
    pub ended: Option<(i64, SessionEnd)>,
}

/// A page of sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Live ones first, then the history, newest first.
    pub list: Vec<Listed>,
    /// How many there are in all.
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
    (offset, limit): (i64, i64),
    now_ms: i64,
) -> Result<Page, StoreError> {
    let (member_id, current) = (actor.member_id(), actor.session_id());
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

/// Why a session was not ended.
#[derive(Debug, Error)]
pub enum EndError {
    /// Unknown, ended, or somebody else's.
    #[error("no such session")]
    Unknown,
    /// A fault of ours.
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
            let ended = diesel::update(
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
            .execute(tx)?;
            if ended == 1 {
                Ok(())
            } else {
                Err(EndError::Unknown)
            }
        })
        .await
}

/// Ends all of the member's own sessions but the one that asks; how many. What was lent has lists of its own and goes on.
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

/// Ends a member's sessions and whatever was lent of them, perhaps but one; how many.
pub(crate) fn end_all(
    tx: &mut AnyConn,
    member_id: i64,
    except: Option<i64>,
    end: SessionEnd,
    now_ms: i64,
) -> Result<usize, diesel::result::Error> {
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
