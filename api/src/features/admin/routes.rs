//! `/system/user/**`: operators' actions on accounts.

use actix_web::put;
use actix_web::web::{Data, Json};
use store::member;
use utoipa_actix_web::service_config::ServiceConfig;

use super::hosts;
use super::wire::{DoneView, ResetBody, StatusBody};
use crate::AppState;
use crate::http::{ApiError, Operator, Permission, Top};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(change_user_status)
        .service(reset_user_password)
        .configure(hosts::configure);
}

/// Permission to disable accounts and to enable them again.
struct EditUsers;

impl Permission for EditUsers {
    const NAME: &str = "system:user:edit";
}

/// Permission to set passwords of others.
struct ResetPasswords;

impl Permission for ResetPasswords {
    const NAME: &str = "system:user:resetPwd";
}

/// Disables an account, or enables it again
///
/// Ends all sessions of a disabled account at once, and its sockets within a second with the reason.
#[utoipa::path(tag = "admin", operation_id = "change_user_status", request_body = StatusBody, responses((status = 200, description = "Done; or 400, 401, 403, 1004001000", body = Top<DoneView>)), extensions(("x-level" = json!("perm:system:user:edit")), ("x-scope" = json!("none")), ("x-object" = json!("userId: member"))))]
#[put("/system/user/changeStatus")]
async fn change_user_status(
    state: Data<AppState>,
    operator: Operator<EditUsers>,
    body: Json<StatusBody>,
) -> Result<Top<DoneView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let disabled = body.disabled()?;
    member::set_disabled(store, operator.actor(), body.user_id, disabled, now_ms).await?;
    Ok(Top::ok(DoneView {}))
}

/// Sets another's password
///
/// Ends all sessions of the account. The member is told and is asked to choose a password at the next sign-in.
#[utoipa::path(tag = "admin", operation_id = "reset_user_password", request_body = ResetBody, responses((status = 200, description = "Done; or 400, 401, 403, 1004001000", body = Top<DoneView>)), extensions(("x-level" = json!("perm:system:user:resetPwd")), ("x-scope" = json!("none")), ("x-object" = json!("userId: member"))))]
#[put("/system/user/resetPwd")]
async fn reset_user_password(
    state: Data<AppState>,
    operator: Operator<ResetPasswords>,
    body: Json<ResetBody>,
) -> Result<Top<DoneView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let (user_id, password) = body.into_inner().parse()?;
    member::reset_password(store, operator.actor(), user_id, password, now_ms).await?;
    Ok(Top::ok(DoneView {}))
}
