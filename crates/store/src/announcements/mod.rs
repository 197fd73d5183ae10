//! Announcements: one row for all their readers, and a mark for each member who saw one.
//!
//! `write` is what operators do, `list` what they see, `reading` what members see, `audience` whom one reaches.

mod audience;
mod list;
mod pictures;
mod reading;
mod write;

use diesel::prelude::*;
use domain::lang::Lang;
use domain::notices::announcements::{
    Address, AnnouncementFault, Audience, ContentType, MsgType, Stage, State,
};
use domain::notices::written::{Body, Refusal, Written};
use thiserror::Error;

pub use audience::count_audience;
pub use list::{Listed, Page, get, page};
pub use pictures::{add_picture, picture};
pub use reading::{
    Beside, Line, Shown, apart, counts_beside, list_beside, live_mark, mark_seen, popups, read,
    remove, unread_counts,
};
pub use write::{create, publish, update, withdraw};

use crate::error::{StoreError, faults};
use crate::schema::announcements;

/// Why one was not written, changed or shown.
#[derive(Debug, Error)]
pub enum AnnouncementError {
    /// Unknown.
    #[error("no such announcement")]
    Unknown,
    /// It stands so that this cannot be done with it.
    #[error("not in this state")]
    State,
    /// As many as may be published at a time.
    #[error("too many are published")]
    Limit,
    /// A field is wrong.
    #[error("{}", .0.fault)]
    Refused(Refusal),
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(AnnouncementError);

impl From<AnnouncementFault> for AnnouncementError {
    fn from(fault: AnnouncementFault) -> Self {
        Self::Refused(fault.into())
    }
}

/// An announcement as it is kept.
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

/// An announcement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// Keys every call.
    pub id: i64,
    /// Where it appears.
    pub msg_type: MsgType,
    /// What it shows.
    pub content_type: ContentType,
    titles: [String; 2],
    contents: [String; 2],
    /// How often a popup opens by itself.
    pub frequency: i16,
    /// The smaller comes first.
    pub priority: i32,
    /// Whom it is for.
    pub address: Address,
    /// Sub-accounts get it too.
    pub sub_accounts: bool,
    /// When it begins, Unix milliseconds.
    pub from_ms: i64,
    /// When it ends, Unix milliseconds.
    pub until_ms: Option<i64>,
    stage: Stage,
    /// Raised with each change.
    pub revision: i64,
    /// When it was first written, Unix milliseconds.
    pub created_ms: i64,
    /// When anything was last done with it, Unix milliseconds.
    pub changed_ms: i64,
}

impl Announcement {
    /// The line above it.
    pub fn title(&self, lang: Lang) -> &str {
        &self.titles[side(lang)]
    }

    /// The text with its marks, or the name of the picture.
    pub fn content(&self, lang: Lang) -> &str {
        &self.contents[side(lang)]
    }

    /// How it stands.
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

impl TryFrom<Row> for Announcement {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let corrupt = || StoreError::Corrupt("announcement");
        let audience = Audience::from_number(row.audience.into()).ok_or_else(corrupt)?;
        Ok(Self {
            id: row.id,
            msg_type: MsgType::from_number(row.msg_type.into()).ok_or_else(corrupt)?,
            content_type: ContentType::from_number(row.content_type.into()).ok_or_else(corrupt)?,
            titles: [row.title_zh, row.title_en],
            contents: [row.content_zh, row.content_en],
            frequency: row.pop_frequency,
            priority: row.pop_priority,
            address: match audience {
                Audience::All => Address::All,
                Audience::Named => {
                    Address::Named(serde_json::from_str(&row.member_ids).map_err(|_| corrupt())?)
                }
                Audience::Configuration => {
                    Address::Configuration(row.configuration_id.ok_or_else(corrupt)?)
                }
            },
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

/// What an operator wrote, as columns.
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
