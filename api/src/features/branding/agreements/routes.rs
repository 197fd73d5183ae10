//! `/app-api/system/agreement/**` and `/admin-api/agreement/**`.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::agreements::{READ, WRITE};
use store::agreements;

use super::wire::{
    AcceptancesPage, AcceptancesQuery, AgreementBody, AgreementPage, AgreementQuery, AgreementView,
    OwnAgreementView, PublishBody,
};
use crate::AppState;
use crate::http::{
    Answer, ApiError, Calls, Client, MadeView, Member, Operator, PageQuery, Permission,
};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(get_agreement)
        .service(list_own_agreements)
        .service(list_agreements)
        .service(save_agreement)
        .service(publish_agreement)
        .service(list_acceptances);
}

/// Permission to see all versions, and who accepted them.
struct ReadAgreements;

impl Permission for ReadAgreements {
    const NAME: &str = READ;
}

/// Permission to write and publish agreements.
struct WriteAgreements;

impl Permission for WriteAgreements {
    const NAME: &str = WRITE;
}

/// The text of an agreement, in the request's language
///
/// The version in force, or the published one that is named.
#[utoipa::path(
    tag = "branding",
    operation_id = "get_agreement",
    params(AgreementQuery),
    responses((
        status = 200,
        description = "The text; or 400, 1002011001",
        body = Answer<AgreementView>,
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/system/agreement/get")]
async fn get_agreement(
    state: Data<AppState>,
    client: Client,
    query: Query<AgreementQuery>,
) -> Result<Answer<AgreementView>, ApiError> {
    let (kind, version) = query.parse()?;
    let found = agreements::published(&state.engine.store, kind, version).await?;
    Ok(Answer::ok(AgreementView::of(&found, client.lang)))
}

/// The agreements in force, and which versions I accepted when
#[utoipa::path(
    tag = "branding",
    operation_id = "list_own_agreements",
    responses((
        status = 200,
        description = "One line for each; or 401",
        body = Answer<Vec<OwnAgreementView>>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/system/agreement/mine")]
async fn list_own_agreements(
    state: Data<AppState>,
    client: Client,
    Member(actor): Member,
) -> Result<Answer<Vec<OwnAgreementView>>, ApiError> {
    let found = agreements::own(&state.engine.store, &actor).await?;
    let view = |own| OwnAgreementView::of(own, client.lang);
    Ok(Answer::ok(found.iter().map(view).collect()))
}

/// Versions of all agreements: those being written first, then the last published first
#[utoipa::path(
    tag = "branding",
    operation_id = "list_agreements",
    params(PageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Answer<AgreementPage>,
    )),
    extensions(("x-level" = json!("perm:system:agreement:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/agreement/page")]
async fn list_agreements(
    state: Data<AppState>,
    _operator: Operator<ReadAgreements>,
    page: Query<PageQuery>,
) -> Result<Answer<AgreementPage>, ApiError> {
    let found = agreements::page(&state.engine.store, page.usual()?).await?;
    Ok(Answer::ok(AgreementPage::from(&found)))
}

/// Keeps a draft of the next version of an agreement
///
/// Each agreement has one draft at a time, which this replaces. 400 names the wrong field in `data.field`.
#[utoipa::path(
    tag = "branding",
    operation_id = "save_agreement",
    request_body = AgreementBody,
    responses((
        status = 200,
        description = "The draft's id; or 400, 401, 403",
        body = Answer<MadeView>,
    )),
    extensions(("x-level" = json!("perm:system:agreement:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/agreement/save")]
async fn save_agreement(
    state: Data<AppState>,
    operator: Operator<WriteAgreements>,
    body: Json<AgreementBody>,
) -> Result<Answer<MadeView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let new = body.into_inner().parse()?;
    let id = agreements::save(store, operator.actor(), new, now_ms).await?;
    Ok(Answer::ok(MadeView { id }))
}

/// Publishes a draft: from now on it is what members read and accept
#[utoipa::path(
    tag = "branding",
    operation_id = "publish_agreement",
    request_body = PublishBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1002011001, 1002011002",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:system:agreement:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/agreement/publish")]
async fn publish_agreement(
    state: Data<AppState>,
    operator: Operator<WriteAgreements>,
    body: Json<PublishBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    agreements::publish(store, operator.actor(), body.id, now_ms).await?;
    Ok(Answer::ok(true))
}

/// Members who accepted a version of an agreement, the last one first
#[utoipa::path(
    tag = "branding",
    operation_id = "list_acceptances",
    params(AcceptancesQuery, PageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403, 1002011001",
        body = Answer<AcceptancesPage>,
    )),
    extensions(("x-level" = json!("perm:system:agreement:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/agreement/acceptances")]
async fn list_acceptances(
    state: Data<AppState>,
    _operator: Operator<ReadAgreements>,
    query: Query<AcceptancesQuery>,
    page: Query<PageQuery>,
) -> Result<Answer<AcceptancesPage>, ApiError> {
    let found = agreements::acceptances(&state.engine.store, query.id, page.usual()?).await?;
    Ok(Answer::ok(found.into()))
}
