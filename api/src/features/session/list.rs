//! `/app-api/member/session/**`: the member's sessions, live and ended.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::codes;
use serde::{Deserialize, Serialize};
use store::session::{self, EndError, Listed, ListedView, Page};
use utoipa::ToSchema;

use crate::AppState;
use crate::http::{Answer, ApiError, Member, PageQuery};

/// A page of sessions.
#[derive(Serialize, ToSchema)]
pub struct SessionsView {
    /// Live ones first, then those that ended within 90 days.
    list: Vec<SessionView>,
    total: i64,
}

/// A session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    session_id: i64,
    /// WEB, PC or APP: one live session for each.
    terminal: String,
    /// Whether it is the session that asks.
    current: bool,
    /// Unix milliseconds.
    created_at: i64,
    /// The minute of its last use, Unix milliseconds.
    last_seen_at: i64,
    /// Address where it began; empty when unknown.
    address: String,
    /// Device in a few words; empty when unknown.
    device: String,
    /// Unix milliseconds; missing while it lives.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_reason: Option<domain::live::SessionEnd>,
}

impl From<Listed> for SessionView {
    fn from(listed: Listed) -> Self {
        let (ended_at, end) = listed.ended.unzip();
        Self {
            session_id: listed.session_id,
            terminal: listed.terminal,
            current: listed.current,
            created_at: listed.created_ms,
            last_seen_at: listed.seen_ms,
            address: listed.address,
            device: listed.device,
            ended_at,
            end_reason: end,
        }
    }
}

impl From<Page> for SessionsView {
    fn from(page: Page) -> Self {
        Self {
            list: page.list.into_iter().map(Into::into).collect(),
            total: page.total,
        }
    }
}

/// Sessions to end: one by its id, or all but this one.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndBody {
    /// Id of one of my sessions.
    session_id: Option<i64>,
    /// Whether all my other sessions end.
    #[serde(default)]
    others: bool,
}

impl From<EndError> for ApiError {
    fn from(error: EndError) -> Self {
        match error {
            EndError::Unknown => Self::Refused(codes::NOT_FOUND),
            EndError::Fault(fault) => fault.into(),
        }
    }
}

/// The signed-in member's sessions
#[utoipa::path(
    tag = "session",
    operation_id = "list_sessions",
    params(PageQuery),
    responses((
        status = 200,
        description = "A page of sessions; or 400, 401",
        body = Answer<SessionsView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/session/page")]
pub async fn list_sessions(
    state: Data<AppState>,
    Member(actor): Member,
    page: Query<PageQuery>,
) -> Result<Answer<SessionsView>, ApiError> {
    let window = page.usual()?;
    let page = session::list(&state.engine.store, &actor, window, state.now_ms()).await?;
    Ok(Answer::ok(page.into()))
}

/// A look of an operator at my console.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorViewView {
    view_id: i64,
    /// Nickname of the operator; may be empty.
    operator: String,
    /// Why the operator looked.
    reason: String,
    /// Unix milliseconds.
    begin_time: i64,
    /// End, which may be to come, Unix milliseconds.
    until_time: i64,
}

impl From<ListedView> for OperatorViewView {
    fn from(view: ListedView) -> Self {
        Self {
            view_id: view.view_id,
            operator: view.operator,
            reason: view.reason,
            begin_time: view.begun_ms,
            until_time: view.until_ms,
        }
    }
}

/// Looks of operators at my console in the last 90 days, the newest first
///
/// An operator sees what I see, and can change nothing. At most 100.
#[utoipa::path(
    tag = "session",
    operation_id = "list_operator_views",
    responses((
        status = 200,
        description = "The looks; or 401",
        body = Answer<Vec<OperatorViewView>>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/session/views")]
pub async fn list_operator_views(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<Vec<OperatorViewView>>, ApiError> {
    let views = session::views_of(&state.engine.store, &actor, state.now_ms()).await?;
    Ok(Answer::ok(views.into_iter().map(Into::into).collect()))
}

/// Ends one of the member's sessions, or all others
///
/// Tokens of the session die at once, its sockets end within a second. A session that is unknown, ended or somebody else's gets one
/// answer (404). Answers how many ended.
#[utoipa::path(
    tag = "session",
    operation_id = "end_session",
    request_body = EndBody,
    responses((
        status = 200,
        description = "How many ended; or 400, 401, 404",
        body = Answer<usize>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("sessionId: session")),
    ),
)]
#[post("/app-api/member/session/end")]
pub async fn end_session(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<EndBody>,
) -> Result<Answer<usize>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let ended = match *body {
        EndBody {
            session_id: Some(id),
            others: false,
        } => session::end_one(store, &actor, id, now_ms)
            .await
            .map(|()| 1)?,
        EndBody {
            session_id: None,
            others: true,
        } => session::end_others(store, &actor, now_ms).await?,
        EndBody { .. } => return Err(ApiError::Refused(codes::BAD_REQUEST)),
    };
    Ok(Answer::ok(ended))
}
