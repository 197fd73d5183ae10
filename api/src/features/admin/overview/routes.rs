//! `/admin-api/console/overview`.

use actix_web::get;
use actix_web::web::Data;
use store::console::overview::overview;

use super::wire::TodayView;
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Member};

pub fn configure(calls: &mut Calls<'_>) {
    calls.service(get_today);
}

/// Figures of today and what waits for a person, as far as the caller may see them
///
/// A part that needs a permission which the caller has not is null.
#[utoipa::path(
    tag = "admin",
    operation_id = "get_today",
    responses((status = 200, description = "The parts; or 401", body = Answer<TodayView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/console/overview")]
async fn get_today(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
) -> Result<Answer<TodayView>, ApiError> {
    let now_ms = state.now_ms();
    let found = overview(&state.engine.store, &actor, state.zone(), now_ms).await?;
    Ok(Answer::ok(TodayView::of(
        found,
        &state,
        &actor,
        now_ms,
        client.lang,
    )))
}
