//! `AUTH` packets as values, and RSA-2048 keys in the form that phones keep them in.
//! Source: AOSP `daemon/auth.cpp`, `client/auth.cpp`, `libcrypto_utils/android_pubkey.cpp`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use thiserror::Error;

use crate::packet::{AuthKind, Command, HANDSHAKE_MAX_BYTES, Packet, TOKEN_BYTES};

/// Bytes of a signature and of a key's modulus: 2048 bits (`ANDROID_PUBKEY_MODULUS_SIZE`).
pub const MODULUS_BYTES: usize = 256;
/// Bytes of a key in the form that phones store (`RSAPublicKey` in `android_pubkey.cpp`), all fields little-endian: word count,
/// `n0inv`, modulus, `rr`, exponent.
pub const KEY_BYTES: usize = 12 + 2 * MODULUS_BYTES;
/// Bytes before the token in a signature: the `DigestInfo` of SHA-1 (RFC 8017, 9.2, note 1). The token is taken for the digest as it is.
pub const DIGEST_PREFIX: [u8; 15] = [
    0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14,
];

const MODULUS_WORDS: usize = MODULUS_BYTES / 4;

/// Reason why an `AUTH` packet or a key is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AuthError {
    /// The packet is no `AUTH`, or of a kind that is not 1 to 3.
    #[error("authentication kind {0} is not known")]
    UnknownKind(u32),
    /// A token is not of [`TOKEN_BYTES`], a signature not of [`MODULUS_BYTES`], or a key not of [`KEY_BYTES`].
    #[error("authentication data of {0} bytes is refused")]
    Length(usize),
    /// A key is not base64, or its line is not UTF-8.
    #[error("public key cannot be read")]
    NotBase64,
    /// The numbers of a key do not belong together, or its modulus is even or 1.
    #[error("public key has wrong numbers")]
    Inconsistent,
}

/// Content of an `AUTH` packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Auth {
    /// Challenge of the phone.
    Token([u8; TOKEN_BYTES]),
    /// The token signed with one of the host's keys.
    Signature(Bytes),
    /// A key for the phone's owner to accept.
    PublicKey {
        /// Key of the host.
        key: Box<PublicKey>,
        /// Owner of the key, as it names itself: `user@host`.
        comment: String,
    },
}

impl Auth {
    /// Reads an `AUTH` packet.
    pub fn parse(packet: &Packet) -> Result<Self, AuthError> {
        let kind = packet.arg0;
        let length = packet.payload.len();
        if packet.command != Command::Auth {
            return Err(AuthError::UnknownKind(kind));
        }
        if kind == AuthKind::Token as u32 {
            let token = packet.payload.as_ref().try_into();
            token
                .map(Self::Token)
                .map_err(|_| AuthError::Length(length))
        } else if kind == AuthKind::Signature as u32 {
            if length != MODULUS_BYTES {
                return Err(AuthError::Length(length));
            }
            Ok(Self::Signature(packet.payload.clone()))
        } else if kind == AuthKind::PublicKey as u32 {
            let (key, comment) = PublicKey::parse_line(&packet.payload)?;
            Ok(Self::PublicKey {
                key: Box::new(key),
                comment,
            })
        } else {
            Err(AuthError::UnknownKind(kind))
        }
    }

    /// Writes an `AUTH` packet.
    pub fn to_packet(&self) -> Packet {
        let (kind, payload) = match self {
            Self::Token(token) => (AuthKind::Token, Bytes::copy_from_slice(token)),
            Self::Signature(signature) => (AuthKind::Signature, signature.clone()),
            Self::PublicKey { key, comment } => {
                let line = format!("{}\0", key.to_line(comment));
                (AuthKind::PublicKey, Bytes::from(line))
            }
        };
        Packet::new(Command::Auth, kind as u32, 0, payload)
    }
}

/// Public key of RSA-2048. Phones store it with the constants of Montgomery multiplication, `n0inv` and `rr`, which follow from the
/// modulus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    /// Modulus, little-endian.
    modulus: [u8; MODULUS_BYTES],
    exponent: u32,
}

