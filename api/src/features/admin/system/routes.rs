//! `/admin-api/console/system`.

use actix_web::get;
use actix_web::web::Data;
use store::console::system::system;

use super::super::permissions::ReadSystem;
use super::wire::SystemView;
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Operator};

pub fn configure(calls: &mut Calls<'_>) {
    calls.service(get_system);
}

/// State of the server: version, database, queues, sockets, storage, settings with where each comes from, and the last errors
///
/// No secret is told: of one it is known only whether, and where, it is set.
#[utoipa::path(
    tag = "admin",
    operation_id = "get_system",
    responses((status = 200, description = "The state; or 401, 403", body = Answer<SystemView>)),
    extensions(("x-level" = json!("perm:monitor:server:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/console/system")]
async fn get_system(
    state: Data<AppState>,
    _operator: Operator<ReadSystem>,
) -> Result<Answer<SystemView>, ApiError> {
    let found = system(&state.engine.store).await?;
    Ok(Answer::ok(SystemView::of(found, &state)))
}
