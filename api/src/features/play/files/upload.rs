//! Uploads to a phone by tus, `/app-api/infra/tus/phones/**`. The bytes that have come lie on the phone, beside the file's place and under
//! another name, until all of them are there.

use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpResponse, delete, head, options, patch, post};
use domain::codes;
use domain::play::files::FILE_MAX_BYTES;
use fleet::Piece;
use store::play;
use tokio::io::duplex;

use super::body::{self, FileAccess};
use super::wire::{FileUploadView, PhoneUpload, PhoneUploadPath};
use crate::AppState;
use crate::http::tus::{self, Creation, PieceHead, Version};
use crate::http::{Answer, ApiError, Calls, Member};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(describe_phone_uploads)
        .service(create_phone_upload)
        .service(get_phone_upload_offset)
        .service(append_phone_upload)
        .service(remove_phone_upload);
}

/// Abilities of the server for files that go to a phone: tus 1.0 with creation, expiration and termination
#[utoipa::path(
    tag = "play",
    operation_id = "describe_phone_uploads",
    params(("phoneId" = i64, Path, description = "Phone's id; it is not looked at")),
    responses((
        status = 204,
        description = "`Tus-Version`, `Tus-Extension`, and `Tus-Max-Size` in bytes",
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[options("/app-api/infra/tus/phones/{phoneId}")]
async fn describe_phone_uploads() -> HttpResponse {
    tus::abilities(FILE_MAX_BYTES)
}

/// Begins an upload to a phone, or finds the one that broke off
///
/// A name that is taken is refused here already (1011121004), unless `replace` is true. Calls about files: at most 300 a minute of one member.
#[utoipa::path(
    tag = "play",
    operation_id = "create_phone_upload",
    params(
        ("phoneId" = i64, Path, description = "Phone's id"),
        ("Tus-Resumable" = String, Header, description = "1.0.0"),
        ("Upload-Length" = u64, Header, description = "Length in bytes, at most 4 GiB"),
        (
            "Upload-Metadata" = String,
            Header,
            description = "`filename`; `path`, the folder below `/sdcard`, `/sdcard/Download` when missing; `modifiedMs`, when the file changed where it comes from, Unix milliseconds: with name and size it tells which upload goes on; `replace`, true or false: whether a file of that name gives way",
        ),
    ),
    responses((
        status = 201,
        description = "How much is there; `Location` is where the pieces go. Or 400, 401, 412, 1002000429, 1011101001, 1011101003, 1011101004, 1011000022, 1011121001 to 1011121005, 1011121008, 1011121011",
        body = Answer<FileUploadView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/infra/tus/phones/{phoneId}")]
async fn create_phone_upload(
    state: Data<AppState>,
    Member(actor): Member,
    phone_id: Path<i64>,
    creation: Creation,
) -> Result<HttpResponse, ApiError> {
    let (phone_id, announced) = (*phone_id, PhoneUpload::announced(&creation)?);
    let (upload, name) = (announced.parse()?, announced.in_address()?);
    play::may_use_files(&state.engine.store, &actor, phone_id, state.now_ms()).await?;
    let offset = if upload.size == 0 {
        // No piece will follow, so the empty file is made at once.
        let nothing = Piece {
            offset: 0,
            length: 0,
            content: tokio::io::empty(),
        };
        state.engine.fleet.upload(phone_id, upload, nothing).await?
    } else {
        state.engine.fleet.uploaded(phone_id, upload).await?
    };
    let location = format!(
        "{}/app-api/infra/tus/phones/{phone_id}/{name}",
        state.base.as_str()
    );
    let view = FileUploadView {
        upload: name,
        offset,
    };
    Ok(tus::created(location, None, view))
}

/// How much of an upload is on a phone
#[utoipa::path(
    tag = "play",
    operation_id = "get_phone_upload_offset",
    params(PhoneUploadPath, ("Tus-Resumable" = String, Header, description = "1.0.0")),
    responses((
        status = 200,
        description = "`Upload-Offset` and `Upload-Length` in bytes, `Upload-Metadata`; or 401, 412, 1002000429, 1011101001, 1011101003, 1011101004, 1011000022, 1011121001 to 1011121005, 1011121011",
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[head("/app-api/infra/tus/phones/{phoneId}/{upload}")]
async fn get_phone_upload_offset(
    state: Data<AppState>,
    Member(actor): Member,
    at: Path<PhoneUploadPath>,
    _: Version,
) -> Result<HttpResponse, ApiError> {
    let announced = PhoneUpload::named(&at.upload)?;
    let upload = announced.parse()?;
    let size = upload.size;
    play::may_use_files(&state.engine.store, &actor, at.phone_id, state.now_ms()).await?;
    let offset = state.engine.fleet.uploaded(at.phone_id, upload).await?;
    let metadata = announced.metadata();
    let metadata: Vec<_> = (metadata.iter())
        .map(|(key, value)| (*key, value.as_str()))
        .collect();
    Ok(tus::progress(offset, size, None, &metadata))
}

/// Puts a piece of a file on a phone
///
/// With its Content-Length, and within 5 minutes: what came by then is kept, and HEAD says where to go on. A piece that begins elsewhere is
/// refused (1011121007). It ends in the middle when the right does.
#[utoipa::path(
    tag = "play",
    operation_id = "append_phone_upload",
    params(
        PhoneUploadPath,
        ("Tus-Resumable" = String, Header, description = "1.0.0"),
        (
            "Upload-Offset" = u64,
            Header,
            description = "Offset of the piece in bytes: what is there so far",
        ),
    ),
    request_body(content = Vec<u8>, content_type = "application/offset+octet-stream"),
    responses((
        status = 204,
        description = "`Upload-Offset`; or 400, 401, 412, 415, 1011101001, 1011101003, 1011101004, 1011000022, 1011121001 to 1011121012",
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[patch("/app-api/infra/tus/phones/{phoneId}/{upload}")]
async fn append_phone_upload(
    state: Data<AppState>,
    Member(actor): Member,
    at: Path<PhoneUploadPath>,
    head: PieceHead,
    body: Payload,
) -> Result<HttpResponse, ApiError> {
    let upload = PhoneUpload::named(&at.upload)?.parse()?;
    let length = head.length.ok_or(ApiError::Refused(codes::BAD_REQUEST))?;
    if head.offset.saturating_add(length) > upload.size {
        return Err(ApiError::Refused(codes::FILE_SIZE));
    }
    let sender = FileAccess {
        state: state.clone(),
        actor,
        phone_id: at.phone_id,
    };
    sender.look().await?;
    let (to, content) = duplex(body::WAITING_MAX_BYTES);
    let piece = Piece {
        offset: head.offset,
        length,
        content,
    };
    let put = state.engine.fleet.upload(at.phone_id, upload, piece);
    let (forwarded, uploaded) = tokio::join!(body::forward_body(body, to, &sender), put);
    forwarded?;
    Ok(tus::appended(uploaded?, None))
}

/// Gives an upload up: what came of it leaves the phone
#[utoipa::path(
    tag = "play",
    operation_id = "remove_phone_upload",
    params(PhoneUploadPath, ("Tus-Resumable" = String, Header, description = "1.0.0")),
    responses((
        status = 204,
        description = "Nothing is left of it; or 401, 412, 1002000429, 1011101001, 1011101003, 1011101004, 1011000022, 1011121001, 1011121002, 1011121003, 1011121011",
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[delete("/app-api/infra/tus/phones/{phoneId}/{upload}")]
async fn remove_phone_upload(
    state: Data<AppState>,
    Member(actor): Member,
    at: Path<PhoneUploadPath>,
    _: Version,
) -> Result<HttpResponse, ApiError> {
    let part = PhoneUpload::named(&at.upload)?.parse()?.part()?;
    play::may_delete(&state.engine.store, &actor, at.phone_id, 1, state.now_ms()).await?;
    let answers = (state.engine.fleet.delete_items(at.phone_id, vec![part])).await?;
    for answer in answers {
        answer?;
    }
    Ok(HttpResponse::NoContent().finish())
}
