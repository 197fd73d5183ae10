//! Standard Webhooks 1.0.0, the sender's side: keys, and the three headers that prove a message's sender.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::RequestBuilder;

use crate::Secret;
use crate::sign::hmac;

/// Shortest key, in bytes: the standard asks for 24 to 64.
const KEY_MIN_BYTES: usize = 24;
/// Prefix of a key's text.
const KEY_PREFIX: &str = "whsec_";

/// Key that signs messages. Not `Debug`: keys are never logged.
pub(crate) struct Key(Vec<u8>);

impl Key {
    /// Reads `whsec_<base64>` of at least 24 bytes.
    pub(crate) fn parse(text: &Secret) -> Option<Self> {
        text.expose()
            .strip_prefix(KEY_PREFIX)
            .and_then(|text| STANDARD.decode(text).ok())
            .filter(|key| key.len() >= KEY_MIN_BYTES)
            .map(Self)
    }

    /// Signature `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`.
    fn signature(&self, id: &str, seconds: i64, body: &str) -> String {
        let signed = format!("{id}.{seconds}.{body}");
        format!("v1,{}", STANDARD.encode(hmac(&self.0, signed.as_bytes())))
    }
}

/// Request with a JSON message under its id, signed by each key: a receiver that knows one of them takes it.
pub(crate) fn signed(
    request: RequestBuilder,
    keys: &[&Key],
    id: &str,
    now_ms: i64,
    body: String,
) -> RequestBuilder {
    let seconds = now_ms.div_euclid(1000);
    let signatures: Vec<String> = (keys.iter())
        .map(|key| key.signature(id, seconds, &body))
        .collect();
    request
        .header("content-type", "application/json")
        .header("webhook-id", id)
        .header("webhook-timestamp", seconds)
        .header("webhook-signature", signatures.join(" "))
        .body(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Standard Webhooks libraries.
    #[test]
    fn the_published_signature_is_met() {
        let key = Key::parse(&Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
        assert_eq!(
            key.expect("a key").signature(
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
            let key = format!("whsec_{}", STANDARD.encode(vec![7; bytes]));
            Key::parse(&Secret::new(key)).is_some()
        };
        assert!(make(24));
        assert!(!make(23));
        assert!(Key::parse(&Secret::new("not a key")).is_none());
    }
}
