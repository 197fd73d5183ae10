//! A signed webhook, for any gateway.

use reqwest::{Client, Url};
use serde::Serialize;

use super::{SmsConfigError, Timeout, address, unanswered};
use crate::sign::nonce;
use crate::signed::{Key, signed};
use crate::{AcceptedMessage, Message, Secret, SendError, http};

/// A gateway behind a webhook.
pub struct Webhook {
    client: Client,
    url: Url,
    key: Key,
}

/// Body for the gateway.
#[derive(Serialize)]
struct Body<'a> {
    channel: &'static str,
    /// Phone number in international form.
    to: &'a str,
    purpose: &'static str,
    text: &'a str,
    code: &'a str,
    lang: &'static str,
    /// Time of sending, Unix milliseconds.
    at: i64,
}

impl Webhook {
    /// Client for a gateway at `url` with a key `whsec_<base64>` of at least 24 bytes.
    pub fn new(url: &str, key: &Secret, timeout: Timeout) -> Result<Self, SmsConfigError> {
        let url = address(url)?;
        let key = Key::parse(key).ok_or(SmsConfigError::Key)?;
        Ok(Self {
            client: http::client(&url, timeout.0)?,
            url,
            key,
        })
    }

    pub(super) async fn send(
        &self,
        number: &str,
        message: &Message,
        now_ms: i64,
    ) -> Result<AcceptedMessage, SendError> {
        let body = serde_json::to_string(&Body {
            channel: "sms",
            to: number,
            purpose: message.purpose,
            text: &message.text,
            code: &message.code,
            lang: message.lang.tag(),
            at: now_ms,
        })
        .map_err(|_| SendError::Broken("the message cannot be written as JSON"))?;
        let id = format!("msg_{}", nonce());
        let request = self.client.post(self.url.clone());
        let request = signed(request, &[&self.key], &id, now_ms, body);
        let reply = http::exchange(request).await.map_err(unanswered)?;
        match reply.status.as_u16() {
            status @ 200..=299 => Ok(AcceptedMessage::with(&format!("HTTP {status}"))),
            429 => Err(SendError::Limited("HTTP 429".to_owned())),
            status => Err(SendError::Refused(format!("HTTP {status}"))),
        }
    }
}
