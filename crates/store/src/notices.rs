//! Messages to a member: written with what they tell of, read one by one, counted while unread.

use std::collections::HashMap;

use diesel::dsl::{count, count_star};
use diesel::prelude::*;
use domain::lang::Lang;
use domain::notices::{Alert, Kind, Message};
use thiserror::Error;

use crate::Store;
use crate::conn::{AnyConn, Backend};
use crate::error::{StoreError, faults};
use crate::schema::notices;
use crate::secrets::new_id;
use crate::session::Actor;

/// Ids in one `IN (…)`: below every database's limit of variables.
const IDS_AT_ONCE: usize = 500;

/// A message as its member reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Its id.
    pub id: i64,
    /// When it came, Unix milliseconds.
    pub created_ms: i64,
    /// When it was read, Unix milliseconds.
    pub read_ms: Option<i64>,
    message: Message,
}

impl Notice {
    /// Which kind it is.
    pub const fn kind(&self) -> Kind {
        self.message.kind()
    }

    /// The line in the list.
    pub fn title(&self, lang: Lang) -> String {
        self.message.title(lang)
    }

    /// The text as plain lines; none of a picture.
    pub fn content(&self, lang: Lang) -> String {
        self.message.text(lang)
    }

    /// The text with its marks; none of a picture.
    pub fn html(&self, lang: Lang) -> String {
        self.message.html(lang)
    }

    /// The picture's path, where it is one.
    pub fn picture(&self) -> Option<&str> {
        self.message.picture()
    }
}

/// Which messages are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Of one kind; of all when missing.
    pub kind: Option<Kind>,
    /// Read or unread; both when missing.
    pub read: Option<bool>,
}

/// A page of messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Newest first.
    pub list: Vec<Notice>,
    /// How many there are in all.
    pub total: i64,
}

/// Why a message was not read or removed.
#[derive(Debug, Error)]
pub enum NoticeError {
    /// Unknown, or somebody else's.
    #[error("no such message")]
    Unknown,
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(NoticeError);

#[derive(Queryable, Selectable)]
#[diesel(table_name = notices)]
struct Row {
    id: i64,
    template: String,
    params: String,
    created_ms: i64,
    read_ms: Option<i64>,
}

impl TryFrom<Row> for Notice {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let params =
            serde_json::from_str(&row.params).map_err(|_| StoreError::Corrupt("notice params"))?;
        Ok(Self {
            id: row.id,
            created_ms: row.created_ms,
            read_ms: row.read_ms,
            message: Message::from_stored(&row.template, params)
                .ok_or(StoreError::Corrupt("notice template"))?,
        })
    }
}

/// Tells a member what happened to the account, with the transaction in which it happens.
pub(crate) fn alert(
    tx: &mut AnyConn,
    member_id: i64,
    alert: Alert,
    params: &[String],
    now_ms: i64,
) -> Result<(), diesel::result::Error> {
    let message = Message::Alert(alert, params.to_vec());
    write(tx, member_id, &message, now_ms)
}

/// Writes a message of any kind, with the transaction of what it tells of. The member's sockets learn its number by themselves.
pub(crate) fn write(
    tx: &mut AnyConn,
    member_id: i64,
    message: &Message,
    now_ms: i64,
) -> Result<(), diesel::result::Error> {
    let (template, params) = message.stored();
    diesel::insert_into(notices::table)
        .values((
            notices::id.eq(new_id()),
            notices::member_id.eq(member_id),
            notices::kind.eq(message.kind() as i16),
            notices::template.eq(template),
            notices::params.eq(serde_json::Value::from(params).to_string()),
            notices::created_ms.eq(now_ms),
        ))
        .execute(tx)
        .map(drop)
}

/// Writes a message by itself, where nothing else changes with it.
pub async fn send(
    store: &Store,
    member_id: i64,
    message: Message,
    now_ms: i64,
) -> Result<(), StoreError> {
    store
        .write(move |tx| write(tx, member_id, &message, now_ms).map_err(StoreError::from))
        .await
}

/// A member's messages, the newest first; `limit` rows after `offset`.
pub async fn list(
    store: &Store,
    actor: &Actor,
    wanted: Wanted,
    (offset, limit): (i64, i64),
) -> Result<Page, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let mine = || {
                let mut found = notices::table
                    .filter(notices::member_id.eq(member_id))
                    .into_boxed::<Backend>();
                if let Some(kind) = wanted.kind {
                    found = found.filter(notices::kind.eq(kind as i16));
                }
                match wanted.read {
                    Some(true) => found.filter(notices::read_ms.is_not_null()),
                    Some(false) => found.filter(notices::read_ms.is_null()),
                    None => found,
                }
            };
            let rows: Vec<Row> = mine()
                .order((notices::created_ms.desc(), notices::id.desc()))
                .offset(offset)
                .limit(limit)
                .select(Row::as_select())
                .load(conn)?;
            Ok(Page {
                total: mine().count().get_result(conn)?,
                list: rows
                    .into_iter()
                    .map(Notice::try_from)
                    .collect::<Result<_, _>>()?,
            })
        })
        .await
}

