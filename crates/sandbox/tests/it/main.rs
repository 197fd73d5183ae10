//! The sandbox from outside, by the product's own connectors and by hand: both are held against the published protocols.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod alipay;
mod contacts;
mod mail;
mod oidc;
mod outbox;
mod server;
mod shop;
mod smtp;
mod wallets;
mod wechat;
mod wechat_pay;
