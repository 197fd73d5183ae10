//! `/system/audit/**`: what was done, by whom, when and from where.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use store::audit;

use super::super::permissions::{ExportAudit, ListAudit};
use super::super::wire::{DataView, RowsView};
use super::wire::{ActionView, AuditQuery, AuditView, HEADER};
use crate::AppState;
use crate::http::tables::{self, FileView, FormatQuery, ROWS_MAX, Table};
use crate::http::{ApiError, Calls, Client, Operator, Top, author};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_audit)
        .service(export_audit)
        .service(list_audit_actions);
}

/// Recorded actions, the newest first
#[utoipa::path(
    tag = "admin",
    operation_id = "list_audit",
    params(AuditQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Top<RowsView<AuditView>>,
    )),
    extensions(("x-level" = json!("perm:system:audit:list")), ("x-scope" = json!("none"))),
)]
#[get("/system/audit/list")]
async fn list_audit(
    state: Data<AppState>,
    _operator: Operator<ListAudit>,
    client: Client,
    query: Query<AuditQuery>,
) -> Result<Top<RowsView<AuditView>>, ApiError> {
    let (filter, window) = query.into_inner().parse(&state)?;
    let (rows, total) = audit::list(&state.engine.store, filter, window).await?;
    let view = |listed| AuditView::of(listed, &state, client.lang);
    Ok(RowsView::of(rows.into_iter().map(view).collect(), total))
}

/// Exports the recorded actions that pass the filter as a table, at most 10,000
///
/// The export is recorded itself. The answer's `msg` is the name for the download. With `Accept: text/csv`, the media type of XLSX or
/// application/octet-stream it is the file itself.
#[utoipa::path(
    tag = "admin",
    operation_id = "export_audit",
    params(AuditQuery, FormatQuery),
    responses((
        status = 200,
        description = "The file's name; or 400, 401, 403, 1001004004",
        body = Top<FileView>,
    )),
    extensions(("x-level" = json!("perm:system:audit:export")), ("x-scope" = json!("none"))),
)]
#[get("/system/audit/export")]
async fn export_audit(
    state: Data<AppState>,
    request: HttpRequest,
    operator: Operator<ExportAudit>,
    client: Client,
    query: Query<AuditQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, ApiError> {
    let store = &state.engine.store;
    let (filter, _) = query.into_inner().parse(&state)?;
    let (rows, total) = audit::list(store, filter, (0, ROWS_MAX)).await?;
    tables::check_rows(total)?;
    audit::note_export(store, author(&state, &operator, &client), rows.len()).await?;
    let row = |listed| AuditView::of(listed, &state, client.lang).exported();
    let table = Table {
        name: "审计",
        header: &HEADER,
        rows: rows.into_iter().map(row).collect(),
    };
    tables::export(&state, &request, operator.actor(), &format, table).await
}

/// Kinds of actions that are recorded, in the request's language
#[utoipa::path(
    tag = "admin",
    operation_id = "list_audit_actions",
    responses((
        status = 200,
        description = "All of them; or 401, 403",
        body = Top<DataView<Vec<ActionView>>>,
    )),
    extensions(("x-level" = json!("perm:system:audit:list")), ("x-scope" = json!("none"))),
)]
#[get("/system/audit/actions")]
async fn list_audit_actions(
    _operator: Operator<ListAudit>,
    client: Client,
) -> Result<Top<DataView<Vec<ActionView>>>, ApiError> {
    Ok(DataView::of(ActionView::all(client.lang)))
}
