//! `/app-api/trade/recycle/**`.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Json, Query};
use actix_web::{HttpResponse, get, post};
use domain::phones::calendar::calendar;
use store::recycle;
use utoipa_actix_web::service_config::ServiceConfig;

use super::wire::{BinPageQuery, BinView, GiveUpBody, PurgedView};
use crate::AppState;
use crate::http::{Answer, ApiError, Client, Member, PageQuery};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list_recycled)
        .service(list_purged)
        .service(give_up_phones)
        .service(get_calendar);
}

/// My phones whose rental is over, those that are wiped first coming first
#[utoipa::path(tag = "recycle", operation_id = "list_recycled", params(BinPageQuery), responses((status = 200, description = "A page; or 400, 401", body = Answer<BinView>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))))]
#[get("/app-api/trade/recycle/page")]
async fn list_recycled(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    query: Query<BinPageQuery>,
) -> Result<Answer<BinView>, ApiError> {
    let (query, now_ms) = (query.into_inner().parse()?, state.now_ms());
    let kept = state.orders.retention;
    let page = recycle::bin(&state.engine.store, &actor, kept, query, now_ms).await?;
    Ok(Answer::ok(BinView::of(page, kept, now_ms, client.lang)))
}

/// The records of phones that I lost, the newest first
#[utoipa::path(tag = "recycle", operation_id = "list_purged", params(PageQuery), responses((status = 200, description = "A page; or 400, 401", body = Answer<PurgedView>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))))]
#[get("/app-api/trade/recycle/purged-page")]
async fn list_purged(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    query: Query<PageQuery>,
) -> Result<Answer<PurgedView>, ApiError> {
    let page = recycle::purged(&state.engine.store, &actor, query.usual()?).await?;
    Ok(Answer::ok(PurgedView::of(page, client.lang)))
}

/// Gives up phones whose rental is over: they are wiped at once, and nothing of them comes back
///
/// The number of the phones is sent once more, as it was typed to confirm.
#[utoipa::path(tag = "recycle", operation_id = "give_up_phones", request_body = GiveUpBody, responses((status = 200, description = "true; or 400, 401, 1011101001, 1011113001, 1011113002", body = Answer<bool>)), extensions(("x-level" = json!("owner")), ("x-scope" = json!("none")), ("x-object" = json!("phoneIds: phone"))))]
#[post("/app-api/trade/recycle/give-up")]
async fn give_up_phones(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<GiveUpBody>,
) -> Result<Answer<bool>, ApiError> {
    let ids = body.into_inner().parse()?;
    recycle::give_up(&state.engine.store, &actor, ids, state.now_ms()).await?;
    state.engine.marks_changed(&actor, &[]);
    Ok(Answer::ok(true))
}

/// The ends of my rentals as a calendar (iCalendar), the next one first
#[utoipa::path(tag = "recycle", operation_id = "get_calendar", responses((status = 200, description = "The calendar; or the answer 401", content_type = "text/calendar", body = String)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))))]
#[get("/app-api/trade/recycle/calendar")]
async fn get_calendar(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
) -> Result<HttpResponse, ApiError> {
    let now_ms = state.now_ms();
    let ends = recycle::ends(&state.engine.store, &actor, now_ms).await?;
    let fixed = HeaderValue::from_static;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, fixed("text/calendar; charset=utf-8")))
        .insert_header((
            header::CONTENT_DISPOSITION,
            fixed("attachment; filename=\"owldeck.ics\""),
        ))
        .body(calendar(&ends, client.lang, now_ms)))
}
