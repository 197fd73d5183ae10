//! Whole requests to services on this machine that answer what a script says: what goes out, and what becomes of each answer.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod alipay;
mod alipay_signed;
mod mail;
mod oidc;

mod service;
mod sms;
mod webhooks;
mod wechat;
mod wechat_pay;

/// 2026-11-21, 02:00:00 UTC.
const NOW: i64 = 1_795_226_400_000;

fn message(to: connectors::Recipient) -> connectors::Message {
    connectors::Message {
        to,
        purpose: "login",
        subject: None,
        code: "135790".to_owned(),
        text: "【Owldeck】您的验证码是 135790".to_owned(),
        lang: domain::lang::Lang::Zh,
    }
}
