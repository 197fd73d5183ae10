//! Bodies of announcements for operators, and views for members.

use std::collections::HashSet;

use domain::codes;
use domain::lang::Lang;
use domain::notices::announcements::{Address, Audience, ContentType, MsgType, ORDER_MAX};
use domain::notices::popup::FETCHED;
use domain::notices::written::{Body, Form, Refusal, Written, parse_address};
use domain::notices::{Kind, Message, PAGE_SIZE};
use domain::text::rich_text::words_of;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::announcements::{Announcement, AnnouncementError, Listed, MemberAnnouncement, Page};
use utoipa::{IntoParams, ToSchema};

use crate::features::notices::wire::NoticeView;
use crate::http::ApiError;

/// Path below which pictures of announcements are served.
const PICTURES: &str = "/app-api/system/announcement/picture/";

/// Announcement as an operator writes it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncementBody {
    /// 1 in the list, 2 a line in the header, 3 a popup, 4 a popup about a campaign.
    #[serde(default)]
    msg_type: i64,
    /// 1 a picture, 2 a text.
    #[serde(default)]
    content_type: i64,
    /// 1 to 50 characters.
    #[serde(default)]
    title_zh: String,
    /// 1 to 50 characters.
    #[serde(default)]
    title_en: String,
    /// Paragraphs, bold, lists, links; at most 2,000 characters without the marks.
    #[serde(default)]
    content_zh: String,
    #[serde(default)]
    content_en: String,
    /// Path or name of a picture that was sent in; one is enough for both languages.
    #[serde(default)]
    picture_zh: String,
    #[serde(default)]
    picture_en: String,
    /// Start, Unix milliseconds; without it as soon as it is published.
    from_time: Option<i64>,
    /// End, Unix milliseconds.
    until_time: Option<i64>,
    /// Frequency of popups: 1 every time, 2 once a day, 3 once.
    #[serde(default)]
    pop_frequency: i64,
    /// Priority of popups: the smaller comes first, 0 to 999.
    #[serde(default)]
    pop_priority: i64,
    /// Audience of the announcement.
    #[serde(flatten)]
    audience: AudienceBody,
}

/// Audience of an announcement.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AudienceBody {
    /// 1 all, 2 the members named, 3 members with a phone of a configuration.
    #[serde(default)]
    audience: i64,
    /// Members of audience 2: at most 500.
    #[serde(default)]
    member_ids: Vec<i64>,
    /// Configuration of audience 3.
    configuration_id: Option<i64>,
    /// Sub-accounts get it too.
    #[serde(default)]
    sub_accounts: bool,
}

impl AudienceBody {
    /// Audience, and whether sub-accounts belong to it.
    pub fn parse(self) -> Result<(Address, bool), ApiError> {
        let form = Form {
            audience: self.audience,
            member_ids: self.member_ids,
            configuration_id: self.configuration_id,
            ..Form::default()
        };
        let address = parse_address(&form).map_err(|fault| in_field(fault.into()))?;
        Ok((address, self.sub_accounts))
    }
}

/// Picture's name, taken from its path or given by itself.
fn picture_name(path: &str) -> String {
    path.strip_prefix(PICTURES).unwrap_or(path).to_owned()
}

impl AnnouncementBody {
    /// Announcement that may be stored.
    pub fn parse(self, now_ms: i64) -> Result<Written, ApiError> {
        let form = Form {
            msg_type: self.msg_type,
            content_type: self.content_type,
            titles: [self.title_zh, self.title_en],
            texts: [self.content_zh, self.content_en],
            pictures: [
                picture_name(&self.picture_zh),
                picture_name(&self.picture_en),
            ],
            from_ms: self.from_time,
            until_ms: self.until_time,
            frequency: self.pop_frequency,
            priority: self.pop_priority,
            audience: self.audience.audience,
            member_ids: self.audience.member_ids,
            configuration_id: self.audience.configuration_id,
            sub_accounts: self.audience.sub_accounts,
        };
        Written::parse(&form, now_ms).map_err(in_field)
    }
}

