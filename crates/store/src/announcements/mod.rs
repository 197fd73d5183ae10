//! Announcements: one row for every reader together, and a mark for each member who saw the announcement.
//!
//! `write` holds the actions of operators, `list` their view, `reading` the members' view, `heads` what is live for a member, `audience` the
//! members that an announcement reaches.

mod audience;
mod heads;
mod list;
mod reading;
mod write;

use diesel::prelude::*;
use domain::lang::Lang;
use domain::notices::announcements::{
    Address, Audience, ContentType, InvalidAnnouncement, MsgType, Stage, State,
};
use domain::notices::written::{Body, Refusal, Written};
use thiserror::Error;

pub use audience::count_audience;
pub use list::{Listed, Page, get, page};
pub use reading::{
    Inbox, Line, MemberAnnouncement, inbox_counts, list_inbox, live_mark, mark_seen, partition_ids,
    popups, read, remove, unread_counts, unread_in_inbox,
};
pub(crate) use write::put;
pub use write::{create, order, publish, update, withdraw};

use crate::audit::Conflict;
use crate::db::schema::announcements;
use crate::error::{StoreError, faults};

/// Why an announcement is not written, changed or shown.
#[derive(Debug, Error)]
pub enum AnnouncementError {
    /// The announcement is unknown.
    #[error("no such announcement")]
    Unknown,
    /// The announcement's state does not allow the action.
    #[error("not in this state")]
    State,
    /// The limit of published announcements is reached.
    #[error("too many are published")]
    Limit,
    /// The announcement was changed by another operator since it was read.
    #[error("changed meanwhile")]
    Changed(Box<Conflict<Listed>>),
    /// A field is wrong.
    #[error("{}", .0.fault)]
    Refused(Refusal),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(AnnouncementError);

impl From<InvalidAnnouncement> for AnnouncementError {
    fn from(fault: InvalidAnnouncement) -> Self {
        Self::Refused(fault.into())
    }
}

/// An announcement's row.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = announcements)]
struct Row {
    id: i64,
    msg_type: i16,
    content_type: i16,
    title_zh: String,
    title_en: String,
    content_zh: String,
    content_en: String,
    pop_frequency: i16,
    pop_priority: i32,
    audience: i16,
    member_ids: String,
    configuration_id: Option<i64>,
    sub_accounts: bool,
    from_ms: i64,
    until_ms: Option<i64>,
    stage: i16,
    revision: i64,
    created_ms: i64,
    changed_ms: i64,
}

/// Announcement as it is stored, with its times and texts in each language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// Id, the key of every call.
    pub id: i64,
    /// Place where the announcement appears.
    pub msg_type: MsgType,
    /// Kind of the content.
    pub content_type: ContentType,
    titles: [String; 2],
    contents: [String; 2],
    /// Frequency of a popup.
    pub frequency: i16,
    /// Priority; the smaller comes first.
    pub priority: i32,
    /// Members who get the announcement.
    pub address: Address,
    /// Whether sub-accounts get the announcement too.
    pub sub_accounts: bool,
    /// Start, Unix milliseconds.
    pub from_ms: i64,
    /// End, Unix milliseconds.
    pub until_ms: Option<i64>,
    stage: Stage,
    /// Revision, raised with each change.
    pub revision: i64,
    /// Time of creation, Unix milliseconds.
    pub created_ms: i64,
    /// Time of the last change, Unix milliseconds.
    pub changed_ms: i64,
}

impl Announcement {
    pub fn title(&self, lang: Lang) -> &str {
        &self.titles[side(lang)]
    }

    /// The text with its marks, or the name of the picture.
    pub fn content(&self, lang: Lang) -> &str {
        &self.contents[side(lang)]
    }

    /// State at a moment.
    pub const fn state(&self, now_ms: i64) -> State {
        State::at(self.stage, self.from_ms, self.until_ms, now_ms)
    }
}

const fn side(lang: Lang) -> usize {
    match lang {
        Lang::Zh => 0,
        Lang::En => 1,
    }
}

/// Reads a stored audience.
fn address_of(
    audience: i16,
    member_ids: &str,
    configuration_id: Option<i64>,
) -> Result<Address, StoreError> {
    let corrupt = || StoreError::Corrupt("announcement");
    Ok(
        match Audience::from_number(audience.into()).ok_or_else(corrupt)? {
            Audience::All => Address::All,
            Audience::Named => {
                Address::Named(serde_json::from_str(member_ids).map_err(|_| corrupt())?)
            }
            Audience::Configuration => {
                Address::Configuration(configuration_id.ok_or_else(corrupt)?)
            }
        },
    )
}

impl TryFrom<Row> for Announcement {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let corrupt = || StoreError::Corrupt("announcement");
        Ok(Self {
            id: row.id,
            msg_type: MsgType::from_number(row.msg_type.into()).ok_or_else(corrupt)?,
            content_type: ContentType::from_number(row.content_type.into()).ok_or_else(corrupt)?,
            titles: [row.title_zh, row.title_en],
            contents: [row.content_zh, row.content_en],
            frequency: row.pop_frequency,
            priority: row.pop_priority,
            address: address_of(row.audience, &row.member_ids, row.configuration_id)?,
            sub_accounts: row.sub_accounts,
            from_ms: row.from_ms,
            until_ms: row.until_ms,
            stage: Stage::from_stored(row.stage).ok_or_else(corrupt)?,
            revision: row.revision,
            created_ms: row.created_ms,
            changed_ms: row.changed_ms,
        })
    }
}

/// The columns of an announcement that an operator writes.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = announcements, treat_none_as_null = true)]
struct NewRow {
    msg_type: i16,
    content_type: i16,
    title_zh: String,
    title_en: String,
    content_zh: String,
    content_en: String,
    pop_frequency: i16,
    pop_priority: i32,
    audience: i16,
    member_ids: String,
    configuration_id: Option<i64>,
    sub_accounts: bool,
    from_ms: i64,
    until_ms: Option<i64>,
}

impl From<&Written> for NewRow {
    fn from(new: &Written) -> Self {
        let [title_zh, title_en] = new.titles.clone();
        let (content_type, [content_zh, content_en]) = match &new.body {
            Body::Pictures(names) => (ContentType::Picture, names.clone()),
            Body::Texts(texts) => (
                ContentType::Text,
                [0, 1].map(|at: usize| texts[at].as_str().to_owned()),
            ),
        };
        let (audience, members, configuration_id) = match &new.address {
            Address::All => (Audience::All, Vec::new(), None),
            Address::Named(ids) => (Audience::Named, ids.clone(), None),
            Address::Configuration(id) => (Audience::Configuration, Vec::new(), Some(*id)),
        };
        Self {
            msg_type: new.msg_type as i16,
            content_type: content_type as i16,
            title_zh,
            title_en,
            content_zh,
            content_en,
            pop_frequency: new.frequency,
            pop_priority: new.priority,
            audience: audience as i16,
            member_ids: serde_json::Value::from(members).to_string(),
            configuration_id,
            sub_accounts: new.sub_accounts,
            from_ms: new.from_ms,
            until_ms: new.until_ms,
        }
    }
}
