//! Trade at a wallet: payment, refunds, and the notifications that are still due.

use serde::{Deserialize, Serialize};

/// Wallet of a trade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Which {
    Alipay,
    WechatPay,
}

impl Which {
    /// Pauses after each failed attempt until the next one. Sources: Alipay's and WeChat Pay's pages on notifications.
    pub fn pauses_s(self) -> &'static [i64] {
        const M: i64 = 60;
        const H: i64 = 60 * M;
        match self {
            Self::Alipay => &[4 * M, 10 * M, 10 * M, H, 2 * H, 6 * H, 15 * H],
            Self::WechatPay => &[
                15,
                15,
                30,
                3 * M,
                10 * M,
                20 * M,
                30 * M,
                30 * M,
                30 * M,
                H,
                3 * H,
                3 * H,
                3 * H,
                6 * H,
                6 * H,
            ],
        }
    }
}

/// State of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// Waiting for the buyer.
    Waiting,
    /// Paid at this time, in Unix milliseconds.
    Paid(i64),
    /// Closed by the merchant, the buyer or time.
    Closed,
}

/// Refund of a trade, as the stand-in stores it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundRow {
    pub refund_no: String,
    /// Number of the refund by the wallet.
    pub refund_id: String,
    pub amount_fen: i64,
    /// Time of its arrival: Alipay at once, WeChat Pay a little later.
    pub done_ms: i64,
    /// Address for its notification, of WeChat Pay.
    pub notify_url: String,
}

/// Subject of a notification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    Paid,
    /// Refund by its number.
    Refund(String),
}

/// A notification that has not been taken yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingNotification {
    /// Id, the same however often it is sent.
    pub id: String,
    pub subject: Subject,
    /// Number of attempts so far.
    pub tries: usize,
    /// Time of the next attempt, in Unix milliseconds.
    pub next_ms: i64,
}

/// A payment, which is a line of the book's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trade {
    pub which: Which,
    /// Number of the payment by the merchant.
    pub order_no: String,
    /// Number of the payment by the wallet.
    pub number: String,
    /// WeChat Pay's `prepay_id`; empty at Alipay.
    pub prepay_id: String,
    /// Ticket that opens the page where it is paid.
    pub ticket: String,
    pub app_id: String,
    pub subject: String,
    pub amount_fen: i64,
    pub made_ms: i64,
    pub expires_ms: i64,
    pub notify_url: String,
    /// Address for the browser afterwards; may be empty.
    pub return_url: String,
    /// Way of paying, in the wallet's own word.
    pub way: String,
    /// Key by which the merchant wants signatures; WeChat Pay only.
    pub signed_by: String,
    /// Whether the buyer has come to the page: Alipay knows a payment only from then on.
    pub seen: bool,
    pub state: State,
    pub refunds: Vec<RefundRow>,
    pub news: Vec<PendingNotification>,
}

impl Trade {
    /// Present state: time closes a waiting payment.
    pub fn state_at(&self, now_ms: i64) -> State {
        match self.state {
            State::Waiting if now_ms >= self.expires_ms => State::Closed,
            other => other,
        }
    }

    /// Amount that went back or is on its way, in fen.
    pub fn refunded_fen(&self) -> i64 {
        self.refunds.iter().map(|refund| refund.amount_fen).sum()
    }

    pub fn refund(&self, refund_no: &str) -> Option<&RefundRow> {
        self.refunds.iter().find(|row| row.refund_no == refund_no)
    }

    /// Whether a repeated request is the same as the first.
    pub fn is_same(&self, other: &Self) -> bool {
        self.amount_fen == other.amount_fen
            && self.subject == other.subject
            && self.app_id == other.app_id
            && self.way == other.way
    }

    /// Queues a notification.
    pub fn tell(&mut self, subject: Subject, at_ms: i64) {
        self.news.push(PendingNotification {
            id: crate::keys::random_token(),
            subject,
            tries: 0,
            next_ms: at_ms,
        });
    }
}
