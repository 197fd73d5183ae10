//! `/app-api/trade/phone/{check-replace,replace,replace-batch,transfer}` and `/app-api/trade/phone-bound/{retry-migrate,query-status}`: another
//! phone from stock under the same rental, without data or with it.

use actix_web::post;
use actix_web::web::{Data, Json};
use domain::codes;
use domain::operations::{Kind, OperationChoice};
use domain::phones::BATCH_MAX;
use store::operations::OperationRequest;

use super::wire::{
    CheckReplaceBody, ReplaceBatchBody, ReplaceBody, ReplaceableListView, RetryMigrateBody,
    TransferBody, TransferListView, TransferStatusBody,
};
use crate::AppState;
use crate::http::batches::BatchStartedView;
use crate::http::{Answer, ApiError, Calls, Client, Member};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(check_replace)
        .service(replace_phone)
        .service(replace_phones)
        .service(transfer_phones)
        .service(retry_migration)
        .service(query_migrations);
}

/// Whether phones may be replaced, and by how many phones in stock
///
/// Phones of one configuration share its stock in the order asked.
#[utoipa::path(
    tag = "replacement",
    operation_id = "check_replace",
    request_body = CheckReplaceBody,
    responses((
        status = 200,
        description = "Each phone's answer; or 401, 1011101006, 1011101007",
        body = Answer<ReplaceableListView>,
    )),
    extensions(
        ("x-level" = json!("view")),
        ("x-scope" = json!("phones:read")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/app-api/trade/phone/check-replace")]
async fn check_replace(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<CheckReplaceBody>,
) -> Result<Answer<ReplaceableListView>, ApiError> {
    let CheckReplaceBody {
        phone_ids,
        with_data,
    } = body.into_inner();
    let checked = if with_data {
        state.engine.check_transfer(&actor, phone_ids).await?
    } else {
        state.engine.check_replace(&actor, phone_ids).await?
    };
    Ok(Answer::ok(ReplaceableListView::of(&checked, client.lang)))
}

/// Replaces a phone: one from stock takes its place, everything on the old one is lost
///
/// Rental, name, group, tags and grants go along. The receipt names the new phone, and says when the old one was wiped.
#[utoipa::path(
    tag = "replacement",
    operation_id = "replace_phone",
    request_body = ReplaceBody,
    responses((
        status = 200,
        description = "The batch, done at once; or 401, 1011000022, 1011101001, 1011101003, 1011101004, 1011101008, 1011101011, 1011101013",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/trade/phone/replace")]
async fn replace_phone(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<ReplaceBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let started = state.engine.begin(&actor, ask(&[body.phone_id])).await?;
    BatchStartedView::of_one(&started, client.lang).map(Answer::ok)
}

/// Replaces phones, each by one from stock: everything on the old ones is lost
///
/// A phone that cannot be replaced is refused alone, untouched.
#[utoipa::path(
    tag = "replacement",
    operation_id = "replace_phones",
    request_body = ReplaceBatchBody,
    responses((
        status = 200,
        description = "The batch, done at once; or 401, 1011101006, 1011101007",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/app-api/trade/phone/replace-batch")]
async fn replace_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<ReplaceBatchBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let started = state.engine.begin(&actor, ask(&body.phone_ids)).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Replaces phones with their data, each by one from stock
///
/// Each is backed up, the backup is put on the new phone, and then that one has the rental, name, group, tags and grants. The old phone is off
/// meanwhile and is wiped at the end.
#[utoipa::path(
    tag = "replacement",
    operation_id = "transfer_phones",
    request_body = TransferBody,
    responses((
        status = 200,
        description = "The batch; or 401, 1004003006, 1011101006, 1011101007",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/app-api/trade/phone/transfer")]
async fn transfer_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<TransferBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let body = body.into_inner();
    if !body.agrees() {
        return Err(ApiError::Refused(codes::AGREEMENTS));
    }
    let started = state.engine.begin_transfer(&actor, &body.phone_ids).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Tries a failed backup or migration again, or gives it up
///
/// Given up, the backup is gone for good: the old phone keeps its data and is switched on again, the new one goes back to stock.
#[utoipa::path(
    tag = "replacement",
    operation_id = "retry_migration",
    request_body = RetryMigrateBody,
    responses((
        status = 200,
        description = "The batch; or 401, 1011000022, 1011101001, 1011101003, 1011101004, 1011101008, 1011101011, 1011101013",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/trade/phone-bound/retry-migrate")]
async fn retry_migration(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<RetryMigrateBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let RetryMigrateBody { phone_id, cancel } = body.into_inner();
    let started = if cancel {
        state.engine.give_up_transfer(&actor, phone_id).await?
    } else {
        state.engine.retry_transfer(&actor, phone_id).await?
    };
    BatchStartedView::of_one(&started, client.lang).map(Answer::ok)
}

/// How far the replacements of phones with their data are
///
/// A phone that was replaced is asked for by the id that it had.
#[utoipa::path(
    tag = "replacement",
    operation_id = "query_migrations",
    request_body = TransferStatusBody,
    responses((
        status = 200,
        description = "Each phone that has one; or 401, 1011101006",
        body = Answer<TransferListView>,
    )),
    extensions(
        ("x-level" = json!("view")),
        ("x-scope" = json!("phones:read")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/app-api/trade/phone-bound/query-status")]
async fn query_migrations(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<TransferStatusBody>,
) -> Result<Answer<TransferListView>, ApiError> {
    let phone_ids = body.into_inner().phone_ids;
    if phone_ids.is_empty() || phone_ids.len() > BATCH_MAX {
        return Err(ApiError::Refused(codes::PHONE_COUNT));
    }
    let states = state.engine.transfer_states(&actor, phone_ids).await?;
    Ok(Answer::ok(TransferListView::of(states)))
}

fn ask(phone_ids: &[i64]) -> OperationRequest {
    OperationRequest {
        kind: Kind::Replace,
        phones: phone_ids
            .iter()
            .map(|id| (*id, OperationChoice::None))
            .collect(),
        group: false,
    }
}
