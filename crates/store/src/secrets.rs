//! Randomness and hashes: ids, tokens, tickets. The only place of this crate where randomness enters.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use rand::Rng;
use sha2::{Digest, Sha256};

use crate::error::StoreError;

/// Letters and digits that nobody confuses when reading them aloud.
const OWL_ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// Characters of an owl id after its prefix.
const OWL_CHARS: usize = 5;
/// Length beyond which a token cannot be one of this server: it is not even hashed.
const TOKEN_MAX_BYTES: usize = 128;

pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::rng().fill_bytes(&mut bytes);
    bytes
}

/// A vector of random bytes.
pub(crate) fn random_bytes(count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    rand::rng().fill_bytes(&mut bytes);
    bytes
}

/// A new id: random, positive, below 2^53 so that JavaScript keeps it exact.
pub fn new_id() -> i64 {
    // The high bit set keeps all ids equally long: 16 digits.
    ((u64::from_be_bytes(random()) >> 12) | 1 << 52).cast_signed()
}

/// A new id for people: `OWL-7K2M9`.
pub fn new_owl_id() -> String {
    format!("OWL-{}", picks(OWL_ALPHABET, OWL_CHARS))
}

/// A new passcode of `count` characters, none of which is confused with another one.
pub(crate) fn new_passcode(count: usize) -> String {
    picks(OWL_ALPHABET, count)
}

/// `count` random picks out of `of`, each element equally likely.
pub(crate) fn picks(of: &[u8], count: usize) -> String {
    // The largest multiple of the number of choices in a byte: above it some choices would come more often.
    let fair = 256 - 256 % of.len().max(1);
    let mut picked = String::with_capacity(count);
    while picked.len() < count && !of.is_empty() {
        let [byte] = random::<1>();
        if usize::from(byte) < fair {
            picked.push(char::from(of[usize::from(byte) % of.len()]));
        }
    }
    picked
}

/// A new token, ticket or resume token: 32 random bytes in base64url.
pub(crate) fn new_token() -> String {
    URL_SAFE_NO_PAD.encode(random::<32>())
}

/// A new state of a social sign-in: 32 random bytes in hex, because WeChat takes letters and digits only.
pub(crate) fn new_state() -> String {
    random::<32>().iter().fold(String::new(), |mut text, byte| {
        text.extend(
            [byte >> 4, byte & 15].map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])),
        );
        text
    })
}

/// The hash under which a token of this server is stored.
pub(crate) fn digest(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(token))
}

/// The hash of a presented token. None when it is longer than any token of this server.
pub fn hash_token(token: &str) -> Option<String> {
    (token.len() <= TOKEN_MAX_BYTES).then(|| digest(token))
}

/// The secret of a database: with it, and only together with a token, the token's successors can be computed.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl Secret {
    /// The secret of a new database.
    pub fn random() -> Self {
        Self(random())
    }

    pub(crate) fn to_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    pub(crate) fn from_text(text: &str) -> Result<Self, StoreError> {
        URL_SAFE_NO_PAD
            .decode(text)
            .ok()
            .and_then(|bytes| bytes.try_into().ok())
            .map(Self)
            .ok_or(StoreError::Corrupt("secret"))
    }

    /// A keyed hash of guessable values: numbers, codes, names. Without the secret they cannot be found by trying.
    pub(crate) fn keyed(&self, what: &'static str, parts: &[&str]) -> String {
        let mut all: Vec<&[u8]> = vec![b"keyed", what.as_bytes()];
        all.extend(parts.iter().map(|part| part.as_bytes()));
        self.derive(&all)
    }

    fn derive(&self, parts: &[&[u8]]) -> String {
        URL_SAFE_NO_PAD.encode(self.mac(parts))
    }

    fn mac(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// The signing key of a webhook's events, in the notation of Standard Webhooks. It is stored nowhere: another
    /// generation has another key.
    pub(crate) fn webhook_key(&self, webhook_id: i64, generation: i64) -> String {
        let key = self.mac(&[
            b"webhook",
            &webhook_id.to_be_bytes(),
            &generation.to_be_bytes(),
        ]);
        format!("whsec_{}", STANDARD.encode(key))
    }

    /// The token in the address of an owner's link. It is stored nowhere: its owner is shown it again.
    pub(crate) fn link_token(&self, link_id: i64) -> String {
        self.derive(&[b"share link", &link_id.to_be_bytes()])
    }

    /// The refresh token that follows `spent`: presenting the spent one again gives the same successor, though neither is stored.
    pub fn next_refresh(&self, session_id: i64, generation: i64, spent: &str) -> String {
        self.derive(&[
            b"refresh",
            &session_id.to_be_bytes(),
            &generation.to_be_bytes(),
            spent.as_bytes(),
        ])
    }

    /// The nonce and the PKCE verifier of a social sign-in.
    pub(crate) fn social_proof(&self, state: &str) -> (String, String) {
        (
            self.derive(&[b"social nonce", state.as_bytes()]),
            self.derive(&[b"social verifier", state.as_bytes()]),
        )
    }

    /// The access token that is issued with a refresh token.
    pub fn access_of(&self, refresh: &str) -> String {
        self.derive(&[b"access", refresh.as_bytes()])
    }
}
