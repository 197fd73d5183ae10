//! `/app-api/trade/phone-link/**`: links of an owner, by which anybody who has the address sees one phone live.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::codes;
use domain::lang::Lang;
use domain::sharing::Until;
use domain::sharing::links::{LINK_VIEWERS_MAX, ViewersMax};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::sharing::links::{
    self, Link, LinkAsk, LinkChange, LinkError, OpenLinkError, OpenedLink, Opening, PasscodeChange,
};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::AppState;
use crate::http::{Answer, ApiError, Client, Member, PageQuery};

/// Path of the open page, below the console's base; the token follows.
const PAGE: &str = "/app/sharePhoneVideo/";

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(create_share_link)
        .service(list_share_links)
        .service(update_share_link)
        .service(end_share_link)
        .service(open_share_link)
        .service(count_share_viewers);
}

/// Address of a link, behind this server's origin.
fn path_of(state: &AppState, token: &str) -> String {
    format!("{}{PAGE}{token}", state.base.as_str())
}

fn viewers_of(number: i64) -> Result<ViewersMax, ApiError> {
    ViewersMax::parse(number).ok_or_else(|| {
        ApiError::in_field("viewersMax".to_owned(), |lang| {
            let most = LINK_VIEWERS_MAX;
            match lang {
                Lang::Zh => format!("请输入 1 到 {most} 人"),
                Lang::En => format!("Enter 1 to {most} viewers"),
            }
        })
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
            OpenLinkError::TooMany { retry_after_ms } => Self::WithData {
                code: codes::TOO_MANY,
                data: json!({ "retryAfterMs": retry_after_ms }),
            },
            OpenLinkError::Fault(fault) => fault.into(),
        }
    }
}

/// Phone, end and limits of a link.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateLinkBody {
    /// Phone's id.
    phone_id: i64,
    /// End, Unix milliseconds. An end beyond the rental is the rental's. Either this or `hours`.
    expire_time: Option<i64>,
    /// Hours from now, 1 to 720.
    hours: Option<i64>,
    /// Number of pages that may show the phone at the same time, 1 to 50.
    viewers_max: i64,
    /// Whether a passcode is asked for. The server makes it.
    #[serde(default)]
    passcode: bool,
}

