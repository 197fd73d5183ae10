//! Authentication of hosts by RSA keys as adbd does it, when the phone's owner has switched it on.
//! Source: AOSP `daemon/auth.cpp`, `libcrypto_utils/android_pubkey.cpp`.

use std::path::PathBuf;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use causes::causes;
use parking_lot::Mutex;
use phone_wire::packet::TOKEN_BYTES;
use rand::RngExt as _;
use rsa::{BigUint, Pkcs1v15Sign, RsaPublicKey};
use tokio::sync::Notify;

use crate::files::Files;

/// The property that switches authentication on: `wait` or `accept`; anything else is off.
pub(crate) const PROPERTY: &str = "persist.owl.adb.auth";
/// Most signatures that one connection may try.
pub(super) const TRIES_LIMIT: u32 = 256;
/// Most keys that the phone remembers, and most keys that wait to be allowed.
const KEYS_LIMIT: usize = 64;
/// Words of 32 bits in the modulus of the one key size that ADB has (`ANDROID_PUBKEY_MODULUS_SIZE_WORDS`).
const MODULUS_WORDS: usize = 64;
/// Bytes before a SHA-1 hash in a signature: its `DigestInfo` (RFC 8017, 9.2, note 1).
const HASH_PREFIX: [u8; 15] = [
    0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14,
];
/// Bytes of a public key (`RSAPublicKey` in `android_pubkey.cpp`): word count, n0inv, modulus, R² modulo it, exponent.
const KEY_BYTES: usize = 4 + 4 + 2 * MODULUS_WORDS * 4 + 4;

/// Policy for a host whose key is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Policy {
    /// No authentication: nobody is asked for a key.
    Off,
    /// The key is remembered at once, as after a tap on "always allow".
    Accept,
    /// The host waits until somebody allows its key.
    Wait,
}

impl Policy {
    pub(crate) fn of(property: Option<&str>) -> Self {
        match property {
            Some("accept") => Self::Accept,
            Some("wait") => Self::Wait,
            _ => Self::Off,
        }
    }
}

/// Keys that one phone knows, a line each in `/data/misc/adb/adb_keys`, and those that wait to be allowed.
#[derive(Debug)]
pub(crate) struct Keys {
    path: Option<PathBuf>,
    waiting: Mutex<Vec<String>>,
    pub(super) allowed: Notify,
}

impl Keys {
    pub(crate) fn new(files: &Files) -> Self {
        Self {
            path: files.resolve("/data/misc/adb/adb_keys"),
            waiting: Mutex::default(),
            allowed: Notify::new(),
        }
    }

    fn known(&self) -> Vec<String> {
        let text = self
            .path
            .as_ref()
            .and_then(|path| std::fs::read_to_string(path).ok())
            .unwrap_or_default();
        text.lines().map(str::to_owned).take(KEYS_LIMIT).collect()
    }

    /// Whether a known key signed the token.
    pub(super) fn verify(&self, token: &[u8; TOKEN_BYTES], signature: &[u8]) -> bool {
        let keys = self.known();
        let mut keys = keys.iter().filter_map(|line| parse(line));
        keys.any(|key| {
            let scheme = Pkcs1v15Sign {
                // The token takes the place of the hash.
                hash_len: Some(TOKEN_BYTES),
                prefix: HASH_PREFIX.into(),
            };
            key.verify(scheme, token, signature).is_ok()
        })
    }

    pub(super) fn is_known(&self, line: &str) -> bool {
        self.known().iter().any(|own| key_of(own) == key_of(line))
    }

    /// Remembers a key for good; false if there is no room or it cannot be stored.
    pub(super) fn remember(&self, line: &str) -> bool {
        let mut known = self.known();
        if known.iter().any(|own| key_of(own) == key_of(line)) {
            return true;
        }
        let Some(path) = self.path.as_ref().filter(|_| known.len() < KEYS_LIMIT) else {
            return false;
        };
        known.push(line.to_owned());
        let kept = path
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| std::fs::write(path, known.join("\n") + "\n"));
        kept.inspect_err(|error| tracing::warn!(error = %causes(error), "store host key failed"))
            .is_ok()
    }

    /// Puts a key among those that wait to be allowed.
    pub(super) fn wait_for(&self, line: String) {
        let mut waiting = self.waiting.lock();
        if waiting.len() < KEYS_LIMIT && !waiting.contains(&line) {
            waiting.push(line);
        }
    }

    /// Allows all waiting keys; returns the number of those that could be remembered.
    pub(crate) fn allow_waiting(&self) -> usize {
        let waiting = std::mem::take(&mut *self.waiting.lock());
        let count = waiting.iter().filter(|line| self.remember(line)).count();
        self.allowed.notify_waiters();
        count
    }
}

/// Random token of twenty bytes.
pub(super) fn token() -> [u8; TOKEN_BYTES] {
    let mut token = [0; TOKEN_BYTES];
    rand::rng().fill(&mut token);
    token
}

/// Line of a key that a host sent: base64, a space, the host's name; `None` if there is no key in it.
pub(super) fn line_of(payload: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(payload).ok()?.trim_end_matches('\0');
    let line = text.lines().next()?;
    parse(line).map(|_| line.to_owned())
}

fn key_of(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

fn parse(line: &str) -> Option<RsaPublicKey> {
    let blob = BASE64_STANDARD.decode(key_of(line)).ok()?;
    if blob.len() != KEY_BYTES {
        return None;
    }
    let word = |at: usize| Some(u32::from_le_bytes(blob.get(at..at + 4)?.try_into().ok()?));
    if word(0)? as usize != MODULUS_WORDS {
        return None;
    }
    let modulus = BigUint::from_bytes_le(&blob[8..8 + MODULUS_WORDS * 4]);
    RsaPublicKey::new(modulus, BigUint::from(word(KEY_BYTES - 4)?)).ok()
}
