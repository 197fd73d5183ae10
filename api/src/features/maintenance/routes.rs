//! `/admin-api/maintenance/**`.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::maintenance::{READ, WRITE};
use store::maintenance;

use super::wire::{
    MaintenanceBody, MaintenanceHostView, MaintenanceIdBody, MaintenanceListView, MaintenanceQuery,
    MaintenanceTargetBody, ReachView,
};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, MadeView, Operator, PageQuery, Permission};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_maintenance)
        .service(list_maintenance_hosts)
        .service(count_maintenance)
        .service(set_maintenance)
        .service(end_maintenance);
}

/// Permission to see what is under maintenance.
struct ReadMaintenance;

impl Permission for ReadMaintenance {
    const NAME: &str = READ;
}

/// Permission to set and to end maintenance.
struct WriteMaintenance;

impl Permission for WriteMaintenance {
    const NAME: &str = WRITE;
}

/// Maintenance of phones, the last one set first
#[utoipa::path(
    tag = "maintenance",
    operation_id = "list_maintenance",
    params(MaintenanceQuery, PageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Answer<MaintenanceListView>,
    )),
    extensions(("x-level" = json!("perm:infra:maintenance:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/maintenance/page")]
async fn list_maintenance(
    state: Data<AppState>,
    _operator: Operator<ReadMaintenance>,
    client: Client,
    query: Query<MaintenanceQuery>,
    page: Query<PageQuery>,
) -> Result<Answer<MaintenanceListView>, ApiError> {
    let store = &state.engine.store;
    let found = maintenance::page(store, query.stage(), page.usual()?).await?;
    Ok(Answer::ok(MaintenanceListView::of(found, client.lang)))
}

/// Hosts that can be maintained, by name
#[utoipa::path(
    tag = "maintenance",
    operation_id = "list_maintenance_hosts",
    responses((
        status = 200,
        description = "All of them; or 401, 403",
        body = Answer<Vec<MaintenanceHostView>>,
    )),
    extensions(("x-level" = json!("perm:infra:maintenance:edit")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/maintenance/hosts")]
async fn list_maintenance_hosts(
    state: Data<AppState>,
    _operator: Operator<WriteMaintenance>,
) -> Answer<Vec<MaintenanceHostView>> {
    let hosts = state.engine.fleet.host_names().into_iter();
    Answer::ok(hosts.map(Into::into).collect())
}

/// Counts the phones and members that maintenance would reach now
///
/// 400 names the wrong field in `data.field`.
#[utoipa::path(
    tag = "maintenance",
    operation_id = "count_maintenance",
    request_body = MaintenanceTargetBody,
    responses((
        status = 200,
        description = "The counts; or 400, 401, 403",
        body = Answer<ReachView>,
    )),
    extensions(("x-level" = json!("perm:infra:maintenance:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/maintenance/count")]
async fn count_maintenance(
    state: Data<AppState>,
    _operator: Operator<WriteMaintenance>,
    body: Json<MaintenanceTargetBody>,
) -> Result<Answer<ReachView>, ApiError> {
    let target = body.into_inner().parse()?;
    let reach = state.engine.reach_of_maintenance(target).await?;
    Ok(Answer::ok(reach.into()))
}

/// Takes phones out of service, now or at a time
///
/// An operation on its way ends first. Owners are told by a message. 400 names the wrong field in `data.field`.
#[utoipa::path(
    tag = "maintenance",
    operation_id = "set_maintenance",
    request_body = MaintenanceBody,
    responses((status = 200, description = "Its id; or 400, 401, 403", body = Answer<MadeView>)),
    extensions(("x-level" = json!("perm:infra:maintenance:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/maintenance/create")]
async fn set_maintenance(
    state: Data<AppState>,
    operator: Operator<WriteMaintenance>,
    body: Json<MaintenanceBody>,
) -> Result<Answer<MadeView>, ApiError> {
    let new = body.into_inner().parse(state.now_ms())?;
    let id = state.engine.set_maintenance(operator.actor(), new).await?;
    Ok(Answer::ok(MadeView { id }))
}

/// Puts phones back into service, or cancels maintenance that is to come
///
/// Phones that other maintenance holds stay out of service. Owners are told by a message.
#[utoipa::path(
    tag = "maintenance",
    operation_id = "end_maintenance",
    request_body = MaintenanceIdBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1002013001, 1002013002",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:infra:maintenance:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/maintenance/end")]
async fn end_maintenance(
    state: Data<AppState>,
    operator: Operator<WriteMaintenance>,
    body: Json<MaintenanceIdBody>,
) -> Result<Answer<bool>, ApiError> {
    let id = body.maintenance_id;
    state.engine.end_maintenance(operator.actor(), id).await?;
    Ok(Answer::ok(true))
}
