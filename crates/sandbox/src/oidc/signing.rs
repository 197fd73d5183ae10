//! Key of the provider, one for each installation, and tokens signed by it (RFC 7515, RS256).

use std::fs;
use std::path::Path;

use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair, KeySize};
use aws_lc_rs::signature::{KeyPair as _, RSA_PKCS1_SHA256};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{SandboxError, keys};

pub struct Signer {
    pair: KeyPair,
    /// Id of the key: the beginning of its hash.
    id: String,
}

impl Signer {
    pub fn load_or_create(folder: &Path) -> Result<Self, SandboxError> {
        let file = folder.join("oidc_key.der");
        let pair = if file.exists() {
            KeyPair::from_pkcs8(&fs::read(&file)?).map_err(|_| SandboxError::Keys)?
        } else {
            let pair = KeyPair::generate(KeySize::Rsa2048).map_err(|_| SandboxError::Keys)?;
            let der = pair.as_der().map_err(|_| SandboxError::Keys)?;
            keys::write_private(&file, der.as_ref())?;
            pair
        };
        let id = URL_SAFE_NO_PAD.encode(&Sha256::digest(pair.public_key())[..12]);
        Ok(Self { pair, id })
    }

    /// Public key in the form of RFC 7517.
    pub fn public(&self) -> Value {
        let key = self.pair.public_key();
        json!({
            "kty": "RSA",
            "use": "sig",
            "alg": "RS256",
            "kid": self.id,
            "n": URL_SAFE_NO_PAD.encode(key.modulus().big_endian_without_leading_zero()),
            "e": URL_SAFE_NO_PAD.encode(key.exponent().big_endian_without_leading_zero()),
        })
    }

    /// Signed token of these claims.
    pub fn sign(&self, claims: &Value) -> Result<String, SandboxError> {
        let head = json!({ "alg": "RS256", "typ": "JWT", "kid": self.id });
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&head), part(claims));
        let mut signature = vec![0; self.pair.public_modulus_len()];
        self.pair
            .sign(
                &RSA_PKCS1_SHA256,
                &SystemRandom::new(),
                signed.as_bytes(),
                &mut signature,
            )
            .map_err(|_| SandboxError::Keys)?;
        Ok(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}
