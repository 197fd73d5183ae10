//! `/app-api/trade/phone-tag/**`.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use store::tags;

use super::wire::{
    BindBody, BindManyBody, TagIdBody, TagsQuery, TagsView, TreeNode, bound, tag_ids,
};
use crate::AppState;
use crate::http::batches::{CountView, EachView, batch_ids};
use crate::http::names::{NameBody, RenameBody};
use crate::http::{Answer, ApiError, Calls, Client, MadeView, Member, PageQuery, keyword};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_tags)
        .service(get_tag_tree)
        .service(create_tag)
        .service(rename_tag)
        .service(delete_tag)
        .service(bind_tag)
        .service(bind_tags)
        .service(unbind_tag);
}

/// My tags, by name
#[utoipa::path(
    tag = "tags",
    operation_id = "list_tags",
    params(PageQuery, TagsQuery),
    responses((status = 200, description = "A page; or 400, 401", body = Answer<TagsView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/phone-tag/page")]
async fn list_tags(
    state: Data<AppState>,
    Member(actor): Member,
    page: Query<PageQuery>,
    query: Query<TagsQuery>,
) -> Result<Answer<TagsView>, ApiError> {
    let (offset, limit) = page.usual()?;
    let name = keyword(query.into_inner().name)?;
    let now_ms = state.now_ms();
    let page = tags::page(&state.engine.store, &actor, name, offset, limit, now_ms).await?;
    Ok(Answer::ok(TagsView::of(page)))
}

/// My tags as a tree with their phones
#[utoipa::path(
    tag = "tags",
    operation_id = "get_tag_tree",
    responses((status = 200, description = "The tree; or 401", body = Answer<Vec<TreeNode>>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/phone-tag/phone-tree")]
async fn get_tag_tree(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<Vec<TreeNode>>, ApiError> {
    let tree = tags::tree(&state.engine.store, &actor, state.now_ms()).await?;
    Ok(Answer::ok(tree.into_iter().map(TreeNode::from).collect()))
}

/// Makes a tag
#[utoipa::path(
    tag = "tags",
    operation_id = "create_tag",
    request_body = NameBody,
    responses((
        status = 200,
        description = "Its id; or 400, 401, 1011106002, 1011106003",
        body = Answer<MadeView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/trade/phone-tag/create")]
async fn create_tag(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<NameBody>,
) -> Result<Answer<MadeView>, ApiError> {
    let id = tags::create(&state.engine.store, &actor, body.parse()?, state.now_ms()).await?;
    Ok(Answer::ok(MadeView { id }))
}

/// Gives a tag another name
#[utoipa::path(
    tag = "tags",
    operation_id = "rename_tag",
    request_body = RenameBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 1011106001, 1011106002",
        body = Answer<bool>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("id: tag")),
    ),
)]
#[post("/app-api/trade/phone-tag/update")]
async fn rename_tag(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<RenameBody>,
) -> Result<Answer<bool>, ApiError> {
    tags::rename(&state.engine.store, &actor, body.id, body.parse()?).await?;
    state.engine.publish_labels(&actor, &[]);
    Ok(Answer::ok(true))
}

/// Deletes a tag and takes it off every phone
#[utoipa::path(
    tag = "tags",
    operation_id = "delete_tag",
    request_body = TagIdBody,
    responses((
        status = 200,
        description = "How many phones carried it; or 401, 1011106001",
        body = Answer<CountView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("id: tag")),
    ),
)]
#[post("/app-api/trade/phone-tag/delete")]
async fn delete_tag(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<TagIdBody>,
) -> Result<Answer<CountView>, ApiError> {
    let count = tags::delete(&state.engine.store, &actor, body.id).await?;
    state.engine.publish_labels(&actor, &[]);
    Ok(Answer::ok(CountView { count }))
}

/// Puts one tag on one phone
#[utoipa::path(
    tag = "tags",
    operation_id = "bind_tag",
    request_body = BindBody,
    responses((
        status = 200,
        description = "The phone's answer; or 401, 1011106001",
        body = Answer<EachView>,
    )),
    extensions(
        ("x-level" = json!("view")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneTagId: tag, phoneId: phone")),
    ),
)]
#[post("/app-api/trade/phone-tag/bind")]
async fn bind_tag(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<BindBody>,
) -> Result<Answer<EachView>, ApiError> {
    let (ids, tag) = (vec![body.phone_id], vec![body.phone_tag_id]);
    let now_ms = state.now_ms();
    let refused = tags::bind(&state.engine.store, &actor, tag, ids.clone(), now_ms).await?;
    state.engine.publish_labels(&actor, &ids);
    Ok(Answer::ok(bound(&ids, &refused, client.lang)))
}

/// Puts tags on phones
///
/// A phone that I cannot see, or that would carry more than 20 of my tags, fails alone.
#[utoipa::path(
    tag = "tags",
    operation_id = "bind_tags",
    request_body = BindManyBody,
    responses((
        status = 200,
        description = "Each phone's answer; or 400, 401, 1011101006, 1011101007, 1011106001",
        body = Answer<EachView>,
    )),
    extensions(
        ("x-level" = json!("view")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneTagIds: tag, phoneIds: phone")),
    ),
)]
#[post("/app-api/trade/phone-tag/bind-batch")]
async fn bind_tags(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<BindManyBody>,
) -> Result<Answer<EachView>, ApiError> {
    let BindManyBody {
        phone_tag_ids,
        phone_ids,
    } = body.into_inner();
    let (ids, tag_ids) = (batch_ids(phone_ids)?, tag_ids(phone_tag_ids)?);
    let now_ms = state.now_ms();
    let refused = tags::bind(&state.engine.store, &actor, tag_ids, ids.clone(), now_ms).await?;
    state.engine.publish_labels(&actor, &ids);
    Ok(Answer::ok(bound(&ids, &refused, client.lang)))
}

/// Takes a tag off a phone
#[utoipa::path(
    tag = "tags",
    operation_id = "unbind_tag",
    request_body = BindBody,
    responses((status = 200, description = "true; or 401, 1011106001", body = Answer<bool>)),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneTagId: tag")),
    ),
)]
#[post("/app-api/trade/phone-tag/unbind")]
async fn unbind_tag(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<BindBody>,
) -> Result<Answer<bool>, ApiError> {
    tags::unbind(
        &state.engine.store,
        &actor,
        body.phone_tag_id,
        body.phone_id,
    )
    .await?;
    state.engine.publish_labels(&actor, &[body.phone_id]);
    Ok(Answer::ok(true))
}
