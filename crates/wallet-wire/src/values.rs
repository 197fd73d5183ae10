//! Values of requests to a wallet and of its answers, the same for every wallet.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use super::Fen;

/// Lengths of an order number that both wallets accept.
const ORDER_NO_LENGTHS: std::ops::RangeInclusive<usize> = 6..=32;
/// Longest number of a refund.
const REFUND_NO_MAX: usize = 64;

fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Our number of a payment: 6 to 32 letters, digits and underscores. It must not be used twice with a merchant account.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OrderNo(String);

impl OrderNo {
    /// Reads a number that both wallets take.
    pub fn parse(text: &str) -> Option<Self> {
        let fine = ORDER_NO_LENGTHS.contains(&text.len()) && is_plain(text);
        fine.then(|| Self(text.to_owned()))
    }

    /// Number as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Our number of a refund: 1 to 64 letters, digits and underscores. A wallet makes the refund of one number only once (idempotency key).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RefundNo(String);

impl RefundNo {
    /// Reads a number that both wallets take.
    pub fn parse(text: &str) -> Option<Self> {
        let fine = (1..=REFUND_NO_MAX).contains(&text.len()) && is_plain(text);
        fine.then(|| Self(text.to_owned()))
    }

    /// Number as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Way of paying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TradeType {
    /// On the wallet's own page, in a browser on a PC. Alipay only.
    Page,
    /// By scanning a QR code with the wallet's app.
    Qr,
    /// In an app of ours, through the wallet's SDK.
    App,
    /// In a browser on a phone, which opens the wallet.
    H5 {
        /// IP address of the buyer. WeChat Pay compares it with the address from which its page is opened.
        client_ip: IpAddr,
    },
}

/// A payment to be made.
#[derive(Debug, Clone, Copy)]
pub struct Payment<'a> {
    /// Our number of the payment.
    pub order_no: &'a OrderNo,
    /// Amount of the whole payment.
    pub amount: Fen,
    /// Name of the goods, shown to the buyer. It is cut to the wallet's limit.
    pub subject: &'a str,
    /// Time after which the wallet accepts no payment, in Unix milliseconds; at least a minute from now.
    pub expires_ms: i64,
    /// Way of paying.
    pub way: TradeType,
    /// URL to which the browser returns. A return is no proof of a payment.
    pub return_url: Option<&'a str>,
}

/// Next step for the buyer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
pub enum Show {
    /// An address that the browser goes to.
    Page(String),
    /// A text that is shown as a QR code.
    Qr(String),
    /// Parameters that our app hands to the wallet's SDK.
    App(AppCall),
}

/// Parameters for a wallet's SDK.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AppCall {
    /// Order text of Alipay, signed.
    Alipay(String),
    /// Fields of WeChat's `PayReq`.
    WechatPay(WechatPayCall),
}

/// Fields of WeChat's `PayReq`, with their original names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WechatPayCall {
    /// Id of the app.
    pub appid: String,
    /// Id of the merchant.
    pub partnerid: String,
    /// Id of the payment at WeChat Pay; valid for two hours.
    pub prepayid: String,
    /// Constant `Sign=WXPay`.
    pub package: String,
    /// Random text that makes the signature unique.
    pub noncestr: String,
    /// Time in Unix seconds.
    pub timestamp: String,
    /// Signature over the app's id, the time, the nonce and the payment.
    pub sign: String,
}

/// State of a payment at a wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TradeState {
    /// Unknown to the wallet. Alipay knows a payment only after the buyer has opened its page, so this one may still be paid until it expires.
    Absent,
    /// Waiting for the buyer.
    Waiting,
    /// Paid, and perhaps refunded since.
    Paid(Paid),
    /// Closed without a payment.
    Closed,
}

