//! RSA key by which phones know this server, kept in a file as adb keeps its own. Source: AOSP `client/auth.cpp`, `daemon/auth.cpp`.

use std::io::{self, Write as _};
use std::path::Path;

use bytes::Bytes;
use phone_wire::auth::{DIGEST_PREFIX, MODULUS_BYTES, PublicKey};
use phone_wire::packet::TOKEN_BYTES;
use rsa::pkcs8::{DecodePrivateKey as _, EncodePrivateKey as _, LineEnding};
use rsa::rand_core::OsRng;
use rsa::traits::PublicKeyParts as _;
use rsa::{Pkcs1v15Sign, RsaPrivateKey};
use thiserror::Error;

/// Longest key file: one of 2048 bits has some 1,700 bytes.
const FILE_MAX_BYTES: u64 = 16 * 1024;

/// Reason why there is no key.
#[derive(Debug, Error)]
pub enum KeyError {
    /// The file cannot be read or written.
    #[error("cannot read or write the key file: {0}")]
    File(#[from] io::Error),
    /// The file is not a private key of RSA in PEM (PKCS #8), or too long for one.
    #[error("the key file holds no RSA key (PEM, PKCS #8)")]
    NotAKey,
    /// The key is not of 2048 bits, the only length that phones know (`ANDROID_PUBKEY_MODULUS_SIZE`).
    #[error("the key has {0} bits; phones take 2048")]
    Bits(usize),
    /// Making a key failed.
    #[error("cannot make a key")]
    Make,
}

/// Private key for phones and nothing else. The time of signing depends on the key and can be measured (RUSTSEC-2023-0071), so signing
/// is blinded, and a leaked key opens nothing but phones.
#[derive(Debug)]
pub struct KeyPair {
    private: RsaPrivateKey,
    public: PublicKey,
}

impl KeyPair {
    /// Makes a key. The search for primes takes up to seconds, so it is not for a task that others wait for.
    pub fn generate() -> Result<Self, KeyError> {
        let private =
            RsaPrivateKey::new(&mut OsRng, MODULUS_BYTES * 8).map_err(|_| KeyError::Make)?;
        Self::of(private)
    }

    /// Reads PEM (PKCS #8), as in adb's own `adbkey`.
    pub fn from_pem(pem: &str) -> Result<Self, KeyError> {
        Self::of(RsaPrivateKey::from_pkcs8_pem(pem).map_err(|_| KeyError::NotAKey)?)
    }

    /// Reads the key file; where there is none, makes a key and a file that only its owner may read. Blocks the thread.
    pub fn load_or_create(path: &Path) -> Result<Self, KeyError> {
        match std::fs::metadata(path) {
            Ok(facts) if facts.len() > FILE_MAX_BYTES => Err(KeyError::NotAKey),
            Ok(_) => Self::from_pem(&std::fs::read_to_string(path)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let key = Self::generate()?;
                let pem = key.private.to_pkcs8_pem(LineEnding::LF);
                let pem = pem.map_err(|_| KeyError::Make)?;
                let mut options = std::fs::OpenOptions::new();
                options.write(true).create_new(true);
                #[cfg(unix)]
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
                options.open(path)?.write_all(pem.as_bytes())?;
                Ok(key)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Public key, which phones store.
    pub const fn public(&self) -> &PublicKey {
        &self.public
    }

    fn of(private: RsaPrivateKey) -> Result<Self, KeyError> {
        if private.size() != MODULUS_BYTES {
            return Err(KeyError::Bits(private.size() * 8));
        }
        let exponent = private.e().to_bytes_le();
        let mut four = [0; 4];
        four.get_mut(..exponent.len())
            .ok_or(KeyError::NotAKey)?
            .copy_from_slice(&exponent);
        let public = PublicKey::new(&private.n().to_bytes_le(), u32::from_le_bytes(four))
            .map_err(|_| KeyError::NotAKey)?;
        Ok(Self { private, public })
    }

    /// Signs a token (RSASSA-PKCS1-v1_5). The token stands for a SHA-1 digest as it is and is not hashed.
    pub(crate) fn sign(&self, token: &[u8; TOKEN_BYTES]) -> Option<Bytes> {
        let scheme = Pkcs1v15Sign {
            hash_len: Some(TOKEN_BYTES),
            prefix: DIGEST_PREFIX.into(),
        };
        let signature = self.private.sign_with_rng(&mut OsRng, scheme, token);
        signature.ok().map(Bytes::from)
    }
}
