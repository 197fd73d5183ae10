//! Values of requests to a wallet and of its answers, the same for every wallet.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use super::Fen;

/// Lengths of an order number that both wallets take.
const ORDER_NO_LENGTHS: std::ops::RangeInclusive<usize> = 6..=32;
/// Longest number of a refund.
const REFUND_NO_MAX: usize = 64;

fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Number of a payment by us: 6 to 32 letters, digits and underscores, never used twice with an account.
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

/// Number of a refund by us: 1 to 64 letters, digits and underscores. It makes the refund happen once.
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
        /// Address of the buyer: WeChat Pay compares it.
        client_ip: IpAddr,
    },
}

/// A payment to be made.
#[derive(Debug, Clone, Copy)]
pub struct Payment<'a> {
    /// Number of the payment by us.
    pub order_no: &'a OrderNo,
    /// Amount of the whole payment.
    pub amount: Fen,
    /// Name of what is bought, for people. Cut to what the wallet takes.
    pub subject: &'a str,
    /// Time after which the wallet takes nothing: Unix milliseconds, at least a minute from now.
    pub expires_ms: i64,
    /// Way of paying.
    pub way: TradeType,
    /// Address that the browser returns to. Returning proves nothing.
    pub return_url: Option<&'a str>,
}

/// Prompt for the buyer.
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

/// Fields of WeChat's `PayReq`, by its own names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WechatPayCall {
    /// Id of the app.
    pub appid: String,
    /// Id of the merchant.
    pub partnerid: String,
    /// Id of the payment at WeChat Pay; good for two hours.
    pub prepayid: String,
    /// Constant `Sign=WXPay`.
    pub package: String,
    /// Nonce, never used before.
    pub noncestr: String,
    /// Time in Unix seconds.
    pub timestamp: String,
    /// Signature over the app's id, the time, the nonce and the payment.
    pub sign: String,
}

/// State of a payment at a wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TradeState {
    /// Unknown to the wallet. At Alipay that is so until the buyer has come to its page: it may still be paid until it expires.
    Absent,
    /// Waiting for the buyer.
    Waiting,
    /// Paid, whatever went back since.
    Paid(Paid),
    /// Closed without money.
    Closed,
}

/// Money that came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    /// Number of the payment by us.
    pub order_no: OrderNo,
    /// Number of the payment by the wallet.
    pub trade_no: String,
    /// Amount at the wallet: compare it with what was asked.
    pub amount: Fen,
    /// Time of the payment in Unix milliseconds, if the wallet says so.
    pub paid_ms: Option<i64>,
}

/// Result of closing a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Closing {
    /// Closed: nobody can pay it any more.
    Closed,
    /// Paid by somebody before.
    Paid(Paid),
    /// Unknown to the wallet. At Alipay somebody with its page open can still pay until it expires.
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
    /// Unknown to the wallet, or refused by it: it may be asked for again by the same number.
    Absent,
    /// On its way.
    Processing,
    /// Done: the money went back.
    Done {
        /// Time in Unix milliseconds, if the wallet says so.
        at_ms: Option<i64>,
    },
    /// Failed to arrive: an operator must look at it. With the wallet's message.
    Failed(String),
}

/// A notification that proved to be the wallet's and for us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// Id of the notification at the wallet; the same whenever it is sent again.
    pub id: String,
    /// Event that it reports.
    pub event: Event,
}

/// Event that a wallet reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A payment was made.
    Paid(Paid),
    /// A payment ended without money.
    Closed(OrderNo),
    /// Something about a refund.
    Refund(RefundNews),
    /// Event that needs nothing to be done, with the wallet's word.
    Other(String),
}

/// News of a refund.
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
    /// Header `Content-Type`.
    pub content_type: &'static str,
    /// Body, to the byte.
    pub body: &'static str,
}

/// Subject in a form that wallets take: without the characters of their forms, and at most so many bytes.
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
