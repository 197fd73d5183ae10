//! `/app-api/system/user-feedback/**`, and the operator's reading of it.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::feedback::READ;
use store::feedback;
use utoipa_actix_web::service_config::ServiceConfig;

use super::wire::{FeedbackBody, FeedbackPage};
use crate::AppState;
use crate::http::{Answer, ApiError, Member, Operator, PageQuery, Permission};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(send_feedback).service(list_feedback);
}

/// Reading what members wrote.
struct ReadFeedback;

impl Permission for ReadFeedback {
    const NAME: &str = READ;
}

/// Writes to the operator
///
/// 20 a day, then 1002000429.
#[utoipa::path(tag = "feedback", operation_id = "send_feedback", request_body = FeedbackBody, responses((status = 200, description = "true; or 400, 401, 1002000429", body = Answer<bool>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))))]
#[post("/app-api/system/user-feedback/feedback")]
async fn send_feedback(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<FeedbackBody>,
) -> Result<Answer<bool>, ApiError> {
    feedback::send(&state.engine.store, &actor, body.parse()?, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// What members wrote, the newest first
#[utoipa::path(tag = "feedback", operation_id = "list_feedback", params(PageQuery), responses((status = 200, description = "A page; or 400, 401, 403", body = Answer<FeedbackPage>)), extensions(("x-level" = json!("perm:system:feedback:list")), ("x-scope" = json!("none"))))]
#[get("/admin-api/system/user-feedback/page")]
async fn list_feedback(
    state: Data<AppState>,
    _operator: Operator<ReadFeedback>,
    page: Query<PageQuery>,
) -> Result<Answer<FeedbackPage>, ApiError> {
    let found = feedback::page(&state.engine.store, page.usual()?).await?;
    Ok(Answer::ok(found.into()))
}
