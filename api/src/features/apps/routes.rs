//! `/app-api/infra/cacloud/**` of apps.

use std::collections::HashSet;

use actix_web::post;
use actix_web::web::{Data, Json};
use domain::apps::Verb;
use domain::codes;
use domain::phones::BATCH_MAX;
use utoipa_actix_web::service_config::ServiceConfig;

use super::market;
use super::wire::{AppsBody, InstalledAppsView};
use crate::AppState;
use crate::features::control::wire::PhonesBody;
use crate::features::operations::wire::BatchStartedView;
use crate::http::{Answer, ApiError, Client, Member};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list_apps)
        .service(start_apps)
        .service(stop_apps)
        .service(uninstall_apps)
        .service(clear_apps)
        .configure(market::routes::configure);
}

/// Apps that are installed on phones: all of them together, each with the phones that have it
///
/// Those that most phones have come first. Apps of the system are counted, not listed. A phone that cannot be asked has its own reason.
/// `reading` says that labels, icons and sizes of some are still on their way: ask again in a moment.
#[utoipa::path(tag = "apps", operation_id = "list_apps", request_body = PhonesBody, responses((status = 200, description = "The apps; or 401, 1011101006, 1011101007", body = Answer<InstalledAppsView>)), extensions(("x-level" = json!("operate")), ("x-scope" = json!("phones:operate")), ("x-object" = json!("phoneId: phone, phoneIds: phone"))))]
#[post("/app-api/infra/cacloud/apps")]
async fn list_apps(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<PhonesBody>,
) -> Result<Answer<InstalledAppsView>, ApiError> {
    let phone_ids = body.into_inner().ids();
    if phone_ids.is_empty() || phone_ids.len() > BATCH_MAX {
        return Err(ApiError::Refused(codes::PHONE_COUNT));
    }
    if phone_ids.iter().collect::<HashSet<_>>().len() < phone_ids.len() {
        return Err(ApiError::Refused(codes::DUPLICATE_PHONE));
    }
    let found = state.engine.apps(&actor, phone_ids).await?;
    Ok(Answer::ok(InstalledAppsView::of(found, client.lang)))
}

/// Starts apps on phones by their package names
///
/// Each phone has its own answer and its own row of the receipt, which is done when the phone shows that the app runs. A phone passes over
/// apps that it does not have; an app without an activity of a launcher says so.
#[utoipa::path(tag = "apps", operation_id = "start_apps", request_body = AppsBody, responses((status = 200, description = "The batch; or 401, 1011101006, 1011101007, 1011111001 to 1011111003", body = Answer<BatchStartedView>)), extensions(("x-level" = json!("operate")), ("x-scope" = json!("phones:operate")), ("x-object" = json!("phoneId: phone, phoneIds: phone"))))]
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
#[utoipa::path(tag = "apps", operation_id = "stop_apps", request_body = AppsBody, responses((status = 200, description = "The batch; or 401, 1011101006, 1011101007, 1011111001 to 1011111003", body = Answer<BatchStartedView>)), extensions(("x-level" = json!("operate")), ("x-scope" = json!("phones:operate")), ("x-object" = json!("phoneId: phone, phoneIds: phone"))))]
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

/// Removes apps with their data from phones by their package names
///
/// Apps of the system stay: their row says so.
#[utoipa::path(tag = "apps", operation_id = "uninstall_apps", request_body = AppsBody, responses((status = 200, description = "The batch; or 401, 1011101006, 1011101007, 1011111001 to 1011111003", body = Answer<BatchStartedView>)), extensions(("x-level" = json!("operate")), ("x-scope" = json!("phones:operate")), ("x-object" = json!("phoneId: phone, phoneIds: phone"))))]
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
#[utoipa::path(tag = "apps", operation_id = "clear_apps", request_body = AppsBody, responses((status = 200, description = "The batch; or 401, 1011101006, 1011101007, 1011111001 to 1011111003", body = Answer<BatchStartedView>)), extensions(("x-level" = json!("operate")), ("x-scope" = json!("phones:operate")), ("x-object" = json!("phoneId: phone, phoneIds: phone"))))]
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
