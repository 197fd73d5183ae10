//! `/admin-api/member/view-as`: the console as a member sees it, read only.

use actix_web::post;
use actix_web::web::{Data, Json};
use domain::codes;
use domain::orders::Reason;
use serde::{Deserialize, Serialize};
use store::session::{self, BegunView, ViewAsError};
use utoipa::ToSchema;

use super::super::permissions::ViewAsMembers;
use super::super::wire::reason;
use crate::AppState;
use crate::http::{Answer, ApiError, Client, Operator, author};

/// Member whose console an operator wants to see.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewAsBody {
    /// Account's id.
    member_id: i64,
    /// Why, 1 to 200 characters: the member reads it.
    reason: String,
}

impl ViewAsBody {
    /// Member and reason.
    pub fn parse(self) -> Result<(i64, Reason), ApiError> {
        Ok((self.member_id, reason(&self.reason)?))
    }
}

/// A view that has begun.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BegunViewView {
    /// Id by which the view is ended.
    view_id: i64,
    /// Token for `Authorization: Bearer`, for calls that read only.
    token: String,
    /// Latest end, Unix milliseconds.
    until_time: i64,
}

impl From<BegunView> for BegunViewView {
    fn from(begun: BegunView) -> Self {
        Self {
            view_id: begun.view_id,
            token: begun.token,
            until_time: begun.until_ms,
        }
    }
}

/// View to end.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewIdBody {
    /// Id of the view.
    pub view_id: i64,
}

impl From<ViewAsError> for ApiError {
    fn from(error: ViewAsError) -> Self {
        match error {
            ViewAsError::Account(error) => error.into(),
            ViewAsError::Disabled => Self::Refused(codes::VIEW_DISABLED),
            ViewAsError::Own => Self::Refused(codes::VIEW_OWN),
            ViewAsError::Unknown => Self::Refused(codes::NOT_FOUND),
            ViewAsError::Fault(fault) => fault.into(),
        }
    }
}

/// Lets the caller see the console as a member sees it, for 15 minutes at most
///
/// The token is of a session of the member's that reads only: nothing is changed by it, and no phone's screen, files or secrets are seen. It ends
/// with the caller's own session. The member's sessions stay as they are; the member reads who looked, when and why.
#[utoipa::path(
    tag = "admin",
    operation_id = "view_as_member",
    request_body = ViewAsBody,
    responses((
        status = 200,
        description = "The token; or 400, 401, 403, 1002003011, 1002003013, 1004001000, 1011109007, 1011109008",
        body = Answer<BegunViewView>,
    )),
    extensions(
        ("x-level" = json!("perm:member:view-as")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: member")),
    ),
)]
#[post("/admin-api/member/view-as")]
pub async fn view_as_member(
    state: Data<AppState>,
    operator: Operator<ViewAsMembers>,
    client: Client,
    body: Json<ViewAsBody>,
) -> Result<Answer<BegunViewView>, ApiError> {
    let (member_id, reason) = body.into_inner().parse()?;
    let by = author(&state, &operator, &client);
    let begun = session::begin_view(&state.engine.store, by, member_id, reason).await?;
    Ok(Answer::ok(begun.into()))
}

/// Ends the caller's view of a member's console
#[utoipa::path(
    tag = "admin",
    operation_id = "end_view_as",
    request_body = ViewIdBody,
    responses((status = 200, description = "true; or 400, 401, 403, 404", body = Answer<bool>)),
    extensions(("x-level" = json!("perm:member:view-as")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/member/end-view-as")]
pub async fn end_view_as(
    state: Data<AppState>,
    operator: Operator<ViewAsMembers>,
    client: Client,
    body: Json<ViewIdBody>,
) -> Result<Answer<bool>, ApiError> {
    let by = author(&state, &operator, &client);
    session::end_view(&state.engine.store, by, body.view_id).await?;
    Ok(Answer::ok(true))
}
