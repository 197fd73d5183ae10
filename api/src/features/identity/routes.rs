//! `/app-api/infra/renew/**`, `/app-api/infra/renew-redesign/**` and `/app-api/infra/model-library/**`: one-click new device.

use std::collections::HashSet;

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{get, post};
use domain::codes;
use domain::phones::BATCH_MAX;

use super::proxy::{
    ChangeProxyBody, CityListView, CountryListView, CountryPath, PhoneProxyAnswerView,
    PhoneProxyView, ProxyBody, ProxyQuery, ProxyTestView, TestPhoneProxyBody,
};
use super::proxy_lines::{
    ChangeProxiesBody, ProxiesChangedView, ProxyLinesBody, ProxyLinesView, of_each,
};
use super::wire::{
    BrandListView, LibraryQuery, ModelListView, ModelPartsListView, ModelQuery, NewDeviceBody,
    NewDevicePreviewListView, SerialView,
};
use crate::AppState;
use crate::http::batches::{BatchStartedView, PhonesBody};
use crate::http::{Answer, ApiError, Calls, Client, Member};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(renew_device)
        .service(renew_device_v3)
        .service(renew_device_redesign)
        .service(preview_new_device)
        .service(draw_serial)
        .service(test_proxy)
        .service(test_phone_proxy)
        .service(get_phone_proxy)
        .service(read_proxy_lines)
        .service(change_proxy)
        .service(change_proxies)
        .service(list_proxy_countries)
        .service(list_proxy_cities)
        .service(list_renew_models)
        .service(list_models)
        .service(list_models_v2)
        .service(list_models_v3);
}

