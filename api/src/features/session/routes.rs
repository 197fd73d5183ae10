//! `/getInfo` and `/getRouters`; the list of sessions is beside it.

use actix_web::get;
use actix_web::web::Data;
use domain::codes;
use store::member;

use super::wire::{InfoView, RoutersView};
use super::{list, tokens};
use crate::AppState;
use crate::http::{ApiError, Calls, Member, Top};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(get_info)
        .service(get_routers)
        .service(list::list_sessions)
        .service(list::end_session)
        .service(list::list_operator_views)
        .service(tokens::create_token)
        .service(tokens::list_tokens)
        .service(tokens::revoke_token);
}

/// Signed-in user
#[utoipa::path(
    tag = "session",
    operation_id = "get_info",
    responses((
        status = 200,
        description = "User, roles, permissions; or 401, 403",
        body = Top<InfoView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/getInfo")]
async fn get_info(state: Data<AppState>, Member(actor): Member) -> Result<Top<InfoView>, ApiError> {
    let profile = member::profile(&state.engine.store, actor.member_id()).await?;
    let profile = profile.ok_or(ApiError::Refused(codes::UNAUTHENTICATED))?;
    Ok(Top::ok(InfoView::of(profile, &actor)))
}

/// Routes of this user's console
#[utoipa::path(
    tag = "session",
    operation_id = "get_routers",
    responses((status = 200, description = "The router list; or 401", body = Top<RoutersView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/getRouters")]
async fn get_routers(Member(actor): Member) -> Top<RoutersView> {
    Top::ok(RoutersView::of(&actor))
}