impl PublicKey {
    /// Makes a key of a modulus of at most 256 little-endian bytes; it must be odd, as every modulus of RSA is, and not 1.
    pub fn new(modulus: &[u8], exponent: u32) -> Result<Self, AuthError> {
        let mut padded = [0; MODULUS_BYTES];
        padded
            .get_mut(..modulus.len())
            .ok_or(AuthError::Length(modulus.len()))?
            .copy_from_slice(modulus);
        let is_one = padded[0] == 1 && padded[1..].iter().all(|byte| *byte == 0);
        if padded[0] & 1 == 0 || is_one {
            return Err(AuthError::Inconsistent);
        }
        Ok(Self {
            modulus: padded,
            exponent,
        })
    }

    /// Modulus, little-endian, padded with zeros.
    pub const fn modulus(&self) -> &[u8; MODULUS_BYTES] {
        &self.modulus
    }

    /// Exponent, normally 65537.
    pub const fn exponent(&self) -> u32 {
        self.exponent
    }

    /// Key in the form that phones store. Every number has its full length, with leading zeros where it is shorter.
    pub fn to_bytes(&self) -> [u8; KEY_BYTES] {
        let words = words_of(&self.modulus);
        let mut out = [0; KEY_BYTES];
        let fields = [MODULUS_WORDS as u32, n0inv(words[0])]
            .into_iter()
            .chain(words)
            .chain(rr(&words))
            .chain([self.exponent]);
        for (place, field) in out.chunks_exact_mut(4).zip(fields) {
            place.copy_from_slice(&field.to_le_bytes());
        }
        out
    }

    /// Reads what [`Self::to_bytes`] gives; numbers that do not follow from the modulus are refused.
    pub fn parse(bytes: &[u8]) -> Result<Self, AuthError> {
        if bytes.len() != KEY_BYTES {
            return Err(AuthError::Length(bytes.len()));
        }
        let exponent = [520, 521, 522, 523].map(|at: usize| bytes[at]);
        let key = Self::new(&bytes[8..8 + MODULUS_BYTES], u32::from_le_bytes(exponent))?;
        if key.to_bytes() == *bytes {
            Ok(key)
        } else {
            Err(AuthError::Inconsistent)
        }
    }

    /// Line of a phone's `adb_keys` file: base64, a space, the owner.
    pub fn to_line(&self, comment: &str) -> String {
        format!("{} {comment}", STANDARD.encode(self.to_bytes()))
    }

    /// Reads a line of `adb_keys`, or an `AUTH` payload, which is such a line and a NUL; returns the key and its owner.
    pub fn parse_line(line: &[u8]) -> Result<(Self, String), AuthError> {
        if line.len() > HANDSHAKE_MAX_BYTES as usize {
            return Err(AuthError::Length(line.len()));
        }
        let line = std::str::from_utf8(line).map_err(|_| AuthError::NotBase64)?;
        let line = line.trim_end_matches(['\0', '\n', '\r']);
        let (key, comment) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let bytes = STANDARD.decode(key).map_err(|_| AuthError::NotBase64)?;
        Ok((Self::parse(&bytes)?, comment.to_owned()))
    }
}

type Words = [u32; MODULUS_WORDS];

fn words_of(bytes: &[u8; MODULUS_BYTES]) -> Words {
    let mut words = [0; MODULUS_WORDS];
    for (word, four) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_le_bytes(*four);
    }
    words
}

/// `-(n^-1)` modulo 2^32 of an odd number, by Newton's iteration: an odd number is its own inverse modulo 2^3, and each step doubles
/// the number of correct bits.
const fn n0inv(lowest: u32) -> u32 {
    let mut inverse = lowest;
    let mut step = 0;
    while step < 4 {
        inverse = inverse.wrapping_mul(2_u32.wrapping_sub(lowest.wrapping_mul(inverse)));
        step += 1;
    }
    inverse.wrapping_neg()
}

/// 2^4096 modulo n, the square of Montgomery's R = 2^2048: 1 is doubled 4096 times.
fn rr(n: &Words) -> Words {
    let mut value = [0; MODULUS_WORDS];
    value[0] = 1;
    for _ in 0..2 * MODULUS_BYTES * 8 {
        let mut carry = 0;
        for word in &mut value {
            (*word, carry) = ((*word << 1) | carry, *word >> 31);
        }
        if carry == 1 || !is_less(&value, n) {
            let mut borrow = false;
            for (word, part) in value.iter_mut().zip(n) {
                let (once, first) = word.overflowing_sub(*part);
                let (twice, second) = once.overflowing_sub(u32::from(borrow));
                (*word, borrow) = (twice, first || second);
            }
        }
    }
    value
}

fn is_less(a: &Words, b: &Words) -> bool {
    a.iter().rev().lt(b.iter().rev())
}
