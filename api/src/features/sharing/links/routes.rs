//! `/app-api/trade/phone-link/**`: links of an owner, by which anybody who has the address sees one phone live, or a clip.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::codes;
use store::sharing::links;

use super::opening::{OpenLinkBody, OpenedLinkView, answer};
use super::wire::{
    ChangedLinkView, CreateLinkBody, EndLinkBody, LinkStandingView, LinksView, NewLinkView,
    UpdateLinkBody, path_of, view_of,
};
use super::{clip, trial};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Done, Member, PageQuery};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(create_share_link)
        .service(list_share_links)
        .service(update_share_link)
        .service(end_share_link)
        .service(open_share_link)
        .service(count_share_viewers)
        .configure(clip::configure)
        .configure(trial::configure);
}

/// Makes a link to one of my phones, to an app of it for trials, or to a clip among my files
///
/// A trial is hands-on: its visitor has the app alone, for some minutes, one visitor at a time.
/// Anybody who has the address sees the phone live or the clip, without an account and without learning anything else. What is seen ends within
/// a second when the link ends, when the phone leaves its owner, and after a password change. The file of a clip stays as long as the link.
/// 1011102011: 50 links are open.
#[utoipa::path(
    tag = "sharing",
    operation_id = "create_share_link",
    request_body = CreateLinkBody,
    responses((
        status = 200,
        description = "The link; or 400, 401, 1011000022, 1011101001, 1011101003, 1011101004, 1011101008, 1011102005, 1011102011 to 1011102013, 1011110001, 1011110010, 1011121011",
        body = Answer<NewLinkView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneId: phone, uploadId: upload")),
    ),
)]
#[post("/app-api/trade/phone-link/create")]
async fn create_share_link(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<CreateLinkBody>,
) -> Result<Answer<NewLinkView>, ApiError> {
    let store = &state.engine.store;
    let ask = body.parse(&state.engine, &actor).await?;
    let made = links::make_link(store, &actor, ask, state.now_ms()).await?;
    Ok(Answer::ok(NewLinkView {
        link_id: made.link_id,
        path: path_of(&state, made.kind, &made.token),
        passcode: made.passcode,
        until_time: made.until_ms,
    }))
}

/// My links with those that ended, the newest first
#[utoipa::path(
    tag = "sharing",
    operation_id = "list_share_links",
    params(PageQuery),
    responses((status = 200, description = "A page; or 400, 401", body = Answer<LinksView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
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

/// Changes one of my open links, and the pages behind it at once
///
/// 404: there is none, it is over, or it is somebody else's.
#[utoipa::path(
    tag = "sharing",
    operation_id = "update_share_link",
    request_body = UpdateLinkBody,
    responses((
        status = 200,
        description = "The link; or 400, 401, 404, 1011102005",
        body = Answer<ChangedLinkView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("linkId: link")),
    ),
)]
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

/// Ends one of my links
///
/// The pictures end within a second, and the address answers like one that never was. 404: there is none, it is over, or it is somebody else's.
#[utoipa::path(
    tag = "sharing",
    operation_id = "end_share_link",
    request_body = EndLinkBody,
    responses((status = 200, description = "true; or 400, 401, 404", body = Answer<bool>)),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("linkId: link")),
    ),
)]
#[post("/app-api/trade/phone-link/end")]
async fn end_share_link(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<EndLinkBody>,
) -> Result<Answer<bool>, ApiError> {
    links::end_link(&state.engine.store, &actor, body.link_id, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// Opens a link for a page
///
/// 404: no link opens by this token, whether there never was one, it ended, or what it shows is gone. After 5 wrong passcodes of an address at a link
/// within 15 minutes, or 60 openings of an address within 10: 1002000429 with `retryAfterMs`.
#[utoipa::path(
    tag = "sharing",
    operation_id = "open_share_link",
    request_body = OpenLinkBody,
    responses((
        status = 200,
        description = "A session, or what is missing; or 400, 404, 1002000429",
        body = Answer<OpenedLinkView>,
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/trade/phone-link/open")]
async fn open_share_link(
    state: Data<AppState>,
    client: Client,
    body: Json<OpenLinkBody>,
) -> Result<Done<OpenedLinkView>, ApiError> {
    let (body, now_ms) = (body.into_inner(), state.now_ms());
    let (store, live) = (&state.engine.store, state.engine.screen_sockets.clone());
    let watching = move |link_id| live.viewers_of(link_id);
    let given = (body.token, body.passcode);
    let opening = links::open_link(store, given, client.address, watching, now_ms).await?;
    answer(&state, opening, now_ms)
}

/// How the link of this page stands
///
/// For the session of a page that a link opened; 404 for every other.
#[utoipa::path(
    tag = "sharing",
    operation_id = "count_share_viewers",
    responses((
        status = 200,
        description = "How it stands; or 401, 404",
        body = Answer<LinkStandingView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:control"))),
)]
#[get("/app-api/trade/phone-link/standing")]
async fn count_share_viewers(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<LinkStandingView>, ApiError> {
    let standing = links::standing(&state.engine.store, &actor).await?;
    let standing = standing.ok_or(ApiError::Refused(codes::NOT_FOUND))?;
    Ok(Answer::ok(LinkStandingView {
        viewers: state.engine.screen_sockets.viewers_of(standing.link_id),
        viewers_max: standing.viewers_max,
        until_time: standing.until_ms,
        now: state.now_ms(),
    }))
}
