//! Bodies and views of payments.

use std::net::IpAddr;

use domain::codes;
use domain::orders::{OrderState, PayState, PayWay, Wallet};
use engine::payments::{PayError, PaymentPrompt, PaymentRequest, Prepared};
use serde::{Deserialize, Serialize};
use store::orders::FullOrder;
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;

/// Order, wallet and way of a payment.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayBody {
    /// Id of one of my orders that waits for payment.
    pub order_id: i64,
    /// Wallet's number, 1 or 2.
    wallet: i16,
    /// Kind of device.
    way: PayWay,
}

impl PayBody {
    /// Request for the engine.
    pub fn parse(
        &self,
        client_ip: IpAddr,
        return_url: Option<String>,
    ) -> Result<PaymentRequest, ApiError> {
        let wallet = Wallet::from_code(self.wallet);
        Ok(PaymentRequest {
            order_id: self.order_id,
            wallet: wallet.ok_or(ApiError::Refused(codes::BAD_REQUEST))?,
            way: self.way,
            client_ip,
            return_url,
        })
    }
}

/// A payment that waits for its buyer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentView {
    /// Number of the payment at the wallet.
    attempt: String,
    /// Null as long as the wallet has not answered: ask again.
    #[schema(required = true)]
    show: Option<ShowView>,
    /// Time after which the wallet takes nothing, Unix milliseconds.
    deadline_ms: i64,
}

/// Prompt for the buyer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShowView {
    kind: ShowKindView,
    /// An address, a text to be shown as a QR code, or what an app hands to the wallet's SDK (a text, or WeChat's fields as JSON).
    value: String,
}

/// Use of the prompt's value.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShowKindView {
    /// Address that the browser opens.
    Page,
    /// Shown as a QR code.
    Qr,
    /// Text that an app hands to the wallet's SDK.
    App,
}

impl From<Prepared> for PaymentView {
    fn from(prepared: Prepared) -> Self {
        Self {
            attempt: prepared.number,
            show: prepared.shown.map(Into::into),
            deadline_ms: prepared.expires_ms,
        }
    }
}

/// Names an order.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct StatusQuery {
    /// Id of one of my orders.
    pub order_id: i64,
}

/// How a payment stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusView {
    order_id: i64,
    state: OrderState,
    pay_state: PayState,
    paid_fen: i64,
    /// Time until when it can be paid, Unix milliseconds.
    deadline_ms: i64,
}

impl From<PaymentPrompt> for ShowView {
    fn from(shown: PaymentPrompt) -> Self {
        let (kind, value) = match shown {
            PaymentPrompt::Page(value) => (ShowKindView::Page, value),
            PaymentPrompt::Qr(value) => (ShowKindView::Qr, value),
            PaymentPrompt::App(value) => (ShowKindView::App, value),
        };
        Self { kind, value }
    }
}

impl From<FullOrder> for StatusView {
    fn from(full: FullOrder) -> Self {
        let order = full.order;
        Self {
            order_id: order.id,
            state: order.state,
            pay_state: order.state.pay_state(),
            paid_fen: order.paid_fen,
            deadline_ms: order.deadline_ms,
        }
    }
}

impl From<PayError> for ApiError {
    fn from(error: PayError) -> Self {
        match error {
            PayError::NotOffered => Self::Refused(codes::PAY_NOT_OFFERED),
            PayError::Refused => Self::Refused(codes::PAY_NOT_PREPARED),
            PayError::Order(error) => error.into(),
        }
    }
}
