//! Uploads to the server by tus (`/app-api/infra/tus/files/**`), what became of them (`/app-api/infra/upload/**`), and
//! `/app-api/infra/cacloud/install`.

use actix_web::web::{Data, Json, Path, Payload, Query};
use actix_web::{HttpResponse, delete, get, head, options, patch, post};
use domain::uploads::FILE_MAX_BYTES;
use store::operations;

use super::library::{CloudFilesQuery, CloudFilesView};
use super::records::{RecordsQuery, UploadRecordsView};
use super::wire::{self, InstallBody, UploadQuery};
use crate::AppState;
use crate::http::batches::BatchStartedView;
use crate::http::files::UploadView;
use crate::http::tus::{self, Creation, PieceHead, Version};
use crate::http::{Answer, ApiError, Calls, Client, Member, PageQuery};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(describe_uploads)
        .service(create_upload)
        .service(get_upload_offset)
        .service(append_upload)
        .service(remove_upload)
        .service(get_upload)
        .service(list_cloud_files)
        .service(install_apps)
        .service(list_upload_records);
}

/// Abilities of the server for files that come to it: tus 1.0 with creation, expiration and termination
///
/// Refusals have the status of the protocol, and the code and words of all calls in their body. `X-HTTP-Method-Override` is understood.
#[utoipa::path(
    tag = "uploads",
    operation_id = "describe_uploads",
    responses((
        status = 204,
        description = "`Tus-Version`, `Tus-Extension`, and `Tus-Max-Size` in bytes",
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[options("/app-api/infra/tus/files")]
async fn describe_uploads() -> HttpResponse {
    tus::abilities(FILE_MAX_BYTES.unsigned_abs())
}

/// Announces a file for the server: its pieces may come
///
/// The files of a set are sent together: none is added while one of them is on its way (1011110004), no name is there twice (1011110002),
/// and there are at most 10 (1011110003).
#[utoipa::path(
    tag = "uploads",
    operation_id = "create_upload",
    params(
        ("Tus-Resumable" = String, Header, description = "1.0.0"),
        ("Upload-Length" = u64, Header, description = "Length in bytes, 1 to 2 GiB"),
        (
            "Upload-Metadata" = String,
            Header,
            description = "`filename`; `set`, a word of the sender's for the files that it sends together, up to 40 letters, digits and dashes; `sha256` of the bytes in hexadecimal digits",
        ),
    ),
    responses((
        status = 201,
        description = "The file; `Location` is where its pieces go, `Upload-Expires` when it goes without more; or 400, 401, 412, 1011110002 to 1011110007, 1011110012",
        body = Answer<UploadView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:operate"))),
)]
#[post("/app-api/infra/tus/files")]
async fn create_upload(
    state: Data<AppState>,
    Member(actor): Member,
    creation: Creation,
) -> Result<HttpResponse, ApiError> {
    let upload = state
        .engine
        .announce(&actor, wire::draft(&creation)?)
        .await?;
    let location = format!(
        "{}/app-api/infra/tus/files/{}",
        state.base.as_str(),
        upload.id
    );
    let rules = state.engine.upload_rules();
    let expire_ms = upload.expire_ms(rules);
    Ok(tus::created(
        location,
        Some(expire_ms),
        UploadView::of(upload, rules),
    ))
}

/// How much of a file the server has
#[utoipa::path(
    tag = "uploads",
    operation_id = "get_upload_offset",
    params(
        ("uploadId" = i64, Path, description = "Upload's id"),
        ("Tus-Resumable" = String, Header, description = "1.0.0"),
    ),
    responses((
        status = 200,
        description = "`Upload-Offset` and `Upload-Length` in bytes, `Upload-Metadata`, `Upload-Expires`; or 401, 412, 1011110001",
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("uploadId: upload")),
    ),
)]
#[head("/app-api/infra/tus/files/{uploadId}")]
async fn get_upload_offset(
    state: Data<AppState>,
    Member(actor): Member,
    upload_id: Path<i64>,
    _: Version,
) -> Result<HttpResponse, ApiError> {
    let upload = store::uploads::get(&state.engine.store, &actor, *upload_id).await?;
    let mut metadata = vec![
        ("filename", upload.name.as_str()),
        ("set", upload.set.as_str()),
    ];
    metadata.extend(upload.sha256.as_deref().map(|digits| ("sha256", digits)));
    Ok(tus::progress(
        upload.received.unsigned_abs(),
        upload.size.unsigned_abs(),
        Some(upload.expire_ms(state.engine.upload_rules())),
        &metadata,
    ))
}

