//! `/app-api/infra/market/**` and `/admin-api/market/**`.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::apps::market::{READ, WRITE};
use store::market;

use super::wire::{
    DescribeAppBody, MarketPage, MarketQuery, OfferAppBody, OfferedPage, RemoveVersionBody,
    SetOfferedBody,
};
use crate::AppState;
use crate::http::{
    Answer, ApiError, Calls, Client, MadeView, Member, Operator, PageQuery, Permission,
};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_market_apps)
        .service(list_offered_apps)
        .service(offer_app)
        .service(describe_app)
        .service(set_app_offered)
        .service(remove_app_version);
}

/// Permission to see the apps that were taken down, too.
struct ReadMarket;

impl Permission for ReadMarket {
    const NAME: &str = READ;
}

/// Permission to offer apps, describe them and take them down.
struct WriteMarket;

impl Permission for WriteMarket {
    const NAME: &str = WRITE;
}

/// Apps of the market in the request's language, the last changed first
///
/// A version is installed by its `uploadId`, like a file of one's own, with `install_apps`.
#[utoipa::path(
    tag = "apps",
    operation_id = "list_market_apps",
    params(PageQuery, MarketQuery),
    responses((status = 200, description = "The page; or 400, 401", body = Answer<MarketPage>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:operate"))),
)]
#[get("/app-api/infra/market/page")]
async fn list_market_apps(
    state: Data<AppState>,
    Member(_actor): Member,
    client: Client,
    page: Query<PageQuery>,
    query: Query<MarketQuery>,
) -> Result<Answer<MarketPage>, ApiError> {
    let query = query.into_inner().parse(&page, false)?;
    let page = market::page(&state.engine.store, query).await?;
    Ok(Answer::ok(MarketPage::of(page, client.lang)))
}

/// Apps of the market with those that were taken down, the last changed first
#[utoipa::path(
    tag = "apps",
    operation_id = "list_offered_apps",
    params(PageQuery, MarketQuery),
    responses((
        status = 200,
        description = "The page; or 400, 401, 403",
        body = Answer<OfferedPage>,
    )),
    extensions(("x-level" = json!("perm:infra:market:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/market/page")]
async fn list_offered_apps(
    state: Data<AppState>,
    _operator: Operator<ReadMarket>,
    page: Query<PageQuery>,
    query: Query<MarketQuery>,
) -> Result<Answer<OfferedPage>, ApiError> {
    let query = query.into_inner().parse(&page, true)?;
    let page = market::page(&state.engine.store, query).await?;
    Ok(Answer::ok(page.into()))
}

/// Offers an app that the operator has uploaded: a new one, or a version of one that the market has
///
/// The package and the version are those of the file. The names and descriptions are the app's from now on. 400 names the wrong field in
/// `data.field`. With the `updateTime` that the operator saw, an app whose words somebody else changed meanwhile answers 1001000011 with them as
/// they are now (`now`), who changed them (`by`) and when (`time`).
#[utoipa::path(
    tag = "apps",
    operation_id = "offer_app",
    request_body = OfferAppBody,
    responses((
        status = 200,
        description = "The app's id; or 400, 401, 403, 1001000011, 1011114002, 1011114003, 1011114006",
        body = Answer<MadeView>,
    )),
    extensions(("x-level" = json!("perm:infra:market:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/market/publish")]
async fn offer_app(
    state: Data<AppState>,
    operator: Operator<WriteMarket>,
    body: Json<OfferAppBody>,
) -> Result<Answer<MadeView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let (upload, listing) = body.into_inner().parse()?;
    let id = market::publish(store, operator.actor(), upload, listing, now_ms).await?;
    Ok(Answer::ok(MadeView { id }))
}

/// Changes the names and descriptions of an app
///
/// 400 names the wrong field in `data.field`. Words that somebody else changed meanwhile answer 1001000011 with them as they are now (`now`), who
/// changed them (`by`) and when (`time`).
#[utoipa::path(
    tag = "apps",
    operation_id = "describe_app",
    request_body = DescribeAppBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1001000011, 1011114001",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:infra:market:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/market/describe")]
async fn describe_app(
    state: Data<AppState>,
    operator: Operator<WriteMarket>,
    body: Json<DescribeAppBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let (app, listing) = body.into_inner().parse()?;
    market::describe(store, operator.actor(), app, listing, now_ms).await?;
    Ok(Answer::ok(true))
}

/// Takes an app or one of its versions down, or offers it again
///
/// Apps that are installed on phones stay there.
#[utoipa::path(
    tag = "apps",
    operation_id = "set_app_offered",
    request_body = SetOfferedBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1011114001",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:infra:market:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/market/shelf")]
async fn set_app_offered(
    state: Data<AppState>,
    operator: Operator<WriteMarket>,
    body: Json<SetOfferedBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let (target, down) = body.into_inner().parse()?;
    market::set_down(store, operator.actor(), target, down, now_ms).await?;
    Ok(Answer::ok(true))
}

/// Removes a version that was taken down; with the last one the app goes
#[utoipa::path(
    tag = "apps",
    operation_id = "remove_app_version",
    request_body = RemoveVersionBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1011114001, 1011114004, 1011114005",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:infra:market:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/market/remove")]
async fn remove_app_version(
    state: Data<AppState>,
    operator: Operator<WriteMarket>,
    body: Json<RemoveVersionBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    market::remove(store, operator.actor(), body.version_id, now_ms).await?;
    Ok(Answer::ok(true))
}
