//! RSA keys in the forms of the wallets: PEM or bare base64, PKCS#1, PKCS#8, SPKI or inside a certificate.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair, PublicEncryptingKey};
use aws_lc_rs::signature::{ParsedPublicKey, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use x509_cert::der::asn1::{BitString, Null};
use x509_cert::der::oid::ObjectIdentifier;
use x509_cert::der::{Decode, Encode};
use x509_cert::spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoOwned};

use super::Certificate;
use crate::Secret;

/// Least length of a modulus in bytes: 2048 bits.
const MODULUS_MIN_BYTES: usize = 256;
/// Message that a private key signs and a certificate's public key verifies, to prove that both are one pair.
const PROBE: &[u8] = b"owldeck";
/// Id of `rsaEncryption` (RFC 8017, A.1).
const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");

/// Private key of ours: signs by SHA256withRSA (PKCS#1 v1.5).
pub struct SigningKey(KeyPair);

impl SigningKey {
    /// Reads a private key of at least 2048 bits.
    pub fn parse(text: &Secret) -> Option<Self> {
        let der = der_of(text.expose())?;
        let pair = KeyPair::from_pkcs8(&der)
            .or_else(|_| KeyPair::from_der(&der))
            .ok()?;
        (pair.public_modulus_len() >= MODULUS_MIN_BYTES).then_some(Self(pair))
    }

    /// Signature of a text, in base64.
    pub fn sign(&self, text: &[u8]) -> Option<String> {
        let mut signature = vec![0; self.0.public_modulus_len()];
        self.0
            .sign(
                &RSA_PKCS1_SHA256,
                &SystemRandom::new(),
                text,
                &mut signature,
            )
            .ok()?;
        Some(STANDARD.encode(signature))
    }

    /// Whether this certificate holds the public key of the pair, proven by a signature.
    pub fn belongs_to(&self, certificate: &Certificate) -> bool {
        let proven = || {
            let signature = self.sign(PROBE)?;
            Some(certificate.key()?.verifies(PROBE, &signature))
        };
        proven().unwrap_or(false)
    }
}

/// Public key of a wallet.
pub struct VerifyingKey(ParsedPublicKey);

impl VerifyingKey {
    /// Reads a public key in PEM or bare base64, or the one of a certificate in PEM.
    pub fn parse(text: &str) -> Option<Self> {
        if text.contains("-----BEGIN CERTIFICATE-----") {
            return Certificate::first(text)?.key();
        }
        Self::from_der(&der_of(text)?)
    }

    /// Reads SPKI, as it also stands in certificates, or PKCS#1; of at least 2048 bits.
    pub fn from_der(der: &[u8]) -> Option<Self> {
        // The parser below takes keys of any size, and then refuses each signature, so the size is checked here.
        PublicEncryptingKey::from_der(&spki(der)?).ok()?;
        let key = ParsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, der).ok()?;
        Some(Self(key))
    }

    /// Whether this signature in base64 is the key's over these bytes.
    pub fn verifies(&self, text: &[u8], signature: &str) -> bool {
        STANDARD
            .decode(signature)
            .is_ok_and(|signature| self.0.verify_sig(text, &signature).is_ok())
    }
}

/// A public key as SPKI.
fn spki(der: &[u8]) -> Option<Vec<u8>> {
    if SubjectPublicKeyInfoOwned::from_der(der).is_ok() {
        return Some(der.to_vec());
    }
    let wrapped = SubjectPublicKeyInfoOwned {
        algorithm: AlgorithmIdentifierOwned {
            oid: RSA,
            parameters: Some(Null.into()),
        },
        subject_public_key: BitString::from_bytes(der).ok()?,
    };
    wrapped.to_der().ok()
}

/// Bytes of the first block of PEM, or of bare base64.
fn der_of(text: &str) -> Option<Vec<u8>> {
    pem_blocks(text).into_iter().next().or_else(|| {
        let bare: String = text.split_whitespace().collect();
        STANDARD.decode(bare).ok().filter(|der| !der.is_empty())
    })
}

