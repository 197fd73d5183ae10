//! Calls of WeChat Pay: signed as `WECHATPAY2-SHA256-RSA2048`, each answer verified over its own bytes.

use std::sync::atomic::Ordering;
use std::time::Duration;

use reqwest::{Method, StatusCode, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::WechatPay;
use super::keys::ProofError;
use crate::wallets::WalletError;
use crate::{http, sign};

/// Scheme of the header `Authorization`.
pub const SCHEME: &str = "WECHATPAY2-SHA256-RSA2048";
/// Greatest distance of a signature's time from now, in seconds.
const TOLERANCE_S: u64 = 300;
/// Time during which the backup is called first after the usual host could not be reached.
pub(super) const AWAY_MS: i64 = 60_000;

/// Signature of WeChat Pay in the headers of answers and notifications.
pub struct SignatureHeaders<'a> {
    timestamp: &'a str,
    nonce: &'a str,
    pub signature: &'a str,
    /// Number of a certificate or a public key, as [`comparable`] makes it.
    pub serial: String,
}

/// Comparable form of the number of a certificate or a public key, which is written in either case, with or without leading zeros.
pub fn comparable(serial: &str) -> String {
    serial.trim_start_matches('0').to_uppercase()
}

impl<'a> SignatureHeaders<'a> {
    /// Signature in headers, each of which must be there once; `None` otherwise.
    pub fn of(headers: &[(&'a str, &'a str)]) -> Option<Self> {
        let one = |wanted: &str| {
            let mut found = headers
                .iter()
                .filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
            match (found.next(), found.next()) {
                (Some((_, value)), None) => Some(*value),
                _ => None,
            }
        };
        let strange = |(name, value): &(&str, &str)| {
            name.eq_ignore_ascii_case("wechatpay-signature-type") && *value != SCHEME
        };
        if headers.iter().any(strange) {
            return None;
        }
        Some(Self {
            timestamp: one("wechatpay-timestamp")?,
            nonce: one("wechatpay-nonce")?,
            signature: one("wechatpay-signature")?,
            serial: comparable(one("wechatpay-serial")?),
        })
    }

    /// Signature of an answer.
    pub fn of_reply(reply: &'a http::Reply) -> Option<Self> {
        let headers: Vec<(&str, &str)> = reply
            .headers
            .iter()
            .filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)))
            .collect();
        Self::of(&headers)
    }

    /// Text that is signed: three lines, each with its end.
    pub fn signed_text(&self, body: &[u8]) -> Vec<u8> {
        let mut text = format!("{}\n{}\n", self.timestamp, self.nonce).into_bytes();
        text.extend_from_slice(body);
        text.push(b'\n');
        text
    }

    /// Whether the signature's time is less than five minutes from now, before or after.
    pub fn is_near(&self, now_ms: i64) -> bool {
        let digits = self.timestamp.bytes().all(|b| b.is_ascii_digit());
        let at = self.timestamp.parse::<i64>().ok().filter(|_| digits);
        at.is_some_and(|at| now_ms.div_euclid(1000).abs_diff(at) < TOLERANCE_S)
    }
}

#[derive(Deserialize)]
struct Refusal {
    code: String,
    #[serde(default)]
    message: String,
}

/// Text to sign: `METHOD`, path with query, seconds, nonce and body, each with the end of a line.
fn to_sign(method: &Method, target: &str, seconds: i64, nonce: &str, body: &str) -> String {
    format!("{method}\n{target}\n{seconds}\n{nonce}\n{body}\n")
}

/// Address of a call at a host.
fn at(host: &Url, path: &[&str], query: &[(&str, &str)]) -> Url {
    let mut url = host.clone();
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty().extend(path);
    }
    if !query.is_empty() {
        url.query_pairs_mut().extend_pairs(query);
    }
    url
}

