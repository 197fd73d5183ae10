//! Signatures `WECHATPAY2-SHA256-RSA2048` of both sides, and AES-256-GCM.

use std::collections::HashMap;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::Refused;
use crate::SandboxError;
use crate::wallets::KeyPairs;

const SCHEME: &str = "WECHATPAY2-SHA256-RSA2048";
/// Greatest distance of a request's time from now, in seconds.
const TOLERANCE_S: u64 = 300;
/// Length of a nonce of AES-GCM in characters.
const NONCE_CHARS: usize = 12;

/// Checks that the merchant signed a request, over its bytes as they came.
pub fn merchant(
    key_pairs: &KeyPairs,
    request: &HttpRequest,
    body: &[u8],
    now_ms: i64,
) -> Result<(), Refused> {
    let wrong = || {
        Refused(
            StatusCode::UNAUTHORIZED,
            "SIGN_ERROR",
            "错误的签名，导致验签失败",
        )
    };
    let header = |name: &str| request.headers().get(name)?.to_str().ok();
    if header("accept") != Some("application/json") || header("user-agent").is_none() {
        return Err(Refused(
            StatusCode::BAD_REQUEST,
            "PARAM_ERROR",
            "Http头缺少Accept或User-Agent",
        ));
    }
    let fields = header("authorization").and_then(fields).ok_or_else(wrong)?;
    let field = |name: &str| fields.get(name).copied().unwrap_or_default();
    let told = key_pairs.told();
    if field("mchid") != told.wechat_pay_mch_id
        || field("serial_no") != told.wechat_pay_serial_no
        || field("nonce_str").len() != 32
    {
        return Err(wrong());
    }
    let near = field("timestamp")
        .parse::<i64>()
        .is_ok_and(|at| now_ms.div_euclid(1000).abs_diff(at) <= TOLERANCE_S);
    let target = request
        .uri()
        .path_and_query()
        .map_or("", |target| target.as_str());
    let text = format!(
        "{}\n{target}\n{}\n{}\n{}\n",
        request.method(),
        field("timestamp"),
        field("nonce_str"),
        std::str::from_utf8(body).map_err(|_| wrong())?,
    );
    if near && key_pairs.merchant.verifies(&text, field("signature")) {
        Ok(())
    } else {
        Err(wrong())
    }
}

/// Fields of a header `SCHEME a="b",c="d"`.
fn fields(header: &str) -> Option<HashMap<&str, &str>> {
    let (scheme, rest) = header.split_once(' ')?;
    if scheme != SCHEME {
        return None;
    }
    rest.split(',')
        .map(|pair| {
            let (name, value) = pair.split_once('=')?;
            Some((name, value.strip_prefix('"')?.strip_suffix('"')?))
        })
        .collect()
}

/// Number of the key by which the merchant wants answers signed: the one that a request names, else the platform certificate.
pub fn wanted_serial(key_pairs: &KeyPairs, request: &HttpRequest) -> String {
    let named = request
        .headers()
        .get("wechatpay-serial")
        .and_then(|value| value.to_str().ok());
    match named {
        Some(id) if id == key_pairs.told().wechat_pay_public_key_id => id.to_owned(),
        _ => key_pairs.platform_serial.clone(),
    }
}

/// Headers that prove a body to be WeChat Pay's.
pub fn stamp(
    key_pairs: &KeyPairs,
    serial: &str,
    body: &str,
    now_ms: i64,
) -> Result<[(&'static str, String); 5], SandboxError> {
    let (seconds, nonce) = (now_ms.div_euclid(1000), nonce(32));
    let signature = key_pairs
        .wechat_pay
        .signature(&format!("{seconds}\n{nonce}\n{body}\n"))?;
    Ok([
        ("wechatpay-timestamp", seconds.to_string()),
        ("wechatpay-nonce", nonce),
        ("wechatpay-signature", signature),
        ("wechatpay-serial", serial.to_owned()),
        ("wechatpay-signature-type", SCHEME.to_owned()),
    ])
}

/// Random text of letters and digits.
pub fn nonce(chars: usize) -> String {
    use rand::RngExt;
    use rand::distr::Alphanumeric;
    rand::rng()
        .sample_iter(Alphanumeric)
        .take(chars)
        .map(char::from)
        .collect()
}

/// Encrypts a text by the APIv3 key.
pub fn seal(key_pairs: &KeyPairs, text: &str, about: &str) -> Result<Value, SandboxError> {
    let key = key_pairs.told().wechat_pay_api_key.as_bytes();
    let key = UnboundKey::new(&AES_256_GCM, key).map_err(|_| SandboxError::Keys)?;
    let nonce = nonce(NONCE_CHARS);
    let once =
        Nonce::try_assume_unique_for_key(nonce.as_bytes()).map_err(|_| SandboxError::Keys)?;
    let mut bytes = text.as_bytes().to_vec();
    LessSafeKey::new(key)
        .seal_in_place_append_tag(once, Aad::from(about.as_bytes()), &mut bytes)
        .map_err(|_| SandboxError::Keys)?;
    Ok(json!({
        "algorithm": "AEAD_AES_256_GCM",
        "nonce": nonce,
        "associated_data": about,
        "ciphertext": STANDARD.encode(bytes),
    }))
}
