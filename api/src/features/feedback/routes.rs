//! `/app-api/system/user-feedback/**`, and the operator's reading and answering of it.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{get, post};
use domain::feedback::{ANSWER, READ};
use store::feedback;

use super::wire::{AnswerBody, FeedbackBody, FeedbackPage, FeedbackPageQuery, FeedbackView};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Member, Operator, PageQuery, Permission};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(send_feedback)
        .service(list_feedback)
        .service(get_feedback)
        .service(answer_feedback);
}

/// Permission to read members' feedback.
struct ReadFeedback;

impl Permission for ReadFeedback {
    const NAME: &str = READ;
}

/// Permission to answer feedback.
struct AnswerFeedback;

impl Permission for AnswerFeedback {
    const NAME: &str = ANSWER;
}

/// Writes to the operator
///
/// 20 a day, then 1002000429.
#[utoipa::path(
    tag = "feedback",
    operation_id = "send_feedback",
    request_body = FeedbackBody,
    responses((status = 200, description = "true; or 400, 401, 1002000429", body = Answer<bool>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/system/user-feedback/feedback")]
async fn send_feedback(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<FeedbackBody>,
) -> Result<Answer<bool>, ApiError> {
    feedback::send(&state.engine.store, &actor, body.parse()?, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// Feedback of members, the newest first
#[utoipa::path(
    tag = "feedback",
    operation_id = "list_feedback",
    params(PageQuery, FeedbackPageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Answer<FeedbackPage>,
    )),
    extensions(("x-level" = json!("perm:system:feedback:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/system/user-feedback/page")]
async fn list_feedback(
    state: Data<AppState>,
    _operator: Operator<ReadFeedback>,
    page: Query<PageQuery>,
    asked: Query<FeedbackPageQuery>,
) -> Result<Answer<FeedbackPage>, ApiError> {
    let window = page.usual()?;
    let found = feedback::page(&state.engine.store, asked.answered, window).await?;
    Ok(Answer::ok(found.into()))
}

/// Feedback of a member, and its answer
#[utoipa::path(
    tag = "feedback",
    operation_id = "get_feedback",
    params(("id" = i64, Path, description = "The feedback")),
    responses((
        status = 200,
        description = "The feedback; or 401, 403, 404, 1002009001",
        body = Answer<FeedbackView>,
    )),
    extensions(
        ("x-level" = json!("perm:system:feedback:list")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("id: feedback")),
    ),
)]
#[get("/admin-api/system/user-feedback/info/{id}")]
async fn get_feedback(
    state: Data<AppState>,
    _operator: Operator<ReadFeedback>,
    id: Path<i64>,
) -> Result<Answer<FeedbackView>, ApiError> {
    let found = feedback::find(&state.engine.store, id.into_inner()).await?;
    Ok(Answer::ok(found.into()))
}

/// Answers what a member wrote
///
/// Once: the second of two answers is refused with 1002009002. The member reads it as a message of type 2.
#[utoipa::path(
    tag = "feedback",
    operation_id = "answer_feedback",
    request_body = AnswerBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1002009001, 1002009002",
        body = Answer<bool>,
    )),
    extensions(
        ("x-level" = json!("perm:system:feedback:edit")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("id: feedback")),
    ),
)]
#[post("/admin-api/system/user-feedback/answer")]
async fn answer_feedback(
    state: Data<AppState>,
    operator: Operator<AnswerFeedback>,
    body: Json<AnswerBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    feedback::answer(store, operator.actor(), body.id, body.parse()?, now_ms).await?;
    Ok(Answer::ok(true))
}
