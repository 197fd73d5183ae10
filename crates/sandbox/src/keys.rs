//! Keys of one installation: made at its first start, kept in its folder, readable by its owner only.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::SandboxError;

/// Secrets that the product and the sandbox share.
#[derive(Clone, Serialize, Deserialize)]
pub struct Keys {
    /// Key `whsec_…`, which signs SMS.
    pub sms: String,
    /// Secret of our client at the provider of OpenID Connect.
    pub oidc: String,
    /// Secret of our app at the provider in WeChat's shape.
    pub wechat: String,
    /// Secret that opens the outbox page where it is not on this machine only.
    pub page: String,
}

impl Keys {
    pub(crate) fn load_or_create(folder: &Path) -> Result<Self, SandboxError> {
        let file = folder.join("keys.json");
        if file.exists() {
            let text = fs::read_to_string(&file)?;
            return serde_json::from_str(&text).map_err(|_| SandboxError::Keys);
        }
        let keys = Self {
            sms: format!(
                "whsec_{}",
                STANDARD.encode(rand::rng().random::<[u8; 32]>())
            ),
            oidc: random_token(),
            wechat: random_token(),
            page: random_token(),
        };
        let text = serde_json::to_string_pretty(&keys).map_err(|_| SandboxError::Keys)?;
        write_private(&file, text.as_bytes())?;
        Ok(keys)
    }
}

/// 256 random bits as text.
pub fn random_token() -> String {
    URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 32]>())
}

/// Writes a file that only its owner reads.
pub fn write_private(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)?
        .write_all(bytes)
}
