//! Bodies and views of a member's messages.

use std::collections::HashSet;

use domain::codes;
use domain::lang::Lang;
use domain::notices::Kind;
use domain::notices::announcements::ContentType;
use serde::{Deserialize, Serialize};
use store::announcements::{Inbox, Line};
use store::notices::{Count, Notice, NoticeError, Wanted};
use utoipa::{IntoParams, ToSchema};

use super::announcements::shown_message;
use crate::http::ApiError;

/// Most messages in one call.
const IDS_MAX: usize = 200;

/// Filter of messages.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct MessagesQuery {
    /// 1 notice, 2 feedback reply, 3 expiry reminder, 4 expired; all when missing.
    r#type: Option<i64>,
    /// Read or unread; both when missing.
    read_status: Option<bool>,
}

impl MessagesQuery {
    /// Filter of the messages.
    pub fn wanted(&self) -> Result<Wanted, ApiError> {
        let kind = self
            .r#type
            .map(|number| Kind::from_number(number).ok_or(ApiError::Refused(codes::BAD_REQUEST)))
            .transpose()?;
        Ok(Wanted {
            kind,
            read: self.read_status,
        })
    }
}

/// A page of messages.
#[derive(Serialize, ToSchema)]
pub struct NoticesView {
    /// Messages, the newest first.
    list: Vec<NoticeView>,
    total: i64,
}

impl NoticesView {
    pub fn of(page: &Inbox, lang: Lang) -> Self {
        let view = |line: &Line| match line {
            Line::Message(notice) => NoticeView::of(notice, lang),
            Line::Announcement(shown) => shown_message(shown, lang),
        };
        Self {
            list: page.list.iter().map(view).collect(),
            total: page.total,
        }
    }
}

/// A message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeView {
    pub(super) id: i64,
    pub(super) title: String,
    /// 1 a picture, 2 a text.
    pub(super) content_type: i16,
    /// The text as plain lines; empty of a picture.
    pub(super) content: String,
    /// The text with its marks: p, br, b, lists, links and their like, nothing else. Empty of a picture.
    pub(super) html: String,
    /// The picture's path; empty of a text.
    pub(super) picture: String,
    /// 1 notice, 2 feedback reply, 3 expiry reminder, 4 expired.
    pub(super) r#type: i16,
    /// The phones that it is about: those of its time, whoever has them now.
    pub(super) about_phone_ids: Vec<i64>,
    /// The phones that it asks to renew.
    pub(super) phone_ids: Vec<i64>,
    pub(super) read_status: bool,
    /// Unix milliseconds.
    #[schema(required = true)]
    pub(super) read_time: Option<i64>,
    /// Unix milliseconds.
    pub(super) create_time: i64,
}

impl NoticeView {
    pub fn of(notice: &Notice, lang: Lang) -> Self {
        let picture = notice.picture().unwrap_or_default();
        Self {
            id: notice.id,
            title: notice.title(lang),
            content_type: if picture.is_empty() {
                ContentType::Text
            } else {
                ContentType::Picture
            } as i16,
            content: notice.content(lang),
            html: notice.html(lang),
            picture: picture.to_owned(),
            r#type: notice.kind() as i16,
            about_phone_ids: notice.about(),
            phone_ids: notice.to_renew(),
            read_status: notice.read_ms.is_some(),
            read_time: notice.read_ms,
            create_time: notice.created_ms,
        }
    }
}

/// How many messages there are.
#[derive(Serialize, ToSchema)]
pub struct MessageCountsView {
    total: i64,
    unread: i64,
    /// Counts of each kind, in their order.
    kinds: Vec<KindCountView>,
}

/// How many messages of a kind there are.
#[derive(Serialize, ToSchema)]
pub struct KindCountView {
    /// 1 notice, 2 feedback reply, 3 expiry reminder, 4 expired.
    r#type: i16,
    total: i64,
    unread: i64,
}

impl MessageCountsView {
    /// View of the counts of each kind.
    pub fn of(counts: &[Count]) -> Self {
        let view = |count: &Count| KindCountView {
            r#type: count.kind as i16,
            total: count.total,
            unread: count.unread,
        };
        Self {
            total: counts.iter().map(|count| count.total).sum(),
            unread: counts.iter().map(|count| count.unread).sum(),
            kinds: counts.iter().map(view).collect(),
        }
    }
}

/// Some of my messages.
#[derive(Deserialize, ToSchema)]
pub struct IdsBody {
    /// 1 to 200.
    ids: Vec<i64>,
}

impl IdsBody {
    /// The ids, as many as one call takes and each once.
    pub fn parse(self) -> Result<Vec<i64>, ApiError> {
        let distinct = self.ids.iter().collect::<HashSet<_>>().len();
        if (1..=IDS_MAX).contains(&self.ids.len()) && distinct == self.ids.len() {
            Ok(self.ids)
        } else {
            Err(ApiError::Refused(codes::BAD_REQUEST))
        }
    }
}

impl From<NoticeError> for ApiError {
    fn from(error: NoticeError) -> Self {
        match error {
            NoticeError::Unknown => Self::Refused(codes::NOTICE_ABSENT),
            NoticeError::Fault(fault) => fault.into(),
        }
    }
}