/// How many messages a member has not read.
pub async fn unread_count(store: &Store, member_id: i64) -> Result<i64, StoreError> {
    store
        .run(move |conn| {
            notices::table
                .filter(notices::member_id.eq(member_id))
                .filter(notices::read_ms.is_null())
                .count()
                .get_result(conn)
                .map_err(StoreError::from)
        })
        .await
}

/// How many messages of a kind a member has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// Of which kind.
    pub kind: Kind,
    /// How many.
    pub total: i64,
    /// How many of them are unread.
    pub unread: i64,
}

/// How many messages of each kind a member has, in the order of [`Kind::ALL`].
pub async fn counts(store: &Store, actor: &Actor) -> Result<Vec<Count>, StoreError> {
    let member_id = actor.member_id();
    let rows: Vec<(i16, i64, i64)> = store
        .run(move |conn| {
            notices::table
                .filter(notices::member_id.eq(member_id))
                .group_by(notices::kind)
                .select((notices::kind, count_star(), count(notices::read_ms)))
                .load(conn)
                .map_err(StoreError::from)
        })
        .await?;
    let of = |kind: Kind| {
        let row = rows.iter().find(|(number, ..)| *number == kind as i16);
        let (total, read) = row.map_or((0, 0), |(_, total, read)| (*total, *read));
        Count {
            kind,
            total,
            unread: total - read,
        }
    };
    Ok(Kind::ALL.map(of).to_vec())
}

/// How many messages each of these members has not read; who is missing has none.
pub async fn unread_counts(
    store: &Store,
    member_ids: Vec<i64>,
) -> Result<HashMap<i64, i64>, StoreError> {
    store
        .run(move |conn| {
            let mut counts = HashMap::with_capacity(member_ids.len());
            for ids in member_ids.chunks(IDS_AT_ONCE) {
                let rows: Vec<(i64, i64)> = notices::table
                    .filter(notices::member_id.eq_any(ids))
                    .filter(notices::read_ms.is_null())
                    .group_by(notices::member_id)
                    .select((notices::member_id, count_star()))
                    .load(conn)?;
                counts.extend(rows);
            }
            Ok(counts)
        })
        .await
}

/// A message; reading it marks it as read.
pub async fn read(
    store: &Store,
    actor: &Actor,
    id: i64,
    now_ms: i64,
) -> Result<Notice, NoticeError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let mine = || {
                notices::table
                    .find(id)
                    .filter(notices::member_id.eq(member_id))
            };
            diesel::update(mine().filter(notices::read_ms.is_null()))
                .set(notices::read_ms.eq(now_ms))
                .execute(tx)?;
            let row: Option<Row> = mine().select(Row::as_select()).first(tx).optional()?;
            Ok(row.ok_or(NoticeError::Unknown)?.try_into()?)
        })
        .await
}

/// Marks messages as read: these, or all when none is named. One that is not the member's refuses the whole call.
pub async fn mark_read(
    store: &Store,
    actor: &Actor,
    ids: Option<Vec<i64>>,
    now_ms: i64,
) -> Result<(), NoticeError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let unread = notices::table
                .filter(notices::member_id.eq(member_id))
                .filter(notices::read_ms.is_null());
            if let Some(ids) = ids {
                all_mine(tx, member_id, &ids)?;
                diesel::update(unread.filter(notices::id.eq_any(ids)))
                    .set(notices::read_ms.eq(now_ms))
                    .execute(tx)?;
            } else {
                diesel::update(unread)
                    .set(notices::read_ms.eq(now_ms))
                    .execute(tx)?;
            }
            Ok(())
        })
        .await
}

/// Removes messages; one that is not the member's refuses the whole call.
pub async fn remove(store: &Store, actor: &Actor, ids: Vec<i64>) -> Result<(), NoticeError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            all_mine(tx, member_id, &ids)?;
            diesel::delete(
                notices::table
                    .filter(notices::member_id.eq(member_id))
                    .filter(notices::id.eq_any(ids)),
            )
            .execute(tx)?;
            Ok(())
        })
        .await
}

fn all_mine(tx: &mut AnyConn, member_id: i64, ids: &[i64]) -> Result<(), NoticeError> {
    let found: Vec<i64> = notices::table
        .filter(notices::member_id.eq(member_id))
        .filter(notices::id.eq_any(ids))
        .select(notices::id)
        .load(tx)?;
    if ids.iter().all(|id| found.contains(id)) {
        Ok(())
    } else {
        Err(NoticeError::Unknown)
    }
}
