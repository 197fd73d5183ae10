//! Outside services over their real protocols: SMS, mail, social sign-in, wallets, members' webhooks and proxies. Knows addresses and keys, no rules and no data.
//!
//! Every request has a deadline, every answer a largest size, and no redirect is followed.

pub mod alipay;
mod http;
pub mod mail;
pub mod proxies;
mod secret;
mod senders;
mod sign;
mod signed;
pub mod sms;
pub mod social;
pub mod wallets;
pub mod webhooks;
pub mod wechat_pay;

pub use secret::Secret;
pub use senders::{
    AcceptedMessage, Channel, Message, Recipient, SendError, SenderSetting, Senders, ShownValue,
    Source,
};
