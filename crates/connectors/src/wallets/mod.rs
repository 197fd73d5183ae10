//! Payments by a wallet: one interface over Alipay and WeChat Pay. Knows numbers, amounts and times; no orders, prices or stock.
//!
//! Data from the wire proves nothing before its signature has been verified over the bytes as they came.

mod bill;
mod certificate;
mod error;
mod rsa;

use std::sync::Arc;
use std::time::Duration;

use reqwest::Url;

use crate::alipay::Alipay;
use crate::http;
use crate::wechat_pay::{H5_SHOWN_MS, WechatPay};

pub use bill::Bill;
pub use error::{NotificationError, WalletConfigError, WalletError};
pub use wallet_wire::{
    AppCall, BillKind, BillLine, Closing, Event, Fen, Notification, OrderNo, Paid, Payment, Refund,
    RefundNews, RefundNo, RefundState, Reply, Show, TradeState, TradeType, WechatPayCall,
};

pub(crate) use bill::{BILL_DEADLINE, BILL_MAX_BYTES, unreadable};
pub(crate) use certificate::Certificate;
pub(crate) use rsa::{SigningKey, VerifyingKey};
pub(crate) use wallet_wire::{from_china, from_rfc3339, subject, to_china, to_rfc3339};

/// Largest notification that is read, in bytes. Both wallets send a few kilobytes.
pub const NOTIFICATION_MAX_BYTES: usize = 64 * 1024;

/// Checked address for notifications: safe, without query and fragment, which WeChat Pay refuses.
pub(crate) fn notify_address(text: &str) -> Result<Url, WalletConfigError> {
    Url::parse(text)
        .ok()
        .filter(|url| http::is_safe(url) && url.query().is_none() && url.fragment().is_none())
        .ok_or(WalletConfigError::NotifyAddress)
}

/// Times that a wallet may take to answer.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// Timeout for a payment that somebody waits for on a page.
    pub create: Duration,
    /// Timeout for keys that a notification waits for: WeChat Pay wants it answered within five seconds.
    pub keys: Duration,
    /// Timeout for everything else.
    pub ask: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            create: Duration::from_millis(2500),
            keys: Duration::from_secs(3),
            ask: http::DEADLINE,
        }
    }
}

/// Client of a wallet, for one account. Cheap to clone.
#[derive(Clone)]
pub enum Wallet {
    Alipay(Arc<Alipay>),
    WechatPay(Arc<WechatPay>),
}

impl From<Alipay> for Wallet {
    fn from(alipay: Alipay) -> Self {
        Self::Alipay(Arc::new(alipay))
    }
}

impl From<WechatPay> for Wallet {
    fn from(wechat_pay: WechatPay) -> Self {
        Self::WechatPay(Arc::new(wechat_pay))
    }
}

impl Wallet {
    /// Whether this wallet takes payments of this type.
    pub fn offers(&self, trade_type: TradeType) -> bool {
        match self {
            Self::Alipay(_) => true,
            Self::WechatPay(_) => trade_type != TradeType::Page,
        }
    }

    /// Time in milliseconds for which a prompt of this way can be shown again; none: as long as the payment is open.
    pub fn shown_for_ms(&self, trade_type: TradeType) -> Option<i64> {
        match self {
            Self::Alipay(_) => None,
            Self::WechatPay(_) => matches!(trade_type, TradeType::H5 { .. }).then_some(H5_SHOWN_MS),
        }
    }

    /// Prepares a payment and returns the prompt for the buyer. With the same values it may be repeated.
    pub async fn create(&self, payment: &Payment<'_>, now_ms: i64) -> Result<Show, WalletError> {
        match self {
            Self::Alipay(alipay) => alipay.create(payment, now_ms).await,
            Self::WechatPay(wechat_pay) => wechat_pay.create(payment, now_ms).await,
        }
    }

    /// State of a payment at the wallet.
    pub async fn query(&self, order_no: &OrderNo, now_ms: i64) -> Result<TradeState, WalletError> {
        match self {
            Self::Alipay(alipay) => alipay.query(order_no, now_ms).await,
            Self::WechatPay(wechat_pay) => wechat_pay.query(order_no, now_ms).await,
        }
    }

