//! Keys that prove WeChat Pay: a configured public key, or platform certificates that are fetched and renewed.

use std::collections::HashMap;
use std::sync::Arc;

use reqwest::Method;
use serde::Deserialize;
use thiserror::Error;
use tokio::time::error::Elapsed;
use tokio::time::timeout;

use super::WechatPay;
use super::call::{SignatureHeaders, comparable};
use super::seal::Sealed;
use crate::wallets::{Certificate, VerifyingKey, WalletError};

/// Prefix of a public key's number; certificates' numbers are hex.
pub const PUBLIC_KEY_PREFIX: &str = "PUB_KEY_ID_";
/// Age at which certificates are fetched again: WeChat Pay wants it every 12 hours at least.
const RENEW_MS: u64 = 10 * 60 * 60 * 1000;
/// Shortest pause between two fetches, whatever anybody sends us.
const PAUSE_MS: u64 = 60 * 1000;

/// Certificates that were fetched.
#[derive(Default)]
pub struct Fetched {
    by_serial: HashMap<String, (Certificate, Arc<VerifyingKey>)>,
    /// Time of the last answer, in Unix milliseconds.
    at_ms: Option<i64>,
    /// Time of the last attempt, in Unix milliseconds.
    tried_ms: Option<i64>,
}

/// Reason why something does not prove to be WeChat Pay's.
#[derive(Debug, Error)]
pub enum ProofError {
    /// The signature is missing, or not WeChat Pay's.
    #[error("not signed by WeChat Pay")]
    Signature,
    /// Signed by WeChat Pay, too far from now.
    #[error("signed too far from now")]
    Stale,
    /// The keys are not available.
    #[error("the platform certificates cannot be had")]
    NoKeys(#[source] WalletError),
}

#[derive(Deserialize)]
struct List {
    data: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    serial_no: String,
    encrypt_certificate: Sealed,
}

impl WechatPay {
    /// Proves that WeChat Pay signed this body a short while ago, by the headers that came with it.
    pub(super) async fn prove(
        &self,
        signed: &SignatureHeaders<'_>,
        body: &[u8],
        now_ms: i64,
    ) -> Result<(), ProofError> {
        self.verify(signed, body, now_ms).await?;
        if signed.is_near(now_ms) {
            Ok(())
        } else {
            Err(ProofError::Stale)
        }
    }

    /// Proves that WeChat Pay signed this body, whenever that was.
    async fn verify(
        &self,
        signed: &SignatureHeaders<'_>,
        body: &[u8],
        now_ms: i64,
    ) -> Result<(), ProofError> {
        let text = signed.signed_text(body);
        if let Some((id, key)) = &self.public_key
            && *id == signed.serial
        {
            return if key.verifies(&text, signed.signature) {
                Ok(())
            } else {
                Err(ProofError::Signature)
            };
        }
        if signed.serial.starts_with(PUBLIC_KEY_PREFIX) {
            return Err(ProofError::Signature);
        }
        match self.platform_key(&signed.serial, now_ms).await? {
            Some(key) if key.verifies(&text, signed.signature) => Ok(()),
            _ => Err(ProofError::Signature),
        }
    }

    /// Key of a platform certificate. The list is fetched when it is old or lacks this one, once a minute at most.
    ///
    /// A caller that waits for another caller's fetch waits no longer than a fetch may take, and fetches no list of its own afterwards.
    async fn platform_key(
        &self,
        serial: &str,
        now_ms: i64,
    ) -> Result<Option<Arc<VerifyingKey>>, ProofError> {
        let late =
            |elapsed: Elapsed| ProofError::NoKeys(WalletError::Unanswered(Box::new(elapsed)));
        let turn = timeout(self.timeouts.keys, self.fetched.lock());
        let mut fetched = turn.await.map_err(late)?;
        let since = |then: Option<i64>| then.map_or(u64::MAX, |then| now_ms.abs_diff(then));
        let wanted = since(fetched.at_ms) >= RENEW_MS || !fetched.by_serial.contains_key(serial);
        let mut failure = None;
        if wanted && since(fetched.tried_ms) >= PAUSE_MS {
            fetched.tried_ms = Some(now_ms);
            match self.fetch(now_ms).await {
                Ok(by_serial) => {
                    fetched.by_serial = by_serial;
                    fetched.at_ms = Some(now_ms);
                }
                Err(error) => failure = Some(error),
            }
        }
        let known = fetched.by_serial.get(serial);
        match (known.filter(|(c, _)| c.is_valid_at(now_ms)), failure) {
            (Some((_, key)), _) => Ok(Some(Arc::clone(key))),
            (None, Some(error)) => Err(ProofError::NoKeys(error)),
            (None, None) => Ok(None),
        }
    }

