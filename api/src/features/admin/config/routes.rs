//! `/system/config/**`: settings of the product, and values that operators keep for programs of their own.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put};
use domain::codes;
use domain::config::Setting;
use store::config;

use super::super::permissions::{
    AddConfig, EditConfig, ExportConfig, ListConfig, ReadConfig, RemoveConfig,
};
use super::super::wire::{DataView, DoneView, RowsView, ids};
use super::wire::{ConfigBody, ConfigQuery, ConfigView, HEADER};
use crate::AppState;
use crate::http::tables::{self, FileView, FormatQuery, ROWS_MAX, Table};
use crate::http::{ApiError, Calls, Client, Member, Operator, Top, author};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_config)
        .service(export_config)
        .service(get_config_value)
        .service(clear_config_cache)
        .service(refresh_config_cache)
        .service(get_config)
        .service(create_config)
        .service(update_config)
        .service(remove_config);
}

/// Values of the configuration, the settings of the product first
#[utoipa::path(
    tag = "admin",
    operation_id = "list_config",
    params(ConfigQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Top<RowsView<ConfigView>>,
    )),
    extensions(("x-level" = json!("perm:system:config:list")), ("x-scope" = json!("none"))),
)]
#[get("/system/config/list")]
async fn list_config(
    state: Data<AppState>,
    _operator: Operator<ListConfig>,
    client: Client,
    query: Query<ConfigQuery>,
) -> Result<Top<RowsView<ConfigView>>, ApiError> {
    let (filter, window) = query.into_inner().parse(&state)?;
    let (rows, total) = config::list(&state.engine.store, filter, window).await?;
    let view = |kept| ConfigView::of(kept, &state, client.lang);
    Ok(RowsView::of(rows.into_iter().map(view).collect(), total))
}

/// Exports the values of the configuration that pass the filter as a table, at most 10,000
///
/// The answer's `msg` is the name for the download. With `Accept: text/csv`, the media type of XLSX or application/octet-stream it is the file itself.
#[utoipa::path(
    tag = "admin",
    operation_id = "export_config",
    params(ConfigQuery, FormatQuery),
    responses((
        status = 200,
        description = "The file's name; or 400, 401, 403, 1001004004",
        body = Top<FileView>,
    )),
    extensions(("x-level" = json!("perm:system:config:export")), ("x-scope" = json!("none"))),
)]
#[get("/system/config/export")]
async fn export_config(
    state: Data<AppState>,
    request: HttpRequest,
    operator: Operator<ExportConfig>,
    client: Client,
    query: Query<ConfigQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, ApiError> {
    let (filter, _) = query.into_inner().parse(&state)?;
    let (rows, total) = config::list(&state.engine.store, filter, (0, ROWS_MAX)).await?;
    tables::check_rows(total)?;
    let row = |kept| ConfigView::of(kept, &state, client.lang).exported();
    let table = Table {
        name: "参数数据",
        header: &HEADER,
        rows: rows.into_iter().map(row).collect(),
    };
    tables::export(&state, &request, operator.actor(), &format, table).await
}

/// A value of the configuration by its key, in `msg` and in `data`; empty for an unknown key
#[utoipa::path(
    tag = "admin",
    operation_id = "get_config_value",
    params(("configKey" = String, Path, description = "Key")),
    responses((
        status = 200,
        description = "The value in force; or 401",
        body = Top<DataView<String>>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/system/config/configKey/{configKey}")]
async fn get_config_value(
    state: Data<AppState>,
    _member: Member,
    client: Client,
    path: Path<String>,
) -> Result<Top<DataView<String>>, ApiError> {
    let kept = config::by_key(&state.engine.store, path.into_inner()).await?;
    let value = kept.map(|kept| ConfigView::of(kept, &state, client.lang).into_value());
    Ok(DataView::of_text(value.unwrap_or_default()))
}

/// Forgets what this server read of the configuration, and reads it anew
///
/// Other servers on the same database follow a change within a second by themselves.
#[utoipa::path(
    tag = "admin",
    operation_id = "clear_config_cache",
    responses((status = 200, description = "Done; or 401, 403", body = Top<DoneView>)),
    extensions(("x-level" = json!("perm:system:config:remove")), ("x-scope" = json!("none"))),
)]
#[delete("/system/config/clearCache")]
async fn clear_config_cache(
    state: Data<AppState>,
    _operator: Operator<RemoveConfig>,
) -> Result<Top<DoneView>, ApiError> {
    state.engine.reload_config().await?;
    Ok(Top::ok(DoneView {}))
}

/// Reads the configuration anew, under the name that later consoles of this family use
#[utoipa::path(
    tag = "admin",
    operation_id = "refresh_config_cache",
    responses((status = 200, description = "Done; or 401, 403", body = Top<DoneView>)),
    extensions(("x-level" = json!("perm:system:config:remove")), ("x-scope" = json!("none"))),
)]
#[delete("/system/config/refreshCache")]
async fn refresh_config_cache(
    state: Data<AppState>,
    _operator: Operator<RemoveConfig>,
) -> Result<Top<DoneView>, ApiError> {
    state.engine.reload_config().await?;
    Ok(Top::ok(DoneView {}))
}

