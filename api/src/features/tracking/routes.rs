//! `/app-api/system/tracking/**`.

use actix_web::post;
use actix_web::web::{Data, Json};
use store::tracking;

use super::wire::{PageErrorBody, ViewsBody};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Member};

pub fn configure(calls: &mut Calls<'_>) {
    calls.service(track_page_view).service(track_page_error);
}

/// A page of the console was opened
///
/// Paths are kept without query, for thirty days; of one member at most 120 a minute. A call may carry those that came shortly before.
#[utoipa::path(
    tag = "tracking",
    operation_id = "track_page_view",
    request_body = ViewsBody,
    responses((status = 200, description = "Kept; or 400, 401, 1002000429", body = Answer<bool>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/system/tracking/page-view")]
async fn track_page_view(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<ViewsBody>,
) -> Result<Answer<bool>, ApiError> {
    let now_ms = state.now_ms();
    let views = body.into_inner().parse(now_ms)?;
    tracking::track(&state.engine.store, &actor, views, now_ms).await?;
    Ok(Answer::ok(true))
}

/// Something went wrong inside a page of the console
///
/// A line of the server's log, kept nowhere else; from one address at most 20 a minute.
#[utoipa::path(
    tag = "tracking",
    operation_id = "track_page_error",
    request_body = PageErrorBody,
    responses((status = 200, description = "Noted; or 400, 1002000429", body = Answer<bool>)),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/system/tracking/page-error")]
async fn track_page_error(
    state: Data<AppState>,
    client: Client,
    body: Json<PageErrorBody>,
) -> Result<Answer<bool>, ApiError> {
    let error = body.into_inner().parse()?;
    tracking::count_error(&state.engine.store, Some(client.address), state.now_ms()).await?;
    tracing::warn!(
        kind = error.kind(),
        error = error.words(),
        script = error.at(),
        page = error.path(),
        "page error reported"
    );
    Ok(Answer::ok(true))
}