/// Bytes of every block of PEM. Read by hand, since operators paste keys with lines of any length and labels that strict readers refuse.
pub fn pem_blocks(text: &str) -> Vec<Vec<u8>> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for line in text.lines().map(str::trim) {
        if line.starts_with("-----BEGIN ") {
            open = Some(String::new());
        } else if line.starts_with("-----END ") {
            blocks.extend(open.take().and_then(|text| STANDARD.decode(text).ok()));
        } else if let Some(block) = &mut open {
            block.push_str(line);
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published with WeChat Pay's library for Go, where its label says what it is.
    fn published() -> String {
        include_str!("../../tests/vectors/testing_key.pem").replace("TESTING", "PRIVATE")
    }
    const SMALL: &str = include_str!("../../tests/vectors/small_public.pem");
    const CERTIFICATE: &str = include_str!("../../tests/vectors/wechat_pay_platform.crt");
    const SIGNATURE: &str = "BKyAfU4iMCuvXMXS0Wzam3V/cnxZ+JaqigPM5OhljS2iOT95OO6Fsuml2JkFANJU9K6q9bLlDhPXuoVz+pp4hAm6pHU4ld815U4jsKu1RkyaII+1CYBUYC8TK0XtJ8FwUXXz8vZHh58rrAVN1XwNyvD1vfpxrMT4SL536GLwvpUHlCqIMzoZUguLli/K8V29QiOhuH6IEqLNJn8e9b3nwNcQ7be3CzYGpDAKBfDGPCqCv8Rw5zndhlffk2FEA70G4hvMwe51qMN/RAJbknXG23bSlObuTCN7Ndj1aJGH6/L+hdwfLpUtJm4QYVazzW7DFD27EpSQEqA8bX9+8m1rLg==";

    #[test]
    fn the_published_signature_is_made_and_verified() {
        let key = SigningKey::parse(&Secret::new(published())).expect("a key");
        assert_eq!(key.sign(b"source").as_deref(), Some(SIGNATURE));
        let theirs = VerifyingKey::parse(CERTIFICATE).expect("a certificate");
        assert!(theirs.verifies(b"source", SIGNATURE));
        assert!(!theirs.verifies(b"wrong source", SIGNATURE));
        assert!(!theirs.verifies(b"source", ""));
        assert!(!theirs.verifies(b"source", &SIGNATURE.replace('B', "C")));
        let probe = format!("WECHATPAY/SIGNTEST/{}", &SIGNATURE[19..]);
        assert!(!theirs.verifies(b"source", &probe));
    }

    #[test]
    fn a_private_key_belongs_to_the_certificate_of_its_public_half_alone() {
        let key = SigningKey::parse(&Secret::new(published())).expect("a key");
        for (text, belongs) in [
            (CERTIFICATE, true),
            (include_str!("../../tests/vectors/alipay_app.crt"), false),
            (include_str!("../../tests/vectors/small.crt"), false),
        ] {
            let certificate = Certificate::first(text).expect("a certificate");
            assert_eq!(key.belongs_to(&certificate), belongs, "{text}");
        }
    }

    #[test]
    fn keys_are_read_from_pem_and_from_bare_base64() {
        let bare: String = published()
            .lines()
            .filter(|line| !line.starts_with('-'))
            .collect();
        for text in [published(), published().replace('\n', "\r\n"), bare.clone()] {
            assert!(SigningKey::parse(&Secret::new(text)).is_some());
        }
        for broken in ["", "-----BEGIN PRIVATE KEY-----", "MIIB", &bare[4..]] {
            assert!(SigningKey::parse(&Secret::new(broken)).is_none());
            assert!(VerifyingKey::parse(broken).is_none());
        }
    }

    #[test]
    fn a_key_below_2048_bits_is_none_in_whatever_it_comes() {
        let private = include_str!("../../tests/vectors/small_key.pem");
        let private = private.replace("TESTING", "PRIVATE");
        assert!(SigningKey::parse(&Secret::new(private)).is_none());
        let bare: String = SMALL
            .lines()
            .filter(|line| !line.starts_with('-'))
            .collect();
        for small in [SMALL, &bare, include_str!("../../tests/vectors/small.crt")] {
            assert!(VerifyingKey::parse(small).is_none(), "{small}");
        }
        let right = include_str!("../../tests/vectors/pkcs1_public.pem");
        assert!(VerifyingKey::parse(right).is_some(), "2048 bits, PKCS#1");
    }
}
