//! Words of orders, as closed sets in the API document.

use domain::orders::refund::RefundState;
use domain::orders::{OrderState, PayState, PayWay};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How it is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PayWayView {
    /// In a browser on a desk.
    Pc,
    /// In an app.
    App,
    /// In a browser on a phone.
    H5,
}

impl From<PayWay> for PayWayView {
    fn from(way: PayWay) -> Self {
        match way {
            PayWay::Pc => Self::Pc,
            PayWay::App => Self::App,
            PayWay::H5 => Self::H5,
        }
    }
}

impl From<PayWayView> for PayWay {
    fn from(way: PayWayView) -> Self {
        match way {
            PayWayView::Pc => Self::Pc,
            PayWayView::App => Self::App,
            PayWayView::H5 => Self::H5,
        }
    }
}

/// Where an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum OrderStateView {
    /// Not paid yet.
    Waiting,
    /// Payment successful.
    Paid,
    /// Taken back by its member.
    Cancelled,
    /// Not paid in time.
    Timeout,
    /// The money is on its way back.
    Refunding,
    /// All of it went back.
    Refunded,
    /// Some of it went back.
    PartlyRefunded,
    /// Paid when it could not be had any more: the money goes back.
    SoldOut,
}

impl From<OrderState> for OrderStateView {
    fn from(state: OrderState) -> Self {
        match state {
            OrderState::Waiting => Self::Waiting,
            OrderState::Paid => Self::Paid,
            OrderState::Cancelled => Self::Cancelled,
            OrderState::TimedOut => Self::Timeout,
            OrderState::Refunding => Self::Refunding,
            OrderState::Refunded => Self::Refunded,
            OrderState::PartlyRefunded => Self::PartlyRefunded,
            OrderState::SoldOut => Self::SoldOut,
        }
    }
}

impl From<OrderStateView> for OrderState {
    fn from(state: OrderStateView) -> Self {
        match state {
            OrderStateView::Waiting => Self::Waiting,
            OrderStateView::Paid => Self::Paid,
            OrderStateView::Cancelled => Self::Cancelled,
            OrderStateView::Timeout => Self::TimedOut,
            OrderStateView::Refunding => Self::Refunding,
            OrderStateView::Refunded => Self::Refunded,
            OrderStateView::PartlyRefunded => Self::PartlyRefunded,
            OrderStateView::SoldOut => Self::SoldOut,
        }
    }
}

/// What the pay page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PayStateView {
    /// It can be paid.
    Pending,
    /// It was.
    Success,
    /// It was taken back.
    Cancel,
    /// It was not paid in time.
    Timeout,
}

impl From<PayState> for PayStateView {
    fn from(state: PayState) -> Self {
        match state {
            PayState::Pending => Self::Pending,
            PayState::Success => Self::Success,
            PayState::Cancel => Self::Cancel,
            PayState::Timeout => Self::Timeout,
        }
    }
}

/// Where a refund stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum RefundStateView {
    /// It waits for an operator.
    Asked,
    /// It is to be sent to the wallet.
    Queued,
    /// The wallet has it.
    Processing,
    /// The money went back.
    Done,
    /// The wallet could not: an operator looks at it.
    Failed,
    /// An operator said no.
    Refused,
}

impl From<RefundStateView> for RefundState {
    fn from(state: RefundStateView) -> Self {
        match state {
            RefundStateView::Asked => Self::Asked,
            RefundStateView::Queued => Self::Queued,
            RefundStateView::Processing => Self::Processing,
            RefundStateView::Done => Self::Done,
            RefundStateView::Failed => Self::Failed,
            RefundStateView::Refused => Self::Refused,
        }
    }
}

impl From<RefundState> for RefundStateView {
    fn from(state: RefundState) -> Self {
        match state {
            RefundState::Asked => Self::Asked,
            RefundState::Queued => Self::Queued,
            RefundState::Processing => Self::Processing,
            RefundState::Done => Self::Done,
            RefundState::Failed => Self::Failed,
            RefundState::Refused => Self::Refused,
        }
    }
}
