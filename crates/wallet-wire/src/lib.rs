//! Messages of wallets as values: amounts, times, numbers, notices, answers and bills. Bytes in, values out; no I/O and no keys.
//!
//! Nothing here verifies the sender: the caller does, by the signature, between the two steps of each message (reading it, and taking its values).

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
