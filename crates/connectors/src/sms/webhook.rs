//! A signed webhook, for any gateway: Standard Webhooks 1.0.0 (headers `webhook-id`, `webhook-timestamp`, `webhook-signature`).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::{Client, Url};
use serde::Serialize;

use super::sign::{hmac, nonce};
use super::{Patience, SmsFault, address, unanswered};
use crate::{Message, Secret, SendError, http};

/// Shortest key, in bytes: the standard asks for 24 to 64.
const KEY_MIN_BYTES: usize = 24;
/// What a key in text begins with.
const KEY_PREFIX: &str = "whsec_";

/// A gateway behind a webhook.
pub struct Webhook {
    client: Client,
    url: Url,
    key: Vec<u8>,
}

/// What the gateway reads.
#[derive(Serialize)]
struct Body<'a> {
    channel: &'static str,
    /// In international form.
    to: &'a str,
    purpose: &'static str,
    text: &'a str,
    code: &'a str,
    lang: &'static str,
    /// Unix milliseconds.
    at: i64,
}

impl Webhook {
    /// A gateway at `url` with a key `whsec_<base64>` of at least 24 bytes.
    pub fn new(url: &str, key: &Secret, patience: Patience) -> Result<Self, SmsFault> {
        let url = address(url)?;
        let key = key
            .expose()
            .strip_prefix(KEY_PREFIX)
            .and_then(|text| STANDARD.decode(text).ok())
            .filter(|key| key.len() >= KEY_MIN_BYTES)
            .ok_or(SmsFault::Key)?;
        Ok(Self {
            client: http::client(&url, patience.0)?,
            url,
            key,
        })
    }

    pub(super) async fn send(
        &self,
        number: &str,
        message: &Message,
        now_ms: i64,
    ) -> Result<(), SendError> {
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
        let seconds = now_ms.div_euclid(1000);
        let request = self
            .client
            .post(self.url.clone())
            .header("content-type", "application/json")
            .header("webhook-timestamp", seconds)
            .header(
                "webhook-signature",
                signature(&self.key, &id, seconds, &body),
            )
            .header("webhook-id", id)
            .body(body);
        let reply = http::exchange(request).await.map_err(unanswered)?;
        match reply.status.as_u16() {
            200..=299 => Ok(()),
            429 => Err(SendError::Limited("HTTP 429".to_owned())),
            status => Err(SendError::Refused(format!("HTTP {status}"))),
        }
    }
}

/// `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`.
fn signature(key: &[u8], id: &str, seconds: i64, body: &str) -> String {
    let signed = format!("{id}.{seconds}.{body}");
    format!("v1,{}", STANDARD.encode(hmac(key, signed.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Standard Webhooks libraries.
    #[test]
    fn the_published_signature_is_met() {
        let key = STANDARD
            .decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
            .expect("base64");
        assert_eq!(
            signature(
                &key,
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                1_614_265_330,
                r#"{"test": 2432232314}"#
            ),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }

    #[test]
    fn a_key_of_24_bytes_will_do_and_23_will_not() {
        let make = |bytes: usize| {
            let key = Secret::new(format!("whsec_{}", STANDARD.encode(vec![7; bytes])));
            Webhook::new("http://127.0.0.1:1/sms", &key, Patience::default()).is_ok()
        };
        assert!(make(24));
        assert!(!make(23));
        let plain = Secret::new("not a key");
        assert!(Webhook::new("http://127.0.0.1:1/", &plain, Patience::default()).is_err());
    }
}
