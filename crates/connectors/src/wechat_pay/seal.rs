//! Encryption of WeChat Pay: AES-256-GCM by the APIv3 key, nonce and associated data as plain text, the tag at the end.

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

/// Name of the only algorithm.
const ALGORITHM: &str = "AEAD_AES_256_GCM";

/// An encrypted resource, as it stands in notifications and lists of certificates.
#[derive(Deserialize)]
pub struct Sealed {
    algorithm: String,
    nonce: String,
    #[serde(default)]
    associated_data: String,
    /// Encrypted text in base64.
    ciphertext: String,
}

impl Sealed {
    /// Decrypted text; `None` if it was not sealed by this key or was changed since.
    pub fn open(&self, api_key: &[u8; 32]) -> Option<Vec<u8>> {
        if self.algorithm != ALGORITHM {
            return None;
        }
        let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, api_key).ok()?);
        let nonce = Nonce::try_assume_unique_for_key(self.nonce.as_bytes()).ok()?;
        let mut bytes = STANDARD.decode(&self.ciphertext).ok()?;
        let aad = Aad::from(self.associated_data.as_bytes());
        let length = key.open_in_place(nonce, aad, &mut bytes).ok()?.len();
        bytes.truncate(length);
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vector of WeChat Pay's own library for Java.
    fn example() -> Sealed {
        Sealed {
            algorithm: ALGORITHM.to_owned(),
            nonce: "uluk4a9R25RW".to_owned(),
            associated_data: "associatedData".to_owned(),
            ciphertext: "ulwSiIajGClcvcOYvOQ7+l+0PAbzzwI=".to_owned(),
        }
    }
    const KEY: &[u8; 32] = b"a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb";

    #[test]
    fn the_published_text_is_opened() {
        assert_eq!(example().open(KEY).as_deref(), Some(&b"message"[..]));
    }

    #[test]
    fn nothing_that_was_changed_is_opened() {
        assert_eq!(example().open(b"b7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb"), None);
        let changes: [fn(&mut Sealed); 6] = [
            |sealed| sealed.algorithm = "AEAD_AES_128_GCM".to_owned(),
            |sealed| sealed.nonce = "uluk4a9R25RX".to_owned(),
            |sealed| sealed.nonce.clear(),
            |sealed| sealed.associated_data.clear(),
            |sealed| sealed.ciphertext = "vlwSiIajGClcvcOYvOQ7+l+0PAbzzwI=".to_owned(),
            |sealed| sealed.ciphertext = "ulwS".to_owned(),
        ];
        for change in changes {
            let mut sealed = example();
            change(&mut sealed);
            assert_eq!(sealed.open(KEY), None);
        }
    }
}
