//! `/app-api/system/notify-message/**`.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{delete, get, post};
use domain::notices::PAGE_SIZE;
use store::notices;
use utoipa_actix_web::service_config::ServiceConfig;

use super::wire::{IdsBody, NoticeView, NoticesView};
use crate::AppState;
use crate::http::{Answer, ApiError, Client, Member, PageQuery};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list_messages)
        .service(count_unread)
        .service(read_message)
        .service(read_all_messages)
        .service(read_messages)
        .service(remove_messages);
}

/// My messages, newest first
#[utoipa::path(tag = "notices", operation_id = "list_messages", params(PageQuery), responses((status = 200, description = "A page of messages, 10 when no size is asked for; or 400, 401", body = Answer<NoticesView>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))))]
#[get("/app-api/system/notify-message/my-page")]
async fn list_messages(
    state: Data<AppState>,
    client: Client,
    Member(actor): Member,
    page: Query<PageQuery>,
) -> Result<Answer<NoticesView>, ApiError> {
    let page = notices::list(&state.engine.store, &actor, page.window(PAGE_SIZE)?).await?;
    Ok(Answer::ok(NoticesView::of(&page, client.lang)))
}

/// How many of my messages are unread
#[utoipa::path(tag = "notices", operation_id = "count_unread", responses((status = 200, description = "A number; or 401", body = Answer<i64>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))))]
#[get("/app-api/system/notify-message/get-unread-count")]
async fn count_unread(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<i64>, ApiError> {
    let count = notices::unread_count(&state.engine.store, actor.member_id()).await?;
    Ok(Answer::ok(count))
}

/// One of my messages; reading it marks it as read
#[utoipa::path(tag = "notices", operation_id = "read_message", params(("id" = i64, Path, description = "The message")), responses((status = 200, description = "The message; or 401, 404, 1002008001", body = Answer<NoticeView>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none")), ("x-object" = json!("id: message"))))]
#[get("/app-api/system/notify-message/info/{id}")]
async fn read_message(
    state: Data<AppState>,
    client: Client,
    Member(actor): Member,
    id: Path<i64>,
) -> Result<Answer<NoticeView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let notice = notices::read(store, &actor, id.into_inner(), now_ms).await?;
    Ok(Answer::ok(NoticeView::of(&notice, client.lang)))
}

/// Marks all my messages as read
#[utoipa::path(tag = "notices", operation_id = "read_all_messages", responses((status = 200, description = "true; or 401", body = Answer<bool>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))))]
#[post("/app-api/system/notify-message/update-all-read")]
async fn read_all_messages(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<bool>, ApiError> {
    notices::mark_read(&state.engine.store, &actor, None, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// Marks some of my messages as read
///
/// One that is unknown or somebody else's refuses the whole call.
#[utoipa::path(tag = "notices", operation_id = "read_messages", request_body = IdsBody, responses((status = 200, description = "true; or 400, 401, 1002008001", body = Answer<bool>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none")), ("x-object" = json!("ids: message"))))]
#[post("/app-api/system/notify-message/update-read")]
async fn read_messages(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<IdsBody>,
) -> Result<Answer<bool>, ApiError> {
    let ids = Some(body.into_inner().parse()?);
    notices::mark_read(&state.engine.store, &actor, ids, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// Removes some of my messages
///
/// One that is unknown or somebody else's refuses the whole call.
#[utoipa::path(tag = "notices", operation_id = "remove_messages", request_body = IdsBody, responses((status = 200, description = "true; or 400, 401, 1002008001", body = Answer<bool>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none")), ("x-object" = json!("ids: message"))))]
#[delete("/app-api/system/notify-message/removeNotifyMessage")]
async fn remove_messages(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<IdsBody>,
) -> Result<Answer<bool>, ApiError> {
    notices::remove(&state.engine.store, &actor, body.into_inner().parse()?).await?;
    Ok(Answer::ok(true))
}
