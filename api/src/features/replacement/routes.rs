//! `/app-api/trade/phone/{check-replace,replace,replace-batch}`: another phone from stock under the same rental, without data.

use actix_web::post;
use actix_web::web::{Data, Json};
use domain::operations::{Input, Kind};
use store::operations::OperationRequest;
use utoipa_actix_web::service_config::ServiceConfig;

use super::wire::{ReplaceBatchBody, ReplaceBody, ReplaceableListView};
use crate::AppState;
use crate::features::operations::wire::BatchStartedView;
use crate::http::{Answer, ApiError, Client, Member};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(check_replace)
        .service(replace_phone)
        .service(replace_phones);
}

/// Whether phones may be replaced, and by how many phones in stock
///
/// Phones of one configuration share its stock in the order asked.
#[utoipa::path(tag = "replacement", operation_id = "check_replace", request_body = ReplaceBatchBody, responses((status = 200, description = "Each phone's answer; or 401, 1011101006, 1011101007", body = Answer<ReplaceableListView>)), extensions(("x-level" = json!("view")), ("x-scope" = json!("phones:read")), ("x-object" = json!("phoneIds: phone"))))]
#[post("/app-api/trade/phone/check-replace")]
async fn check_replace(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<ReplaceBatchBody>,
) -> Result<Answer<ReplaceableListView>, ApiError> {
    let ids = body.into_inner().phone_ids;
    let checked = state.engine.check_replace(&actor, ids).await?;
    Ok(Answer::ok(ReplaceableListView::of(&checked, client.lang)))
}

/// Replaces a phone: one from stock takes its place, everything on the old one is lost
///
/// Rental, name, group, tags and grants go along. The receipt names the new phone, and says when the old one was wiped.
#[utoipa::path(tag = "replacement", operation_id = "replace_phone", request_body = ReplaceBody, responses((status = 200, description = "The batch, done at once; or 401, 1011000022, 1011101001, 1011101003, 1011101004, 1011101008, 1011101011, 1011101013", body = Answer<BatchStartedView>)), extensions(("x-level" = json!("owner")), ("x-scope" = json!("phones:operate")), ("x-object" = json!("phoneId: phone"))))]
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
#[utoipa::path(tag = "replacement", operation_id = "replace_phones", request_body = ReplaceBatchBody, responses((status = 200, description = "The batch, done at once; or 401, 1011101006, 1011101007", body = Answer<BatchStartedView>)), extensions(("x-level" = json!("owner")), ("x-scope" = json!("phones:operate")), ("x-object" = json!("phoneIds: phone"))))]
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

fn ask(phone_ids: &[i64]) -> OperationRequest {
    OperationRequest {
        kind: Kind::Replace,
        phones: phone_ids.iter().map(|id| (*id, Input::None)).collect(),
        group: false,
    }
}