/// A value of the configuration by its id
#[utoipa::path(
    tag = "admin",
    operation_id = "get_config",
    params(("configId" = i64, Path, description = "Value's id")),
    responses((
        status = 200,
        description = "The value; or 401, 403, 404, 1001000001",
        body = Top<DataView<ConfigView>>,
    )),
    extensions(("x-level" = json!("perm:system:config:query")), ("x-scope" = json!("none"))),
)]
#[get("/system/config/{configId}")]
async fn get_config(
    state: Data<AppState>,
    _operator: Operator<ReadConfig>,
    client: Client,
    path: Path<i64>,
) -> Result<Top<DataView<ConfigView>>, ApiError> {
    let kept = config::one(&state.engine.store, path.into_inner()).await?;
    Ok(DataView::of(ConfigView::of(kept, &state, client.lang)))
}

/// Adds a value to the configuration, for operators' own programs
#[utoipa::path(
    tag = "admin",
    operation_id = "create_config",
    request_body = ConfigBody,
    responses((
        status = 200,
        description = "Done; or 400, 401, 403, 1001000002",
        body = Top<DoneView>,
    )),
    extensions(("x-level" = json!("perm:system:config:add")), ("x-scope" = json!("none"))),
)]
#[post("/system/config")]
async fn create_config(
    state: Data<AppState>,
    operator: Operator<AddConfig>,
    client: Client,
    body: Json<ConfigBody>,
) -> Result<Top<DoneView>, ApiError> {
    let written = body.into_inner().parse()?;
    let author = author(&state, &operator, &client);
    config::create(&state.engine.store, author, written).await?;
    Ok(Top::ok(DoneView {}))
}

/// Changes a value of the configuration; a setting of the product holds from now on
///
/// A setting about money asks for the password (1002003013). A value that somebody else changed meanwhile answers 1001000011 with `data.now`,
/// what it is (`configValue`, empty where the default holds, and `version`), and who changed it and when (Unix ms) in `data.by` and `data.time`.
#[utoipa::path(
    tag = "admin",
    operation_id = "update_config",
    request_body = ConfigBody,
    responses((
        status = 200,
        description = "Done; or 400, 401, 403, 1001000001, 1001000002, 1001000003, 1001000010, 1001000011, 1002003013",
        body = Top<DoneView>,
    )),
    extensions(("x-level" = json!("perm:system:config:edit")), ("x-scope" = json!("none"))),
)]
#[put("/system/config")]
async fn update_config(
    state: Data<AppState>,
    operator: Operator<EditConfig>,
    client: Client,
    body: Json<ConfigBody>,
) -> Result<Top<DoneView>, ApiError> {
    let body = body.into_inner();
    let id = body
        .config_id
        .ok_or(ApiError::Refused(codes::BAD_REQUEST))?;
    let (seen, written) = ((id, body.version), body.parse()?);
    let setting = Setting::from_key(&written.key);
    if setting.is_some_and(Setting::is_about_money) && !operator.actor().has_proved(state.now_ms())
    {
        return Err(ApiError::Refused(codes::PASSWORD_NEEDED));
    }
    let (engine, author) = (&state.engine, author(&state, &operator, &client));
    let locked = engine.locked_settings().to_vec();
    config::update(&engine.store, author, seen, written, locked).await?;
    engine.reload_config().await?;
    Ok(Top::ok(DoneView {}))
}

/// Deletes operators' own values of the configuration, all or none
#[utoipa::path(
    tag = "admin",
    operation_id = "remove_config",
    params(("configIds" = String, Path, description = "Ids by commas, at most 200")),
    responses((
        status = 200,
        description = "Done; or 400, 401, 403, 1001000001, 1001000003",
        body = Top<DoneView>,
    )),
    extensions(("x-level" = json!("perm:system:config:remove")), ("x-scope" = json!("none"))),
)]
#[delete("/system/config/{configIds}")]
async fn remove_config(
    state: Data<AppState>,
    operator: Operator<RemoveConfig>,
    client: Client,
    path: Path<String>,
) -> Result<Top<DoneView>, ApiError> {
    let ids = ids(&path)?;
    let author = author(&state, &operator, &client);
    config::delete(&state.engine.store, author, ids).await?;
    Ok(Top::ok(DoneView {}))
}
