//! One payment at a wallet, its refunds, and what the merchant is still to be told of it.

use serde::{Deserialize, Serialize};

/// Which wallet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Which {
    Alipay,
    WechatPay,
}

impl Which {
    /// After each failed attempt, how long until the next one. Sources: Alipay's and WeChat Pay's pages on notifications.
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

/// A payment's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// For the buyer.
    Waiting,
    /// At this time, in Unix milliseconds.
    Paid(i64),
    /// By the merchant, the buyer or time.
    Closed,
}

/// Money that goes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundRow {
    pub refund_no: String,
    /// The wallet's number.
    pub refund_id: String,
    pub amount_fen: i64,
    /// When it arrives: Alipay at once, WeChat Pay a little later.
    pub done_ms: i64,
    /// WeChat Pay: where that is told.
    pub notify_url: String,
}

/// What a notification is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    Paid,
    /// By its number.
    Refund(String),
}

/// A notification that has not been taken yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct News {
    /// The same however often it is sent.
    pub id: String,
    pub subject: Subject,
    /// Attempts so far.
    pub tries: usize,
    /// When it is sent next, in Unix milliseconds.
    pub next_ms: i64,
}

/// One payment; a line of the book's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trade {
    pub which: Which,
    /// The merchant's number.
    pub order_no: String,
    /// The wallet's number.
    pub number: String,
    /// WeChat Pay's `prepay_id`; empty at Alipay.
    pub prepay_id: String,
    /// Opens the page where it is paid.
    pub ticket: String,
    pub app_id: String,
    pub subject: String,
    pub amount_fen: i64,
    pub made_ms: i64,
    pub expires_ms: i64,
    pub notify_url: String,
    /// Where the browser goes afterwards; may be empty.
    pub return_url: String,
    /// By which way, in the wallet's own word.
    pub way: String,
    /// Which key the merchant wants signatures by; WeChat Pay only.
    pub signed_by: String,
    /// Alipay knows a payment only once its buyer has come to the page.
    pub seen: bool,
    pub state: State,
    pub refunds: Vec<RefundRow>,
    pub news: Vec<News>,
}

impl Trade {
    /// Its state now: time closes what waits.
    pub fn state_at(&self, now_ms: i64) -> State {
        match self.state {
            State::Waiting if now_ms >= self.expires_ms => State::Closed,
            other => other,
        }
    }

    /// Money that went back or is on its way.
    pub fn refunded_fen(&self) -> i64 {
        self.refunds.iter().map(|refund| refund.amount_fen).sum()
    }

    pub fn refund(&self, refund_no: &str) -> Option<&RefundRow> {
        self.refunds.iter().find(|row| row.refund_no == refund_no)
    }

    /// What is asked for a second time must be the same.
    pub fn is_same(&self, other: &Self) -> bool {
        self.amount_fen == other.amount_fen
            && self.subject == other.subject
            && self.app_id == other.app_id
            && self.way == other.way
    }

    /// Puts something in line to be told.
    pub fn tell(&mut self, subject: Subject, at_ms: i64) {
        self.news.push(News {
            id: crate::keys::chance(),
            subject,
            tries: 0,
            next_ms: at_ms,
        });
    }
}
