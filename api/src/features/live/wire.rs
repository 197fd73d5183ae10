//! Bodies and views of a member's webhooks.

use domain::codes;
use domain::live::webhooks::{
    Address, Allow, Failure, InvalidWebhook, InvalidWebhookAddress, Kind, NewWebhook, Outcome,
    Paused,
};
use serde::{Deserialize, Serialize};
use store::live::webhooks::{Delivery, Log, NewSecret, State, Webhook, WebhookError};
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;

/// A webhook about to be made.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewWebhookBody {
    /// For people: 1 to 10 characters.
    name: String,
    /// https, of the open internet, port 443 or 1024 and above, no name and no password in it; at most 500 bytes.
    url: String,
    /// At least one, each once.
    kinds: Vec<Kind>,
}

/// New settings of a webhook.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookBody {
    /// Webhook's id.
    webhook_id: i64,
    /// For people: 1 to 10 characters.
    name: String,
    /// Address, with the same rules as for a new webhook.
    url: String,
    /// At least one, each once.
    kinds: Vec<Kind>,
}

impl NewWebhookBody {
    pub fn parse(self, allow: &Allow) -> Result<NewWebhook, ApiError> {
        let address = Address::parse(&self.url, allow)?;
        Ok(NewWebhook::parse(&self.name, &self.kinds, address)?)
    }
}

impl WebhookBody {
    pub fn parse(self, allow: &Allow) -> Result<(i64, NewWebhook), ApiError> {
        let new = NewWebhookBody {
            name: self.name,
            url: self.url,
            kinds: self.kinds,
        };
        Ok((self.webhook_id, new.parse(allow)?))
    }
}

impl From<InvalidWebhookAddress> for ApiError {
    fn from(fault: InvalidWebhookAddress) -> Self {
        Self::explained(codes::WEBHOOK_ADDRESS, |lang| fault.text(lang))
    }
}

impl From<InvalidWebhook> for ApiError {
    fn from(fault: InvalidWebhook) -> Self {
        Self::explained(codes::BAD_REQUEST, |lang| fault.text(lang))
    }
}

impl From<WebhookError> for ApiError {
    fn from(error: WebhookError) -> Self {
        match error {
            WebhookError::Unknown => Self::Refused(codes::WEBHOOK_ABSENT),
            WebhookError::TooMany => Self::Refused(codes::WEBHOOK_LIMIT),
            WebhookError::NoDelivery => Self::Refused(codes::DELIVERY_ABSENT),
            WebhookError::TooSoon { retry_after_ms } => {
                Self::retry_later(codes::TOO_MANY, retry_after_ms)
            }
            WebhookError::Fault(fault) => fault.into(),
        }
    }
}

/// Names a webhook.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookIdBody {
    pub webhook_id: i64,
}

/// Names a delivery.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryIdBody {
    pub delivery_id: i64,
}

/// A secret that was just made.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookSecretView {
    webhook_id: i64,
    /// `whsec_…`: what verifies that an event is ours. It is shown this once.
    secret: String,
}

impl From<NewSecret> for WebhookSecretView {
    fn from(made: NewSecret) -> Self {
        Self {
            webhook_id: made.webhook_id,
            secret: made.secret,
        }
    }
}

/// The member's webhooks.
#[derive(Serialize, ToSchema)]
pub struct WebhooksView {
    /// The oldest first; at most 5.
    list: Vec<WebhookView>,
}

impl From<Vec<Webhook>> for WebhooksView {
    fn from(all: Vec<Webhook>) -> Self {
        Self {
            list: all.into_iter().map(Into::into).collect(),
        }
    }
}

/// A webhook, without its secret.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookView {
    webhook_id: i64,
    name: String,
    url: String,
    kinds: Vec<Kind>,
    /// Unix milliseconds.
    created_ms: i64,
    /// Reason why it is told nothing for now; missing while it is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    paused: Option<Paused>,
    /// Time since when it is paused, Unix milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    paused_ms: Option<i64>,
    /// Time until when the secret before the present one signs too, Unix milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    old_secret_until_ms: Option<i64>,
    /// Events that wait: at most 1,000.
    waiting: i64,
    /// Events that waited too long, or were too many, and were let go.
    dropped: i64,
    /// When it was tried last, Unix milliseconds; missing before the first time.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_ms: Option<i64>,
    /// The HTTP status of the last answer, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_status: Option<u16>,
    /// Why the last event was not taken; missing when it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_failure: Option<Failure>,
}

