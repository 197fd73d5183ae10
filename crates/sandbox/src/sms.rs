//! Gateway's side of the signed webhook (Standard Webhooks 1.0.0).

use actix_web::http::header::HeaderMap;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, post, web};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causes::causes;
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use sha2::Sha256;

use crate::{Entry, Sandbox};

/// Greatest distance of a timestamp from now, in seconds; the standard proposes five minutes.
const TOLERANCE_S: i64 = 5 * 60;

#[derive(Deserialize)]
struct Sms {
    to: String,
    purpose: String,
    text: String,
    code: String,
}

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(take);
}

/// Takes an SMS: 204 when it is in the outbox, 401 without a valid signature.
#[post("/sms")]
async fn take(request: HttpRequest, sandbox: Data<Sandbox>, body: Bytes) -> HttpResponse {
    let key = &sandbox.keys().sms;
    let now_s = sandbox.now_ms().div_euclid(1000);
    if !signed(key, request.headers(), &body, now_s) {
        return HttpResponse::Unauthorized().finish();
    }
    let Ok(sms) = serde_json::from_slice::<Sms>(&body) else {
        return HttpResponse::BadRequest().finish();
    };
    let entry = Entry {
        at: sandbox.now_ms(),
        channel: "sms".to_owned(),
        to: sms.to.strip_prefix("+86").unwrap_or(&sms.to).to_owned(),
        purpose: sms.purpose,
        text: sms.text,
        code: sms.code,
    };
    match sandbox.0.outbox.add(entry) {
        Ok(()) => HttpResponse::NoContent().finish(),
        Err(error) => {
            tracing::error!(channel = "sms", error = %causes(&error), "write outbox failed");
            HttpResponse::InternalServerError().finish()
        }
    }
}

/// Whether any of the signatures is valid, and the time about now.
pub fn signed(key: &str, headers: &HeaderMap, body: &[u8], now_s: i64) -> bool {
    let text = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    let (Some(id), Some(time), Some(signatures)) = (
        text("webhook-id"),
        text("webhook-timestamp"),
        text("webhook-signature"),
    ) else {
        return false;
    };
    let near = time
        .parse::<i64>()
        .is_ok_and(|time| now_s.abs_diff(time) <= TOLERANCE_S.unsigned_abs());
    let Some(key) = key
        .strip_prefix("whsec_")
        .and_then(|key| STANDARD.decode(key).ok())
    else {
        return false;
    };
    near && signatures
        .split(' ')
        .filter_map(|s| STANDARD.decode(s.strip_prefix("v1,")?).ok())
        .any(|signature| {
            let mut mac =
                Hmac::<Sha256>::new_from_slice(&key).expect("HMAC takes keys of any length");
            mac.update(id.as_bytes());
            mac.update(b".");
            mac.update(time.as_bytes());
            mac.update(b".");
            mac.update(body);
            mac.verify_slice(&signature).is_ok()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::{HeaderName, HeaderValue};

    /// The example of the Standard Webhooks libraries.
    fn example() -> HeaderMap {
        [
            ("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
            ("webhook-timestamp", "1614265330"),
            (
                "webhook-signature",
                "v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ),
        ]
        .into_iter()
        .map(|(n, v)| (HeaderName::from_static(n), HeaderValue::from_static(v)))
        .collect()
    }

    const KEY: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const BODY: &[u8] = br#"{"test": 2432232314}"#;
    const THEN: i64 = 1_614_265_330;

    #[test]
    fn the_published_signature_opens_and_nothing_else_does() {
        assert!(signed(KEY, &example(), BODY, THEN));
        assert!(!signed(KEY, &example(), b"{}", THEN));
        let other = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx";
        assert!(!signed(other, &example(), BODY, THEN));
        for name in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
            let mut headers = example();
            headers.remove(name);
            assert!(!signed(KEY, &headers, BODY, THEN), "{name}");
        }
    }

    #[test]
    fn a_signature_is_good_for_five_minutes() {
        assert!(signed(KEY, &example(), BODY, THEN + TOLERANCE_S));
        assert!(!signed(KEY, &example(), BODY, THEN + TOLERANCE_S + 1));
        assert!(!signed(KEY, &example(), BODY, THEN - TOLERANCE_S - 1));
    }
}