/// A payment that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    /// Our number of the payment.
    pub order_no: OrderNo,
    /// The wallet's number of the payment.
    pub trade_no: String,
    /// Amount by the wallet. The caller compares it with the amount of the order.
    pub amount: Fen,
    /// Time of the payment in Unix milliseconds, if the wallet states it.
    pub paid_ms: Option<i64>,
}

/// Result of closing a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Closing {
    /// Closed: nobody can pay it any more.
    Closed,
    /// Not closed, as it was already paid.
    Paid(Paid),
    /// Unknown to the wallet. At Alipay a buyer with the page open can still pay until the payment expires.
    Absent,
}

/// A refund to be made.
#[derive(Debug, Clone, Copy)]
pub struct Refund<'a> {
    /// Number of the payment.
    pub order_no: &'a OrderNo,
    /// Number of the refund.
    pub refund_no: &'a RefundNo,
    /// Amount that goes back now.
    pub amount: Fen,
    /// Amount that was paid in all.
    pub paid: Fen,
    /// Reason for the buyer.
    pub reason: &'a str,
}

/// State of a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundState {
    /// Unknown to the wallet, or refused by it. It may be requested again with the same number.
    Absent,
    /// On its way.
    Processing,
    /// Done: the money went back.
    Done {
        /// Time of the refund in Unix milliseconds, if the wallet states it.
        at_ms: Option<i64>,
    },
    /// Failed: the money did not reach the buyer, and an operator must act. The value is the wallet's message.
    Failed(String),
}

/// A notification that was verified to be from the wallet and for our account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// The wallet's id of the notification; the same whenever it is sent again.
    pub id: String,
    /// Event that the notification reports.
    pub event: Event,
}

/// Event that a wallet reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A payment was made.
    Paid(Paid),
    /// A payment was closed without being paid.
    Closed(OrderNo),
    /// A refund changed its state.
    Refund(RefundNews),
    /// Event that needs no action; the value is the wallet's name for it.
    Other(String),
}

/// New state of a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundNews {
    /// Number of the payment.
    pub order_no: OrderNo,
    /// Number of the refund.
    pub refund_no: RefundNo,
    /// State of the refund.
    pub state: RefundState,
}

/// HTTP answer to a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reply {
    /// Status of HTTP.
    pub status: u16,
    /// Header `Content-Type` of the answer.
    pub content_type: &'static str,
    /// Body, to the byte.
    pub body: &'static str,
}

/// Makes a subject that wallets accept: without control characters, `/`, `=` and `&`, and at most `max_bytes` long.
pub fn subject(text: &str, max_bytes: usize) -> String {
    let mut out = String::with_capacity(text.len().min(max_bytes));
    for c in text.chars() {
        let c = if c.is_control() || matches!(c, '/' | '=' | '&') {
            ' '
        } else {
            c
        };
        if out.len() + c.len_utf8() > max_bytes {
            break;
        }
        out.push(c);
    }
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_numbers_have_6_to_32_plain_characters_and_refund_numbers_1_to_64() {
        for (text, fine) in [
            ("O20261".to_owned(), true),
            ("O2026".to_owned(), false),
            ("a".repeat(32), true),
            ("a".repeat(33), false),
            ("O2026_1118".to_owned(), true),
            ("O2026-1118".to_owned(), false),
            ("O2026 1118".to_owned(), false),
            ("订单一二三四".to_owned(), false),
        ] {
            assert_eq!(OrderNo::parse(&text).is_some(), fine, "{text}");
        }
        assert!(RefundNo::parse("").is_none());
        assert!(RefundNo::parse(&"r".repeat(64)).is_some());
        assert!(RefundNo::parse(&"r".repeat(65)).is_none());
    }

    #[test]
    fn a_subject_is_cut_between_characters() {
        assert_eq!(subject("标准型 S4 × 26", 127), "标准型 S4 × 26");
        assert_eq!(subject("a=b&c/d\n", 127), "a b c d");
        assert_eq!(subject(&"云".repeat(50), 127).len(), 126);
        assert_eq!(subject("ab", 1), "a");
    }
}
