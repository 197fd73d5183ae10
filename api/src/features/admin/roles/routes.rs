//! `/admin-api/role/**`: roles and who has them.

use actix_web::web::{Data, Json};
use actix_web::{get, post};
use store::member::roles;

use super::super::permissions::{EditRoles, ListRoles};
use super::wire::{GiveRolesBody, RemoveRoleBody, RoleBody, RoleOfOperatorsView, RolesView};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Operator, Proven, author};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_roles)
        .service(save_role)
        .service(remove_role)
        .service(give_roles);
}

/// Roles, operators with theirs, and the permissions that there are
#[utoipa::path(
    tag = "admin",
    operation_id = "list_roles",
    responses((status = 200, description = "All of them; or 401, 403", body = Answer<RolesView>)),
    extensions(("x-level" = json!("perm:system:role:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/role/list")]
async fn list_roles(
    state: Data<AppState>,
    operator: Operator<ListRoles>,
) -> Result<Answer<RolesView>, ApiError> {
    let all = roles::list(&state.engine.store).await?;
    Ok(Answer::ok(RolesView::of(all, operator.actor())))
}

/// Makes a role, or changes one for all who have it
///
/// Nobody gives or takes a permission that it has not itself. A change of a role that somebody else changed meanwhile answers 1001000011 with
/// `data.now`, the role as it is, and who changed it and when in `data.by` and `data.time`.
#[utoipa::path(
    tag = "admin",
    operation_id = "save_role",
    request_body = RoleBody,
    responses((
        status = 200,
        description = "The role; or 400, 401, 403, 1001000011, 1002003013, 1002003016 to 1002003020",
        body = Answer<RoleOfOperatorsView>,
    )),
    extensions(("x-level" = json!("perm:system:role:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/role/save")]
async fn save_role(
    state: Data<AppState>,
    operator: Proven<EditRoles>,
    client: Client,
    body: Json<RoleBody>,
) -> Result<Answer<RoleOfOperatorsView>, ApiError> {
    let (which, name, wanted) = body.into_inner().parse()?;
    let (store, by) = (&state.engine.store, author(&state, &operator, &client));
    let saved = match which {
        None => roles::create(store, by, name, wanted).await?,
        Some(which) => roles::update(store, by, which, name, wanted).await?,
    };
    Ok(Answer::ok(saved.into()))
}

/// Deletes a role: who had it holds what is left
#[utoipa::path(
    tag = "admin",
    operation_id = "remove_role",
    request_body = RemoveRoleBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1001000011, 1002003013, 1002003016 to 1002003020",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:system:role:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/role/remove")]
async fn remove_role(
    state: Data<AppState>,
    operator: Proven<EditRoles>,
    client: Client,
    body: Json<RemoveRoleBody>,
) -> Result<Answer<bool>, ApiError> {
    let by = author(&state, &operator, &client);
    let which = (body.role_id, body.update_time);
    roles::remove(&state.engine.store, by, which).await?;
    Ok(Answer::ok(true))
}

/// Gives an operator these roles and no others
#[utoipa::path(
    tag = "admin",
    operation_id = "give_roles",
    request_body = GiveRolesBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1002003013, 1002003016 to 1002003020, 1004001000",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:system:role:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/role/give")]
async fn give_roles(
    state: Data<AppState>,
    operator: Proven<EditRoles>,
    client: Client,
    body: Json<GiveRolesBody>,
) -> Result<Answer<bool>, ApiError> {
    let by = author(&state, &operator, &client);
    let GiveRolesBody {
        member_id,
        role_ids,
    } = body.into_inner();
    roles::give(&state.engine.store, by, member_id, role_ids).await?;
    Ok(Answer::ok(true))
}
