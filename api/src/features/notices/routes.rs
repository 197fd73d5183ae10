//! `/app-api/system/notify-message/**`: the member's own messages, with the announcements that are in the list.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{delete, get, post};
use domain::notices::PAGE_SIZE;
use store::{announcements, notices};

use super::announcements::{routes as announced, shown_message};
use super::unread;
use super::wire::{IdsBody, MessageCountsView, MessagesQuery, NoticeView, NoticesView};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Member, PageQuery};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_messages)
        .service(count_messages)
        .service(count_unread)
        .service(read_message)
        .service(read_all_messages)
        .service(read_messages)
        .service(remove_messages)
        .configure(announced::configure);
}

/// My messages, newest first
#[utoipa::path(
    tag = "notices",
    operation_id = "list_messages",
    params(PageQuery, MessagesQuery),
    responses((
        status = 200,
        description = "A page of messages, 10 when no size is asked for; or 400, 401",
        body = Answer<NoticesView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/system/notify-message/my-page")]
async fn list_messages(
    state: Data<AppState>,
    client: Client,
    Member(actor): Member,
    page: Query<PageQuery>,
    asked: Query<MessagesQuery>,
) -> Result<Answer<NoticesView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let (wanted, window) = (asked.wanted()?, page.window(PAGE_SIZE)?);
    let page = announcements::list_inbox(store, &actor, wanted, window, now_ms).await?;
    Ok(Answer::ok(NoticesView::of(&page, client.lang)))
}

/// How many messages I have, of each kind, and how many of them are unread
#[utoipa::path(
    tag = "notices",
    operation_id = "count_messages",
    responses((
        status = 200,
        description = "All and each kind; or 401",
        body = Answer<MessageCountsView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/system/notify-message/counts")]
async fn count_messages(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<MessageCountsView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let counts = announcements::inbox_counts(store, &actor, now_ms).await?;
    Ok(Answer::ok(MessageCountsView::of(&counts)))
}

/// How many of my messages are unread
#[utoipa::path(
    tag = "notices",
    operation_id = "count_unread",
    responses((status = 200, description = "A number; or 401", body = Answer<i64>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/system/notify-message/get-unread-count")]
async fn count_unread(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<i64>, ApiError> {
    Ok(Answer::ok(unread(&state, actor.member_id()).await?))
}

/// Message by its id; reading it marks it as read
#[utoipa::path(
    tag = "notices",
    operation_id = "read_message",
    params(("id" = i64, Path, description = "The message")),
    responses((
        status = 200,
        description = "The message; or 401, 404, 1002008001",
        body = Answer<NoticeView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("id: message")),
    ),
)]
#[get("/app-api/system/notify-message/info/{id}")]
async fn read_message(
    state: Data<AppState>,
    client: Client,
    Member(actor): Member,
    id: Path<i64>,
) -> Result<Answer<NoticeView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let id = id.into_inner();
    if let Some(shown) = announcements::read(store, &actor, id, now_ms).await? {
        return Ok(Answer::ok(shown_message(&shown, client.lang)));
    }
    let notice = notices::read(store, &actor, id, now_ms).await?;
    Ok(Answer::ok(NoticeView::of(&notice, client.lang)))
}

/// Marks all my messages as read
#[utoipa::path(
    tag = "notices",
    operation_id = "read_all_messages",
    responses((status = 200, description = "true; or 401", body = Answer<bool>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/system/notify-message/update-all-read")]
async fn read_all_messages(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<bool>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    announcements::mark_seen(store, &actor, None, now_ms).await?;
    notices::mark_read(store, &actor, None, now_ms).await?;
    Ok(Answer::ok(true))
}

/// Marks some of my messages as read
///
/// Refused as a whole if one message is unknown or somebody else's.
#[utoipa::path(
    tag = "notices",
    operation_id = "read_messages",
    request_body = IdsBody,
    responses((status = 200, description = "true; or 400, 401, 1002008001", body = Answer<bool>)),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("ids: message")),
    ),
)]
#[post("/app-api/system/notify-message/update-read")]
async fn read_messages(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<IdsBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let (announced, own) =
        announcements::partition_ids(store, &actor, body.into_inner().parse()?, now_ms).await?;
    notices::mark_read(store, &actor, Some(own), now_ms).await?;
    announcements::mark_seen(store, &actor, Some(announced), now_ms).await?;
    Ok(Answer::ok(true))
}

/// Removes some of my messages
///
/// Refused as a whole if one message is unknown or somebody else's.
#[utoipa::path(
    tag = "notices",
    operation_id = "remove_messages",
    request_body = IdsBody,
    responses((status = 200, description = "true; or 400, 401, 1002008001", body = Answer<bool>)),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("ids: message")),
    ),
)]
#[delete("/app-api/system/notify-message/removeNotifyMessage")]
async fn remove_messages(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<IdsBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let (announced, own) =
        announcements::partition_ids(store, &actor, body.into_inner().parse()?, now_ms).await?;
    notices::remove(store, &actor, own).await?;
    announcements::remove(store, &actor, announced, now_ms).await?;
    Ok(Answer::ok(true))
}
