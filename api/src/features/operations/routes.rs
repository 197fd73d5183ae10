//! `/app-api/infra/operation/**`.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::codes;
use store::operations;

use super::wire::{
    BatchIdQuery, BatchListView, BatchesQuery, CancelBody, CancelledView, ReceiptView, RetryBody,
};
use crate::AppState;
use crate::http::batches::BatchStartedView;
use crate::http::{Answer, ApiError, Calls, Client, Member, PageQuery};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_operations)
        .service(get_receipt)
        .service(retry_operations)
        .service(cancel_operations);
}

/// My batches, the newest first
#[utoipa::path(
    tag = "operations",
    operation_id = "list_operations",
    params(PageQuery, BatchesQuery),
    responses((status = 200, description = "A page; or 400, 401", body = Answer<BatchListView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/infra/operation/page")]
async fn list_operations(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    page: Query<PageQuery>,
    query: Query<BatchesQuery>,
) -> Result<Answer<BatchListView>, ApiError> {
    let page = operations::batches(&state.engine.store, &actor, query.parse(&page)?).await?;
    Ok(Answer::ok(BatchListView::of(&page, client.lang)))
}

/// The receipt of one batch: a lane for each phone
#[utoipa::path(
    tag = "operations",
    operation_id = "get_receipt",
    params(BatchIdQuery),
    responses((
        status = 200,
        description = "The receipt; or 401, 1011104001",
        body = Answer<ReceiptView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("phones:read")),
        ("x-object" = json!("batchId: operation")),
    ),
)]
#[get("/app-api/infra/operation/info")]
async fn get_receipt(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    query: Query<BatchIdQuery>,
) -> Result<Answer<ReceiptView>, ApiError> {
    let now_ms = state.now_ms();
    let receipt = operations::receipt(&state.engine.store, &actor, query.batch_id, now_ms).await?;
    let receipt = receipt.ok_or(ApiError::Refused(codes::OPERATION_ABSENT))?;
    let expected_ms = |phone_id, kind| state.engine.expected_ms(phone_id, kind);
    Ok(Answer::ok(ReceiptView::of(
        receipt,
        expected_ms,
        now_ms,
        client.lang,
    )))
}

/// Tries the failed phones of a batch again, and only those: a new batch
#[utoipa::path(
    tag = "operations",
    operation_id = "retry_operations",
    request_body = RetryBody,
    responses((
        status = 200,
        description = "The new batch; or 401, 1011101009, 1011104001, 1011104002",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("batchId: operation")),
    ),
)]
#[post("/app-api/infra/operation/retry")]
async fn retry_operations(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<RetryBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let body = body.into_inner();
    let started = state
        .engine
        .retry(&actor, body.batch_id, body.into())
        .await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Takes back operations that have not changed their phones yet
#[utoipa::path(
    tag = "operations",
    operation_id = "cancel_operations",
    request_body = CancelBody,
    responses((
        status = 200,
        description = "How many; or 401, 1011104001, 1011104002",
        body = Answer<CancelledView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("batchId: operation")),
    ),
)]
#[post("/app-api/infra/operation/cancel")]
async fn cancel_operations(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<CancelBody>,
) -> Result<Answer<CancelledView>, ApiError> {
    let cancelled = state.engine.cancel(&actor, body.batch_id).await?;
    Ok(Answer::ok(CancelledView { cancelled }))
}
