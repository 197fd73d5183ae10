//! Messages of wallets as values: amounts, times, numbers, notices, answers and bills. Bytes in, values out; no I/O and no keys.
//!
//! Nothing here proves the sender: a signature does, which the caller verifies between the two steps of each message.

pub mod alipay;
mod bill;
mod fen;
mod time;
mod values;
pub mod wechat_pay;

pub use bill::{BillError, BillKind, BillLine};
pub use fen::Fen;
pub use time::{from_china, from_rfc3339, to_china, to_rfc3339};
pub use values::{
    AppCall, Closing, Event, Notification, OrderNo, Paid, Payment, Refund, RefundNews, RefundNo,
    RefundState, Reply, Show, TradeState, TradeType, WechatPayCall, subject,
};
