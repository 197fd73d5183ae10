//! `/system/dict/data/**`: the words that members' screens show for values.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put};
use domain::codes;
use store::dictionary;

use super::super::permissions::{
    AddDictionaries, EditDictionaries, ExportDictionaries, ListDictionaries, ReadDictionaries,
    RemoveDictionaries,
};
use super::super::wire::{DataView, DoneView, RowsView, ids};
use super::wire::{DictionaryTypeView, EntriesQuery, EntryBody, EntryView, HEADER, exported};
use crate::AppState;
use crate::http::tables::{self, FileView, FormatQuery, ROWS_MAX, Table};
use crate::http::{Answer, ApiError, Calls, Client, Member, Operator, Top, author};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_dictionary_entries)
        .service(export_dictionary_entries)
        .service(list_entries_of_type)
        .service(get_dictionary_entry)
        .service(create_dictionary_entry)
        .service(update_dictionary_entry)
        .service(remove_dictionary_entries)
        .service(list_dictionary_types);
}

/// Entries of dictionaries, by dictionary and place
#[utoipa::path(
    tag = "admin",
    operation_id = "list_dictionary_entries",
    params(EntriesQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Top<RowsView<EntryView>>,
    )),
    extensions(("x-level" = json!("perm:system:dict:list")), ("x-scope" = json!("none"))),
)]
#[get("/system/dict/data/list")]
async fn list_dictionary_entries(
    state: Data<AppState>,
    _operator: Operator<ListDictionaries>,
    query: Query<EntriesQuery>,
) -> Result<Top<RowsView<EntryView>>, ApiError> {
    let (filter, order, window) = query.into_inner().parse()?;
    let (rows, total) = dictionary::list(&state.engine.store, filter, order, window).await?;
    let view = |kept| EntryView::of(kept, &state);
    Ok(RowsView::of(rows.into_iter().map(view).collect(), total))
}

/// Exports the entries of dictionaries that pass the filter as a table, at most 10,000
///
/// The answer's `msg` is the name for the download. With `Accept: text/csv`, the media type of XLSX or application/octet-stream it is the file itself.
#[utoipa::path(
    tag = "admin",
    operation_id = "export_dictionary_entries",
    params(EntriesQuery, FormatQuery),
    responses((
        status = 200,
        description = "The file's name; or 400, 401, 403, 1001004004",
        body = Top<FileView>,
    )),
    extensions(("x-level" = json!("perm:system:dict:export")), ("x-scope" = json!("none"))),
)]
#[get("/system/dict/data/export")]
async fn export_dictionary_entries(
    state: Data<AppState>,
    request: HttpRequest,
    operator: Operator<ExportDictionaries>,
    query: Query<EntriesQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, ApiError> {
    let (filter, order, _) = query.into_inner().parse()?;
    let all = (0, ROWS_MAX);
    let (rows, total) = dictionary::list(&state.engine.store, filter, order, all).await?;
    tables::check_rows(total)?;
    let table = Table {
        name: "字典数据",
        header: &HEADER,
        rows: rows.into_iter().map(exported).collect(),
    };
    tables::export(&state, &request, operator.actor(), &format, table).await
}

/// Entries of one dictionary that are a choice, in their order
#[utoipa::path(
    tag = "admin",
    operation_id = "list_entries_of_type",
    params(("dictType" = String, Path, description = "Name of the dictionary")),
    responses((
        status = 200,
        description = "Empty for an unknown dictionary; or 401",
        body = Top<DataView<Vec<EntryView>>>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/system/dict/data/type/{dictType}")]
async fn list_entries_of_type(
    state: Data<AppState>,
    _member: Member,
    path: Path<String>,
) -> Result<Top<DataView<Vec<EntryView>>>, ApiError> {
    let filter = dictionary::Filter {
        dict_type: Some(path.into_inner()),
        disabled: Some(false),
        ..dictionary::Filter::default()
    };
    let order = (dictionary::EntrySort::Place, false);
    let (rows, _) = dictionary::list(&state.engine.store, filter, order, (0, ROWS_MAX)).await?;
    let view = |kept| EntryView::of(kept, &state);
    Ok(DataView::of(rows.into_iter().map(view).collect()))
}

/// An entry of a dictionary by its id
#[utoipa::path(
    tag = "admin",
    operation_id = "get_dictionary_entry",
    params(("dictCode" = i64, Path, description = "Entry's id")),
    responses((
        status = 200,
        description = "The entry; or 401, 403, 404, 1002007001",
        body = Top<DataView<EntryView>>,
    )),
    extensions(("x-level" = json!("perm:system:dict:query")), ("x-scope" = json!("none"))),
)]
#[get("/system/dict/data/{dictCode}")]
async fn get_dictionary_entry(
    state: Data<AppState>,
    _operator: Operator<ReadDictionaries>,
    path: Path<i64>,
) -> Result<Top<DataView<EntryView>>, ApiError> {
    let kept = dictionary::one(&state.engine.store, path.into_inner()).await?;
    Ok(DataView::of(EntryView::of(kept, &state)))
}

/// Adds an entry to a dictionary: members' screens show its words at once
#[utoipa::path(
    tag = "admin",
    operation_id = "create_dictionary_entry",
    request_body = EntryBody,
    responses((
        status = 200,
        description = "Done; or 400, 401, 403, 1002007003, 1002007010",
        body = Top<DoneView>,
    )),
    extensions(("x-level" = json!("perm:system:dict:add")), ("x-scope" = json!("none"))),
)]
#[post("/system/dict/data")]
async fn create_dictionary_entry(
    state: Data<AppState>,
    operator: Operator<AddDictionaries>,
    client: Client,
    body: Json<EntryBody>,
) -> Result<Top<DoneView>, ApiError> {
    let written = body.into_inner().parse()?;
    let author = author(&state, &operator, &client);
    dictionary::create(&state.engine.store, author, written).await?;
    Ok(Top::ok(DoneView {}))
}

