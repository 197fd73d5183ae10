//! `/app-api/member/webhook/**`: addresses that are told when something of the member's changes.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use store::live::webhooks;

use super::wire::{
    DeliveriesQuery, DeliveriesView, DeliveryIdBody, NewWebhookBody, WebhookBody, WebhookIdBody,
    WebhookSecretView, WebhookTestView, WebhooksView,
};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Member, PageQuery};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(create_webhook)
        .service(list_webhooks)
        .service(update_webhook)
        .service(remove_webhook)
        .service(rotate_webhook)
        .service(pause_webhook)
        .service(resume_webhook)
        .service(test_webhook)
        .service(list_deliveries)
        .service(redeliver_event);
}

/// Makes a webhook
///
/// Events of the chosen kinds are posted to its address, signed with the secret that is answered here this once (docs/api.md). 5 of one member at
/// most (1011141002). An address that cannot be told is refused with the reason (1011141003).
#[utoipa::path(
    tag = "live",
    operation_id = "create_webhook",
    request_body = NewWebhookBody,
    responses((
        status = 200,
        description = "Its secret, once; or 400, 401, 1011141002, 1011141003",
        body = Answer<WebhookSecretView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/webhook/create")]
async fn create_webhook(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<NewWebhookBody>,
) -> Result<Answer<WebhookSecretView>, ApiError> {
    let new = body.into_inner().parse(&state.engine.webhooks_allow())?;
    let made = webhooks::create(&state.engine.store, &actor, new, state.now_ms()).await?;
    Ok(Answer::ok(made.into()))
}

/// The member's webhooks
#[utoipa::path(
    tag = "live",
    operation_id = "list_webhooks",
    responses((status = 200, description = "All of them; or 401", body = Answer<WebhooksView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/webhook/list")]
async fn list_webhooks(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<WebhooksView>, ApiError> {
    let all = webhooks::list(&state.engine.store, &actor, state.now_ms()).await?;
    Ok(Answer::ok(all.into()))
}

/// Gives a webhook another name, address or other kinds
///
/// Waiting events go to the new address. 1011141001: there is none, or it is somebody else's.
#[utoipa::path(
    tag = "live",
    operation_id = "update_webhook",
    request_body = WebhookBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 1011141001, 1011141003",
        body = Answer<bool>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("webhookId: webhook")),
    ),
)]
#[post("/app-api/member/webhook/update")]
async fn update_webhook(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<WebhookBody>,
) -> Result<Answer<bool>, ApiError> {
    let (webhook_id, new) = body.into_inner().parse(&state.engine.webhooks_allow())?;
    let store = &state.engine.store;
    webhooks::update(store, &actor, webhook_id, new, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// Removes a webhook, and with it what waits for it
#[utoipa::path(
    tag = "live",
    operation_id = "remove_webhook",
    request_body = WebhookIdBody,
    responses((status = 200, description = "true; or 400, 401, 1011141001", body = Answer<bool>)),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("webhookId: webhook")),
    ),
)]
#[post("/app-api/member/webhook/remove")]
async fn remove_webhook(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<WebhookIdBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, webhook_id) = (&state.engine.store, body.webhook_id);
    webhooks::remove(store, &actor, webhook_id, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// Gives a webhook a new secret
///
/// For 24 hours events carry a signature by the secret before it as well, so that a receiver can change over.
#[utoipa::path(
    tag = "live",
    operation_id = "rotate_webhook",
    request_body = WebhookIdBody,
    responses((
        status = 200,
        description = "The secret, once; or 400, 401, 1011141001",
        body = Answer<WebhookSecretView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("webhookId: webhook")),
    ),
)]
#[post("/app-api/member/webhook/rotate")]
async fn rotate_webhook(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<WebhookIdBody>,
) -> Result<Answer<WebhookSecretView>, ApiError> {
    let (store, webhook_id) = (&state.engine.store, body.webhook_id);
    let made = webhooks::rotate(store, &actor, webhook_id, state.now_ms()).await?;
    Ok(Answer::ok(made.into()))
}

/// Tells a webhook nothing until it is resumed
///
/// Events are kept meanwhile: up to 1,000, for up to 7 days.
#[utoipa::path(
    tag = "live",
    operation_id = "pause_webhook",
    request_body = WebhookIdBody,
    responses((status = 200, description = "true; or 400, 401, 1011141001", body = Answer<bool>)),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("webhookId: webhook")),
    ),
)]
#[post("/app-api/member/webhook/pause")]
async fn pause_webhook(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<WebhookIdBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, webhook_id) = (&state.engine.store, body.webhook_id);
    webhooks::pause(store, &actor, webhook_id, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// Tells a webhook what waited, and what comes
#[utoipa::path(
    tag = "live",
    operation_id = "resume_webhook",
    request_body = WebhookIdBody,
    responses((status = 200, description = "true; or 400, 401, 1011141001", body = Answer<bool>)),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("webhookId: webhook")),
    ),
)]
#[post("/app-api/member/webhook/resume")]
async fn resume_webhook(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<WebhookIdBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, webhook_id) = (&state.engine.store, body.webhook_id);
    webhooks::resume(store, &actor, webhook_id, state.now_ms()).await?;
    state.engine.wake_webhooks();
    Ok(Answer::ok(true))
}

/// Sends a webhook an event that says nothing
///
/// At once and once, paused or not; the answer says what became of it. 10 in a minute at most (1002000429, with `retryAfterMs`).
#[utoipa::path(
    tag = "live",
    operation_id = "test_webhook",
    request_body = WebhookIdBody,
    responses((
        status = 200,
        description = "What became of it; or 400, 401, 1002000429, 1011141001",
        body = Answer<WebhookTestView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("webhookId: webhook")),
    ),
)]
#[post("/app-api/member/webhook/test")]
async fn test_webhook(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<WebhookIdBody>,
) -> Result<Answer<WebhookTestView>, ApiError> {
    let outcome = state.engine.test_webhook(&actor, body.webhook_id).await?;
    Ok(Answer::ok(outcome.into()))
}

/// Deliveries to a webhook, past and waiting
///
/// Kept for 7 days; of what is over, the newest 1,000.
#[utoipa::path(
    tag = "live",
    operation_id = "list_deliveries",
    params(PageQuery, DeliveriesQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 1011141001",
        body = Answer<DeliveriesView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("webhookId: webhook")),
    ),
)]
#[get("/app-api/member/webhook/deliveries")]
async fn list_deliveries(
    state: Data<AppState>,
    Member(actor): Member,
    page: Query<PageQuery>,
    query: Query<DeliveriesQuery>,
) -> Result<Answer<DeliveriesView>, ApiError> {
    let (store, window) = (&state.engine.store, page.usual()?);
    let log = webhooks::log(store, &actor, query.webhook_id, query.state(), window).await?;
    Ok(Answer::ok(log.into()))
}

/// Brings an event once more
///
/// With all its tries and under the same id; where its webhook is paused, once that is resumed. 1011141004: it is kept no more, or somebody
/// else's.
#[utoipa::path(
    tag = "live",
    operation_id = "redeliver_event",
    request_body = DeliveryIdBody,
    responses((status = 200, description = "true; or 400, 401, 1011141004", body = Answer<bool>)),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("deliveryId: delivery")),
    ),
)]
#[post("/app-api/member/webhook/redeliver")]
async fn redeliver_event(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<DeliveryIdBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, delivery_id) = (&state.engine.store, body.delivery_id);
    webhooks::redeliver(store, &actor, delivery_id, state.now_ms()).await?;
    state.engine.wake_webhooks();
    Ok(Answer::ok(true))
}
