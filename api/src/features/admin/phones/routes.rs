//! `/admin-api/phone/**`.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Json, Query};
use actix_web::{HttpResponse, get, post};
use causes::causes;
use domain::codes;
use store::console::phones;

use super::super::permissions::{AddPhones, ReadPhones, RemovePhones, SeeScreens, TakePhonesBack};
use super::stock::{
    AddPhonesBody, AddedPhoneView, AddressesBody, AskedAddressView, StockPhoneBody, TakeBackBody,
};
use super::wire::{
    OperatorPhoneQuery, OperatorPhoneView, OperatorPhonesQuery, OperatorPhonesView,
    PhoneCountsView, PhoneEventView, PhoneHistoryQuery,
};
use super::{ask, notes};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Operator, PageQuery, author};

/// Policy of a screen: it is shown as a picture alone.
const POLICY: &str = "default-src 'none'; sandbox";

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_all_phones)
        .service(notes::export_phones)
        .service(notes::write_phone_note)
        .service(count_all_phones)
        .service(get_any_phone)
        .service(list_phone_events)
        .service(get_phone_screen)
        .service(ask_addresses)
        .service(add_phones)
        .service(remove_stock_phone)
        .service(take_phone_back);
}

/// Phones of all members and of the stock, in the order of their addresses
#[utoipa::path(
    tag = "admin",
    operation_id = "list_all_phones",
    params(OperatorPhonesQuery, PageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Answer<OperatorPhonesView>,
    )),
    extensions(("x-level" = json!("perm:infra:phone:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/phone/page")]
async fn list_all_phones(
    state: Data<AppState>,
    _operator: Operator<ReadPhones>,
    client: Client,
    query: Query<OperatorPhonesQuery>,
    page: Query<PageQuery>,
) -> Result<Answer<OperatorPhonesView>, ApiError> {
    let filter = query.into_inner().parse()?;
    let found = phones::find(&state.engine.store, filter, page.usual()?).await?;
    Ok(Answer::ok(OperatorPhonesView::of(
        found,
        &state,
        client.lang,
    )))
}

/// Numbers of phones by what they do, and of each configuration
#[utoipa::path(
    tag = "admin",
    operation_id = "count_all_phones",
    responses((
        status = 200,
        description = "The counts; or 401, 403",
        body = Answer<PhoneCountsView>,
    )),
    extensions(("x-level" = json!("perm:infra:phone:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/phone/counts")]
async fn count_all_phones(
    state: Data<AppState>,
    _operator: Operator<ReadPhones>,
    client: Client,
) -> Result<Answer<PhoneCountsView>, ApiError> {
    let counts = phones::counts(&state.engine.store).await?;
    Ok(Answer::ok(PhoneCountsView::of(counts, client.lang)))
}

/// One phone: facts, its member, who else may use it, and who controls it now
#[utoipa::path(
    tag = "admin",
    operation_id = "get_any_phone",
    params(OperatorPhoneQuery),
    responses((
        status = 200,
        description = "The phone; or 400, 401, 403, 1011101001",
        body = Answer<OperatorPhoneView>,
    )),
    extensions(("x-level" = json!("perm:infra:phone:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/phone/get")]
async fn get_any_phone(
    state: Data<AppState>,
    _operator: Operator<ReadPhones>,
    client: Client,
    query: Query<OperatorPhoneQuery>,
) -> Result<Answer<OperatorPhoneView>, ApiError> {
    let found = phones::view(&state.engine.store, query.phone_id, state.now_ms()).await?;
    let phone = found.ok_or(ApiError::Refused(codes::PHONE_ABSENT))?;
    Ok(Answer::ok(OperatorPhoneView::of(
        phone,
        &state,
        client.lang,
    )))
}

/// History of a phone, the newest event first: operations, and what the audit says of it
///
/// 30 events at most; `beforeTime` is the time of the last one, for older ones.
#[utoipa::path(
    tag = "admin",
    operation_id = "list_phone_events",
    params(PhoneHistoryQuery),
    responses((
        status = 200,
        description = "The events; or 400, 401, 403",
        body = Answer<Vec<PhoneEventView>>,
    )),
    extensions(("x-level" = json!("perm:infra:phone:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/phone/history")]
async fn list_phone_events(
    state: Data<AppState>,
    _operator: Operator<ReadPhones>,
    client: Client,
    query: Query<PhoneHistoryQuery>,
) -> Result<Answer<Vec<PhoneEventView>>, ApiError> {
    let PhoneHistoryQuery {
        phone_id,
        before_time,
    } = query.into_inner();
    let events = phones::history(&state.engine.store, phone_id, before_time).await?;
    let view = |event| PhoneEventView::of(event, client.lang);
    Ok(Answer::ok(events.into_iter().map(view).collect()))
}

/// The picture on any phone's screen now
///
/// A PNG as the phone makes it, at most 30 a minute of one operator. Each look is in the audit.
#[utoipa::path(
    tag = "admin",
    operation_id = "get_phone_screen",
    params(OperatorPhoneQuery),
    responses((
        status = 200,
        description = "The picture; or, as application/json, 400, 401, 403, 1002000429, 1011101001, 1011101010",
        content_type = "image/png",
        body = Vec<u8>,
    )),
    extensions(("x-level" = json!("perm:infra:phone:screen")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/phone/screen")]
async fn get_phone_screen(
    state: Data<AppState>,
    operator: Operator<SeeScreens>,
    client: Client,
    query: Query<OperatorPhoneQuery>,
) -> Result<HttpResponse, ApiError> {
    let phone_id = query.phone_id;
    phones::look(
        &state.engine.store,
        author(&state, &operator, &client),
        phone_id,
    )
    .await?;
    let png = state
        .engine
        .fleet
        .screenshot(phone_id)
        .await
        .map_err(|error| {
            tracing::debug!(phone_id, error = %causes(&error), "take screenshot failed");
            ApiError::Refused(codes::SHOT_FAILED)
        })?;
    let fixed = HeaderValue::from_static;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, fixed("image/png")))
        .insert_header((header::CONTENT_SECURITY_POLICY, fixed(POLICY)))
        .insert_header((header::CACHE_CONTROL, fixed("no-store")))
        .insert_header(("cross-origin-resource-policy", "same-origin"))
        .body(png))
}

/// Asks ADB addresses which phones are there; nothing is added
///
/// Addresses stand one a line, or between commas or blanks; a host alone has port 5555, and `10.8.4.21-40:5555` are twenty. 1 to 200 of them.
#[utoipa::path(
    tag = "admin",
    operation_id = "ask_addresses",
    request_body = AddressesBody,
    responses((
        status = 200,
        description = "An answer for each; or 400, 401, 403",
        body = Answer<Vec<AskedAddressView>>,
    )),
    extensions(("x-level" = json!("perm:infra:phone:add")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/phone/ask")]
async fn ask_addresses(
    state: Data<AppState>,
    _operator: Operator<AddPhones>,
    client: Client,
    body: Json<AddressesBody>,
) -> Result<Answer<Vec<AskedAddressView>>, ApiError> {
    let lines = body.into_inner().lines()?;
    let asked = ask::ask(&state.engine, lines).await?;
    let view = |(address, asked)| AskedAddressView::of(address, asked, client.lang);
    Ok(Answer::ok(asked.into_iter().map(view).collect()))
}

/// Adds phones at ADB addresses to stock, all or none
///
/// 400 names the wrong field in `data.field`.
#[utoipa::path(
    tag = "admin",
    operation_id = "add_phones",
    request_body = AddPhonesBody,
    responses((
        status = 200,
        description = "Phones in order; or 400, 401, 403",
        body = Answer<Vec<AddedPhoneView>>,
    )),
    extensions(("x-level" = json!("perm:infra:phone:add")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/phone/create")]
async fn add_phones(
    state: Data<AppState>,
    operator: Operator<AddPhones>,
    client: Client,
    body: Json<AddPhonesBody>,
) -> Result<Answer<Vec<AddedPhoneView>>, ApiError> {
    let (configuration_id, addresses) = body.into_inner().parse()?;
    let author = author(&state, &operator, &client);
    let made = phones::add(&state.engine.store, author, configuration_id, addresses).await?;
    state.engine.attach().await?;
    Ok(Answer::ok(made.into_iter().map(Into::into).collect()))
}

/// Takes a free phone out of stock for good
#[utoipa::path(
    tag = "admin",
    operation_id = "remove_stock_phone",
    request_body = StockPhoneBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1002014002, 1011101001",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:infra:phone:remove")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/phone/remove")]
async fn remove_stock_phone(
    state: Data<AppState>,
    operator: Operator<RemovePhones>,
    client: Client,
    body: Json<StockPhoneBody>,
) -> Result<Answer<bool>, ApiError> {
    let author = author(&state, &operator, &client);
    let phone_id = body.phone_id;
    phones::remove(&state.engine.store, author, phone_id).await?;
    state.engine.fleet.detach(phone_id);
    Ok(Answer::ok(true))
}

/// Ends a member's rental: the member reads why, and the phone is wiped before anybody else gets it
///
/// 400 names the wrong field in `data.field`.
#[utoipa::path(
    tag = "admin",
    operation_id = "take_phone_back",
    request_body = TakeBackBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1002014001, 1011101001",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:infra:phone:takeBack")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/phone/take-back")]
async fn take_phone_back(
    state: Data<AppState>,
    operator: Operator<TakePhonesBack>,
    client: Client,
    body: Json<TakeBackBody>,
) -> Result<Answer<bool>, ApiError> {
    let (phone_id, owner_id, reason) = body.into_inner().parse()?;
    let author = author(&state, &operator, &client);
    phones::take_back(&state.engine.store, author, phone_id, owner_id, reason).await?;
    state.engine.publish_sharing(&[owner_id]);
    Ok(Answer::ok(true))
}