impl WechatPay {
    /// Calls WeChat Pay. An answer is returned only if WeChat Pay signed it; status 204 is read as `null`.
    pub(super) async fn ask<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &[&str],
        query: &[(&str, &str)],
        body: Option<&serde_json::Value>,
        limit: Duration,
        now_ms: i64,
    ) -> Result<T, WalletError> {
        let reply = self.send(method, path, query, body, limit, now_ms).await?;
        let status = reply.status.as_u16();
        let refusal = serde_json::from_slice::<Refusal>(&reply.body).ok();
        let told = refusal.as_ref().map_or("", |refusal| refusal.code.as_str());
        let unverified =
            |why: &str| WalletError::Unverified(format!("HTTP {status} {told}, {why}"));
        let signed = SignatureHeaders::of_reply(&reply).ok_or_else(|| unverified("unsigned"))?;
        match self.prove(&signed, &reply.body, now_ms).await {
            Ok(()) => {}
            Err(ProofError::NoKeys(cause)) => return Err(unverified(&cause.to_string())),
            Err(error) => return Err(unverified(&error.to_string())),
        }
        if reply.status == StatusCode::NO_CONTENT {
            return serde_json::from_str("null").map_err(|_| unverified("empty"));
        }
        if reply.status == StatusCode::OK {
            return serde_json::from_slice(&reply.body).map_err(|_| unverified("not of this call"));
        }
        Err(match refusal {
            Some(refusal) if is_refused(status, &refusal.code) => WalletError::Refused {
                code: refusal.code,
                message: refusal.message,
            },
            _ => WalletError::Busy(format!("HTTP {status} {told}")),
        })
    }

    /// Sends a signed request; the answer is not proven yet. A request that provably did not reach a host goes to the backup, if any.
    pub(super) async fn send(
        &self,
        method: Method,
        path: &[&str],
        query: &[(&str, &str)],
        body: Option<&serde_json::Value>,
        limit: Duration,
        now_ms: i64,
    ) -> Result<http::Reply, WalletError> {
        let url = at(&self.address, path, query);
        let target = match url.query() {
            Some(query) => format!("{}?{query}", url.path()),
            None => url.path().to_owned(),
        };
        let body = body.map(ToString::to_string);
        let text = body.as_deref().unwrap_or_default();
        // The host is not part of the signature: both get the same one.
        let authorization = self.authorization(&method, &target, text, now_ms)?;
        let request_to = |host: &Url| {
            let mut request = self
                .client
                .request(method.clone(), at(host, path, query))
                .timeout(limit)
                .header("accept", "application/json")
                .header("authorization", authorization.as_str());
            if let Some((id, _)) = &self.public_key {
                request = request.header("wechatpay-serial", id);
            }
            if let Some(body) = &body {
                request = request
                    .header("content-type", "application/json")
                    .body(body.clone());
            }
            request
        };
        let usual = request_to(&self.address);
        let Some(backup) = self.backup.as_ref().map(request_to) else {
            return Ok(http::exchange(usual).await?);
        };
        let away = now_ms < self.away_until_ms.load(Ordering::Relaxed);
        let (first, second) = if away {
            (backup, usual)
        } else {
            (usual, backup)
        };
        match http::exchange(first).await.map_err(WalletError::from) {
            Err(WalletError::Unreachable(_)) => {
                let reply = http::exchange(second).await?;
                let until_ms = if away {
                    0
                } else {
                    now_ms.saturating_add(AWAY_MS)
                };
                self.away_until_ms.store(until_ms, Ordering::Relaxed);
                Ok(reply)
            }
            other => other,
        }
    }

    pub(super) fn authorization(
        &self,
        method: &Method,
        target: &str,
        body: &str,
        now_ms: i64,
    ) -> Result<String, WalletError> {
        let (seconds, nonce) = (now_ms.div_euclid(1000), sign::nonce());
        let signature = self
            .key
            .sign(to_sign(method, target, seconds, &nonce, body).as_bytes())
            .ok_or(WalletError::Unsigned)?;
        Ok(format!(
            r#"{SCHEME} mchid="{}",nonce_str="{nonce}",timestamp="{seconds}",serial_no="{}",signature="{signature}""#,
            self.mch_id, self.serial_no,
        ))
    }
}

/// Whether an answer is a refusal without effect. Too many requests, WeChat Pay's own faults and a payer at work leave it open.
fn is_refused(status: u16, code: &str) -> bool {
    let open = [
        "SYSTEM_ERROR",
        "SYSTEMERROR",
        "FREQUENCY_LIMITED",
        "FREQUENCY_LIMIT_EXCEED",
        "RATELIMIT_EXCEEDED",
        "BANK_ERROR",
        "USERPAYING",
    ];
    (400..500).contains(&status) && status != 429 && !open.contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_lines_are_signed_and_each_ends() {
        assert_eq!(
            to_sign(
                &Method::GET,
                "/v3/certificates",
                1_554_208_460,
                "593BEC0C930BF1AFEB40B4A08C8FB242",
                ""
            ),
            "GET\n/v3/certificates\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\n\n"
        );
    }

    #[test]
    fn a_signature_is_good_for_less_than_five_minutes_either_way() {
        let signed = |timestamp| SignatureHeaders {
            timestamp,
            nonce: "n",
            signature: "s",
            serial: "1".to_owned(),
        };
        let now_ms = 1_000_000_000;
        for (timestamp, near) in [
            ("1000000", true),
            ("999701", true),
            ("999700", false),
            ("1000299", true),
            ("1000300", false),
            ("+1000000", false),
            ("-1", false),
            ("", false),
            ("1e6", false),
            ("9223372036854775807", false),
        ] {
            assert_eq!(signed(timestamp).is_near(now_ms), near, "{timestamp}");
        }
    }

    #[test]
    fn a_header_that_came_twice_proves_nothing() {
        let headers = [
            ("Wechatpay-Timestamp", "1"),
            ("Wechatpay-Nonce", "n"),
            ("Wechatpay-Signature", "s"),
            ("Wechatpay-Serial", "1"),
        ];
        assert!(SignatureHeaders::of(&headers).is_some());
        for n in 0..headers.len() {
            let without: Vec<_> = headers
                .iter()
                .copied()
                .filter(|h| *h != headers[n])
                .collect();
            assert!(SignatureHeaders::of(&without).is_none());
            let twice = [&headers[..], &headers[n..=n]].concat();
            assert!(SignatureHeaders::of(&twice).is_none());
        }
        let downgraded = [&headers[..], &[("Wechatpay-Signature-Type", "MD5")]].concat();
        assert!(SignatureHeaders::of(&downgraded).is_none());
    }

    #[test]
    fn only_a_plain_refusal_says_that_nothing_happened() {
        for (status, code, refused) in [
            (400, "PARAM_ERROR", true),
            (404, "ORDER_NOT_EXIST", true),
            (403, "NOT_ENOUGH", true),
            (429, "FREQUENCY_LIMITED", false),
            (429, "X", false),
            (403, "RATELIMIT_EXCEEDED", false),
            (400, "SYSTEM_ERROR", false),
            (500, "SYSTEM_ERROR", false),
            (502, "X", false),
            (202, "USERPAYING", false),
            (302, "X", false),
        ] {
            assert_eq!(is_refused(status, code), refused, "{status} {code}");
        }
    }
}
