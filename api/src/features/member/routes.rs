//! `/app-api/member/member/**`.

use actix_web::get;
use actix_web::web::Data;
use domain::codes;
use store::member;
use utoipa_actix_web::service_config::ServiceConfig;

use super::wire::MemberView;
use crate::AppState;
use crate::http::{Answer, ApiError, Member};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(current_member);
}

/// The signed-in member's profile
#[utoipa::path(tag = "member", operation_id = "current_member", responses((status = 200, description = "The profile; or 401", body = Answer<MemberView>)), extensions(("x-level" = json!("member"))))]
#[get("/app-api/member/member/currentMemberInfo")]
async fn current_member(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<MemberView>, ApiError> {
    let profile = member::profile(&state.engine.store, actor.member_id()).await?;
    Ok(Answer::ok(
        profile
            .ok_or(ApiError::Refused(codes::UNAUTHENTICATED))?
            .into(),
    ))
}
