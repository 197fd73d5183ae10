//! Bodies and views of an owner's links, and of the pages behind them.

use domain::codes;
use domain::lang::Lang;
use domain::sharing::Until;
use domain::sharing::links::{LINK_VIEWERS_MAX, LinkKind, ViewersMax};
use engine::Engine;
use serde::{Deserialize, Serialize};
use store::session::Actor;
use store::sharing::links::{
    Link, LinkAsk, LinkChange, LinkError, LinkShows, LinkTarget, OpenLinkError, PasscodeChange,
};
use utoipa::ToSchema;

use super::trial::{LinkTrialView, TrialBody};
use crate::AppState;
use crate::http::ApiError;

/// Address of a link, behind this server's origin.
pub fn path_of(state: &AppState, kind: LinkKind, token: &str) -> String {
    format!("{}/app/{}/{token}", state.base.as_str(), kind.page())
}

fn viewers_of(number: i64) -> Result<ViewersMax, ApiError> {
    ViewersMax::parse(number).ok_or_else(|| {
        let most = LINK_VIEWERS_MAX;
        ApiError::in_field("viewersMax".to_owned(), |lang| match lang {
            Lang::Zh => format!("请输入 1 到 {most} 人"),
            Lang::En => format!("Enter 1 to {most} viewers"),
        })
    })
}

fn one_visitor() -> ApiError {
    ApiError::in_field("viewersMax".to_owned(), |lang| match lang {
        Lang::Zh => "试玩一次只能一个人".to_owned(),
        Lang::En => "A trial is for one visitor at a time".to_owned(),
    })
}

fn until_of(at_ms: Option<i64>, hours: Option<i64>) -> Result<Until, ApiError> {
    Until::parse(at_ms, hours).ok_or(ApiError::Refused(codes::BAD_REQUEST))
}

impl From<LinkError> for ApiError {
    fn from(error: LinkError) -> Self {
        Self::Refused(match error {
            LinkError::Phone => codes::PHONE_ABSENT,
            LinkError::Right => codes::RIGHT_MISSING,
            LinkError::File => codes::UPLOAD_ABSENT,
            LinkError::Unfinished => codes::UPLOAD_UNFINISHED,
            LinkError::NoVideo => codes::SHARE_NO_VIDEO,
            LinkError::Viewers => return one_visitor(),
            LinkError::Until => codes::SHARE_UNTIL,
            LinkError::TooMany => codes::SHARE_LINK_LIMIT,
            LinkError::Unknown => codes::NOT_FOUND,
            LinkError::Fault(fault) => return fault.into(),
        })
    }
}

impl From<OpenLinkError> for ApiError {
    fn from(error: OpenLinkError) -> Self {
        match error {
            OpenLinkError::TooMany { retry_after_ms } => {
                Self::retry_later(codes::TOO_MANY, retry_after_ms)
            }
            OpenLinkError::Fault(fault) => fault.into(),
        }
    }
}

/// Phone, app or clip of a link, its end and limits.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateLinkBody {
    /// Kind of the link: a phone live when missing.
    #[serde(default)]
    kind: LinkKind,
    /// Phone's id, of a live view or a trial.
    phone_id: Option<i64>,
    /// File's id, of a clip.
    upload_id: Option<i64>,
    /// The app, of a trial, for which `viewersMax` is 1.
    trial: Option<TrialBody>,
    /// End, Unix milliseconds. An end beyond a phone's rental is the rental's, and one of a clip beyond 30 days is then. Either this or `hours`.
    expire_time: Option<i64>,
    /// Hours from now, 1 to 720.
    hours: Option<i64>,
    /// Number of pages that it lets in at the same time, 1 to 50.
    viewers_max: i64,
    /// Whether a passcode is asked for. The server makes it.
    #[serde(default)]
    passcode: bool,
}

impl CreateLinkBody {
    pub async fn parse(&self, engine: &Engine, actor: &Actor) -> Result<LinkAsk, ApiError> {
        let target = match (self.kind, self.phone_id, self.upload_id, &self.trial) {
            (LinkKind::Live, Some(phone_id), None, None) => LinkTarget::Live { phone_id },
            (LinkKind::Clip, None, Some(upload_id), None) => LinkTarget::Clip { upload_id },
            (LinkKind::Trial, Some(phone_id), None, Some(trial)) => {
                LinkTarget::Trial(trial.find(engine, actor, phone_id).await?)
            }
            (LinkKind::Live | LinkKind::Clip | LinkKind::Trial, ..) => {
                return Err(ApiError::Refused(codes::BAD_REQUEST));
            }
        };
        Ok(LinkAsk {
            target,
            until: until_of(self.expire_time, self.hours)?,
            viewers_max: viewers_of(self.viewers_max)?,
            passcode: self.passcode,
        })
    }
}

/// A link that was made.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewLinkView {
    /// Id by which it is changed and ended.
    pub link_id: i64,
    /// Address, behind this server's origin.
    pub path: String,
    /// Passcode, shown this once; null without one.
    #[schema(required = true)]
    pub passcode: Option<String>,
    /// End, Unix milliseconds.
    pub until_time: i64,
}

