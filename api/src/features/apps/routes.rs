//! `/app-api/infra/cacloud/**` of apps.

use actix_web::post;
use actix_web::web::{Data, Json};
use domain::apps::Verb;

use super::market;
use super::wire::{AppsBody, InstalledAppsView, StoragesView};
use crate::AppState;
use crate::http::batches::{BatchStartedView, PhonesBody, batch_ids};
use crate::http::{Answer, ApiError, Calls, Client, Member};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_apps)
        .service(list_storage)
        .service(start_apps)
        .service(stop_apps)
        .service(restart_apps)
        .service(uninstall_apps)
        .service(clear_apps)
        .configure(market::routes::configure);
}

/// Apps that are installed on phones: all of them together, each with the phones that have it
///
/// Those that most phones have come first. Apps of the system are counted, not listed. A phone that cannot be asked has its own reason.
/// `reading` says that labels, icons and sizes of some are still on their way: ask again in a moment.
#[utoipa::path(
    tag = "apps",
    operation_id = "list_apps",
    request_body = PhonesBody,
    responses((
        status = 200,
        description = "The apps; or 401, 1011101006, 1011101007",
        body = Answer<InstalledAppsView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/cacloud/apps")]
async fn list_apps(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<PhonesBody>,
) -> Result<Answer<InstalledAppsView>, ApiError> {
    let phone_ids = batch_ids(body.into_inner().ids())?;
    let found = state.engine.apps(&actor, phone_ids).await?;
    Ok(Answer::ok(InstalledAppsView::of(found, client.lang)))
}

/// Space of phones: how large their storage is, and how much of it is free
///
/// A phone that cannot be asked has its own reason.
#[utoipa::path(
    tag = "apps",
    operation_id = "list_storage",
    request_body = PhonesBody,
    responses((
        status = 200,
        description = "The space; or 401, 1011101006, 1011101007",
        body = Answer<StoragesView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/cacloud/storage")]
async fn list_storage(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<PhonesBody>,
) -> Result<Answer<StoragesView>, ApiError> {
    let phone_ids = batch_ids(body.into_inner().ids())?;
    let found = state.engine.storage(&actor, phone_ids).await?;
    Ok(Answer::ok(StoragesView::of(found, client.lang)))
}

/// Starts apps on phones by their package names
///
/// Each phone has its own answer and its own row of the receipt, which is done when the phone shows that the app runs. A phone passes over
/// apps that it does not have; an app without an activity of a launcher says so.
#[utoipa::path(
    tag = "apps",
    operation_id = "start_apps",
    request_body = AppsBody,
    responses((
        status = 200,
        description = "The batch; or 401, 1011101006, 1011101007, 1011111001 to 1011111003",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/cacloud/start")]
async fn start_apps(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<AppsBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(Verb::Start)?;
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Stops apps on phones by their package names
#[utoipa::path(
    tag = "apps",
    operation_id = "stop_apps",
    request_body = AppsBody,
    responses((
        status = 200,
        description = "The batch; or 401, 1011101006, 1011101007, 1011111001 to 1011111003",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/cacloud/stop")]
async fn stop_apps(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<AppsBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(Verb::Stop)?;
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Stops apps on phones and starts them again, by their package names
///
/// An app starts once none of its processes is left; one that did not run is started.
#[utoipa::path(
    tag = "apps",
    operation_id = "restart_apps",
    request_body = AppsBody,
    responses((
        status = 200,
        description = "The batch; or 401, 1011101006, 1011101007, 1011111001 to 1011111003",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/cacloud/restart")]
async fn restart_apps(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<AppsBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(Verb::Restart)?;
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Removes apps with their data from phones by their package names
///
/// Apps of the system stay: their row says so.
#[utoipa::path(
    tag = "apps",
    operation_id = "uninstall_apps",
    request_body = AppsBody,
    responses((
        status = 200,
        description = "The batch; or 401, 1011101006, 1011101007, 1011111001 to 1011111003",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/cacloud/uninstall-apk-async")]
async fn uninstall_apps(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<AppsBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(Verb::Uninstall)?;
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Removes the data of apps on phones by their package names; the apps stay
#[utoipa::path(
    tag = "apps",
    operation_id = "clear_apps",
    request_body = AppsBody,
    responses((
        status = 200,
        description = "The batch; or 401, 1011101006, 1011101007, 1011111001 to 1011111003",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/cacloud/clear-app-data")]
async fn clear_apps(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<AppsBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(Verb::Clear)?;
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}
