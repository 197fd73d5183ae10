//! `/app-api/trade/phone/**`.

use actix_web::post;
use actix_web::web::{Data, Json};
use domain::codes;
use domain::operations::{Kind, OperationChoice};
use domain::phones::KEYWORDS_MAX;
use store::operations::OperationRequest;
use store::phones;

use super::wire::{AliasBody, CheckBody, CheckedView, ListBody, ListView, PhoneIdBody, TrialView};
use crate::AppState;
use crate::http::batches::{BatchStartedView, PhonesBody};
use crate::http::{Answer, ApiError, Calls, Client, Member};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_phones)
        .service(rename_phones)
        .service(reset_phones)
        .service(check_phones)
        .service(enter_directly)
        .service(take_trial);
}

/// My phones: own and granted to me, searched, sorted and paged
#[utoipa::path(
    tag = "phones",
    operation_id = "list_phones",
    request_body = ListBody,
    responses((status = 200, description = "A page; or 400, 401", body = Answer<ListView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:read"))),
)]
#[post("/app-api/trade/phone/app-page")]
async fn list_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<ListBody>,
) -> Result<Answer<ListView>, ApiError> {
    let now_ms = state.now_ms();
    let list = phones::list(&state.engine.store, &actor, body.parse()?, now_ms).await?;
    let seen = list.rows.iter().map(|row| (row.phone.id, row.level));
    state.engine.set_language(&actor, seen, client.lang);
    let unable = |phone_id| state.engine.unable(phone_id);
    let estimates = |phone_id| state.engine.estimates(phone_id);
    let expected_ms = |phone_id, kind| state.engine.expected_ms(phone_id, kind);
    let rules = state.engine.order_rules();
    Ok(Answer::ok(ListView::of(
        list,
        unable,
        estimates,
        expected_ms,
        rules,
        now_ms,
        client.lang,
    )))
}

/// Gives phones another name
///
/// For many phones `{n}` in the name counts.
#[utoipa::path(
    tag = "phones",
    operation_id = "rename_phones",
    request_body = AliasBody,
    responses((
        status = 200,
        description = "The batch, done at once; or 400, 401, 1011101006, 1011101007",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/trade/phone/update-alias")]
async fn rename_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<AliasBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let started = state.engine.begin(&actor, body.into_inner().ask()?).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Resets phones to factory settings: everything on them is lost
#[utoipa::path(
    tag = "phones",
    operation_id = "reset_phones",
    request_body = PhonesBody,
    responses((
        status = 200,
        description = "The batch; or 401, 1011101006, 1011101007",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/trade/phone/reset-batch")]
async fn reset_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<PhonesBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(Kind::FactoryReset);
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Whether an action is allowed on phones, or why not, for each
#[utoipa::path(
    tag = "phones",
    operation_id = "check_phones",
    request_body = CheckBody,
    responses((
        status = 200,
        description = "Each phone's answer; or 400, 401, 1011101006",
        body = Answer<CheckedView>,
    )),
    extensions(
        ("x-level" = json!("view")),
        ("x-scope" = json!("phones:read")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/app-api/trade/phone/check")]
async fn check_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<CheckBody>,
) -> Result<Answer<CheckedView>, ApiError> {
    let action = body.action()?;
    let ids = body.into_inner().phone_ids;
    if ids.is_empty() || ids.len() > KEYWORDS_MAX {
        return Err(ApiError::Refused(codes::PHONE_COUNT));
    }
    let checked = state.engine.check(&actor, ids, action).await?;
    Ok(Answer::ok(CheckedView::of(checked, client.lang)))
}

/// Enters a phone directly from a failed state
///
/// The server looks at the phone first; only a phone that is well is set running.
#[utoipa::path(
    tag = "phones",
    operation_id = "enter_directly",
    request_body = PhoneIdBody,
    responses((
        status = 200,
        description = "The batch; or 401, 1011000022, 1011101001, 1011101004",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/trade/phone/updPhoneStateRunning")]
async fn enter_directly(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<PhoneIdBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = OperationRequest {
        kind: Kind::EnterDirectly,
        phones: vec![(body.phone_id, OperationChoice::None)],
        group: false,
    };
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of_one(&started, client.lang)?))
}

/// A phone for a day, for a new member: once per number, ever
#[utoipa::path(
    tag = "phones",
    operation_id = "take_trial",
    responses((
        status = 200,
        description = "The phone; or 401, 1011107001, 1011107002",
        body = Answer<TrialView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/trade/phone/distribute-for-new-member")]
async fn take_trial(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
) -> Result<Answer<TrialView>, ApiError> {
    let now_ms = state.now_ms();
    let phone_id = phones::trial(&state.engine.store, &actor, client.lang, now_ms).await?;
    Ok(Answer::ok(TrialView { phone_id }))
}