    /// Closes a payment that nobody has made yet. A wallet that refuses is asked for the payment's state, since it may have been paid in between.
    pub async fn close(&self, order_no: &OrderNo, now_ms: i64) -> Result<Closing, WalletError> {
        let outcome = match self {
            Self::Alipay(alipay) => alipay.close(order_no, now_ms).await,
            Self::WechatPay(wechat_pay) => wechat_pay.close(order_no, now_ms).await,
        };
        let refusal = match outcome {
            Ok(()) => return Ok(Closing::Closed),
            Err(refusal @ WalletError::Refused { .. }) => refusal,
            Err(other) => return Err(other),
        };
        match self.query(order_no, now_ms).await? {
            TradeState::Absent => Ok(Closing::Absent),
            TradeState::Closed => Ok(Closing::Closed),
            TradeState::Paid(paid) => Ok(Closing::Paid(paid)),
            TradeState::Waiting => Err(refusal),
        }
    }

    /// Refunds a payment, wholly or in part. Repeated with the same number and amount it happens once.
    pub async fn refund(
        &self,
        refund: &Refund<'_>,
        now_ms: i64,
    ) -> Result<RefundState, WalletError> {
        if refund.amount > refund.paid {
            return Err(WalletError::Refused {
                code: "REFUND_EXCEEDS_PAYMENT".to_owned(),
                message: "more than was paid".to_owned(),
            });
        }
        match self {
            Self::Alipay(alipay) => alipay.refund(refund, now_ms).await,
            Self::WechatPay(wechat_pay) => wechat_pay.refund(refund, now_ms).await,
        }
    }

    /// State of a refund.
    pub async fn refund_state(
        &self,
        refund: &Refund<'_>,
        now_ms: i64,
    ) -> Result<RefundState, WalletError> {
        match self {
            Self::Alipay(alipay) => alipay.refund_state(refund, now_ms).await,
            Self::WechatPay(wechat_pay) => wechat_pay.refund_state(refund, now_ms).await,
        }
    }

    /// Bill of a whole day of China, such as `2026-11-24`.
    pub async fn bill(&self, day: &str, now_ms: i64) -> Result<Bill, WalletError> {
        match self {
            Self::Alipay(alipay) => alipay.bill(day, now_ms).await,
            Self::WechatPay(wechat_pay) => wechat_pay.bill(day, now_ms).await,
        }
    }

    /// Verifies a notification over its bytes as they came. `headers` are all of the request, as pairs of name and value.
    /// The caller must handle repeats of a notification: each is answered as the first was. A notification that is refused only for its age is
    /// inside the error, so that its repeats can be told.
    pub async fn notification(
        &self,
        headers: &[(&str, &str)],
        body: &[u8],
        now_ms: i64,
    ) -> Result<Notification, NotificationError> {
        if body.len() > NOTIFICATION_MAX_BYTES {
            return Err(NotificationError::Malformed("too large"));
        }
        match self {
            Self::Alipay(alipay) => alipay.notification(body),
            Self::WechatPay(wechat_pay) => wechat_pay.notification(headers, body, now_ms).await,
        }
    }

    /// Answer that ends a notification: it was taken, now or before.
    pub fn acknowledgement(&self) -> Reply {
        match self {
            Self::Alipay(_) => Reply {
                status: 200,
                content_type: "text/plain",
                body: "success",
            },
            Self::WechatPay(_) => Reply {
                status: 204,
                content_type: "application/json",
                body: "",
            },
        }
    }

    /// Answer to a notification that was not taken: the wallet sends it again later.
    pub fn rejection(&self) -> Reply {
        match self {
            Self::Alipay(_) => Reply {
                status: 400,
                content_type: "text/plain",
                body: "fail",
            },
            Self::WechatPay(_) => Reply {
                status: 400,
                content_type: "application/json",
                body: r#"{"code":"FAIL","message":"not taken"}"#,
            },
        }
    }
}
