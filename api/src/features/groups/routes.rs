//! `/app-api/trade/phone-group/**` and the older call that takes phones out of their groups.

use actix_web::web::{Data, Json};
use actix_web::{get, post};
use store::groups;

use super::wire::{DeleteBody, GroupAutoRenewBody, GroupsView, LeaveBody, MoveBody};
use crate::AppState;
use crate::http::batches::{CountView, EachView, batch_ids};
use crate::http::names::{NameBody, RenameBody};
use crate::http::{Answer, ApiError, Calls, Client, MadeView, Member};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_groups)
        .service(create_group)
        .service(rename_group)
        .service(set_group_auto_renew)
        .service(delete_group)
        .service(move_to_group)
        .service(leave_groups);
}

/// My groups with their numbers of phones
#[utoipa::path(
    tag = "groups",
    operation_id = "list_groups",
    responses((status = 200, description = "All groups; or 401", body = Answer<GroupsView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/phone-group/list")]
async fn list_groups(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<GroupsView>, ApiError> {
    let store = &state.engine.store;
    let of_parent = groups::of_parent(store, &actor, state.now_ms()).await?;
    let groups = groups::list(store, &actor).await?;
    Ok(Answer::ok(GroupsView::of(groups, of_parent)))
}

/// Makes a group
#[utoipa::path(
    tag = "groups",
    operation_id = "create_group",
    request_body = NameBody,
    responses((
        status = 200,
        description = "Its id; or 400, 401, 1011105002, 1011105003",
        body = Answer<MadeView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/trade/phone-group/create")]
async fn create_group(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<NameBody>,
) -> Result<Answer<MadeView>, ApiError> {
    let name = body.parse()?;
    let id = groups::create(&state.engine.store, &actor, name, state.now_ms()).await?;
    Ok(Answer::ok(MadeView { id }))
}

/// Gives a group another name
#[utoipa::path(
    tag = "groups",
    operation_id = "rename_group",
    request_body = RenameBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 1011105001, 1011105002",
        body = Answer<bool>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("id: group")),
    ),
)]
#[post("/app-api/trade/phone-group/update")]
async fn rename_group(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<RenameBody>,
) -> Result<Answer<bool>, ApiError> {
    groups::rename(&state.engine.store, &actor, body.id, body.parse()?).await?;
    Ok(Answer::ok(true))
}

/// Lets the phones of a group renew themselves by points, or no longer
#[utoipa::path(
    tag = "groups",
    operation_id = "set_group_auto_renew",
    request_body = GroupAutoRenewBody,
    responses((
        status = 200,
        description = "true; or 401, 1011105001, 1011108006, 1011108021",
        body = Answer<bool>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("id: group")),
    ),
)]
#[post("/app-api/trade/phone-group/auto-renew")]
async fn set_group_auto_renew(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<GroupAutoRenewBody>,
) -> Result<Answer<bool>, ApiError> {
    let body = body.into_inner();
    let (id, wish) = (body.id, body.wish());
    let now_ms = state.now_ms();
    groups::set_auto_renew(&state.engine.store, &actor, id, wish, now_ms).await?;
    state.engine.publish_labels(&actor, &[]);
    Ok(Answer::ok(true))
}

/// Deletes a group; its phones go to another group or to none
#[utoipa::path(
    tag = "groups",
    operation_id = "delete_group",
    request_body = DeleteBody,
    responses((
        status = 200,
        description = "How many phones moved; or 401, 1011105001",
        body = Answer<CountView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("id: group, moveTo: group")),
    ),
)]
#[post("/app-api/trade/phone-group/delete")]
async fn delete_group(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<DeleteBody>,
) -> Result<Answer<CountView>, ApiError> {
    let DeleteBody { id, move_to } = body.into_inner();
    let count = groups::delete(&state.engine.store, &actor, id, move_to).await?;
    state.engine.publish_labels(&actor, &[]);
    Ok(Answer::ok(CountView { count }))
}

/// Moves phones into a group, or out of all
///
/// A phone that is neither mine nor one that my parent lets me move fails alone; so does one whose owner is not the group's.
#[utoipa::path(
    tag = "groups",
    operation_id = "move_to_group",
    request_body = MoveBody,
    responses((
        status = 200,
        description = "Each phone's answer; or 401, 1011101006, 1011101007, 1011105001",
        body = Answer<EachView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneIds: phone, groupId: group")),
    ),
)]
#[post("/app-api/trade/phone-group/move")]
async fn move_to_group(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<MoveBody>,
) -> Result<Answer<EachView>, ApiError> {
    let MoveBody {
        phone_ids,
        group_id,
    } = body.into_inner();
    let ids = batch_ids(phone_ids)?;
    let now_ms = state.now_ms();
    let refused =
        groups::move_phones(&state.engine.store, &actor, ids.clone(), group_id, now_ms).await?;
    state.engine.publish_labels(&actor, &ids);
    Ok(Answer::ok(EachView::of(&ids, &refused, client.lang)))
}

/// Takes phones out of their groups
#[utoipa::path(
    tag = "groups",
    operation_id = "leave_groups",
    request_body = LeaveBody,
    responses((
        status = 200,
        description = "Each phone's answer; or 401, 1011101006, 1011101007",
        body = Answer<EachView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/owl/cancelDeviceGroup")]
async fn leave_groups(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<LeaveBody>,
) -> Result<Answer<EachView>, ApiError> {
    let ids = batch_ids(body.into_inner().phone_ids)?;
    let now_ms = state.now_ms();
    let refused =
        groups::move_phones(&state.engine.store, &actor, ids.clone(), None, now_ms).await?;
    state.engine.publish_labels(&actor, &ids);
    Ok(Answer::ok(EachView::of(&ids, &refused, client.lang)))
}