/// An announcement as a message to one member, in a language.
pub fn message_of(new: &Written, lang: Lang) -> Message {
    let side = match lang {
        Lang::Zh => 0,
        Lang::En => 1,
    };
    Message::Notice {
        title: new.titles[side].clone(),
        shows: match &new.body {
            Body::Texts(texts) => domain::notices::NoticeContent::Text(texts[side].clone()),
            Body::Pictures(names) => {
                domain::notices::NoticeContent::Picture(format!("{PICTURES}{}", names[side]))
            }
        },
    }
}

/// Changed announcement.
#[derive(Deserialize, ToSchema)]
pub struct ChangeBody {
    /// Announcement's id.
    id: i64,
    /// The `updateTime` that was seen: the change is refused where another operator changed the announcement since. Never, when left out.
    #[serde(rename = "updateTime")]
    update_time: Option<i64>,
    #[serde(flatten)]
    new: AnnouncementBody,
}

impl ChangeBody {
    /// Announcement's id and the time of its version that was seen, and the change that may be stored.
    pub fn parse(self, now_ms: i64) -> Result<((i64, Option<i64>), Written), ApiError> {
        Ok(((self.id, self.update_time), self.new.parse(now_ms)?))
    }
}

fn in_field(refusal: Refusal) -> ApiError {
    ApiError::in_field(refusal.field(), |lang| refusal.fault.text(lang).to_owned())
}

impl From<AnnouncementError> for ApiError {
    fn from(error: AnnouncementError) -> Self {
        match error {
            AnnouncementError::Changed(_) => Self::Refused(codes::CHANGED_MEANWHILE),
            AnnouncementError::Unknown => Self::Refused(codes::ANNOUNCEMENT_ABSENT),
            AnnouncementError::State => Self::Refused(codes::ANNOUNCEMENT_STATE),
            AnnouncementError::Limit => Self::Refused(codes::ANNOUNCEMENT_LIMIT),
            AnnouncementError::Refused(refusal) => in_field(refusal),
            AnnouncementError::Fault(fault) => fault.into(),
        }
    }
}

/// Names an announcement.
#[derive(Deserialize, ToSchema)]
pub struct IdBody {
    /// Announcement's id.
    pub id: i64,
}

/// Popups in the order in which they come.
#[derive(Deserialize, ToSchema)]
pub struct OrderPopupsBody {
    /// Ids of popups that are not over, 1 to 99, each once.
    ids: Vec<i64>,
}

impl OrderPopupsBody {
    pub fn parse(self) -> Result<Vec<i64>, ApiError> {
        let distinct: HashSet<&i64> = self.ids.iter().collect();
        if self.ids.is_empty() || self.ids.len() > ORDER_MAX || distinct.len() < self.ids.len() {
            return Err(ApiError::Refused(codes::BAD_REQUEST));
        }
        Ok(self.ids)
    }
}

/// Names an announcement.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct IdQuery {
    /// Announcement's id.
    pub id: i64,
}

/// A page of announcements.
#[derive(Serialize, ToSchema)]
pub struct AnnouncementPage {
    /// The last changed first.
    list: Vec<AnnouncementView>,
    total: i64,
}

impl AnnouncementPage {
    /// Builds the answer's view, with the states of `now_ms`.
    pub fn of(page: &Page, now_ms: i64) -> Self {
        let view = |listed| AnnouncementView::of(listed, now_ms);
        Self {
            list: page.list.iter().map(view).collect(),
            total: page.total,
        }
    }
}

