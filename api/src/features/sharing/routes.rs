//! `/app-api/trade/phone-accredit/**`.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::codes;
use store::sharing::{self, Direction};

use super::requests::{
    AuthorizeBody, AuthorizeManyBody, CandidatesQuery, FindableBody, GrantsQuery, RecallBody,
    RelationQuery, RelationsBody, UpdateBody,
};
use super::wire::{
    ActivityView, AuthorizedView, CandidatesView, EndedView, FindableView, GivenView, GrantsView,
};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Member, PageQuery};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_given_grants)
        .service(list_received_grants)
        .service(list_shareable_phones)
        .service(authorize_phone)
        .service(authorize_phones)
        .service(update_grant)
        .service(recall_grant)
        .service(recall_grants)
        .service(leave_grants)
        .service(list_guest_activity)
        .service(get_findable)
        .service(set_findable);
}

/// Authorizations by me that are in force, the newest first
#[utoipa::path(
    tag = "sharing",
    operation_id = "list_given_grants",
    params(PageQuery, GrantsQuery),
    responses((status = 200, description = "A page; or 400, 401", body = Answer<GrantsView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/phone-accredit/accredit-phone-list")]
async fn list_given_grants(
    state: Data<AppState>,
    Member(actor): Member,
    page: Query<PageQuery>,
    query: Query<GrantsQuery>,
) -> Result<Answer<GrantsView>, ApiError> {
    let (query, now_ms) = (query.into_inner().parse(&page)?, state.now_ms());
    let given = Direction::ByMe;
    let page = sharing::grants(&state.engine.store, &actor, given, query, now_ms).await?;
    Ok(Answer::ok(GrantsView::of(page, given, now_ms)))
}

/// Authorizations to me that are in force, the newest first
#[utoipa::path(
    tag = "sharing",
    operation_id = "list_received_grants",
    params(PageQuery, GrantsQuery),
    responses((status = 200, description = "A page; or 400, 401", body = Answer<GrantsView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/phone-accredit/accredited-phone-list")]
async fn list_received_grants(
    state: Data<AppState>,
    Member(actor): Member,
    page: Query<PageQuery>,
    query: Query<GrantsQuery>,
) -> Result<Answer<GrantsView>, ApiError> {
    let (query, now_ms) = (query.into_inner().parse(&page)?, state.now_ms());
    let received = Direction::ToMe;
    let page = sharing::grants(&state.engine.store, &actor, received, query, now_ms).await?;
    Ok(Answer::ok(GrantsView::of(page, received, now_ms)))
}

/// My phones that can be authorized, by name: their rental goes on, and nobody else has them
#[utoipa::path(
    tag = "sharing",
    operation_id = "list_shareable_phones",
    params(PageQuery, CandidatesQuery),
    responses((status = 200, description = "A page; or 400, 401", body = Answer<CandidatesView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/phone-accredit/phone-list")]
async fn list_shareable_phones(
    state: Data<AppState>,
    Member(actor): Member,
    page: Query<PageQuery>,
    query: Query<CandidatesQuery>,
) -> Result<Answer<CandidatesView>, ApiError> {
    let ((keyword, window), now_ms) = (query.into_inner().parse(&page)?, state.now_ms());
    let store = &state.engine.store;
    let page = sharing::candidates(store, &actor, keyword, window, now_ms).await?;
    Ok(Answer::ok(page.into()))
}

/// Authorizes a phone of mine to another account
///
/// Account, level and end as in the call for many. A refusal of the phone is the answer's code.
#[utoipa::path(
    tag = "sharing",
    operation_id = "authorize_phone",
    request_body = AuthorizeBody,
    responses((
        status = 200,
        description = "The authorization; or 400, 401, 1011101001, 1011101003, 1011101004, 1011102001 to 1011102009, 1011102010",
        body = Answer<GivenView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/trade/phone-accredit/accredit")]
async fn authorize_phone(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<AuthorizeBody>,
) -> Result<Answer<GivenView>, ApiError> {
    let (asked, now_ms, zone) = (body.into_inner().parse()?, state.now_ms(), state.zone());
    let done = sharing::authorize(&state.engine.store, &actor, asked, zone, now_ms).await?;
    let given = done.phones.first().map(|(_, result)| *result);
    let given = given.ok_or(ApiError::Refused(codes::PHONE_COUNT))?;
    let given = given.map_err(|refusal| ApiError::Refused(refusal.code()))?;
    state
        .engine
        .publish_sharing(&[actor.member_id(), done.guest_id]);
    Ok(Answer::ok(given.into()))
}

/// Authorizes up to 100 phones of mine to another account
///
/// Each row has its own answer: 1011101001 unknown, 1011101004 not mine, 1011101003 expired, 1011102008 in the recycle bin, 1011102001
/// authorized already. The whole call is refused for the account: 1011102002 none under the number, or one that does not want to be found,
/// 1011102003 looked up too long ago, 1011102004 my own, 1011102009 my sub-account; and for an agreement that changed, 1011102010.
#[utoipa::path(
    tag = "sharing",
    operation_id = "authorize_phones",
    request_body = AuthorizeManyBody,
    responses((
        status = 200,
        description = "A row for each phone; or 400, 401, 1011101006, 1011101007, 1011102002 to 1011102006, 1011102009, 1011102010",
        body = Answer<AuthorizedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/app-api/trade/phone-accredit/accredit-batch")]
async fn authorize_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<AuthorizeManyBody>,
) -> Result<Answer<AuthorizedView>, ApiError> {
    let (asked, now_ms, zone) = (body.into_inner().parse()?, state.now_ms(), state.zone());
    let done = sharing::authorize(&state.engine.store, &actor, asked, zone, now_ms).await?;
    state
        .engine
        .publish_sharing(&[actor.member_id(), done.guest_id]);
    Ok(Answer::ok(AuthorizedView::of(done, client.lang)))
}

/// Changes level or end of an authorization by me
///
/// A guest that controls the phone and may only view it from now on loses the control within a second.
#[utoipa::path(
    tag = "sharing",
    operation_id = "update_grant",
    request_body = UpdateBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 1011102005, 1011102007",
        body = Answer<bool>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("relationId: grant")),
    ),
)]
#[post("/app-api/trade/phone-accredit/update")]
async fn update_grant(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<UpdateBody>,
) -> Result<Answer<bool>, ApiError> {
    let (change, id, now_ms) = (body.parse()?, body.relation_id, state.now_ms());
    let (store, zone) = (&state.engine.store, state.zone());
    let members = sharing::update(store, &actor, id, change, zone, now_ms).await?;
    state.engine.publish_sharing(&members);
    Ok(Answer::ok(true))
}

/// Recalls an authorization by me: what it opened closes within a second
#[utoipa::path(
    tag = "sharing",
    operation_id = "recall_grant",
    request_body = RecallBody,
    responses((status = 200, description = "true; or 400, 401, 1011102007", body = Answer<bool>)),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("relationId: grant")),
    ),
)]
#[post("/app-api/trade/phone-accredit/recall")]
async fn recall_grant(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<RecallBody>,
) -> Result<Answer<bool>, ApiError> {
    let (id, now_ms) = (body.into_inner().parse()?, state.now_ms());
    let (store, zone) = (&state.engine.store, state.zone());
    let ended = sharing::recall(store, &actor, vec![id], zone, now_ms).await?;
    if !ended.relations.iter().any(|(_, done)| *done) {
        return Err(ApiError::Refused(codes::SHARE_ABSENT));
    }
    state.engine.publish_sharing(&ended.member_ids);
    Ok(Answer::ok(true))
}

/// Recalls up to 100 authorizations by me
#[utoipa::path(
    tag = "sharing",
    operation_id = "recall_grants",
    request_body = RelationsBody,
    responses((
        status = 200,
        description = "A row for each authorization, 1011102007 for one that is unknown or over; or 400, 401, 1011101006",
        body = Answer<EndedView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("relationIds: grant")),
    ),
)]
#[post("/app-api/trade/phone-accredit/recall-batch")]
async fn recall_grants(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<RelationsBody>,
) -> Result<Answer<EndedView>, ApiError> {
    let (ids, now_ms) = (body.into_inner().parse()?, state.now_ms());
    let (store, zone) = (&state.engine.store, state.zone());
    let ended = sharing::recall(store, &actor, ids, zone, now_ms).await?;
    state.engine.publish_sharing(&ended.member_ids);
    Ok(Answer::ok(EndedView::of(&ended, client.lang)))
}