    /// Fetches the list of platform certificates. The list proves itself: only WeChat Pay and we can encrypt by the APIv3 key, and it is signed by
    /// one of its own certificates, or by the configured public key.
    async fn fetch(
        &self,
        now_ms: i64,
    ) -> Result<HashMap<String, (Certificate, Arc<VerifyingKey>)>, WalletError> {
        let limit = self.timeouts.keys;
        let path = ["v3", "certificates"];
        let reply = self
            .send(Method::GET, &path, &[], None, limit, now_ms)
            .await?;
        let unverified =
            |why: &str| WalletError::Unverified(format!("HTTP {}, {why}", reply.status.as_u16()));
        if !reply.status.is_success() {
            return Err(unverified("no platform certificates"));
        }
        let opened = self
            .opened(&reply.body)
            .ok_or_else(|| unverified("no list of platform certificates"))?;
        let signed = SignatureHeaders::of_reply(&reply).ok_or_else(|| unverified("unsigned"))?;
        // A merchant with both kinds of keys is answered by the kind that was asked for.
        let configured = self.public_key.as_ref();
        let signer = match configured.filter(|(id, _)| *id == signed.serial) {
            Some((_, key)) => Some(key),
            None => opened.get(&signed.serial).map(|(_, key)| &**key),
        };
        let text = signed.signed_text(&reply.body);
        let fine = signed.is_near(now_ms)
            && signer.is_some_and(|key| key.verifies(&text, signed.signature));
        if fine {
            Ok(opened)
        } else {
            Err(unverified("wrongly signed"))
        }
    }

    /// Certificates of a list; `None` if one of them is not sealed by our key.
    fn opened(&self, body: &[u8]) -> Option<HashMap<String, (Certificate, Arc<VerifyingKey>)>> {
        let list: List = serde_json::from_slice(body).ok()?;
        let open = |item: Item| {
            let pem = String::from_utf8(item.encrypt_certificate.open(&self.api_key)?).ok()?;
            let certificate = Certificate::first(&pem)?;
            let key = Arc::new(certificate.key()?);
            let serial = comparable(&certificate.serial_hex());
            (serial == comparable(&item.serial_no)).then_some((serial, (certificate, key)))
        };
        list.data.into_iter().map(open).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::wechat_pay::tests::merchant;

    const ANSWER: &str = include_str!("../../tests/vectors/wechat_pay_certificates.json");

    #[test]
    fn the_published_list_of_certificates_is_opened() {
        let merchant_of_the_example = merchant("a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb", None);
        let opened = merchant_of_the_example.opened(ANSWER.as_bytes());
        let opened = opened.expect("a list");
        let serial = "5DEA10EF55877E3CF6C33255C2E7DEFFF7E427EC";
        let (certificate, _) = opened.get(serial).expect("the certificate");
        // The certificate is valid from 2023-09-19 to 2028-09-17.
        assert!(certificate.is_valid_at(1_795_226_400_000));
        assert!(!certificate.is_valid_at(1_600_000_000_000));
        assert!(!certificate.is_valid_at(1_900_000_000_000));
        assert!(!certificate.is_valid_at(-1));
    }

    #[test]
    fn a_list_under_another_key_or_number_is_not() {
        let other = merchant("b7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb", None);
        assert!(other.opened(ANSWER.as_bytes()).is_none());
        let own = merchant("a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb", None);
        let lower = ANSWER.replace("5DEA10EF55877E3C", "5dea10ef55877e3c");
        assert!(own.opened(lower.as_bytes()).is_some(), "the same number");
        let renumbered = ANSWER.replace("5DEA10EF", "5DEA10EE");
        assert!(own.opened(renumbered.as_bytes()).is_none());
    }
}
