//! Server file of scrcpy: known versions, and its name on a phone.

use std::io;
use std::path::Path;

use bytes::Bytes;
use phone_wire::screen::Version;
use sha2::{Digest, Sha256};
use thiserror::Error;
use tokio::io::AsyncReadExt;

/// Largest server file in bytes; the largest known one has 732 KB.
pub const SERVER_FILE_MAX_BYTES: usize = 4 * 1024 * 1024;

/// SHA-256 of the official files whose protocol is spoken here. Source: scrcpy's `doc/build.md` at each tag.
const KNOWN: [(Version, &str); 6] = [
    (
        Version::V3_3_1,
        "a0f70b20aa4998fbf658c94118cd6c8dab6abbb0647a3bdab344d70bc1ebcbb8",
    ),
    (
        Version::V3_3_2,
        "2ee5ca0863ef440f5b7c75856bb475c5283d0a8359cb370b1c161314fd29dfd9",
    ),
    (
        Version::V3_3_3,
        "7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0",
    ),
    (
        Version::V3_3_4,
        "8588238c9a5a00aa542906b6ec7e6d5541d9ffb9b5d0f6e1bc0e365e2303079e",
    ),
    (
        Version::V4_0,
        "84924bd564a1eb6089c872c7521f968058977f91f5ff02514a8c74aff3210f3a",
    ),
    (
        Version::V4_1,
        "deacb991ed2509715160ffdc7907e47b4160eb30d1566217e9047fd5b8850cae",
    ),
];

/// Reason why a server file is not used.
#[derive(Debug, Error)]
pub enum ServerFileError {
    /// The file cannot be read.
    #[error("cannot read the scrcpy server file: {0}")]
    Read(#[from] io::Error),
    /// The file is empty or larger than [`SERVER_FILE_MAX_BYTES`].
    #[error("scrcpy server file of {0} bytes is refused")]
    Size(usize),
    /// The file is none of the official ones of 3.3.1 to 3.3.4, 4.0 and 4.1.
    #[error("scrcpy server file with SHA-256 {0} is not known; 3.3.1 to 3.3.4, 4.0 and 4.1 are")]
    Unknown(String),
    /// The protocol of this version is not supported.
    #[error("scrcpy server {0} is not supported")]
    Version(String),
}

/// A server file and its version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerFile {
    bytes: Bytes,
    version: Version,
    sha256: String,
}

impl ServerFile {
    /// Reads one of the official files; its SHA-256 tells the version.
    pub async fn load(path: &Path) -> Result<Self, ServerFileError> {
        let mut bytes = Vec::new();
        let limit = SERVER_FILE_MAX_BYTES as u64 + 1;
        let file = tokio::fs::File::open(path).await?;
        file.take(limit).read_to_end(&mut bytes).await?;
        let sha256 = hex_sha256(&bytes);
        match KNOWN.iter().find(|(_, known)| *known == sha256) {
            Some((version, _)) => Self::trusted(bytes, version.text()),
            None if bytes.is_empty() || bytes.len() > SERVER_FILE_MAX_BYTES => {
                Err(ServerFileError::Size(bytes.len()))
            }
            None => Err(ServerFileError::Unknown(sha256)),
        }
    }

    /// Takes a server file of a version that the caller names, without comparing its SHA-256; for tests and simulated phones.
    pub fn trusted(bytes: impl Into<Bytes>, version: &str) -> Result<Self, ServerFileError> {
        let bytes = bytes.into();
        if bytes.is_empty() || bytes.len() > SERVER_FILE_MAX_BYTES {
            return Err(ServerFileError::Size(bytes.len()));
        }
        let version =
            Version::parse(version).ok_or_else(|| ServerFileError::Version(version.to_owned()))?;
        Ok(Self {
            sha256: hex_sha256(&bytes),
            bytes,
            version,
        })
    }

    /// Version of the server; the framing and the messages that it takes follow from it.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// Path on a phone; each content has a name of its own, so that two versions never meet.
    pub fn remote_path(&self) -> String {
        format!("/data/local/tmp/scrcpy-server-{}.jar", &self.sha256[..8])
    }

    pub(crate) const fn bytes(&self) -> &Bytes {
        &self.bytes
    }
}

fn hex_sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}
