//! Certificates as small as X.509 allows (RFC 5280), for the wallets' certificate modes.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::DateTime;

use super::Pair;
use crate::SandboxError;

/// Tags of DER that are needed here (X.690).
const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const UTF8: u8 = 0x0c;
const PRINTABLE: u8 = 0x13;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
/// Tag of the version's wrapping.
const CONTEXT_0: u8 = 0xa0;

/// Algorithm `sha256WithRSAEncryption` with its empty parameters.
const SHA256_WITH_RSA: &[u8] = &[
    SEQUENCE, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b, 0x05, 0x00,
];
/// Version 3 of X.509.
const VERSION: &[u8] = &[CONTEXT_0, 0x03, INTEGER, 0x01, 0x02];
/// Ids `id-at-…` of a name's parts.
const COUNTRY: &[u8] = &[0x06, 0x03, 0x55, 0x04, 0x06];
const ORGANIZATION: &[u8] = &[0x06, 0x03, 0x55, 0x04, 0x0a];
const COMMON_NAME: &[u8] = &[0x06, 0x03, 0x55, 0x04, 0x03];
/// Life of a certificate.
const LIFE_MS: i64 = 20 * 365 * 24 * 60 * 60 * 1000;
/// Time before its making from which a certificate is valid.
const BEFORE_MS: i64 = 365 * 24 * 60 * 60 * 1000;

/// Bytes of a certificate's number, which fits a `u128`. The first byte is below 0x80, since DER's numbers are signed.
pub const SERIAL_BYTES: usize = 15;

/// Name of an issuer of ours in the form of RFC 2253.
pub fn issuer_text(common: &str) -> String {
    format!("CN={common},O=Owldeck Sandbox,C=CN")
}

/// Subject, issuer and keys of a certificate.
pub struct Request<'a> {
    pub serial: [u8; SERIAL_BYTES],
    pub subject: &'a str,
    pub issuer: &'a str,
    /// Key of the subject.
    pub key: &'a Pair,
    /// Key of the issuer.
    pub signer: &'a Pair,
    pub now_ms: i64,
}

/// Makes a certificate as PEM.
pub fn make(request: &Request<'_>) -> Result<String, SandboxError> {
    let time = |at_ms: i64| {
        let at = DateTime::from_timestamp_millis(at_ms).ok_or(SandboxError::Keys)?;
        let text = at.format("%Y%m%d%H%M%SZ").to_string();
        Ok::<_, SandboxError>(der(GENERALIZED_TIME, text.as_bytes()))
    };
    let validity = [
        time(request.now_ms - BEFORE_MS)?,
        time(request.now_ms + LIFE_MS)?,
    ]
    .concat();
    let body = [
        VERSION.to_vec(),
        der(INTEGER, &request.serial),
        SHA256_WITH_RSA.to_vec(),
        name(request.issuer),
        der(SEQUENCE, &validity),
        name(request.subject),
        request.key.public_der()?,
    ]
    .concat();
    let body = der(SEQUENCE, &body);
    let signature = [vec![0], request.signer.sign(&body)?].concat();
    let whole = [body, SHA256_WITH_RSA.to_vec(), der(BIT_STRING, &signature)].concat();
    Ok(pem(&der(SEQUENCE, &whole)))
}

fn name(common: &str) -> Vec<u8> {
    let part = |kind: &[u8], tag: u8, text: &str| {
        let pair = [kind.to_vec(), der(tag, text.as_bytes())].concat();
        der(SET, &der(SEQUENCE, &pair))
    };
    let parts = [
        part(COUNTRY, PRINTABLE, "CN"),
        part(ORGANIZATION, UTF8, "Owldeck Sandbox"),
        part(COMMON_NAME, UTF8, common),
    ];
    der(SEQUENCE, &parts.concat())
}

/// Encodes a value with its tag and length.
fn der(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len();
    let mut out = vec![tag];
    if let Ok(short @ 0..=0x7f) = u8::try_from(length) {
        out.push(short);
    } else {
        let bytes = length.to_be_bytes();
        let first = bytes.iter().position(|b| *b != 0).unwrap_or_default();
        out.push(0x80 | (bytes.len() - first) as u8);
        out.extend_from_slice(&bytes[first..]);
    }
    out.extend_from_slice(content);
    out
}

fn pem(der: &[u8]) -> String {
    let text = STANDARD.encode(der);
    let mut out = String::from("-----BEGIN CERTIFICATE-----\n");
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (line, more) = rest.split_at(rest.len().min(64));
        out.push_str(line);
        out.push('\n');
        rest = more;
    }
    out.push_str("-----END CERTIFICATE-----\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_der_are_short_below_128_and_long_from_there() {
        assert_eq!(der(UTF8, &[7; 127])[..2], [UTF8, 127]);
        assert_eq!(der(UTF8, &[7; 128])[..3], [UTF8, 0x81, 128]);
        assert_eq!(der(UTF8, &[7; 256])[..4], [UTF8, 0x82, 1, 0]);
        assert_eq!(der(UTF8, &[]), [UTF8, 0]);
    }
}
