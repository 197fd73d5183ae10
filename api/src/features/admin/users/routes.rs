//! `/system/user/**`: accounts.

use actix_multipart::Multipart;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put};
use domain::codes;
use store::member::{self, accounts};

use super::super::permissions::{
    AddUsers, EditUsers, ExportUsers, ImportUsers, ListUsers, ReadUsers, RemoveUsers,
    ResetPasswords,
};
use super::super::wire::{DoneView, ResetBody, RowsView, StatusBody, ids};
use super::import;
use super::wire::{AccountView, HEADER, UserBody, UserFormView, UsersQuery};
use crate::AppState;
use crate::http::table_import::{self, ImportForm, ImportQuery, ImportedView};
use crate::http::tables::{self, FileView, FormatQuery, ROWS_MAX, Table};
use crate::http::{ApiError, Calls, Client, Operator, Top, author};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_users)
        .service(export_users)
        .service(get_import_template)
        .service(import_users)
        .service(change_user_status)
        .service(reset_user_password)
        .service(get_user)
        .service(create_user)
        .service(update_user)
        .service(remove_users);
}

/// Accounts, the newest first
#[utoipa::path(
    tag = "admin",
    operation_id = "list_users",
    params(UsersQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Top<RowsView<AccountView>>,
    )),
    extensions(("x-level" = json!("perm:system:user:list")), ("x-scope" = json!("none"))),
)]
#[get("/system/user/list")]
async fn list_users(
    state: Data<AppState>,
    _operator: Operator<ListUsers>,
    query: Query<UsersQuery>,
) -> Result<Top<RowsView<AccountView>>, ApiError> {
    let (filter, order, window) = query.into_inner().parse(&state)?;
    let (rows, total) = accounts::list(&state.engine.store, filter, order, window).await?;
    let view = |listed| AccountView::of(listed, String::new(), &state);
    Ok(RowsView::of(rows.into_iter().map(view).collect(), total))
}

/// Exports the accounts that pass the filter as a table, at most 10,000
///
/// The answer's `msg` is the name for the download. With `Accept: text/csv`, the media type of XLSX or application/octet-stream it is the file itself.
#[utoipa::path(
    tag = "admin",
    operation_id = "export_users",
    params(UsersQuery, FormatQuery),
    responses((
        status = 200,
        description = "The file's name; or 400, 401, 403, 1001004004",
        body = Top<FileView>,
    )),
    extensions(("x-level" = json!("perm:system:user:export")), ("x-scope" = json!("none"))),
)]
#[get("/system/user/export")]
async fn export_users(
    state: Data<AppState>,
    request: HttpRequest,
    operator: Operator<ExportUsers>,
    client: Client,
    query: Query<UsersQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, ApiError> {
    let (store, all) = (&state.engine.store, (0, ROWS_MAX));
    let (filter, order, _) = query.into_inner().parse(&state)?;
    let (rows, total) = accounts::list(store, filter, order, all).await?;
    tables::check_rows(total)?;
    accounts::note_export(store, author(&state, &operator, &client), rows.len()).await?;
    let row = |listed| AccountView::of(listed, String::new(), &state).exported();
    let table = Table {
        name: "用户数据",
        header: &HEADER,
        rows: rows.into_iter().map(row).collect(),
    };
    tables::export(&state, &request, operator.actor(), &format, table).await
}

/// Exports an empty table for an import of accounts
#[utoipa::path(
    tag = "admin",
    operation_id = "get_import_template",
    params(FormatQuery),
    responses((
        status = 200,
        description = "The file's name; or 400, 401, 403",
        body = Top<FileView>,
    )),
    extensions(("x-level" = json!("perm:system:user:import")), ("x-scope" = json!("none"))),
)]
#[get("/system/user/importTemplate")]
async fn get_import_template(
    state: Data<AppState>,
    request: HttpRequest,
    operator: Operator<ImportUsers>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, ApiError> {
    let table = Table {
        name: "用户数据模板",
        header: &import::COLUMNS.header(),
        rows: Vec::new(),
    };
    tables::export(&state, &request, operator.actor(), &format, table).await
}

/// Brings accounts in a table: XLSX, or CSV in UTF-8 or GBK; at most 2 MiB and 5,000 rows
///
/// Every row is an account, found by its number, else by its name. A cell that is wrong, or a number whose digits a spreadsheet program lost, is
/// named with row and column; then nothing is taken, or the good rows where `goodRows` is set. With `dryRun` nothing is changed: the answer says
/// what would become of each row. New accounts have no password and open by a code.
#[utoipa::path(
    tag = "admin",
    operation_id = "import_users",
    params(ImportQuery),
    request_body(content = inline(ImportForm), content_type = "multipart/form-data"),
    responses((
        status = 200,
        description = "How many were added and updated; or 400, 401, 403, 1001004001, 1001004002",
        body = Top<ImportedView>,
    )),
    extensions(("x-level" = json!("perm:system:user:import")), ("x-scope" = json!("none"))),
)]
#[post("/system/user/importData")]
async fn import_users(
    state: Data<AppState>,
    operator: Operator<ImportUsers>,
    client: Client,
    query: Query<ImportQuery>,
    form: Multipart,
) -> Result<Top<ImportedView>, ApiError> {
    let (table, way) = table_import::sent(form, query.into_inner()).await?;
    let author = author(&state, &operator, &client);
    import::import(&state.engine.store, author, table, way, client.lang).await
}

