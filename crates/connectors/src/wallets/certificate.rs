//! X.509 certificates of wallets: key, number, issuer, time.

use x509_cert::der::{Decode, Encode};

use super::VerifyingKey;
use super::rsa::pem_blocks;

/// Prefix of the ids of RSA signatures: `1.2.840.113549.1.1.*`.
const RSA_SIGNATURES: &str = "1.2.840.113549.1.1.";

/// A parsed certificate.
pub struct Certificate(x509_cert::Certificate);

impl Certificate {
    /// Certificates of a PEM file, in their order; none if one of them is broken.
    pub fn all(pem: &str) -> Option<Vec<Self>> {
        let read = |der: Vec<u8>| x509_cert::Certificate::from_der(&der).ok().map(Self);
        let all: Vec<Self> = pem_blocks(pem)
            .into_iter()
            .map(read)
            .collect::<Option<_>>()?;
        (!all.is_empty()).then_some(all)
    }

    /// First certificate of a PEM file: the following ones are its issuers.
    pub fn first(pem: &str) -> Option<Self> {
        Self::all(pem)?.into_iter().next()
    }

    /// Public key, if that is RSA.
    pub fn key(&self) -> Option<VerifyingKey> {
        let spki = self.0.tbs_certificate().subject_public_key_info();
        VerifyingKey::from_der(&spki.to_der().ok()?)
    }

    /// Whether the issuer signed the certificate by RSA.
    pub fn is_signed_by_rsa(&self) -> bool {
        let algorithm = self.0.signature_algorithm().oid.to_string();
        algorithm.starts_with(RSA_SIGNATURES)
    }

    /// Serial number in upper-case hex, as WeChat Pay writes it.
    pub fn serial_hex(&self) -> String {
        hex::encode_upper(self.serial())
    }

    /// Serial number in decimal, as Alipay writes it.
    pub fn serial_decimal(&self) -> String {
        // The digits are stored lowest first: for each byte the number is multiplied by 256 and the byte added.
        let mut digits: Vec<u32> = vec![0];
        for byte in self.serial() {
            let mut carry = u32::from(*byte);
            for digit in &mut digits {
                let value = *digit * 256 + carry;
                *digit = value % 10;
                carry = value / 10;
            }
            while carry > 0 {
                digits.push(carry % 10);
                carry /= 10;
            }
        }
        digits
            .iter()
            .rev()
            .filter_map(|digit| char::from_digit(*digit, 10))
            .collect()
    }

    /// Issuer by RFC 2253, most specific part first: `CN=…,OU=…,O=…,C=…`.
    pub fn issuer(&self) -> String {
        self.0.tbs_certificate().issuer().to_string()
    }

    /// Whether the certificate is valid at this time, in Unix milliseconds.
    pub fn is_valid_at(&self, now_ms: i64) -> bool {
        let validity = self.0.tbs_certificate().validity();
        let from = validity.not_before.to_unix_duration().as_millis();
        let until = validity.not_after.to_unix_duration().as_millis();
        u128::try_from(now_ms).is_ok_and(|now| (from..=until).contains(&now))
    }

    /// Serial number without the zero that DER puts before a first byte above 0x7f.
    fn serial(&self) -> &[u8] {
        let bytes = self.0.tbs_certificate().serial_number().as_bytes();
        match bytes {
            [0, number @ ..] if !number.is_empty() => number,
            number => number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_no_zero_that_der_put_before_it() {
        let pem = include_str!("../../tests/vectors/small.crt");
        let certificate = Certificate::first(pem).expect("a certificate");
        // The serial number as `openssl x509 -serial` prints it.
        assert_eq!(
            certificate.serial_hex(),
            "EDE7F62BEC7E4F0B13C63EE1EC5657B081C15E"
        );
    }
}