/// An announcement as operators see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncementView {
    id: i64,
    /// 1 in the list, 2 a line in the header, 3 a popup, 4 a popup about a campaign.
    msg_type: i16,
    /// 1 a picture, 2 a text.
    content_type: i16,
    title_zh: String,
    title_en: String,
    /// Empty where it is a picture.
    content_zh: String,
    content_en: String,
    /// The path of the picture; empty where it is a text.
    picture_zh: String,
    picture_en: String,
    from_time: i64,
    #[schema(required = true)]
    until_time: Option<i64>,
    pop_frequency: i16,
    pop_priority: i32,
    /// 1 all, 2 the members named, 3 members with a phone of a configuration.
    audience: i16,
    member_ids: Vec<i64>,
    #[schema(required = true)]
    configuration_id: Option<i64>,
    sub_accounts: bool,
    /// `draft`, `scheduled`, `live`, `over` or `withdrawn`.
    state: &'static str,
    /// Number of members who saw it.
    seen: i64,
    create_time: i64,
    update_time: i64,
}

impl AnnouncementView {
    /// View with the state of `now_ms`.
    pub fn of(listed: &Listed, now_ms: i64) -> Self {
        let one = &listed.announcement;
        let text = |lang| match one.content_type {
            ContentType::Text => one.content(lang).to_owned(),
            ContentType::Picture => String::new(),
        };
        let picture = |lang| match one.content_type {
            ContentType::Text => String::new(),
            ContentType::Picture => format!("{PICTURES}{}", one.content(lang)),
        };
        let (audience, member_ids, configuration_id) = match &one.address {
            Address::All => (Audience::All, Vec::new(), None),
            Address::Named(ids) => (Audience::Named, ids.clone(), None),
            Address::Configuration(id) => (Audience::Configuration, Vec::new(), Some(*id)),
        };
        Self {
            id: one.id,
            msg_type: one.msg_type as i16,
            content_type: one.content_type as i16,
            title_zh: one.title(Lang::Zh).to_owned(),
            title_en: one.title(Lang::En).to_owned(),
            content_zh: text(Lang::Zh),
            content_en: text(Lang::En),
            picture_zh: picture(Lang::Zh),
            picture_en: picture(Lang::En),
            from_time: one.from_ms,
            until_time: one.until_ms,
            pop_frequency: one.frequency,
            pop_priority: one.priority,
            audience: audience as i16,
            member_ids,
            configuration_id,
            sub_accounts: one.sub_accounts,
            state: one.state(now_ms).into_str(),
            seen: listed.seen,
            create_time: one.created_ms,
            update_time: one.changed_ms,
        }
    }

    /// Refusal of a change.
    pub fn refused(error: AnnouncementError, now_ms: i64) -> ApiError {
        match error {
            AnnouncementError::Changed(changed) => ApiError::WithData {
                code: codes::CHANGED_MEANWHILE,
                data: json!({
                    "by": changed.by,
                    "time": changed.at_ms,
                    "now": Self::of(&changed.now, now_ms),
                }),
            },
            error => error.into(),
        }
    }
}

/// Announcements that concern me: kinds and page.
#[derive(Default, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "the document names what clients send; the server's clock decides"
)]
pub struct PopupsQuery {
    /// Page number, from 1.
    page_no: Option<i64>,
    /// Page size, 1 to 300, usually 10.
    page_size: Option<i64>,
    /// The client's time; the server goes by its own.
    now_date_time: Option<String>,
    /// 1 to 4, several; all where none is named. Repeated, with or without brackets, or separated by commas.
    msg_type: Option<Vec<i64>>,
    /// 0 active; there are no others to see.
    status: Option<i64>,
}