impl From<Webhook> for WebhookView {
    fn from(webhook: Webhook) -> Self {
        let (paused, paused_ms) = webhook.paused.unzip();
        Self {
            webhook_id: webhook.id,
            name: webhook.name,
            url: webhook.url,
            kinds: webhook.kinds.all().collect(),
            created_ms: webhook.created_ms,
            paused,
            paused_ms,
            old_secret_until_ms: webhook.old_key_until_ms,
            waiting: webhook.waiting,
            dropped: webhook.dropped,
            last_ms: webhook.last.map(|last| last.at_ms),
            last_status: webhook.last.and_then(|last| last.status),
            last_failure: webhook.last.and_then(|last| last.failure),
        }
    }
}

/// Result of a test.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookTestView {
    /// Whether the receiver answered 2xx.
    taken: bool,
    /// The HTTP status of its answer, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    /// Why it was not taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
    /// Duration in milliseconds.
    took_ms: i64,
}

impl From<Outcome> for WebhookTestView {
    fn from(outcome: Outcome) -> Self {
        Self {
            taken: outcome.failure.is_none(),
            status: outcome.status,
            failure: outcome.failure,
            took_ms: outcome.took_ms,
        }
    }
}

/// State of a delivery.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum DeliveryWord {
    /// Waiting for its time, or for its webhook to be resumed.
    Waiting,
    /// The receiver took it.
    Taken,
    /// A test that the receiver did not take.
    Failed,
}

impl From<DeliveryWord> for State {
    fn from(word: DeliveryWord) -> Self {
        match word {
            DeliveryWord::Waiting => Self::Waiting,
            DeliveryWord::Taken => Self::Taken,
            DeliveryWord::Failed => Self::Failed,
        }
    }
}

impl From<State> for DeliveryWord {
    fn from(state: State) -> Self {
        match state {
            State::Waiting => Self::Waiting,
            State::Taken => Self::Taken,
            State::Failed => Self::Failed,
        }
    }
}

/// Page of deliveries to show.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct DeliveriesQuery {
    /// Webhook's id.
    pub webhook_id: i64,
    /// Only deliveries in this state.
    #[param(inline)]
    state: Option<DeliveryWord>,
}

impl DeliveriesQuery {
    pub fn state(&self) -> Option<State> {
        self.state.map(Into::into)
    }
}

/// A page of deliveries.
#[derive(Serialize, ToSchema)]
pub struct DeliveriesView {
    /// The newest first.
    list: Vec<DeliveryView>,
    total: i64,
}

impl From<Log> for DeliveriesView {
    fn from(log: Log) -> Self {
        Self {
            list: log.list.into_iter().map(Into::into).collect(),
            total: log.total,
        }
    }
}

/// An event on its way to a webhook, or brought.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryView {
    delivery_id: i64,
    /// The header `webhook-id`, the same for each try.
    event: String,
    /// `phone.status`, `operation.ended`, `order.changed`, `rental.ending` or `webhook.test`.
    r#type: &'static str,
    /// Body that is sent, to the byte.
    body: String,
    state: DeliveryWord,
    tries: i32,
    /// When the event was noticed, Unix milliseconds.
    created_ms: i64,
    /// When it is tried next, Unix milliseconds; missing when it is over, or its webhook is paused.
    #[serde(skip_serializing_if = "Option::is_none")]
    due_ms: Option<i64>,
    /// When it was tried last, Unix milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    tried_ms: Option<i64>,
    /// The HTTP status of the last answer, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    /// Why it was not taken the last time.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
    /// Duration of the last try, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    took_ms: Option<i64>,
}

impl From<Delivery> for DeliveryView {
    fn from(delivery: Delivery) -> Self {
        Self {
            delivery_id: delivery.id,
            event: delivery.event,
            r#type: delivery.kind.into_str(),
            body: delivery.body,
            state: delivery.state.into(),
            tries: delivery.tries,
            created_ms: delivery.created_ms,
            due_ms: delivery.due_ms,
            tried_ms: delivery.tried_ms,
            status: delivery.status,
            failure: delivery.failure,
            took_ms: delivery.took_ms,
        }
    }
}