/// Sends the next piece of a file, its bytes as they are
///
/// Whatever came of a piece that broke off is kept, but for its last 4 MiB: HEAD says where the next one begins. A piece that begins
/// elsewhere is refused (1011110008). With the last one the file is looked at, whether it is what was announced (1011110011), and what it is.
#[utoipa::path(
    tag = "uploads",
    operation_id = "append_upload",
    params(
        ("uploadId" = i64, Path, description = "Upload's id"),
        ("Tus-Resumable" = String, Header, description = "1.0.0"),
        (
            "Upload-Offset" = u64,
            Header,
            description = "Offset of the piece in bytes: what has come so far",
        ),
    ),
    request_body(content = Vec<u8>, content_type = "application/offset+octet-stream"),
    responses((
        status = 204,
        description = "`Upload-Offset`; or 400, 401, 412, 413, 415, 1011110001, 1011110007, 1011110008, 1011110009, 1011110011, 1011110013",
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("uploadId: upload")),
    ),
)]
#[patch("/app-api/infra/tus/files/{uploadId}")]
async fn append_upload(
    state: Data<AppState>,
    Member(actor): Member,
    upload_id: Path<i64>,
    head: PieceHead,
    body: Payload,
) -> Result<HttpResponse, ApiError> {
    let offset = i64::try_from(head.offset).unwrap_or(i64::MAX);
    let upload = state
        .engine
        .receive(&actor, *upload_id, offset, head.length, body)
        .await?;
    let received = upload.received.unsigned_abs();
    let expire_ms = upload.expire_ms(state.engine.upload_rules());
    Ok(tus::appended(received, Some(expire_ms)))
}

/// Takes a file away, unless it is being brought to phones (1011110009), or an open link shows it (1011110015)
#[utoipa::path(
    tag = "uploads",
    operation_id = "remove_upload",
    params(
        ("uploadId" = i64, Path, description = "Upload's id"),
        ("Tus-Resumable" = String, Header, description = "1.0.0"),
    ),
    responses((
        status = 204,
        description = "The file is gone; or 401, 412, 1011110001, 1011110009, 1011110015",
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("uploadId: upload")),
    ),
)]
#[delete("/app-api/infra/tus/files/{uploadId}")]
async fn remove_upload(
    state: Data<AppState>,
    Member(actor): Member,
    upload_id: Path<i64>,
    _: Version,
) -> Result<HttpResponse, ApiError> {
    state.engine.discard(&actor, *upload_id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A file on the server: how far it is, and what it is
#[utoipa::path(
    tag = "uploads",
    operation_id = "get_upload",
    params(UploadQuery),
    responses((
        status = 200,
        description = "The file; or 401, 1011110001, 1011110009, 1011110011",
        body = Answer<UploadView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("uploadId: upload")),
    ),
)]
#[get("/app-api/infra/upload/info")]
async fn get_upload(
    state: Data<AppState>,
    Member(actor): Member,
    query: Query<UploadQuery>,
) -> Result<Answer<UploadView>, ApiError> {
    let upload = state.engine.upload(&actor, query.upload_id).await?;
    let rules = state.engine.upload_rules();
    Ok(Answer::ok(UploadView::of(upload, rules)))
}

/// The member's files on the server, the newest first, with the space that they take
///
/// A file stays so many days after its last use, and is sent to phones without being uploaded again. Equal contents take their space once.
#[utoipa::path(
    tag = "uploads",
    operation_id = "list_cloud_files",
    params(PageQuery, CloudFilesQuery),
    responses((status = 200, description = "The page; or 400, 401", body = Answer<CloudFilesView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:operate"))),
)]
#[get("/app-api/infra/upload/files")]
async fn list_cloud_files(
    state: Data<AppState>,
    Member(actor): Member,
    page: Query<PageQuery>,
    query: Query<CloudFilesQuery>,
) -> Result<Answer<CloudFilesView>, ApiError> {
    let query = query.into_inner().parse(&page)?;
    let page = store::uploads::library(&state.engine.store, &actor, query).await?;
    let rules = state.engine.upload_rules();
    Ok(Answer::ok(CloudFilesView::of(page, rules)))
}

/// Installs apps on phones, puts files into their Download folders, or both
///
/// Each phone has its own answer and its own row of the receipt, with the bytes that it acknowledged. What is no app is put into Download
/// whatever was chosen.
#[utoipa::path(
    tag = "uploads",
    operation_id = "install_apps",
    request_body = InstallBody,
    responses((
        status = 200,
        description = "The batch; or 400, 401, 1011101006, 1011101007, 1011110001, 1011110002, 1011110003, 1011110010, 1011110014",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone, uploadIds: upload")),
    ),
)]
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
#[utoipa::path(
    tag = "uploads",
    operation_id = "list_upload_records",
    params(PageQuery, RecordsQuery),
    responses((
        status = 200,
        description = "The page; or 400, 401",
        body = Answer<UploadRecordsView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/infra/upload/records")]
async fn list_upload_records(
    state: Data<AppState>,
    Member(actor): Member,
    page: Query<PageQuery>,
    query: Query<RecordsQuery>,
) -> Result<Answer<UploadRecordsView>, ApiError> {
    let query = query.into_inner().parse(&page)?;
    let page = operations::records(&state.engine.store, &actor, query, state.now_ms()).await?;
    Ok(Answer::ok(page.into()))
}
