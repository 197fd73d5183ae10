//! `/app-api/trade/recycle/**`.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpResponse, get, post};
use domain::lang::Lang;
use domain::phones::calendar::calendar;
use store::{recycle, reminders};

use super::wire::{
    AutoRenewBody, BinPageQuery, BinView, CalendarAddressBody, CalendarAddressView, CalendarQuery,
    GiveUpBody, PurgedView, RemindersBody, RemindersView,
};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Member, PageQuery, attachment};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_recycled)
        .service(list_purged)
        .service(give_up_phones)
        .service(get_calendar)
        .service(get_calendar_address)
        .service(set_calendar_address)
        .service(read_calendar)
        .service(set_auto_renew)
        .service(get_reminders)
        .service(set_reminders);
}

/// My phones whose rental is over, those that are wiped first coming first
#[utoipa::path(
    tag = "recycle",
    operation_id = "list_recycled",
    params(PageQuery, BinPageQuery),
    responses((status = 200, description = "A page; or 400, 401", body = Answer<BinView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/recycle/page")]
async fn list_recycled(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    page: Query<PageQuery>,
    query: Query<BinPageQuery>,
) -> Result<Answer<BinView>, ApiError> {
    let (query, now_ms) = (query.into_inner().parse(&page)?, state.now_ms());
    let kept = state.engine.order_rules().retention;
    let page = recycle::bin(&state.engine.store, &actor, kept, query, now_ms).await?;
    Ok(Answer::ok(BinView::of(page, kept, now_ms, client.lang)))
}

/// The records of phones that I lost, the newest first
#[utoipa::path(
    tag = "recycle",
    operation_id = "list_purged",
    params(PageQuery),
    responses((status = 200, description = "A page; or 400, 401", body = Answer<PurgedView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
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
#[utoipa::path(
    tag = "recycle",
    operation_id = "give_up_phones",
    request_body = GiveUpBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 1011101001, 1011101004, 1011101007, 1011113001, 1011113002",
        body = Answer<bool>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/app-api/trade/recycle/give-up")]
async fn give_up_phones(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<GiveUpBody>,
) -> Result<Answer<bool>, ApiError> {
    let ids = body.into_inner().parse()?;
    recycle::give_up(&state.engine.store, &actor, ids, state.now_ms()).await?;
    state.engine.publish_labels(&actor, &[]);
    Ok(Answer::ok(true))
}

/// The ends of my rentals as a calendar (iCalendar), the next one first
#[utoipa::path(
    tag = "recycle",
    operation_id = "get_calendar",
    responses((
        status = 200,
        description = "The calendar; or the answer 401",
        content_type = "text/calendar",
        body = String,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/recycle/calendar")]
async fn get_calendar(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
) -> Result<HttpResponse, ApiError> {
    let now_ms = state.now_ms();
    let ends = recycle::ends(&state.engine.store, &actor, now_ms).await?;
    Ok(file(&calendar(&ends, client.lang, now_ms)))
}

/// A calendar as a file.
fn file(text: &str) -> HttpResponse {
    let fixed = HeaderValue::from_static;
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, fixed("text/calendar; charset=utf-8")))
        .insert_header(attachment("owldeck.ics"))
        .body(text.to_owned())
}

/// The address at which programs read my calendar
#[utoipa::path(
    tag = "recycle",
    operation_id = "get_calendar_address",
    responses((
        status = 200,
        description = "The address; or 401",
        body = Answer<CalendarAddressView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/recycle/calendar-address")]
async fn get_calendar_address(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
) -> Result<Answer<CalendarAddressView>, ApiError> {
    let token = recycle::calendar_token(&state.engine.store, &actor).await?;
    Ok(Answer::ok(CalendarAddressView::of(token, client.lang)))
}

/// Gives my calendar an address, or another one, or none
#[utoipa::path(
    tag = "recycle",
    operation_id = "set_calendar_address",
    request_body = CalendarAddressBody,
    responses((
        status = 200,
        description = "The address; or 400, 401",
        body = Answer<CalendarAddressView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/trade/recycle/calendar-address")]
async fn set_calendar_address(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<CalendarAddressBody>,
) -> Result<Answer<CalendarAddressView>, ApiError> {
    let store = &state.engine.store;
    let token = if body.on {
        Some(recycle::renew_calendar_token(store, &actor, state.now_ms()).await?)
    } else {
        recycle::end_calendar_token(store, &actor).await?;
        None
    };
    Ok(Answer::ok(CalendarAddressView::of(token, client.lang)))
}

/// The ends of somebody's rentals as a calendar (iCalendar), for whoever knows its secret address
#[utoipa::path(
    tag = "recycle",
    operation_id = "read_calendar",
    params(("token" = String, Path, description = "The secret"), CalendarQuery),
    responses(
        (status = 200, description = "The calendar", content_type = "text/calendar", body = String),
        (status = 404, description = "Nobody's address"),
    ),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/recycle/calendar/{token}")]
async fn read_calendar(
    state: Data<AppState>,
    client: Client,
    token: Path<String>,
    query: Query<CalendarQuery>,
) -> Result<HttpResponse, ApiError> {
    let now_ms = state.now_ms();
    let lang = query.lang.as_deref().map_or(client.lang, Lang::from_accept);
    let ends = recycle::ends_at(&state.engine.store, &token, now_ms).await?;
    Ok(ends.map_or_else(
        || HttpResponse::NotFound().finish(),
        |ends| file(&calendar(&ends, lang, now_ms)),
    ))
}

/// Lets the rentals of my phones renew themselves by points, or no longer
#[utoipa::path(
    tag = "recycle",
    operation_id = "set_auto_renew",
    request_body = AutoRenewBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 1011101001, 1011101004, 1011101007, 1011108006, 1011108021",
        body = Answer<bool>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/app-api/trade/recycle/auto-renew")]
async fn set_auto_renew(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<AutoRenewBody>,
) -> Result<Answer<bool>, ApiError> {
    let (ids, wish) = body.into_inner().parse()?;
    let now_ms = state.now_ms();
    recycle::set_auto_renew(&state.engine.store, &actor, ids.clone(), wish, now_ms).await?;
    state.engine.publish_labels(&actor, &ids);
    Ok(Answer::ok(true))
}

/// Ways in which I am reminded of ends, beside my messages
#[utoipa::path(
    tag = "recycle",
    operation_id = "get_reminders",
    responses((status = 200, description = "The ways; or 401", body = Answer<RemindersView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/recycle/reminders")]
async fn get_reminders(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<RemindersView>, ApiError> {
    let own = reminders::own(&state.engine.store, &actor).await?;
    Ok(Answer::ok(RemindersView::of(own, offered(&state))))
}

/// Chooses how I am reminded of ends, in the language of this call
#[utoipa::path(
    tag = "recycle",
    operation_id = "set_reminders",
    request_body = RemindersBody,
    responses((status = 200, description = "true; or 400, 401, 1011113003", body = Answer<bool>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/trade/recycle/reminders")]
async fn set_reminders(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<RemindersBody>,
) -> Result<Answer<bool>, ApiError> {
    let wishes = body.into_inner().parse(offered(&state))?;
    reminders::wish(&state.engine.store, &actor, wishes, client.lang).await?;
    Ok(Answer::ok(true))
}

/// Whether this server sends SMS, and mail.
fn offered(state: &AppState) -> (bool, bool) {
    let senders = &state.engine.senders;
    (senders.sms.is_some(), senders.mail.is_some())
}