/// Disables an account, or enables it again
///
/// Ends all sessions of a disabled account at once, and its sockets within a second with the reason. Its
/// member reads why when signing in (4100100102).
#[utoipa::path(
    tag = "admin",
    operation_id = "change_user_status",
    request_body = StatusBody,
    responses((
        status = 200,
        description = "Done; or 400, 401, 403, 1002003010 to 1002003013, 1004001000",
        body = Top<DoneView>,
    )),
    extensions(
        ("x-level" = json!("perm:system:user:edit")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("userId: member")),
    ),
)]
#[put("/system/user/changeStatus")]
async fn change_user_status(
    state: Data<AppState>,
    operator: Operator<EditUsers>,
    body: Json<StatusBody>,
) -> Result<Top<DoneView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let standing = body.standing()?;
    member::set_disabled(store, operator.actor(), body.user_id, standing, now_ms).await?;
    Ok(Top::ok(DoneView {}))
}

/// Sets another's password
///
/// Ends all sessions of the account. The member is told and is asked to choose a password at the next sign-in.
#[utoipa::path(
    tag = "admin",
    operation_id = "reset_user_password",
    request_body = ResetBody,
    responses((
        status = 200,
        description = "Done; or 400, 401, 403, 1002003011, 1002003013, 1004001000",
        body = Top<DoneView>,
    )),
    extensions(
        ("x-level" = json!("perm:system:user:resetPwd")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("userId: member")),
    ),
)]
#[put("/system/user/resetPwd")]
async fn reset_user_password(
    state: Data<AppState>,
    operator: Operator<ResetPasswords>,
    body: Json<ResetBody>,
) -> Result<Top<DoneView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let (user_id, password) = body.into_inner().parse()?;
    member::reset_password(store, operator.actor(), user_id, password, now_ms).await?;
    Ok(Top::ok(DoneView {}))
}

/// An account, with the address of its last session and the roles that there are
#[utoipa::path(
    tag = "admin",
    operation_id = "get_user",
    params(("userId" = i64, Path, description = "Account's id")),
    responses((
        status = 200,
        description = "The account; or 401, 403, 404, 1004001000",
        body = Top<UserFormView>,
    )),
    extensions(
        ("x-level" = json!("perm:system:user:query")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("userId: member")),
    ),
)]
#[get("/system/user/{userId}")]
async fn get_user(
    state: Data<AppState>,
    _operator: Operator<ReadUsers>,
    path: Path<i64>,
) -> Result<Top<UserFormView>, ApiError> {
    let (listed, address) = accounts::one(&state.engine.store, path.into_inner()).await?;
    Ok(Top::ok(UserFormView::of(AccountView::of(
        listed, address, &state,
    ))))
}

/// Adds a member's account
#[utoipa::path(
    tag = "admin",
    operation_id = "create_user",
    request_body = UserBody,
    responses((
        status = 200,
        description = "Done; or 400, 401, 403, 1002003011, 1004001005",
        body = Top<DoneView>,
    )),
    extensions(("x-level" = json!("perm:system:user:add")), ("x-scope" = json!("none"))),
)]
#[post("/system/user")]
async fn create_user(
    state: Data<AppState>,
    operator: Operator<AddUsers>,
    client: Client,
    body: Json<UserBody>,
) -> Result<Top<DoneView>, ApiError> {
    let (fields, password) = body.into_inner().new_account()?;
    let author = author(&state, &operator, &client);
    accounts::add(&state.engine.store, author, fields, password).await?;
    Ok(Top::ok(DoneView {}))
}

/// Changes an account
///
/// With `seen`, an account that somebody else changed meanwhile answers 1001000011 with its fields as they are now (`now`).
#[utoipa::path(
    tag = "admin",
    operation_id = "update_user",
    request_body = UserBody,
    responses((
        status = 200,
        description = "Done; or 400, 401, 403, 1001000011, 1002003010 to 1002003013, 1004001000, 1004001005",
        body = Top<DoneView>,
    )),
    extensions(
        ("x-level" = json!("perm:system:user:edit")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("userId: member")),
    ),
)]
#[put("/system/user")]
async fn update_user(
    state: Data<AppState>,
    operator: Operator<EditUsers>,
    client: Client,
    mut body: Json<UserBody>,
) -> Result<Top<DoneView>, ApiError> {
    let (id, seen, fields) = (body.user_id, body.seen()?, body.change()?);
    let id = id.ok_or(ApiError::Refused(codes::BAD_REQUEST))?;
    let author = author(&state, &operator, &client);
    accounts::edit(&state.engine.store, author, (id, seen), fields).await?;
    Ok(Top::ok(DoneView {}))
}

/// Deletes accounts, all or none: their phones go back to stock, and what is in them is lost
#[utoipa::path(
    tag = "admin",
    operation_id = "remove_users",
    params(("userIds" = String, Path, description = "Ids by commas, at most 200")),
    responses((
        status = 200,
        description = "Done; or 400, 401, 403, 1002003010 to 1002003013, 1004001000",
        body = Top<DoneView>,
    )),
    extensions(
        ("x-level" = json!("perm:system:user:remove")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("userIds: member")),
    ),
)]
#[delete("/system/user/{userIds}")]
async fn remove_users(
    state: Data<AppState>,
    operator: Operator<RemoveUsers>,
    client: Client,
    path: Path<String>,
) -> Result<Top<DoneView>, ApiError> {
    let ids = ids(&path)?;
    let author = author(&state, &operator, &client);
    accounts::remove(&state.engine.store, author, ids).await?;
    Ok(Top::ok(DoneView {}))
}
