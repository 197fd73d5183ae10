//! Building blocks of signatures, for SMS, webhooks and wallets.

use hmac::{Hmac, KeyInit, Mac};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest, Sha256};

/// HMAC-SHA256 of a text.
pub fn hmac(key: &[u8], text: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(text);
    mac.finalize().into_bytes().into()
}

/// SHA-256 in lower-case hex.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// Unreserved characters of RFC 3986, which stay as they are: letters, digits and `-._~`.
const UNRESERVED: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Percent-encoding of everything but RFC 3986's unreserved characters.
pub fn percent(text: &str) -> String {
    utf8_percent_encode(text, &UNRESERVED).to_string()
}

/// Random nonce of 128 bits, in hex.
pub fn nonce() -> String {
    use rand::RngExt;
    hex::encode(rand::rng().random::<[u8; 16]>())
}