/// Changes an entry of a dictionary
///
/// An entry that somebody else changed meanwhile answers 1001000011 with `data.now`, what it is (`dictLabel`, `labelEn`, `dictSort`, `status`,
/// `version`), and who changed it and when (Unix ms) in `data.by` and `data.time`.
#[utoipa::path(
    tag = "admin",
    operation_id = "update_dictionary_entry",
    request_body = EntryBody,
    responses((
        status = 200,
        description = "Done; or 400, 401, 403, 1001000011, 1002007001, 1002007003, 1002007010",
        body = Top<DoneView>,
    )),
    extensions(("x-level" = json!("perm:system:dict:edit")), ("x-scope" = json!("none"))),
)]
#[put("/system/dict/data")]
async fn update_dictionary_entry(
    state: Data<AppState>,
    operator: Operator<EditDictionaries>,
    client: Client,
    body: Json<EntryBody>,
) -> Result<Top<DoneView>, ApiError> {
    let body = body.into_inner();
    let id = body
        .dict_code
        .ok_or(ApiError::Refused(codes::BAD_REQUEST))?;
    let (seen, written) = ((id, body.version), body.parse()?);
    let author = author(&state, &operator, &client);
    dictionary::update(&state.engine.store, author, seen, written).await?;
    Ok(Top::ok(DoneView {}))
}

/// Deletes entries of dictionaries, all or none
#[utoipa::path(
    tag = "admin",
    operation_id = "remove_dictionary_entries",
    params(("dictCodes" = String, Path, description = "Ids by commas, at most 200")),
    responses((
        status = 200,
        description = "Done; or 400, 401, 403, 1002007001, 1002007010",
        body = Top<DoneView>,
    )),
    extensions(("x-level" = json!("perm:system:dict:remove")), ("x-scope" = json!("none"))),
)]
#[delete("/system/dict/data/{dictCodes}")]
async fn remove_dictionary_entries(
    state: Data<AppState>,
    operator: Operator<RemoveDictionaries>,
    client: Client,
    path: Path<String>,
) -> Result<Top<DoneView>, ApiError> {
    let ids = ids(&path)?;
    let author = author(&state, &operator, &client);
    dictionary::delete(&state.engine.store, author, ids).await?;
    Ok(Top::ok(DoneView {}))
}

/// Names of all dictionaries, with how many entries each has
#[utoipa::path(
    tag = "admin",
    operation_id = "list_dictionary_types",
    responses((
        status = 200,
        description = "By name; or 401, 403",
        body = Answer<Vec<DictionaryTypeView>>,
    )),
    extensions(("x-level" = json!("perm:system:dict:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/dict/types")]
async fn list_dictionary_types(
    state: Data<AppState>,
    _operator: Operator<ListDictionaries>,
) -> Result<Answer<Vec<DictionaryTypeView>>, ApiError> {
    let types = dictionary::types(&state.engine.store).await?;
    Ok(Answer::ok(types.into_iter().map(Into::into).collect()))
}
