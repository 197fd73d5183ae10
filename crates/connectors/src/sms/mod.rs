//! SMS: a signed webhook for any gateway, and two services by their own protocols.

mod aliyun;
mod templates;
mod tencent;
mod webhook;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::http::{DEADLINE, HttpError};
use crate::{AcceptedMessage, Message, SendError};

pub use aliyun::Aliyun;
pub use templates::Templates;
pub use tencent::{Account as TencentAccount, Tencent};
pub use webhook::Webhook;

/// Reason why a sender cannot be made of its settings.
#[derive(Debug, Error)]
pub enum SmsConfigError {
    /// The address is not `http(s)://host…`.
    #[error("the address of the SMS service is not a URL of http or https")]
    Address,
    /// The key does not have the service's form.
    #[error("the key of the SMS service cannot be read")]
    Key,
    /// The text is neither one template nor `purpose=template` pairs with a `default`.
    #[error("templates are one id, or purpose=id pairs with a default, separated by commas")]
    Templates,
    /// Making the client for the service failed.
    #[error("no HTTP client")]
    Client(#[from] reqwest::Error),
}

/// Sender of SMS. Cheap to clone.
#[derive(Clone)]
pub struct Sender(Arc<Kind>);

enum Kind {
    Webhook(Webhook),
    Aliyun(Aliyun),
    Tencent(Tencent),
}

impl From<Webhook> for Sender {
    fn from(webhook: Webhook) -> Self {
        Self(Arc::new(Kind::Webhook(webhook)))
    }
}

impl From<Aliyun> for Sender {
    fn from(aliyun: Aliyun) -> Self {
        Self(Arc::new(Kind::Aliyun(aliyun)))
    }
}

impl From<Tencent> for Sender {
    fn from(tencent: Tencent) -> Self {
        Self(Arc::new(Kind::Tencent(tencent)))
    }
}

impl Sender {
    /// Sends to an international number; answers what the service said when it has taken the message.
    pub async fn send(
        &self,
        number: &str,
        message: &Message,
        now_ms: i64,
    ) -> Result<AcceptedMessage, SendError> {
        match &*self.0 {
            Kind::Webhook(webhook) => webhook.send(number, message, now_ms).await,
            Kind::Aliyun(aliyun) => aliyun.send(number, message, now_ms).await,
            Kind::Tencent(tencent) => tencent.send(number, message, now_ms).await,
        }
    }
}

/// Time that a service may take to answer.
#[derive(Debug, Clone, Copy)]
pub struct Timeout(pub Duration);

impl Default for Timeout {
    fn default() -> Self {
        Self(DEADLINE)
    }
}

fn unanswered(error: HttpError) -> SendError {
    match error {
        HttpError::TooLarge => SendError::Broken("larger than any answer of this service"),
        HttpError::NoAnswer(_) => SendError::Unreachable(Box::new(error)),
    }
}

/// Checked address of a service: http or https, with a host.
fn address(text: &str) -> Result<reqwest::Url, SmsConfigError> {
    let url = reqwest::Url::parse(text).map_err(|_| SmsConfigError::Address)?;
    let fine = matches!(url.scheme(), "http" | "https") && url.host().is_some();
    fine.then_some(url).ok_or(SmsConfigError::Address)
}

/// Header `Host` as the client writes it, and thus in signatures: `host` or `host:port`.
fn host_header(url: &reqwest::Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}