/// A page of links.
#[derive(Serialize, ToSchema)]
pub struct LinksView {
    /// The newest first.
    pub list: Vec<LinkView>,
    pub total: i64,
    /// The server's time, Unix milliseconds.
    pub now: i64,
}

/// A link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkView {
    /// Id by which it is changed and ended.
    link_id: i64,
    /// Address, behind this server's origin.
    path: String,
    /// Kind of the link.
    kind: LinkKind,
    /// Phone of a live view or a trial; null of a clip.
    #[schema(required = true)]
    phone_id: Option<i64>,
    /// The phone's name; empty for a phone that is not mine any more, and for a clip.
    phone_alias: String,
    /// The phone's id for people; empty for a phone that is not mine any more, and for a clip.
    owl_id: String,
    /// Name of a clip's file; empty for a phone.
    file_name: String,
    /// App and time of a trial; null of the others. `opened` is the number of trials.
    #[schema(required = true)]
    trial: Option<LinkTrialView>,
    /// Number of pages that are open now.
    viewers: i64,
    /// Times since which these pages are open, the longest first, Unix milliseconds: nothing else is told of who watches.
    viewing_since: Vec<i64>,
    /// Number of pages that it lets in at the same time.
    viewers_max: i64,
    /// Whether a passcode is asked for.
    passcode: bool,
    /// How often the link was opened.
    opened: i64,
    /// Unix milliseconds.
    create_time: i64,
    /// End, Unix milliseconds: of a link that was ended before, that moment.
    until_time: i64,
    /// Whether the link opens.
    open: bool,
}

pub fn view_of(state: &AppState, link: Link) -> LinkView {
    let kind = link.shows.kind();
    let (phone_id, phone, file_name, trial) = match link.shows {
        LinkShows::Live { phone_id, phone } => (Some(phone_id), phone, String::new(), None),
        LinkShows::Clip { file_name } => (None, None, file_name, None),
        LinkShows::Trial { trial, phone } => {
            let view = LinkTrialView::from(&trial);
            (Some(trial.phone_id), phone, String::new(), Some(view))
        }
    };
    let (phone_alias, owl_id) = phone.unwrap_or_default();
    let viewing_since = state.engine.screen_sockets.viewing_since(link.link_id);
    LinkView {
        link_id: link.link_id,
        path: path_of(state, kind, &link.token),
        kind,
        phone_id,
        phone_alias,
        owl_id,
        file_name,
        trial,
        viewers: i64::try_from(viewing_since.len()).unwrap_or(i64::MAX),
        viewing_since,
        viewers_max: link.viewers_max,
        passcode: link.passcode,
        opened: link.opened,
        create_time: link.created_ms,
        until_time: link.until_ms,
        open: link.open,
    }
}

/// Change of the passcode.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PasscodeChangeView {
    /// None is asked for any more.
    Remove,
    /// A new one takes the place of the old one.
    Renew,
}

/// Changes of a link; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateLinkBody {
    /// Id of the link.
    pub link_id: i64,
    /// End, Unix milliseconds.
    pub expire_time: Option<i64>,
    /// Hours from now, 1 to 720.
    pub hours: Option<i64>,
    /// Number of pages that it lets in at the same time, 1 to 50. Pages that are open stay open.
    pub viewers_max: Option<i64>,
    /// Change of the passcode. Pages that are open stay open.
    #[schema(inline)]
    pub passcode: Option<PasscodeChangeView>,
}

impl UpdateLinkBody {
    pub fn parse(&self) -> Result<LinkChange, ApiError> {
        let until = match (self.expire_time, self.hours) {
            (None, None) => None,
            (at_ms, hours) => Some(until_of(at_ms, hours)?),
        };
        let change = LinkChange {
            until,
            viewers_max: self.viewers_max.map(viewers_of).transpose()?,
            passcode: self.passcode.map(|change| match change {
                PasscodeChangeView::Remove => PasscodeChange::Remove,
                PasscodeChangeView::Renew => PasscodeChange::Renew,
            }),
        };
        if change == LinkChange::default() {
            return Err(ApiError::Refused(codes::BAD_REQUEST));
        }
        Ok(change)
    }
}

/// A link after a change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedLinkView {
    /// New passcode, shown this once; null when it was not renewed.
    #[schema(required = true)]
    pub passcode: Option<String>,
    /// End, Unix milliseconds.
    pub until_time: i64,
}

/// Names a link.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndLinkBody {
    /// Id of the link.
    pub link_id: i64,
}

/// How a link stands, for the pages behind it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkStandingView {
    /// Number of pages that are open now.
    pub viewers: i64,
    /// Number of pages that it lets in at the same time.
    pub viewers_max: i64,
    /// End of the link, Unix milliseconds.
    pub until_time: i64,
    /// The server's time, Unix milliseconds.
    pub now: i64,
}
