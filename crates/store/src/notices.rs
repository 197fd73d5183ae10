//! Messages to a member: written with the event that they report, read one by one, counted while unread.

use std::collections::HashMap;

use diesel::dsl::{count, count_star};
use diesel::prelude::*;
use domain::lang::Lang;
use domain::notices::{Alert, Kind, Message};
use thiserror::Error;

use crate::Store;
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::notices;
use crate::error::{StoreError, faults};
use crate::secrets::new_id;
use crate::session::Actor;

/// A message as its member reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Message's id.
    pub id: i64,
    /// Time of writing, Unix milliseconds.
    pub created_ms: i64,
    /// Time of reading, Unix milliseconds.
    pub read_ms: Option<i64>,
    message: Message,
}

impl Notice {
    /// Kind of the message.
    pub const fn kind(&self) -> Kind {
        self.message.kind()
    }

    pub fn title(&self, lang: Lang) -> String {
        self.message.title(lang)
    }

    /// The text as plain lines; empty for a picture.
    pub fn content(&self, lang: Lang) -> String {
        self.message.text(lang)
    }

    /// The text with its marks; empty for a picture.
    pub fn html(&self, lang: Lang) -> String {
        self.message.html(lang)
    }

    /// Phones that the message is about.
    pub fn about(&self) -> Vec<i64> {
        self.message.about()
    }

    /// Phones that the message asks to renew.
    pub fn to_renew(&self) -> Vec<i64> {
        self.message.to_renew()
    }

    /// The picture's path; none for a text.
    pub fn picture(&self) -> Option<&str> {
        self.message.picture()
    }
}

/// Filter of messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Only messages of this kind; none: of any kind.
    pub kind: Option<Kind>,
    /// Only read or only unread messages; none: both.
    pub read: Option<bool>,
}

/// A page of messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Messages, the newest first.
    pub list: Vec<Notice>,
    /// Total number of messages.
    pub total: i64,
}

/// Why a message is not read or removed.
#[derive(Debug, Error)]
pub enum NoticeError {
    /// The message is unknown, or another member's.
    #[error("no such message")]
    Unknown,
    /// An internal error.
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

/// Notifies a member of an event on the account, within the transaction of the event.
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

/// Writes a message of any kind, within the transaction of the event that it reports. The member's sockets notice the
/// new count by themselves.
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

/// Writes a message in a transaction of its own.
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
    window: (i64, i64),
) -> Result<Page, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| list_of(conn, member_id, wanted, window))
        .await
}

pub(crate) fn list_of(
    conn: &mut AnyConn,
    member_id: i64,
    wanted: Wanted,
    (offset, limit): (i64, i64),
) -> Result<Page, StoreError> {
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
}

/// Number of unread messages of a member.
pub async fn unread_count(store: &Store, member_id: i64) -> Result<i64, StoreError> {
    store.run(move |conn| unread_of(conn, member_id)).await
}

pub(crate) fn unread_of(conn: &mut AnyConn, member_id: i64) -> Result<i64, StoreError> {
    Ok(notices::table
        .filter(notices::member_id.eq(member_id))
        .filter(notices::read_ms.is_null())
        .count()
        .get_result(conn)?)
}

/// Number of a member's messages of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// Kind of the messages.
    pub kind: Kind,
    /// Number of messages of the query.
    pub total: i64,
    /// Number of unread ones.
    pub unread: i64,
}

/// Number of a member's messages of each kind, in the order of [`Kind::ALL`].
pub(crate) fn counts_of(conn: &mut AnyConn, member_id: i64) -> Result<Vec<Count>, StoreError> {
    let rows: Vec<(i16, i64, i64)> = notices::table
        .filter(notices::member_id.eq(member_id))
        .group_by(notices::kind)
        .select((notices::kind, count_star(), count(notices::read_ms)))
        .load(conn)?;
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

/// Number of unread messages of each of these members; a member without any is missing.
pub async fn unread_counts(
    store: &Store,
    member_ids: Vec<i64>,
) -> Result<HashMap<i64, i64>, StoreError> {
    store
        .run(move |conn| {
            let rows: Vec<(i64, i64)> = notices::table
                .filter(among(notices::member_id, member_ids))
                .filter(notices::read_ms.is_null())
                .group_by(notices::member_id)
                .select((notices::member_id, count_star()))
                .load(conn)?;
            Ok(rows.into_iter().collect())
        })
        .await
}

/// Loads a message and marks it as read.
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

/// Marks messages as read: the named ones, or every message when none is named. One that is not the member's refuses the whole call.
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
                diesel::update(unread.filter(among(notices::id, ids)))
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
                    .filter(among(notices::id, ids)),
            )
            .execute(tx)?;
            Ok(())
        })
        .await
}

fn all_mine(tx: &mut AnyConn, member_id: i64, ids: &[i64]) -> Result<(), NoticeError> {
    let found: Vec<i64> = notices::table
        .filter(notices::member_id.eq(member_id))
        .filter(among(notices::id, ids))
        .select(notices::id)
        .load(tx)?;
    if ids.iter().all(|id| found.contains(id)) {
        Ok(())
    } else {
        Err(NoticeError::Unknown)
    }
}