impl CreateLinkBody {
    fn parse(&self) -> Result<LinkAsk, ApiError> {
        Ok(LinkAsk {
            phone_id: self.phone_id,
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
    link_id: i64,
    /// Address, behind this server's origin.
    path: String,
    /// Passcode, shown this once; null without one.
    #[schema(required = true)]
    passcode: Option<String>,
    /// End, Unix milliseconds.
    until_time: i64,
}

/// Makes a link to one of my phones
///
/// Anybody who has the address sees the phone live, without an account and without learning anything else. The pictures end within a second
/// when the link ends, when the phone leaves its owner, and after a password change. 1011102011: 50 links are open.
#[utoipa::path(tag = "sharing", operation_id = "create_share_link", request_body = CreateLinkBody, responses((status = 200, description = "The link; or 400, 401, 1011101001, 1011101004, 1011102005, 1011102011", body = Answer<NewLinkView>)), extensions(("x-level" = json!("owner")), ("x-scope" = json!("none")), ("x-object" = json!("phoneId: phone"))))]
#[post("/app-api/trade/phone-link/create")]
async fn create_share_link(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<CreateLinkBody>,
) -> Result<Answer<NewLinkView>, ApiError> {
    let (store, ask) = (&state.engine.store, body.parse()?);
    let made = links::make_link(store, &actor, ask, state.now_ms()).await?;
    Ok(Answer::ok(NewLinkView {
        link_id: made.link_id,
        path: path_of(&state, &made.token),
        passcode: made.passcode,
        until_time: made.until_ms,
    }))
}

/// A page of links.
#[derive(Serialize, ToSchema)]
pub struct LinksView {
    /// The newest first.
    list: Vec<LinkView>,
    total: i64,
    /// The server's time, Unix milliseconds.
    now: i64,
}

/// A link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkView {
    /// Id by which it is changed and ended.
    link_id: i64,
    /// Address, behind this server's origin.
    path: String,
    phone_id: i64,
    /// The phone's name; empty for a phone that is not mine any more.
    phone_alias: String,
    /// The phone's id for people; empty for a phone that is not mine any more.
    owl_id: String,
    /// Number of pages that show the phone now.
    viewers: i64,
    /// Number of pages that may show the phone at the same time.
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

fn view_of(state: &AppState, link: Link) -> LinkView {
    let (phone_alias, owl_id) = link.phone.unwrap_or_default();
    LinkView {
        link_id: link.link_id,
        path: path_of(state, &link.token),
        phone_id: link.phone_id,
        phone_alias,
        owl_id,
        viewers: state.engine.live.viewers_of(link.link_id),
        viewers_max: link.viewers_max,
        passcode: link.passcode,
        opened: link.opened,
        create_time: link.created_ms,
        until_time: link.until_ms,
        open: link.open,
    }
}

/// My links with those that ended, the newest first
#[utoipa::path(tag = "sharing", operation_id = "list_share_links", params(PageQuery), responses((status = 200, description = "A page; or 400, 401", body = Answer<LinksView>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))))]
#[get("/app-api/trade/phone-link/page")]
async fn list_share_links(
    state: Data<AppState>,
    Member(actor): Member,
    query: Query<PageQuery>,
) -> Result<Answer<LinksView>, ApiError> {
    let (window, now_ms) = (query.usual()?, state.now_ms());
    let page = links::links(&state.engine.store, &actor, window, now_ms).await?;
    let list = page.links.into_iter().map(|link| view_of(&state, link));
    Ok(Answer::ok(LinksView {
        list: list.collect(),
        total: page.total,
        now: now_ms,
    }))
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
    link_id: i64,
    /// End, Unix milliseconds.
    expire_time: Option<i64>,
    /// Hours from now, 1 to 720.
    hours: Option<i64>,
    /// Number of pages that may show the phone at the same time, 1 to 50. Pages that are open stay open.
    viewers_max: Option<i64>,
    /// Change of the passcode. Pages that are open stay open.
    #[schema(inline)]
    passcode: Option<PasscodeChangeView>,
}

impl UpdateLinkBody {
    fn parse(&self) -> Result<LinkChange, ApiError> {
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
    passcode: Option<String>,
    /// End, Unix milliseconds.
    until_time: i64,
}

/// Changes one of my open links, and the pages behind it at once
///
/// 404: there is none, it is over, or it is somebody else's.
#[utoipa::path(tag = "sharing", operation_id = "update_share_link", request_body = UpdateLinkBody, responses((status = 200, description = "The link; or 400, 401, 404, 1011102005", body = Answer<ChangedLinkView>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none")), ("x-object" = json!("linkId: link"))))]
#[post("/app-api/trade/phone-link/update")]
async fn update_share_link(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<UpdateLinkBody>,
) -> Result<Answer<ChangedLinkView>, ApiError> {
    let (store, change) = (&state.engine.store, body.parse()?);
    let changed = links::update_link(store, &actor, body.link_id, change, state.now_ms()).await?;
    Ok(Answer::ok(ChangedLinkView {
        passcode: changed.passcode,
        until_time: changed.until_ms,
    }))
}

/// Names a link.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndLinkBody {
    /// Id of the link.
    link_id: i64,
}

/// Ends one of my links
///
/// The pictures end within a second, and the address answers like one that never was. 404: there is none, it is over, or it is somebody else's.
#[utoipa::path(tag = "sharing", operation_id = "end_share_link", request_body = EndLinkBody, responses((status = 200, description = "true; or 400, 401, 404", body = Answer<bool>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none")), ("x-object" = json!("linkId: link"))))]
#[post("/app-api/trade/phone-link/end")]
async fn end_share_link(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<EndLinkBody>,
) -> Result<Answer<bool>, ApiError> {
    links::end_link(&state.engine.store, &actor, body.link_id, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// Token of a link, and its passcode.
#[derive(Deserialize, ToSchema)]
pub struct OpenLinkBody {
    /// Token from the address.
    token: String,
    /// Passcode as typed; left out at first.
    passcode: Option<String>,
}

/// How a link answers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OpeningView {
    /// The phone may be shown.
    Opened,
    /// A passcode is asked for.
    Passcode,
    /// The limit of viewers is reached: that many pages show the phone.
    Full,
}

/// Answer of a link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenedLinkView {
    #[schema(inline)]
    state: OpeningView,
    /// Tries that are left after a wrong passcode; null when none was given.
    #[schema(required = true)]
    tries_left: Option<i64>,
    /// Session of the page; null unless it was opened.
    #[schema(required = true)]
    page: Option<LinkPageView>,
}

/// Session of a page that shows a phone by a link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkPageView {
    /// For `Authorization: Bearer`: a view of this phone, and nothing else.
    access_token: String,
    phone_id: i64,
    /// Begin of the link, Unix milliseconds.
    create_time: i64,
    /// End of the link, Unix milliseconds.
    until_time: i64,
    /// The server's time, Unix milliseconds.
    now: i64,
}

impl OpenedLinkView {
    const fn without(state: OpeningView, tries_left: Option<i64>) -> Self {
        Self {
            state,
            tries_left,
            page: None,
        }
    }

    fn of(opened: OpenedLink, now_ms: i64) -> Self {
        Self {
            state: OpeningView::Opened,
            tries_left: None,
            page: Some(LinkPageView {
                access_token: opened.token,
                phone_id: opened.phone_id,
                create_time: opened.created_ms,
                until_time: opened.until_ms,
                now: now_ms,
            }),
        }
    }
}

/// Opens a link for a page
///
/// 404: no link opens by this token, whether there never was one, it ended, or its phone is gone. After 5 wrong passcodes of an address at a link
/// within 15 minutes, or 60 openings of an address within 10: 1002000429 with `retryAfterMs`.
#[utoipa::path(tag = "sharing", operation_id = "open_share_link", request_body = OpenLinkBody, responses((status = 200, description = "A session, or what is missing; or 400, 404, 1002000429", body = Answer<OpenedLinkView>)), extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))))]
#[post("/app-api/trade/phone-link/open")]
async fn open_share_link(
    state: Data<AppState>,
    client: Client,
    body: Json<OpenLinkBody>,
) -> Result<Answer<OpenedLinkView>, ApiError> {
    let (body, now_ms) = (body.into_inner(), state.now_ms());
    let (store, live) = (&state.engine.store, state.engine.live.clone());
    let watching = move |link_id| live.viewers_of(link_id);
    let given = (body.token, body.passcode);
    let opening = links::open_link(store, given, client.address, watching, now_ms).await?;
    Ok(Answer::ok(match opening {
        Opening::Absent => return Err(ApiError::Refused(codes::NOT_FOUND)),
        Opening::Passcode { tries_left } => {
            OpenedLinkView::without(OpeningView::Passcode, tries_left)
        }
        Opening::Full => OpenedLinkView::without(OpeningView::Full, None),
        Opening::Opened(opened) => OpenedLinkView::of(opened, now_ms),
    }))
}

/// How a link stands, for the pages behind it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkStandingView {
    /// Number of pages that show the phone now.
    viewers: i64,
    /// Number of pages that may show it at the same time.
    viewers_max: i64,
    /// End of the link, Unix milliseconds.
    until_time: i64,
}

/// How the link of this page stands
///
/// For the session of a page that a link opened; 404 for every other.
#[utoipa::path(tag = "sharing", operation_id = "count_share_viewers", responses((status = 200, description = "How it stands; or 401, 404", body = Answer<LinkStandingView>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:control"))))]
#[get("/app-api/trade/phone-link/standing")]
async fn count_share_viewers(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<LinkStandingView>, ApiError> {
    let standing = links::standing(&state.engine.store, &actor).await?;
    let standing = standing.ok_or(ApiError::Refused(codes::NOT_FOUND))?;
    Ok(Answer::ok(LinkStandingView {
        viewers: state.engine.live.viewers_of(standing.link_id),
        viewers_max: standing.viewers_max,
        until_time: standing.until_ms,
    }))
}