impl PopupsQuery {
    /// Reads a query as clients of this family write it.
    pub fn parse(pairs: &[(String, String)]) -> Result<Self, ApiError> {
        let bad = || ApiError::Refused(codes::BAD_REQUEST);
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| bad());
        let mut query = Self::default();
        for (name, value) in pairs {
            let name = name.split('[').next().unwrap_or_default();
            match name {
                "pageNo" | "pageNum" | "page" => query.page_no = Some(number(value)?),
                "pageSize" | "limit" => query.page_size = Some(number(value)?),
                "status" if !value.is_empty() => query.status = Some(number(value)?),
                "msgType" => {
                    let listed = value.trim_matches(['[', ']']).split(',');
                    for each in listed.filter(|each| !each.is_empty()) {
                        query.msg_type.get_or_insert_default().push(number(each)?);
                    }
                }
                _ => {}
            }
        }
        let within = |value: Option<i64>, most: i64| value.is_none_or(|n| (1..=most).contains(&n));
        if within(query.page_no, 10_000) && within(query.page_size, FETCHED.into()) {
            Ok(query)
        } else {
            Err(bad())
        }
    }

    /// Kinds that are asked for, all when left out; none for a status that no announcement has.
    pub fn kinds(&self) -> Option<Vec<MsgType>> {
        if self.status.is_some_and(|status| status != 0) {
            return None;
        }
        Some(match &self.msg_type {
            None => MsgType::ALL.to_vec(),
            Some(numbers) => numbers
                .iter()
                .filter_map(|number| MsgType::from_number(*number))
                .collect(),
        })
    }

    /// Page of the announcements that were found.
    pub fn page_of(&self, found: &[MemberAnnouncement], today: String, lang: Lang) -> PopupsView {
        let size = self.page_size.unwrap_or(PAGE_SIZE.into());
        let skipped = (self.page_no.unwrap_or(1) - 1) * size;
        let at = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        PopupsView {
            list: found
                .iter()
                .skip(at(skipped))
                .take(at(size))
                .map(|shown| PopupView::of(shown, lang))
                .collect(),
            total: found.len(),
            today,
        }
    }
}

/// Announcements that concern me.
#[derive(Serialize, ToSchema)]
pub struct PopupsView {
    /// The newest first.
    list: Vec<PopupView>,
    total: usize,
    /// The operator's day, as 2026-11-26.
    today: String,
}

/// An announcement as its member sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PopupView {
    id: i64,
    title: String,
    /// A text with marks, or the path of a picture.
    content: String,
    /// 1 a picture, 2 a text with its title.
    content_type: i16,
    /// 1 every time, 2 once a day, 3 once.
    pop_frequency: i16,
    /// Priority: the smaller comes first.
    pop_priority: i32,
    /// 1 in the list, 2 a line in the header, 3 a popup, 4 a popup about a campaign.
    msg_type: i16,
    /// Status, always 0 (active).
    status: i16,
    /// Raised with each change: a changed one comes again.
    revision: i64,
    read_status: bool,
    create_time: i64,
    /// My phones that it is about: those of the configuration that it is addressed to.
    about_phone_ids: Vec<i64>,
}

/// Content for the member: a text, or the path of the picture.
fn content(one: &Announcement, lang: Lang) -> String {
    match one.content_type {
        ContentType::Text => one.content(lang).to_owned(),
        ContentType::Picture => format!("{PICTURES}{}", one.content(lang)),
    }
}

impl PopupView {
    fn of(shown: &MemberAnnouncement, lang: Lang) -> Self {
        let one = &shown.announcement;
        Self {
            id: one.id,
            title: one.title(lang).to_owned(),
            content: content(one, lang),
            content_type: one.content_type as i16,
            pop_frequency: one.frequency,
            pop_priority: one.priority,
            msg_type: one.msg_type as i16,
            status: 0,
            revision: one.revision,
            read_status: shown.seen_ms.is_some(),
            create_time: one.from_ms,
            about_phone_ids: shown.phone_ids.clone(),
        }
    }
}

/// Announcement as a line of the member's messages.
pub fn shown_message(shown: &MemberAnnouncement, lang: Lang) -> NoticeView {
    let one = &shown.announcement;
    let (html, picture) = match one.content_type {
        ContentType::Text => (content(one, lang), String::new()),
        ContentType::Picture => (String::new(), content(one, lang)),
    };
    NoticeView {
        id: one.id,
        title: one.title(lang).to_owned(),
        content_type: one.content_type as i16,
        content: words_of(&html).trim().to_owned(),
        html,
        picture,
        r#type: Kind::Notice as i16,
        about_phone_ids: shown.phone_ids.clone(),
        phone_ids: Vec::new(),
        read_status: shown.seen_ms.is_some(),
        read_time: shown.seen_ms,
        create_time: one.from_ms,
    }
}