/// One-click new device, first generation of the call: phones get another identity and keep nothing, their files, or their apps and files
///
/// What they do not keep is lost. A phone that may not is refused alone, untouched. Each part of the identity is read back from the phone:
/// the receipt's `renewed` says which were applied, and which the phone's image does not support. With the fields of a proxy the phone reaches the internet through it from then on.
#[utoipa::path(
    tag = "identity",
    operation_id = "renew_device",
    request_body = NewDeviceBody,
    responses((
        status = 200,
        description = "The batch; or 400, 401, 1011101006, 1011101007",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/renew/renew")]
async fn renew_device(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<NewDeviceBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(&state.engine, &actor)?;
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// One-click new device, third generation of the call: as the first
#[utoipa::path(
    tag = "identity",
    operation_id = "renew_device_v3",
    request_body = NewDeviceBody,
    responses((
        status = 200,
        description = "The batch; or 400, 401, 1011101006, 1011101007",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/renew/renew-v3")]
async fn renew_device_v3(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<NewDeviceBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(&state.engine, &actor)?;
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// One-click new device, redesigned call: as the first
#[utoipa::path(
    tag = "identity",
    operation_id = "renew_device_redesign",
    request_body = NewDeviceBody,
    responses((
        status = 200,
        description = "The batch; or 400, 401, 1011101006, 1011101007",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/renew-redesign/renew")]
async fn renew_device_redesign(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<NewDeviceBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(&state.engine, &actor)?;
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Whether phones may become new devices together, what they are now, how many apps and files lie on them, and which proxy they have
#[utoipa::path(
    tag = "identity",
    operation_id = "preview_new_device",
    request_body = PhonesBody,
    responses((
        status = 200,
        description = "Each phone's answer; or 401, 1011101006, 1011101007",
        body = Answer<NewDevicePreviewListView>,
    )),
    extensions(
        ("x-level" = json!("view")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/renew-redesign/preview")]
async fn preview_new_device(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<PhonesBody>,
) -> Result<Answer<NewDevicePreviewListView>, ApiError> {
    let ids = body.into_inner().ids();
    check_ids(&ids)?;
    let proxies = state.engine.proxies_of(&actor, ids.clone()).await?;
    let enabled = state.engine.proxies_allowed().is_some();
    let previews = state.engine.preview_new_devices(&actor, ids).await?;
    Ok(Answer::ok(NewDevicePreviewListView::of(
        previews,
        proxies,
        enabled,
        client.lang,
    )))
}

fn check_ids(ids: &[i64]) -> Result<(), ApiError> {
    if ids.is_empty() || ids.len() > BATCH_MAX {
        return Err(ApiError::Refused(codes::PHONE_COUNT));
    }
    if ids.iter().collect::<HashSet<_>>().len() < ids.len() {
        return Err(ApiError::Refused(codes::DUPLICATE_PHONE));
    }
    Ok(())
}

/// A serial number as the brand of a model has them, drawn anew each time
#[utoipa::path(
    tag = "identity",
    operation_id = "draw_serial",
    params(ModelQuery),
    responses((
        status = 200,
        description = "The serial number; or 400, 401",
        body = Answer<SerialView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:operate"))),
)]
#[get("/app-api/infra/renew-redesign/serial")]
async fn draw_serial(
    _member: Member,
    query: Query<ModelQuery>,
) -> Result<Answer<SerialView>, ApiError> {
    Ok(Answer::ok(query.serial()?))
}

/// Tries a proxy out, through which nothing goes yet: the address under which the internet sees it, and the delay
///
/// A fault is told beside the field that can mend it. A member may try 30 times an hour.
#[utoipa::path(
    tag = "identity",
    operation_id = "test_proxy",
    request_body = ProxyBody,
    responses((
        status = 200,
        description = "Where it comes out; or 400, 401, 1002000429",
        body = Answer<ProxyTestView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:operate"))),
)]
#[post("/app-api/infra/renew-redesign/proxy/test")]
async fn test_proxy(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<ProxyBody>,
) -> Result<Answer<ProxyTestView>, ApiError> {
    let checked = body.check(&state.engine)?;
    let exit = state.engine.test_proxy(&actor, checked).await?;
    Ok(Answer::ok(exit.into()))
}

/// Tries out the proxy that a phone has, as the phone uses it
///
/// A fault is told beside the field that can mend it. These tries count with those of `test_proxy`.
#[utoipa::path(
    tag = "identity",
    operation_id = "test_phone_proxy",
    request_body = TestPhoneProxyBody,
    responses((
        status = 200,
        description = "Where it comes out; or 400, 401, 1002000429, 1011101001, 1011101004",
        body = Answer<ProxyTestView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/infra/renew-redesign/proxy/test-phone")]
async fn test_phone_proxy(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<TestPhoneProxyBody>,
) -> Result<Answer<ProxyTestView>, ApiError> {
    let exit = state.engine.test_phone_proxy(&actor, body.phone_id).await?;
    Ok(Answer::ok(exit.into()))
}

/// The proxy of a phone, without its login: whether the phone has it, what went through it, and when it was tested
#[utoipa::path(
    tag = "identity",
    operation_id = "get_phone_proxy",
    params(ProxyQuery),
    responses((
        status = 200,
        description = "The proxy; or 401, 1011101001, 1011101004",
        body = Answer<PhoneProxyAnswerView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:read")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[get("/app-api/infra/renew-redesign/proxy")]
async fn get_phone_proxy(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    query: Query<ProxyQuery>,
) -> Result<Answer<PhoneProxyAnswerView>, ApiError> {
    let proxy = state.engine.proxy_of(&actor, query.phone_id).await?;
    Ok(Answer::ok(PhoneProxyAnswerView {
        proxies: state.engine.proxies_allowed().is_some(),
        proxy: proxy.map(|proxy| PhoneProxyView::of(proxy, client.lang)),
    }))
}

/// Judges proxies that are listed one a line, for so many phones; nothing is changed
#[utoipa::path(
    tag = "identity",
    operation_id = "read_proxy_lines",
    request_body = ProxyLinesBody,
    responses((
        status = 200,
        description = "Each line; or 400, 401",
        body = Answer<ProxyLinesView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:operate"))),
)]
#[post("/app-api/infra/renew-redesign/proxy/lines")]
async fn read_proxy_lines(
    state: Data<AppState>,
    _member: Member,
    client: Client,
    body: Json<ProxyLinesBody>,
) -> Result<Answer<ProxyLinesView>, ApiError> {
    let view = body.into_inner().view(&state.engine, client.lang)?;
    Ok(Answer::ok(view))
}

/// Gives a phone another proxy, or takes the one that it has off; at once, and without a restart
#[utoipa::path(
    tag = "identity",
    operation_id = "change_proxy",
    request_body = ChangeProxyBody,
    responses((
        status = 200,
        description = "True; or 400, 401, 1011101001, 1011101003, 1011101004",
        body = Answer<bool>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/infra/renew-redesign/proxy/change")]
async fn change_proxy(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<ChangeProxyBody>,
) -> Result<Answer<bool>, ApiError> {
    let ChangeProxyBody { phone_id, proxy } = body.into_inner();
    let proxy = if proxy.is_given() {
        Some(proxy.sealed(&state.engine, &actor)?)
    } else {
        None
    };
    state.engine.change_proxy(&actor, phone_id, proxy).await?;
    Ok(Answer::ok(true))
}

/// Gives each phone a proxy of its own, all of them one, or takes those that they have off; at once, and without a restart
///
/// A phone that may not is refused alone. With a line that is wrong, or with more or fewer lines than phones, nothing is changed.
#[utoipa::path(
    tag = "identity",
    operation_id = "change_proxies",
    request_body = ChangeProxiesBody,
    responses((
        status = 200,
        description = "Each phone's answer; or 400, 401, 1011101006, 1011101007",
        body = Answer<ProxiesChangedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/renew-redesign/proxy/change-batch")]
async fn change_proxies(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<ChangeProxiesBody>,
) -> Result<Answer<ProxiesChangedView>, ApiError> {
    let ChangeProxiesBody {
        phone_ids,
        proxy_lines,
        proxy,
    } = body.into_inner();
    check_ids(&phone_ids)?;
    let lines = proxy_lines.as_deref();
    let proxies = of_each(&proxy, lines, phone_ids.len(), &state.engine, &actor)?;
    let changes = match proxies {
        Some(proxies) => phone_ids
            .into_iter()
            .zip(proxies.into_iter().map(Some))
            .collect(),
        None => phone_ids.into_iter().map(|id| (id, None)).collect(),
    };
    let changed = state.engine.change_proxies(&actor, changes).await?;
    ProxiesChangedView::of(changed, client.lang).map(Answer::ok)
}

/// Countries and regions where a proxy may be
#[utoipa::path(
    tag = "identity",
    operation_id = "list_proxy_countries",
    responses((
        status = 200,
        description = "The countries; or 401",
        body = Answer<CountryListView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:read"))),
)]
#[get("/app-api/infra/renew-redesign/countries")]
async fn list_proxy_countries(
    _member: Member,
    client: Client,
) -> Result<Answer<CountryListView>, ApiError> {
    Ok(Answer::ok(CountryListView::of(client.lang)))
}

/// Cities of a country, the largest first
#[utoipa::path(
    tag = "identity",
    operation_id = "list_proxy_cities",
    params(CountryPath),
    responses((status = 200, description = "The cities; or 400, 401", body = Answer<CityListView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:read"))),
)]
#[get("/app-api/infra/renew-redesign/cities/{id}")]
async fn list_proxy_cities(
    _member: Member,
    path: Path<CountryPath>,
) -> Result<Answer<CityListView>, ApiError> {
    Ok(Answer::ok(CityListView::of(path.id)?))
}

/// Brands with their models, for the redesigned call
#[utoipa::path(
    tag = "identity",
    operation_id = "list_renew_models",
    responses((status = 200, description = "The brands; or 401", body = Answer<BrandListView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:read"))),
)]
#[get("/app-api/infra/renew-redesign/models")]
async fn list_renew_models(
    _member: Member,
    client: Client,
) -> Result<Answer<BrandListView>, ApiError> {
    Ok(Answer::ok(BrandListView::of(client.lang)))
}

/// The model library, first form: models by name
#[utoipa::path(
    tag = "identity",
    operation_id = "list_models",
    params(LibraryQuery),
    responses((status = 200, description = "The models; or 401", body = Answer<ModelListView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:read"))),
)]
#[get("/app-api/infra/model-library/list")]
async fn list_models(
    _member: Member,
    client: Client,
    query: Query<LibraryQuery>,
) -> Result<Answer<ModelListView>, ApiError> {
    Ok(Answer::ok(ModelListView::of(&query, client.lang)))
}

/// The model library, second form: brands with their models
#[utoipa::path(
    tag = "identity",
    operation_id = "list_models_v2",
    responses((status = 200, description = "The brands; or 401", body = Answer<BrandListView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:read"))),
)]
#[get("/app-api/infra/model-library/list-v2")]
async fn list_models_v2(
    _member: Member,
    client: Client,
) -> Result<Answer<BrandListView>, ApiError> {
    Ok(Answer::ok(BrandListView::of(client.lang)))
}

/// The model library, third form: models with all their parts
#[utoipa::path(
    tag = "identity",
    operation_id = "list_models_v3",
    params(LibraryQuery),
    responses((
        status = 200,
        description = "The models; or 401",
        body = Answer<ModelPartsListView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:read"))),
)]
#[get("/app-api/infra/model-library/list-v3")]
async fn list_models_v3(
    _member: Member,
    query: Query<LibraryQuery>,
) -> Result<Answer<ModelPartsListView>, ApiError> {
    Ok(Answer::ok(ModelPartsListView::of(&query)))
}
