//! `/app-api/member/integral/**`.

use actix_web::get;
use actix_web::web::{Data, Query};
use store::points;

use super::wire::{PointPageQuery, PointPageView, PointSummaryView};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Member, PageQuery};

pub fn configure(calls: &mut Calls<'_>) {
    calls.service(list_points).service(get_points);
}

/// Changes of my points with the balance after each, the newest first
#[utoipa::path(
    tag = "points",
    operation_id = "list_points",
    params(PageQuery, PointPageQuery),
    responses((status = 200, description = "A page; or 400, 401", body = Answer<PointPageView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/integral/page")]
async fn list_points(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    page: Query<PageQuery>,
    query: Query<PointPageQuery>,
) -> Result<Answer<PointPageView>, ApiError> {
    let (filter, page) = query.into_inner().parse(&page)?;
    let page = points::page(&state.engine.store, &actor, filter, page).await?;
    Ok(Answer::ok(PointPageView::of(
        page,
        state.zone(),
        client.lang,
    )))
}

/// My points: how many can be spent, what they are worth, and when they end
#[utoipa::path(
    tag = "points",
    operation_id = "get_points",
    responses((status = 200, description = "All of it; or 401", body = Answer<PointSummaryView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/integral/summary")]
async fn get_points(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<PointSummaryView>, ApiError> {
    let (rules, now_ms) = (state.engine.order_rules(), state.now_ms());
    let summary = points::summary(&state.engine.store, &actor, rules.zone, now_ms).await?;
    Ok(Answer::ok(PointSummaryView::of(
        summary,
        rules.points,
        now_ms,
    )))
}
