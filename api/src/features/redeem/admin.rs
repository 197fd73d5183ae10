//! `/admin-api/redeem-code/**`.

use actix_web::web::{Data, Json, Query};
use actix_web::{HttpResponse, get, post};
use domain::redeem::{READ, WRITE};
use spreadsheet::Format;
use store::redeem;

use super::batches::{
    BatchBody, BatchCodesView, BatchIdBody, BatchesQuery, BatchesView, CODE_TITLE, CodeIdBody,
    CodeSheetBody, CodesQuery, MadeBatchView, RedeemFoundView, VoidedView,
};
use super::wire::CodeBody;
use crate::AppState;
use crate::http::tables::{Table, download, file_of};
use crate::http::{Answer, ApiError, Calls, Client, Operator, PageQuery, Permission, Proven};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_redeem_batches)
        .service(create_redeem_batch)
        .service(write_code_sheet)
        .service(list_batch_codes)
        .service(find_redeem_code)
        .service(void_redeem_batch)
        .service(void_redeem_code);
}

/// Permission to see batches and who used their codes.
struct ReadCodes;

impl Permission for ReadCodes {
    const NAME: &str = READ;
}

/// Permission to make batches and to void codes.
struct WriteCodes;

impl Permission for WriteCodes {
    const NAME: &str = WRITE;
}

/// Batches of codes, the last one first, with sums over all of them
#[utoipa::path(
    tag = "redeem",
    operation_id = "list_redeem_batches",
    params(PageQuery, BatchesQuery),
    responses((status = 200, description = "A page; or 400, 401, 403", body = Answer<BatchesView>)),
    extensions(("x-level" = json!("perm:trade:redeem-code:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/redeem-code/page")]
async fn list_redeem_batches(
    state: Data<AppState>,
    _operator: Operator<ReadCodes>,
    client: Client,
    page: Query<PageQuery>,
    query: Query<BatchesQuery>,
) -> Result<Answer<BatchesView>, ApiError> {
    let (filter, window) = query.into_inner().parse(&page)?;
    let found = redeem::page(&state.engine.store, filter, window, state.now_ms()).await?;
    Ok(Answer::ok(BatchesView::of(found, client.lang)))
}

/// Makes a batch of codes, which are shown this once
///
/// 400 names the wrong field in `data.field`.
#[utoipa::path(
    tag = "redeem",
    operation_id = "create_redeem_batch",
    request_body = BatchBody,
    responses((
        status = 200,
        description = "All codes; or 400, 401, 403, 1002003013, 1011103013",
        body = Answer<MadeBatchView>,
    )),
    extensions(("x-level" = json!("perm:trade:redeem-code:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/redeem-code/create")]
async fn create_redeem_batch(
    state: Data<AppState>,
    operator: Proven<WriteCodes>,
    body: Json<BatchBody>,
) -> Result<Answer<MadeBatchView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let new = body.into_inner().parse(now_ms)?;
    let made = redeem::create(store, operator.actor(), new, now_ms).await?;
    Ok(Answer::ok(made.into()))
}

/// The codes of a new batch as XLSX
///
/// Codes are stored as hashes, so the caller brings those that were shown to it; nothing of them is kept.
#[utoipa::path(
    tag = "redeem",
    operation_id = "write_code_sheet",
    request_body = CodeSheetBody,
    responses((
        status = 200,
        description = "The file; or 400, 401, 403",
        content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        body = Vec<u8>,
    )),
    extensions(("x-level" = json!("perm:trade:redeem-code:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/redeem-code/sheet")]
async fn write_code_sheet(
    _operator: Operator<WriteCodes>,
    client: Client,
    body: Json<CodeSheetBody>,
) -> Result<HttpResponse, ApiError> {
    let (number, rows) = body.into_inner().parse()?;
    let title = CODE_TITLE.in_lang(client.lang);
    Ok(download(file_of(
        Format::Xlsx,
        &Table {
            name: &number,
            header: &[title],
            rows,
        },
    )?))
}

/// The codes of a batch by their first four characters, and who used them
#[utoipa::path(
    tag = "redeem",
    operation_id = "list_batch_codes",
    params(CodesQuery, PageQuery),
    responses((
        status = 200,
        description = "A page, the last used one first; or 400, 401, 403, 1011103011",
        body = Answer<BatchCodesView>,
    )),
    extensions(("x-level" = json!("perm:trade:redeem-code:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/redeem-code/codes")]
async fn list_batch_codes(
    state: Data<AppState>,
    _operator: Operator<ReadCodes>,
    query: Query<CodesQuery>,
    page: Query<PageQuery>,
) -> Result<Answer<BatchCodesView>, ApiError> {
    let (store, window) = (&state.engine.store, page.usual()?);
    let found = redeem::codes(store, query.batch_id, query.used, window).await?;
    Ok(Answer::ok(found.into()))
}

/// Looks one whole code up: its batch, and who used it
#[utoipa::path(
    tag = "redeem",
    operation_id = "find_redeem_code",
    request_body = CodeBody,
    responses((
        status = 200,
        description = "The code; or 400, 401, 403, 1011103011",
        body = Answer<RedeemFoundView>,
    )),
    extensions(("x-level" = json!("perm:trade:redeem-code:list")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/redeem-code/find")]
async fn find_redeem_code(
    state: Data<AppState>,
    _operator: Operator<ReadCodes>,
    client: Client,
    body: Json<CodeBody>,
) -> Result<Answer<RedeemFoundView>, ApiError> {
    let code = body.into_inner().parse();
    let code = code.ok_or(ApiError::Refused(domain::codes::REDEEM_ABSENT))?;
    let found = redeem::find(&state.engine.store, code, state.now_ms()).await?;
    Ok(Answer::ok(RedeemFoundView::of(found, client.lang)))
}

/// Voids what is left of a batch: codes that were used stay used
#[utoipa::path(
    tag = "redeem",
    operation_id = "void_redeem_batch",
    request_body = BatchIdBody,
    responses((
        status = 200,
        description = "How many; or 400, 401, 403, 1011103011, 1011103012",
        body = Answer<VoidedView>,
    )),
    extensions(("x-level" = json!("perm:trade:redeem-code:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/redeem-code/void")]
async fn void_redeem_batch(
    state: Data<AppState>,
    operator: Operator<WriteCodes>,
    body: Json<BatchIdBody>,
) -> Result<Answer<VoidedView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let voided = redeem::void_batch(store, operator.actor(), body.batch_id, now_ms).await?;
    Ok(Answer::ok(VoidedView { voided }))
}

/// Voids one code that nobody used
#[utoipa::path(
    tag = "redeem",
    operation_id = "void_redeem_code",
    request_body = CodeIdBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1011103011, 1011103012",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:trade:redeem-code:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/redeem-code/void-code")]
async fn void_redeem_code(
    state: Data<AppState>,
    operator: Operator<WriteCodes>,
    body: Json<CodeIdBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    redeem::void_code(store, operator.actor(), body.code_id, now_ms).await?;
    Ok(Answer::ok(true))
}
