//! RSA as both wallets use it: SHA256withRSA, PKCS#1 v1.5, base64.

use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair, KeySize};
use aws_lc_rs::signature::{
    KeyPair as _, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, UnparsedPublicKey,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::SandboxError;

/// Key pair of a wallet or of its merchant: the sandbox makes the private halves of both sides.
pub struct Pair(KeyPair);

impl Pair {
    pub fn generate() -> Result<Self, SandboxError> {
        KeyPair::generate(KeySize::Rsa2048)
            .map(Self)
            .map_err(|_| SandboxError::Keys)
    }

    /// Reads PKCS#8 in base64.
    pub fn read(text: &str) -> Result<Self, SandboxError> {
        let der = STANDARD.decode(text).map_err(|_| SandboxError::Keys)?;
        KeyPair::from_pkcs8(&der)
            .map(Self)
            .map_err(|_| SandboxError::Keys)
    }

    /// Private key as PKCS#8 in base64.
    pub fn private(&self) -> Result<String, SandboxError> {
        let der = self.0.as_der().map_err(|_| SandboxError::Keys)?;
        Ok(STANDARD.encode(der.as_ref()))
    }

    /// Public key as SPKI.
    pub fn public_der(&self) -> Result<Vec<u8>, SandboxError> {
        let der = self
            .0
            .public_key()
            .as_der()
            .map_err(|_| SandboxError::Keys)?;
        Ok(der.as_ref().to_vec())
    }

    pub fn sign(&self, text: &[u8]) -> Result<Vec<u8>, SandboxError> {
        let mut signature = vec![0; self.0.public_modulus_len()];
        self.0
            .sign(
                &RSA_PKCS1_SHA256,
                &SystemRandom::new(),
                text,
                &mut signature,
            )
            .map_err(|_| SandboxError::Keys)?;
        Ok(signature)
    }

    /// Signature of a text, in base64.
    pub fn signature(&self, text: &str) -> Result<String, SandboxError> {
        Ok(STANDARD.encode(self.sign(text.as_bytes())?))
    }

    /// Whether a signature in base64 is this pair's.
    pub fn verifies(&self, text: &str, signature: &str) -> bool {
        let key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, self.0.public_key());
        STANDARD
            .decode(signature)
            .is_ok_and(|signature| key.verify(text.as_bytes(), &signature).is_ok())
    }
}
