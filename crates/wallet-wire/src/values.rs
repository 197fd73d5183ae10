//! What goes to a wallet and what comes back, the same for every wallet.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use super::Fen;

/// Lengths that both wallets take.
const ORDER_NO_LENGTHS: std::ops::RangeInclusive<usize> = 6..=32;
/// Longest number of a refund.
const REFUND_NO_MAX: usize = 64;

fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Our number of a payment: 6 to 32 letters, digits and underscores, never used twice with an account.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OrderNo(String);

impl OrderNo {
    /// A number that both wallets take.
    pub fn parse(text: &str) -> Option<Self> {
        let fine = ORDER_NO_LENGTHS.contains(&text.len()) && is_plain(text);
        fine.then(|| Self(text.to_owned()))
    }

    /// The number.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Our number of a refund: 1 to 64 letters, digits and underscores. It makes the refund happen once.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RefundNo(String);

impl RefundNo {
    /// A number that both wallets take.
    pub fn parse(text: &str) -> Option<Self> {
        let fine = (1..=REFUND_NO_MAX).contains(&text.len()) && is_plain(text);
        fine.then(|| Self(text.to_owned()))
    }

    /// The number.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// How the buyer pays.
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
        /// The buyer's address: WeChat Pay compares it.
        client_ip: IpAddr,
    },
}

/// A payment to be made.
#[derive(Debug, Clone, Copy)]
pub struct Payment<'a> {
    /// Our number.
    pub order_no: &'a OrderNo,
    /// All of it.
    pub amount: Fen,
    /// What is bought, for people. Cut to what the wallet takes.
    pub subject: &'a str,
    /// The wallet takes nothing afterwards: Unix milliseconds, at least a minute from now.
    pub expires_ms: i64,
    /// How.
    pub way: TradeType,
    /// Where the browser goes afterwards. It proves nothing.
    pub return_url: Option<&'a str>,
}

/// What is shown to the buyer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
pub enum Show {
    /// An address that the browser goes to.
    Page(String),
    /// A text that is shown as a QR code.
    Qr(String),
    /// What our app hands to the wallet's SDK.
    App(AppCall),
}

/// What a wallet's SDK is called with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AppCall {
    /// Alipay's order text, signed.
    Alipay(String),
    /// The fields of WeChat's `PayReq`.
    WechatPay(WechatPayCall),
}

/// The fields of WeChat's `PayReq`, by its own names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WechatPayCall {
    /// The app's id.
    pub appid: String,
    /// The merchant's id.
    pub partnerid: String,
    /// The payment at WeChat Pay; good for two hours.
    pub prepayid: String,
    /// Always `Sign=WXPay`.
    pub package: String,
    /// Never used before.
    pub noncestr: String,
    /// Unix seconds.
    pub timestamp: String,
    /// Over the app's id, the time, the nonce and the payment.
    pub sign: String,
}

/// What a wallet knows of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TradeState {
    /// Nothing. At Alipay that is so until the buyer has come to its page: it may still be paid until it expires.
    Absent,
    /// It waits for the buyer.
    Waiting,
    /// It was paid, whatever went back since.
    Paid(Paid),
    /// It ended without money.
    Closed,
}

/// Money that came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    /// Our number.
    pub order_no: OrderNo,
    /// The wallet's number of the payment.
    pub trade_no: String,
    /// How much, as the wallet has it: compare it with what was asked.
    pub amount: Fen,
    /// When, in Unix milliseconds, if the wallet says so.
    pub paid_ms: Option<i64>,
}

/// What became of an order to end a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Closing {
    /// Nobody can pay it any more.
    Closed,
    /// Somebody has paid it before.
    Paid(Paid),
    /// The wallet never saw it. At Alipay somebody with its page open can still pay until it expires.
    Absent,
}

/// Money to be given back.
#[derive(Debug, Clone, Copy)]
pub struct Refund<'a> {
    /// The payment's number.
    pub order_no: &'a OrderNo,
    /// The refund's own number.
    pub refund_no: &'a RefundNo,
    /// How much goes back now.
    pub amount: Fen,
    /// How much was paid in all.
    pub paid: Fen,
    /// For the buyer.
    pub reason: &'a str,
}

/// What became of a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundState {
    /// The wallet has none of this number, or refused it: it may be asked for again by the same number.
    Absent,
    /// It is on its way.
    Processing,
    /// The money went back.
    Done {
        /// When, in Unix milliseconds, if the wallet says so.
        at_ms: Option<i64>,
    },
    /// It did not arrive: an operator must look at it. The wallet's word.
    Failed(String),
}

/// A notification that proved to be the wallet's and for us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// The wallet's number of it; the same whenever it is sent again.
    pub id: String,
    /// What happened.
    pub event: Event,
}

/// What a wallet tells of its own accord.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A payment was made.
    Paid(Paid),
    /// A payment ended without money.
    Closed(OrderNo),
    /// Something about a refund.
    Refund(RefundNews),
    /// Nothing that needs doing: the wallet's word.
    Other(String),
}

/// Something about a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundNews {
    /// The payment's number.
    pub order_no: OrderNo,
    /// The refund's own number.
    pub refund_no: RefundNo,
    /// What became of it.
    pub state: RefundState,
}

/// An answer of HTTP to a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reply {
    /// HTTP's status.
    pub status: u16,
    /// `Content-Type`.
    pub content_type: &'static str,
    /// To the byte.
    pub body: &'static str,
}

/// What is bought, as wallets take it: nothing that their forms are made of, and so many bytes at most.
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