/// Gives up to 100 authorizations to me up
#[utoipa::path(
    tag = "sharing",
    operation_id = "leave_grants",
    request_body = RelationsBody,
    responses((
        status = 200,
        description = "A row for each authorization, 1011102007 for one that is unknown or over; or 400, 401, 1011101006",
        body = Answer<EndedView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("relationIds: received")),
    ),
)]
#[post("/app-api/trade/phone-accredit/leave")]
async fn leave_grants(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<RelationsBody>,
) -> Result<Answer<EndedView>, ApiError> {
    let (ids, now_ms) = (body.into_inner().parse()?, state.now_ms());
    let (store, zone) = (&state.engine.store, state.zone());
    let ended = sharing::leave(store, &actor, ids, zone, now_ms).await?;
    state.engine.publish_sharing(&ended.member_ids);
    Ok(Answer::ok(EndedView::of(&ended, client.lang)))
}

/// Actions of a guest under an authorization by me, the newest first; for one that has ended, too
#[utoipa::path(
    tag = "sharing",
    operation_id = "list_guest_activity",
    params(RelationQuery),
    responses((
        status = 200,
        description = "At most 100 actions; or 400, 401, 1011102007",
        body = Answer<ActivityView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("relationId: grant")),
    ),
)]
#[get("/app-api/trade/phone-accredit/activity")]
async fn list_guest_activity(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    query: Query<RelationQuery>,
) -> Result<Answer<ActivityView>, ApiError> {
    let actions = sharing::activity(&state.engine.store, &actor, query.relation_id).await?;
    Ok(Answer::ok(ActivityView::of(actions, client.lang)))
}

/// Whether others find me by my number
#[utoipa::path(
    tag = "sharing",
    operation_id = "get_findable",
    responses((status = 200, description = "The setting; or 401", body = Answer<FindableView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/phone-accredit/findable")]
async fn get_findable(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<FindableView>, ApiError> {
    let findable = sharing::findable(&state.engine.store, &actor).await?;
    Ok(Answer::ok(FindableView { findable }))
}

/// Sets whether others find me by my number; what is authorized to me stays
#[utoipa::path(
    tag = "sharing",
    operation_id = "set_findable",
    request_body = FindableBody,
    responses((status = 200, description = "true; or 400, 401", body = Answer<bool>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/trade/phone-accredit/findable")]
async fn set_findable(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<FindableBody>,
) -> Result<Answer<bool>, ApiError> {
    sharing::set_findable(&state.engine.store, &actor, body.findable).await?;
    Ok(Answer::ok(true))
}
