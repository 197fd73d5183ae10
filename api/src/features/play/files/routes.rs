//! The calls about files of a phone, but for uploads (`upload.rs`).

use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, HttpResponse, get, post, put};
use domain::codes;
use domain::play::files::{Item, sorted};
use store::play;

use super::body::{self, FileAccess};
use super::wire::{
    DeleteFilesBody, DeletedFilesView, DownloadQuery, FileFolderView, FileTicketBody,
    FileTicketView, ListQuery, MoveFileBody, NewFolderBody,
};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Member, Span};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_files)
        .service(create_folder)
        .service(move_file)
        .service(delete_files)
        .service(create_file_ticket)
        .service(download_file);
}

/// Entries of a folder of a phone
///
/// Folders first, at most 2,000 entries; `more` says how many are left out. Calls about files: at most 300 a minute of one member.
#[utoipa::path(
    tag = "play",
    operation_id = "list_files",
    params(ListQuery),
    responses((
        status = 200,
        description = "The folder; or 400, 401, 1002000429, 1011101001, 1011101003, 1011101004, 1011000022, 1011121001, 1011121003, 1011121005, 1011121006, 1011121011",
        body = Answer<FileFolderView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[get("/app-api/infra/file/list")]
async fn list_files(
    state: Data<AppState>,
    Member(actor): Member,
    query: Query<ListQuery>,
) -> Result<Answer<FileFolderView>, ApiError> {
    let (phone_id, folder, sort) = query.parse()?;
    play::may_use_files(&state.engine.store, &actor, phone_id, state.now_ms()).await?;
    let entries = (state.engine.fleet.list_folder(phone_id, folder.clone())).await?;
    Ok(Answer::ok(FileFolderView::of(
        &folder,
        sorted(&folder, entries, sort),
    )))
}

/// Makes a folder on a phone
#[utoipa::path(
    tag = "play",
    operation_id = "create_folder",
    request_body = NewFolderBody,
    responses((
        status = 200,
        description = "Made; or 400, 401, 1002000429, 1011101001, 1011101003, 1011101004, 1011000022, 1011121001 to 1011121005, 1011121010 to 1011121012",
        body = Answer<bool>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/infra/file/folder")]
async fn create_folder(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<NewFolderBody>,
) -> Result<Answer<bool>, ApiError> {
    let (phone_id, item) = body.parse()?;
    play::may_use_files(&state.engine.store, &actor, phone_id, state.now_ms()).await?;
    state.engine.fleet.make_folder(phone_id, item).await?;
    Ok(Answer::ok(true))
}

/// Gives a file or folder of a phone another name or folder
///
/// Nothing is overwritten: 1011121004.
#[utoipa::path(
    tag = "play",
    operation_id = "move_file",
    request_body = MoveFileBody,
    responses((
        status = 200,
        description = "Moved; or 400, 401, 1002000429, 1011101001, 1011101003, 1011101004, 1011000022, 1011121001 to 1011121005, 1011121010, 1011121011, 1011121015",
        body = Answer<bool>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[put("/app-api/infra/file/move")]
async fn move_file(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<MoveFileBody>,
) -> Result<Answer<bool>, ApiError> {
    let (phone_id, from, to) = body.parse()?;
    play::may_use_files(&state.engine.store, &actor, phone_id, state.now_ms()).await?;
    state.engine.fleet.move_item(phone_id, from, to).await?;
    Ok(Answer::ok(true))
}

/// Deletes files and folders of a phone
///
/// For good, folders with all that is in them; an answer for each. A link goes, what it leads to stays.
#[utoipa::path(
    tag = "play",
    operation_id = "delete_files",
    request_body = DeleteFilesBody,
    responses((
        status = 200,
        description = "What became of each; or 400, 401, 1002000429, 1011101001, 1011101003, 1011101004, 1011000022, 1011121001, 1011121011, 1011121014",
        body = Answer<DeletedFilesView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/infra/file/delete")]
async fn delete_files(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<DeleteFilesBody>,
) -> Result<Answer<DeletedFilesView>, ApiError> {
    let (phone_id, items) = body.parse()?;
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    play::may_delete(store, &actor, phone_id, items.len(), now_ms).await?;
    let answers = (state.engine.fleet.delete_items(phone_id, items.clone())).await?;
    Ok(Answer::ok(DeletedFilesView::of(
        &items,
        &answers,
        client.lang,
    )))
}

/// A ticket by which one file of a phone is fetched
///
/// For this session, once, within 30 s.
#[utoipa::path(
    tag = "play",
    operation_id = "create_file_ticket",
    request_body = FileTicketBody,
    responses((
        status = 200,
        description = "A ticket; or 400, 401, 1002000429, 1011101001, 1011101003, 1011101004, 1011000022, 1011121001",
        body = Answer<FileTicketView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/infra/file/ticket")]
async fn create_file_ticket(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<FileTicketBody>,
) -> Result<Answer<FileTicketView>, ApiError> {
    let (phone_id, item) = body.parse()?;
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let ticket = play::file_ticket(store, &actor, phone_id, item.to_string(), now_ms).await?;
    Ok(Answer::ok(ticket.into()))
}

/// The bytes of a file of a phone
///
/// By a ticket of the same session. `Range` and `If-Range` are understood: a download that broke goes on with a new ticket. It ends in the
/// middle when the right does.
#[utoipa::path(
    tag = "play",
    operation_id = "download_file",
    params(DownloadQuery),
    responses(
        (
            status = 200,
            description = "The file; or, as application/json, 400, 401, 1011101001, 1011101003, 1011101004, 1011000022, 1011121003, 1011121005, 1011121006, 1011121009 to 1011121011, 1011121013",
            content_type = "application/octet-stream",
            body = Vec<u8>,
        ),
        (
            status = 206,
            description = "A part of it",
            content_type = "application/octet-stream",
            body = Vec<u8>,
        ),
        (status = 416, description = "It has no such bytes"),
    ),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:operate"))),
)]
#[get("/app-api/infra/file/download")]
async fn download_file(
    state: Data<AppState>,
    Member(actor): Member,
    query: Query<DownloadQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let ticket = query.into_inner().ticket;
    let opened = play::open_file(&state.engine.store, &actor, ticket, state.now_ms());
    let (phone_id, path) = opened.await?;
    let item = Item::parse(&path).map_err(|_| ApiError::Refused(codes::FILE_PATH))?;
    let fleet = &state.engine.fleet;
    let facts = fleet.file_facts(phone_id, item.clone()).await?;
    let Some(span) = Span::of(&request, &body::tag(facts), facts.size) else {
        return Ok(Span::unsatisfiable(facts.size));
    };
    let reading = fleet
        .read_file(phone_id, item.clone(), span.offset, span.length)
        .await?;
    let reader = FileAccess {
        state: state.clone(),
        actor,
        phone_id,
    };
    Ok(body::response(item.name(), facts, span, reading, reader))
}
