//! `/app-api/member/member/**`.

use actix_web::web::{Data, Json, Query};
use actix_web::{delete, get, post, put};
use domain::auth::MailAddress;
use domain::codes;
use store::member::{self, Profile};
use store::session::Actor;

use super::avatar;
use super::wire::{
    DeleteMemberBody, FindQuery, FoundView, LossesView, MemberView, PhoneBody, ProfileBody,
};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Done, Member, forget_refresh};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(current_member)
        .service(update_profile)
        .service(change_phone)
        .service(avatar::update_avatar)
        .service(avatar::get_avatar)
        .service(preview_deletion)
        .service(delete_member)
        .service(find_member);
}

async fn profile_of(state: &AppState, actor: &Actor) -> Result<Profile, ApiError> {
    member::profile(&state.engine.store, actor.member_id())
        .await?
        .ok_or(ApiError::Refused(codes::UNAUTHENTICATED))
}

/// The signed-in member's profile
#[utoipa::path(
    tag = "member",
    operation_id = "current_member",
    responses((status = 200, description = "The profile; or 401", body = Answer<MemberView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/member/currentMemberInfo")]
async fn current_member(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<MemberView>, ApiError> {
    let mut profile = profile_of(&state, &actor).await?;
    if actor.is_view_as() {
        // An operator who sees a member's console needs another call for the whole address, which the audit notes.
        let mail = MailAddress::parse(&profile.email);
        profile.email = mail.map(|mail| mail.masked()).unwrap_or_default();
    }
    Ok(Answer::ok(profile.into()))
}

/// Changes the signed-in member's profile
///
/// Missing fields stay unchanged. A new e-mail address needs the code that was sent to it (purpose "email"): 1002014000 when it is
/// wrong, 1004001005 when it is right and the address is another account's.
#[utoipa::path(
    tag = "member",
    operation_id = "update_profile",
    request_body = ProfileBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 1002014000, 1004001005",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[put("/app-api/member/member/update-client")]
async fn update_profile(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<ProfileBody>,
) -> Result<Answer<bool>, ApiError> {
    let now_ms = state.now_ms();
    let (change, mail) = body.into_inner().parse(now_ms)?;
    member::update(&state.engine.store, &actor, change, mail, now_ms).await?;
    Ok(Answer::ok(true))
}

/// Moves the account to another phone number
///
/// A code sent to the new number and one sent to the old (purpose "phone" for both). A number that another account has is answered
/// like any other until both codes are right (1004001005 then).
#[utoipa::path(
    tag = "member",
    operation_id = "change_phone",
    request_body = PhoneBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 1002014000, 1004001005",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/member/update-phone")]
async fn change_phone(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<PhoneBody>,
) -> Result<Answer<bool>, ApiError> {
    let (new, old) = body.into_inner().parse()?;
    member::change_phone(&state.engine.store, &actor, new, old, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// Losses by deleting the account
#[utoipa::path(
    tag = "member",
    operation_id = "preview_deletion",
    responses((
        status = 200,
        description = "What would be lost; or 401",
        body = Answer<LossesView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/member/deletion")]
async fn preview_deletion(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<LossesView>, ApiError> {
    let profile = profile_of(&state, &actor).await?;
    let losses = member::losses(&state.engine.store, &actor, state.now_ms()).await?;
    Ok(Answer::ok(LossesView::of(losses, profile.has_password)))
}

/// Deletes the account
///
/// The proof is a code sent to its number now (purpose "delete") and its password. Phones go back to stock at once, grants end in
/// both directions, all sessions and sockets end. The number may register again and sees nothing of this account.
#[utoipa::path(
    tag = "member",
    operation_id = "delete_member",
    request_body = DeleteMemberBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1004003011",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[delete("/app-api/member/member/delete")]
async fn delete_member(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<DeleteMemberBody>,
) -> Result<Done<bool>, ApiError> {
    let (password, code) = body.into_inner().parse()?;
    member::delete(&state.engine.store, &actor, password, code, state.now_ms()).await?;
    Ok(Done::with(true, forget_refresh(&state)))
}

/// Asks for another member by phone number
///
/// The answer has the same shape whether or not the number has an account: the name is shown (its first character) only of somebody with whom a
/// phone was shared before. 20 a day, then 1002000429.
#[utoipa::path(
    tag = "member",
    operation_id = "find_member",
    params(FindQuery),
    responses((
        status = 200,
        description = "Masked; or 400, 401, 1002000429",
        body = Answer<FoundView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/member/queryMemberByPhone")]
async fn find_member(
    state: Data<AppState>,
    Member(actor): Member,
    query: Query<FindQuery>,
) -> Result<Answer<FoundView>, ApiError> {
    let number = query.into_inner().parse()?;
    let found = member::find_member(&state.engine.store, &actor, number, state.now_ms()).await?;
    Ok(Answer::ok(found.into()))
}
