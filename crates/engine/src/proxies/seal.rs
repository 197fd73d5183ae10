//! Encrypts the logins of members' proxies with a key that is not in the database: AES-256-GCM with a nonce for each login.

use std::fs::OpenOptions;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::sync::Arc;

use aws_lc_rs::aead::Nonce;
use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, RandomizedNonceKey};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::proxy::{Login, SealedLogin};
use rand::RngExt as _;

/// Length of the key, in bytes.
const KEY_BYTES: usize = 32;
/// Associated data of each sealed login, so that nothing that was sealed for another purpose opens as one.
const PURPOSE: &[u8] = b"login of a proxy";

/// The key that logins are sealed with. Cheap to clone.
#[derive(Clone)]
pub struct Sealer(Arc<RandomizedNonceKey>);

impl Sealer {
    /// Reads the key from a file, or makes the file at the first start, readable for the server's user alone.
    pub fn open(file: &Path) -> io::Result<Self> {
        let mut key = [0; KEY_BYTES];
        let made = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(file);
        match made {
            Ok(mut new) => {
                rand::rng().fill(&mut key);
                new.write_all(&key)?;
                new.sync_all()?;
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                OpenOptions::new()
                    .read(true)
                    .open(file)?
                    .read_exact(&mut key)?;
            }
            Err(error) => return Err(error),
        }
        Self::with_key(&key)
    }

    fn with_key(key: &[u8; KEY_BYTES]) -> io::Result<Self> {
        let key = RandomizedNonceKey::new(&AES_256_GCM, key);
        let key = key.map_err(|_| io::Error::other("not a key of AES-256-GCM"))?;
        Ok(Self(Arc::new(key)))
    }

    /// Encrypts a login; none only where the system has no random numbers.
    pub(super) fn seal(&self, login: &Login) -> Option<SealedLogin> {
        let mut sealed = serde_json::to_vec(login).ok()?;
        let nonce = self
            .0
            .seal_in_place_append_tag(Aad::from(PURPOSE), &mut sealed)
            .ok()?;
        let whole = [&nonce.as_ref()[..], &sealed].concat();
        Some(SealedLogin(URL_SAFE_NO_PAD.encode(whole)))
    }

    /// Decrypts a login; none unless it was sealed with this key.
    pub(super) fn unseal(&self, sealed: &SealedLogin) -> Option<Login> {
        let whole = URL_SAFE_NO_PAD.decode(&sealed.0).ok()?;
        let (nonce, sealed) = whole.split_first_chunk::<NONCE_LEN>()?;
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let mut sealed = sealed.to_vec();
        let opened = self
            .0
            .open_in_place(nonce, Aad::from(PURPOSE), &mut sealed)
            .ok()?;
        serde_json::from_slice(opened).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn login() -> Login {
        Login {
            user: "owl".into(),
            password: "open sesame".into(),
        }
    }

    #[test]
    fn a_login_opens_with_its_key_alone_and_its_seal_tells_nothing() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("proxy.key");
        let sealer = Sealer::open(&file).unwrap();
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let sealed = sealer.seal(&login()).unwrap();
        assert!(!sealed.0.contains("sesame"));
        assert_ne!(
            sealer.seal(&login()).unwrap(),
            sealed,
            "each has a nonce of its own"
        );
        // After a restart the file gives the same key.
        let again = Sealer::open(&file).unwrap();
        assert_eq!(again.unseal(&sealed), Some(login()));
        let other = Sealer::open(&home.path().join("other.key")).unwrap();
        assert_eq!(other.unseal(&sealed), None);
        for broken in ["", "AAAA", &sealed.0[1..], &sealed.0[..sealed.0.len() - 2]] {
            assert_eq!(
                sealer.unseal(&SealedLogin(broken.to_owned())),
                None,
                "{broken}"
            );
        }
    }

    #[test]
    fn a_key_that_is_cut_is_no_key() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("proxy.key");
        std::fs::write(&file, [7; KEY_BYTES - 1]).unwrap();
        assert!(Sealer::open(&file).is_err());
    }
}
