//! `/app-api/infra/upload/**`, and `/app-api/infra/cacloud/install`.

use actix_web::web::{Data, Json, Payload, Query};
use actix_web::{get, post, put};
use store::operations;
use utoipa_actix_web::service_config::ServiceConfig;

use super::records::{RecordsQuery, UploadRecordsView};
use super::wire::{AnnounceBody, ChunkQuery, InstallBody, UploadBody, UploadQuery, UploadView};
use crate::AppState;
use crate::features::operations::wire::BatchStartedView;
use crate::http::{Answer, ApiError, Client, Member};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(create_upload)
        .service(put_chunk)
        .service(get_upload)
        .service(complete_upload)
        .service(remove_upload)
        .service(install_apps)
        .service(list_upload_records);
}

/// Announces a file: its pieces may come
///
/// The files of a set are sent together: none is added while one of them is on its way (1011110004), no name is there twice (1011110002),
/// and there are at most 10 (1011110003).
#[utoipa::path(tag = "uploads", operation_id = "create_upload", request_body = AnnounceBody, responses((status = 200, description = "The file; or 400, 401, 1011110002 to 1011110007, 1011110012", body = Answer<UploadView>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:operate"))))]
#[post("/app-api/infra/upload/create")]
async fn create_upload(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<AnnounceBody>,
) -> Result<Answer<UploadView>, ApiError> {
    let upload = state
        .engine
        .announce(&actor, body.into_inner().parse()?)
        .await?;
    Ok(Answer::ok(upload.into()))
}

/// Sends the next piece of a file, its bytes as they are
///
/// At most 4 MiB. Whatever came of a piece that broke off is kept: `received` says where the next one begins. A piece that begins elsewhere
/// is refused (1011110008) and told where to go on.
#[utoipa::path(tag = "uploads", operation_id = "put_chunk", params(ChunkQuery), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses((status = 200, description = "The file; or 401, 413, 1011110001, 1011110007, 1011110008, 1011110009, 1011110013", body = Answer<UploadView>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:operate")), ("x-object" = json!("uploadId: upload"))))]
#[put("/app-api/infra/upload/chunk")]
async fn put_chunk(
    state: Data<AppState>,
    Member(actor): Member,
    query: Query<ChunkQuery>,
    body: Payload,
) -> Result<Answer<UploadView>, ApiError> {
    let ChunkQuery { upload_id, offset } = query.into_inner();
    let upload = state
        .engine
        .receive(&actor, upload_id, offset, body)
        .await?;
    Ok(Answer::ok(upload.into()))
}

/// How far a file is, and what it is
#[utoipa::path(tag = "uploads", operation_id = "get_upload", params(UploadQuery), responses((status = 200, description = "The file; or 401, 1011110001", body = Answer<UploadView>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:operate")), ("x-object" = json!("uploadId: upload"))))]
#[get("/app-api/infra/upload/info")]
async fn get_upload(
    state: Data<AppState>,
    Member(actor): Member,
    query: Query<UploadQuery>,
) -> Result<Answer<UploadView>, ApiError> {
    let upload = store::uploads::get(&state.engine.store, &actor, query.upload_id).await?;
    Ok(Answer::ok(upload.into()))
}

/// Ends a file of which all has come: it is looked at whether it is what was announced, and what it is
#[utoipa::path(tag = "uploads", operation_id = "complete_upload", request_body = UploadBody, responses((status = 200, description = "The file; or 401, 1011110001, 1011110007, 1011110009, 1011110010, 1011110011", body = Answer<UploadView>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:operate")), ("x-object" = json!("uploadId: upload"))))]
#[post("/app-api/infra/upload/complete")]
async fn complete_upload(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<UploadBody>,
) -> Result<Answer<UploadView>, ApiError> {
    let upload = state.engine.complete(&actor, body.upload_id).await?;
    Ok(Answer::ok(upload.into()))
}

/// Takes a file away, unless it is being brought to phones
#[utoipa::path(tag = "uploads", operation_id = "remove_upload", request_body = UploadBody, responses((status = 200, description = "It is gone; or 401, 1011110001, 1011110009", body = Answer<bool>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:operate")), ("x-object" = json!("uploadId: upload"))))]
#[post("/app-api/infra/upload/remove")]
async fn remove_upload(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<UploadBody>,
) -> Result<Answer<bool>, ApiError> {
    state.engine.discard(&actor, body.upload_id).await?;
    Ok(Answer::ok(true))
}

/// Installs apps on phones, puts files into their Download folders, or both
///
/// Each phone has its own answer and its own row of the receipt, with the bytes that it acknowledged. What is no app is put into Download
/// whatever was chosen.
#[utoipa::path(tag = "uploads", operation_id = "install_apps", request_body = InstallBody, responses((status = 200, description = "The batch; or 401, 1011101006, 1011101007, 1011110001, 1011110002, 1011110003, 1011110010, 1011110014", body = Answer<BatchStartedView>)), extensions(("x-level" = json!("operate")), ("x-scope" = json!("phones:operate")), ("x-object" = json!("phoneId: phone, phoneIds: phone, uploadIds: upload"))))]
#[post("/app-api/infra/cacloud/install")]
async fn install_apps(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<InstallBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let started = state
        .engine
        .send_files(&actor, body.into_inner().into())
        .await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Sendings of files and apps to phones in the last 90 days, the newest first
///
/// The counts are those of the kind and the words that were asked for, whatever the outcome. Each phone's details are in the receipt of the
/// record's batch; what failed is tried again, and what waits is taken back, as with any other batch.
#[utoipa::path(tag = "uploads", operation_id = "list_upload_records", params(RecordsQuery), responses((status = 200, description = "The page; or 400, 401", body = Answer<UploadRecordsView>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))))]
#[get("/app-api/infra/upload/records")]
async fn list_upload_records(
    state: Data<AppState>,
    Member(actor): Member,
    query: Query<RecordsQuery>,
) -> Result<Answer<UploadRecordsView>, ApiError> {
    let query = query.into_inner().parse()?;
    let page = operations::records(&state.engine.store, &actor, query, state.now_ms()).await?;
    Ok(Answer::ok(page.into()))
}
