//! `/admin-api/trade/**`: configurations and their prices.

use actix_web::web::{Data, Json};
use actix_web::{get, post};
use domain::orders::shelf::{READ, WRITE};
use store::orders::{self, ShelfError};

use super::wire::{
    ConfigurationBody, ConfigurationsView, KeptConfigurationView, PriceDraftBody, ScheduleBody,
    SeenBody,
};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Operator, Permission, Proven, author};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_kept_configurations)
        .service(create_configuration)
        .service(update_configuration)
        .service(save_price_draft)
        .service(schedule_prices)
        .service(withdraw_prices)
        .service(discard_price_draft);
}

/// Permission to see configurations, stock and prices of any time.
struct ReadPrices;

impl Permission for ReadPrices {
    const NAME: &str = READ;
}

/// Permission to change configurations and prices.
struct WritePrices;

impl Permission for WritePrices {
    const NAME: &str = WRITE;
}

/// Answers with a configuration as it is after a change.
async fn shown(state: &AppState, id: i64) -> Result<Answer<KeptConfigurationView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let found = orders::find_configuration(store, id, now_ms).await?;
    let kept = found.ok_or(ShelfError::Absent)?;
    Ok(Answer::ok(KeptConfigurationView::of(kept, now_ms)))
}

/// Configurations with their stock, whom a change reaches, and their prices of any time
#[utoipa::path(
    tag = "orders",
    operation_id = "list_kept_configurations",
    responses((
        status = 200,
        description = "All of them; or 401, 403",
        body = Answer<ConfigurationsView>,
    )),
    extensions(("x-level" = json!("perm:trade:price:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/trade/configuration/list")]
async fn list_kept_configurations(
    state: Data<AppState>,
    _operator: Operator<ReadPrices>,
) -> Result<Answer<ConfigurationsView>, ApiError> {
    let now_ms = state.now_ms();
    let list = orders::list_configurations(&state.engine.store, now_ms).await?;
    Ok(Answer::ok(ConfigurationsView::of(
        list,
        state.zone(),
        now_ms,
    )))
}

/// Makes a configuration; members see it once it has prices
///
/// 400 names the wrong field in `data.field`.
#[utoipa::path(
    tag = "orders",
    operation_id = "create_configuration",
    request_body = ConfigurationBody,
    responses((
        status = 200,
        description = "The configuration; or 400, 401, 403",
        body = Answer<KeptConfigurationView>,
    )),
    extensions(("x-level" = json!("perm:trade:price:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/trade/configuration/create")]
async fn create_configuration(
    state: Data<AppState>,
    operator: Operator<WritePrices>,
    client: Client,
    body: Json<ConfigurationBody>,
) -> Result<Answer<KeptConfigurationView>, ApiError> {
    let new = body.into_inner().parse()?;
    let author = author(&state, &operator, &client);
    let id = orders::create_configuration(&state.engine.store, author, new).await?;
    shown(&state, id).await
}

/// Changes the facts of a configuration, and whether members can buy it
///
/// 400 names the wrong field in `data.field`.
#[utoipa::path(
    tag = "orders",
    operation_id = "update_configuration",
    request_body = ConfigurationBody,
    responses((
        status = 200,
        description = "The configuration; or 400, 401, 403, 1001000011, 1011108022",
        body = Answer<KeptConfigurationView>,
    )),
    extensions(("x-level" = json!("perm:trade:price:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/trade/configuration/update")]
async fn update_configuration(
    state: Data<AppState>,
    operator: Operator<WritePrices>,
    client: Client,
    body: Json<ConfigurationBody>,
) -> Result<Answer<KeptConfigurationView>, ApiError> {
    let body = body.into_inner();
    let (seen, new) = (body.seen()?, body.parse()?);
    let author = author(&state, &operator, &client);
    orders::update_configuration(&state.engine.store, author, seen, new).await?;
    shown(&state, seen.0).await
}

/// Keeps prices as a draft, at which nobody buys
///
/// 400 names the wrong field in `data.field`, such as `packages.0.tiers.1.unitFen`.
#[utoipa::path(
    tag = "orders",
    operation_id = "save_price_draft",
    request_body = PriceDraftBody,
    responses((
        status = 200,
        description = "The configuration; or 400, 401, 403, 1001000011, 1011108022, 1011108023",
        body = Answer<KeptConfigurationView>,
    )),
    extensions(("x-level" = json!("perm:trade:price:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/trade/price/draft")]
async fn save_price_draft(
    state: Data<AppState>,
    operator: Operator<WritePrices>,
    client: Client,
    body: Json<PriceDraftBody>,
) -> Result<Answer<KeptConfigurationView>, ApiError> {
    let (seen, prices) = body.into_inner().parse()?;
    let author = author(&state, &operator, &client);
    orders::save_draft(&state.engine.store, author, seen, prices).await?;
    shown(&state, seen.0).await
}

/// Lets the draft hold, now or from a day to come in the operator's zone; orders that were made before keep their price
#[utoipa::path(
    tag = "orders",
    operation_id = "schedule_prices",
    request_body = ScheduleBody,
    responses((
        status = 200,
        description = "The configuration; or 400, 401, 403, 1001000011, 1002003013, 1011108022 to 1011108024",
        body = Answer<KeptConfigurationView>,
    )),
    extensions(("x-level" = json!("perm:trade:price:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/trade/price/schedule")]
async fn schedule_prices(
    state: Data<AppState>,
    operator: Proven<WritePrices>,
    client: Client,
    body: Json<ScheduleBody>,
) -> Result<Answer<KeptConfigurationView>, ApiError> {
    let (seen, from_ms) = body.into_inner().parse(&state)?;
    let author = author(&state, &operator, &client);
    orders::schedule(&state.engine.store, author, seen, from_ms).await?;
    shown(&state, seen.0).await
}

/// Makes prices that are to come a draft again; those in force go on
#[utoipa::path(
    tag = "orders",
    operation_id = "withdraw_prices",
    request_body = SeenBody,
    responses((
        status = 200,
        description = "The configuration; or 400, 401, 403, 1001000011, 1011108022, 1011108024",
        body = Answer<KeptConfigurationView>,
    )),
    extensions(("x-level" = json!("perm:trade:price:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/trade/price/withdraw")]
async fn withdraw_prices(
    state: Data<AppState>,
    operator: Operator<WritePrices>,
    client: Client,
    body: Json<SeenBody>,
) -> Result<Answer<KeptConfigurationView>, ApiError> {
    let seen = body.seen();
    let author = author(&state, &operator, &client);
    orders::withdraw(&state.engine.store, author, seen).await?;
    shown(&state, seen.0).await
}

/// Drops the draft
#[utoipa::path(
    tag = "orders",
    operation_id = "discard_price_draft",
    request_body = SeenBody,
    responses((
        status = 200,
        description = "The configuration; or 400, 401, 403, 1001000011, 1011108022, 1011108024",
        body = Answer<KeptConfigurationView>,
    )),
    extensions(("x-level" = json!("perm:trade:price:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/trade/price/discard")]
async fn discard_price_draft(
    state: Data<AppState>,
    operator: Operator<WritePrices>,
    client: Client,
    body: Json<SeenBody>,
) -> Result<Answer<KeptConfigurationView>, ApiError> {
    let seen = body.seen();
    let author = author(&state, &operator, &client);
    orders::discard(&state.engine.store, author, seen).await?;
    shown(&state, seen.0).await
}
