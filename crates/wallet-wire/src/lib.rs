//! What wallets send, as values: amounts, times, numbers, notices and answers. Bytes in, values out; no I/O and no keys.
//!
//! Nothing here says whose bytes they are: a signature over them does, which their reader verifies between the two steps of each message.

pub mod alipay;
mod fen;
mod time;
mod values;

pub use fen::Fen;
pub use time::{from_china, from_rfc3339, to_china, to_rfc3339};
pub use values::{
    AppCall, Closing, Event, Notification, OrderNo, Paid, Payment, Refund, RefundNews, RefundNo,
    RefundState, Reply, Show, TradeState, TradeType, WechatPayCall, subject,
};
