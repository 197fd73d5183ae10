//! `/admin-api/announcement/**`, and `/app-api/system/notify-msg-manager/page`.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use store::{announcements, notices};

use super::wire::{
    AnnouncementBody, AnnouncementPage, AnnouncementView, AudienceBody, ChangeBody, IdBody,
    IdQuery, OrderPopupsBody, PopupsQuery, PopupsView, message_of,
};
use super::{ReadAnnouncements, WriteAnnouncements, legacy, picture};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, MadeView, Member, Operator, PageQuery};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_popups)
        .service(list_announcements)
        .service(get_announcement)
        .service(create_announcement)
        .service(update_announcement)
        .service(publish_announcement)
        .service(withdraw_announcement)
        .service(order_popups)
        .service(count_audience)
        .service(test_announcement)
        .service(picture::add_announcement_picture)
        .service(picture::get_announcement_picture)
        .configure(legacy::configure);
}

/// The announcements that concern me, of some kinds
///
/// 10 when no size is asked for, up to 300. `today` is the operator's day: a popup of frequency 2 is shown once on it.
#[utoipa::path(
    tag = "notices",
    operation_id = "list_popups",
    params(PopupsQuery),
    responses((status = 200, description = "A page; or 400, 401", body = Answer<PopupsView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/system/notify-msg-manager/page")]
async fn list_popups(
    state: Data<AppState>,
    client: Client,
    Member(actor): Member,
    query: Query<Vec<(String, String)>>,
) -> Result<Answer<PopupsView>, ApiError> {
    let query = PopupsQuery::parse(&query)?;
    let now_ms = state.now_ms();
    let found = match query.kinds() {
        Some(kinds) => announcements::popups(&state.engine.store, &actor, kinds, now_ms).await?,
        None => Vec::new(),
    };
    let today = state.zone().date_of(now_ms);
    Ok(Answer::ok(query.page_of(&found, today, client.lang)))
}

/// Announcements of all states, the last changed first
#[utoipa::path(
    tag = "notices",
    operation_id = "list_announcements",
    params(PageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Answer<AnnouncementPage>,
    )),
    extensions(("x-level" = json!("perm:system:notice:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/announcement/page")]
async fn list_announcements(
    state: Data<AppState>,
    _operator: Operator<ReadAnnouncements>,
    page: Query<PageQuery>,
) -> Result<Answer<AnnouncementPage>, ApiError> {
    let found = announcements::page(&state.engine.store, page.usual()?).await?;
    Ok(Answer::ok(AnnouncementPage::of(&found, state.now_ms())))
}

/// Announcement by its id
#[utoipa::path(
    tag = "notices",
    operation_id = "get_announcement",
    params(IdQuery),
    responses((
        status = 200,
        description = "It; or 400, 401, 403, 1002010001",
        body = Answer<AnnouncementView>,
    )),
    extensions(("x-level" = json!("perm:system:notice:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/announcement/info")]
async fn get_announcement(
    state: Data<AppState>,
    _operator: Operator<ReadAnnouncements>,
    query: Query<IdQuery>,
) -> Result<Answer<AnnouncementView>, ApiError> {
    let found = announcements::get(&state.engine.store, query.id).await?;
    Ok(Answer::ok(AnnouncementView::of(&found, state.now_ms())))
}

/// Keeps a draft
///
/// 400 names the wrong field in `data.field`.
#[utoipa::path(
    tag = "notices",
    operation_id = "create_announcement",
    request_body = AnnouncementBody,
    responses((status = 200, description = "Its id; or 400, 401, 403", body = Answer<MadeView>)),
    extensions(("x-level" = json!("perm:system:notice:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/announcement/create")]
async fn create_announcement(
    state: Data<AppState>,
    operator: Operator<WriteAnnouncements>,
    body: Json<AnnouncementBody>,
) -> Result<Answer<MadeView>, ApiError> {
    let now_ms = state.now_ms();
    let new = body.into_inner().parse(now_ms)?;
    let id = announcements::create(&state.engine.store, operator.actor(), new, now_ms).await?;
    Ok(Answer::ok(MadeView { id }))
}

/// Sends an announcement to me alone, as a message in the language of this call; nothing is kept of it
///
/// 400 names the wrong field in `data.field`.
#[utoipa::path(
    tag = "notices",
    operation_id = "test_announcement",
    request_body = AnnouncementBody,
    responses((status = 200, description = "true; or 400, 401, 403", body = Answer<bool>)),
    extensions(("x-level" = json!("perm:system:notice:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/announcement/test")]
async fn test_announcement(
    state: Data<AppState>,
    operator: Operator<WriteAnnouncements>,
    client: Client,
    body: Json<AnnouncementBody>,
) -> Result<Answer<bool>, ApiError> {
    let now_ms = state.now_ms();
    let message = message_of(&body.into_inner().parse(now_ms)?, client.lang);
    let member_id = operator.actor().member_id();
    notices::send(&state.engine.store, member_id, message, now_ms).await?;
    Ok(Answer::ok(true))
}

/// Changes what an announcement says
///
/// Members see a change of a published one at once, and popups come again. 400 names the wrong field in `data.field`. Where another operator
/// changed it first, 1001000011 answers with the announcement in `data.now`, whose change it was in `data.by` and when in `data.time`.
#[utoipa::path(
    tag = "notices",
    operation_id = "update_announcement",
    request_body = ChangeBody,
    responses((
        status = 200,
        description = "The announcement; or 400, 401, 403, 1001000011, 1002010001, 1002010002",
        body = Answer<AnnouncementView>,
    )),
    extensions(("x-level" = json!("perm:system:notice:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/announcement/update")]
async fn update_announcement(
    state: Data<AppState>,
    operator: Operator<WriteAnnouncements>,
    body: Json<ChangeBody>,
) -> Result<Answer<AnnouncementView>, ApiError> {
    let now_ms = state.now_ms();
    let (seen, new) = body.into_inner().parse(now_ms)?;
    let store = &state.engine.store;
    let now = announcements::update(store, operator.actor(), seen, new, now_ms)
        .await
        .map_err(|error| AnnouncementView::refused(error, now_ms))?;
    Ok(Answer::ok(AnnouncementView::of(&now, now_ms)))
}

/// Publishes a draft: seen from its time on, at once when that has come
#[utoipa::path(
    tag = "notices",
    operation_id = "publish_announcement",
    request_body = IdBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1002010001, 1002010002, 1002010003",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:system:notice:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/announcement/publish")]
async fn publish_announcement(
    state: Data<AppState>,
    operator: Operator<WriteAnnouncements>,
    body: Json<IdBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    announcements::publish(store, operator.actor(), body.id, now_ms).await?;
    Ok(Answer::ok(true))
}

/// Takes an announcement back: nobody sees it any more
#[utoipa::path(
    tag = "notices",
    operation_id = "withdraw_announcement",
    request_body = IdBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1002010001, 1002010002",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:system:notice:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/announcement/withdraw")]
async fn withdraw_announcement(
    state: Data<AppState>,
    operator: Operator<WriteAnnouncements>,
    body: Json<IdBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    announcements::withdraw(store, operator.actor(), body.id, now_ms).await?;
    Ok(Answer::ok(true))
}

/// Puts popups in order, the first one first
///
/// Their priorities become 10, 20, 30 and so on. What they say stays, so none comes again because of it.
#[utoipa::path(
    tag = "notices",
    operation_id = "order_popups",
    request_body = OrderPopupsBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1002010001, 1002010002",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:system:notice:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/announcement/order")]
async fn order_popups(
    state: Data<AppState>,
    operator: Operator<WriteAnnouncements>,
    body: Json<OrderPopupsBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    announcements::order(store, operator.actor(), body.into_inner().parse()?, now_ms).await?;
    Ok(Answer::ok(true))
}

/// How many members an announcement would reach now
#[utoipa::path(
    tag = "notices",
    operation_id = "count_audience",
    request_body = AudienceBody,
    responses((status = 200, description = "A number; or 400, 401, 403", body = Answer<i64>)),
    extensions(("x-level" = json!("perm:system:notice:list")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/announcement/audience")]
async fn count_audience(
    state: Data<AppState>,
    _operator: Operator<ReadAnnouncements>,
    body: Json<AudienceBody>,
) -> Result<Answer<i64>, ApiError> {
    let (address, sub_accounts) = body.into_inner().parse()?;
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let count = announcements::count_audience(store, address, sub_accounts, now_ms).await?;
    Ok(Answer::ok(count))
}
