//! Notifications as wallets would send them, of any content, signed by the sandbox's own keys, so that a test can say what no wallet says.

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair, KeySize};
use aws_lc_rs::signature::RSA_PKCS1_SHA256;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::{Method, Url};
use serde_json::{Value, json};

use crate::server::{Reply, Server};

pub const ALIPAY: &str = "/callback/alipay";
pub const WECHAT_PAY: &str = "/callback/wechat-pay";

/// The wallets' half of the keys.
pub struct Forge {
    keys: Value,
}

/// A form, sorted or not; signed over what a form means.
pub type Fields = Vec<(String, String)>;

fn signed(key: &KeyPair, text: &str) -> String {
    let mut signature = vec![0; key.public_modulus_len()];
    key.sign(
        &RSA_PKCS1_SHA256,
        &SystemRandom::new(),
        text.as_bytes(),
        &mut signature,
    )
    .unwrap();
    STANDARD.encode(signature)
}

/// A key that nobody told us of.
pub fn stranger() -> KeyPair {
    KeyPair::generate(KeySize::Rsa2048).unwrap()
}

/// When all of it is said to have been paid: whenever it is believed, it lies in the past.
const DAY: &str = "2026-11-20";
const TIME: &str = "08:00:00";

impl Forge {
    pub fn of(server: &Server) -> Self {
        let file = server.wallet_keys_file();
        let text = std::fs::read_to_string(file).unwrap();
        Self {
            keys: serde_json::from_str(&text).unwrap(),
        }
    }

    fn told(&self, name: &str) -> &str {
        self.keys["told"][name].as_str().unwrap()
    }

    fn key(&self, name: &str) -> KeyPair {
        let der = STANDARD.decode(self.keys[name].as_str().unwrap()).unwrap();
        KeyPair::from_pkcs8(&der).unwrap()
    }

    /// The fields of a notification of Alipay's that is as it should be.
    pub fn alipay_fields(&self, number: &str, trade_no: &str, amount: &str) -> Fields {
        let at = format!("{DAY} {TIME}");
        [
            ("notify_id", "n1"),
            ("notify_type", "trade_status_sync"),
            ("notify_time", at.as_str()),
            ("charset", "utf-8"),
            ("version", "1.0"),
            ("sign_type", "RSA2"),
            ("app_id", self.told("alipay_app_id")),
            ("seller_id", self.told("alipay_seller_id")),
            ("out_trade_no", number),
            ("trade_no", trade_no),
            ("trade_status", "TRADE_SUCCESS"),
            ("total_amount", amount),
            ("gmt_payment", at.as_str()),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec()
    }

    /// Signed by Alipay, as a form.
    pub fn alipay(&self, fields: &Fields) -> String {
        alipay_by(&self.key("alipay"), fields)
    }

    /// A transaction of WeChat Pay's that is as it should be.
    pub fn transaction(&self, number: &str, trade_no: &str, fen: &Value) -> Value {
        json!({
            "appid": self.told("wechat_pay_app_id"),
            "mchid": self.told("wechat_pay_mch_id"),
            "out_trade_no": number,
            "transaction_id": trade_no,
            "trade_type": "NATIVE",
            "trade_state": "SUCCESS",
            "success_time": format!("{DAY}T{TIME}+08:00"),
            "amount": { "total": fen, "payer_total": fen, "currency": "CNY" },
        })
    }

    /// The body of a notification of WeChat Pay's.
    pub fn sealed(&self, transaction: &Value) -> String {
        Self::sealed_by(self.told("wechat_pay_api_key"), transaction)
    }

    /// Body of a notification of WeChat Pay's, sealed by this APIv3 key.
    pub fn sealed_by(key: &str, transaction: &Value) -> String {
        let key = UnboundKey::new(&AES_256_GCM, key.as_bytes()).unwrap();
        let nonce = "0123456789ab";
        let once = Nonce::try_assume_unique_for_key(nonce.as_bytes()).unwrap();
        let mut bytes = transaction.to_string().into_bytes();
        LessSafeKey::new(key)
            .seal_in_place_append_tag(once, Aad::from(b"transaction"), &mut bytes)
            .unwrap();
        json!({
            "id": "EV-1",
            "create_time": "2026-11-22T08:00:00+08:00",
            "event_type": "TRANSACTION.SUCCESS",
            "resource_type": "encrypt-resource",
            "resource": {
                "algorithm": "AEAD_AES_256_GCM",
                "original_type": "transaction",
                "nonce": nonce,
                "associated_data": "transaction",
                "ciphertext": STANDARD.encode(bytes),
            },
        })
        .to_string()
    }

    /// The headers that prove a body, at a time.
    pub fn stamp(&self, body: &str, at_ms: i64) -> Vec<(&'static str, String)> {
        self.stamp_by(&self.key("wechat_pay"), body, at_ms)
    }

    /// Headers that prove a body at a time, signed by this key.
    pub fn stamp_by(&self, key: &KeyPair, body: &str, at_ms: i64) -> Vec<(&'static str, String)> {
        let (seconds, nonce) = (at_ms.div_euclid(1000), "abcdefghijklmnopqrstuvwxyz012345");
        let signature = signed(key, &format!("{seconds}\n{nonce}\n{body}\n"));
        vec![
            ("wechatpay-timestamp", seconds.to_string()),
            ("wechatpay-nonce", nonce.to_owned()),
            ("wechatpay-signature", signature),
            (
                "wechatpay-serial",
                self.told("wechat_pay_public_key_id").to_owned(),
            ),
            ("content-type", "application/json".to_owned()),
        ]
    }
}

/// A form that somebody signed.
pub fn alipay_by(key: &KeyPair, fields: &Fields) -> String {
    let mut sorted: Vec<&(String, String)> = fields
        .iter()
        .filter(|(name, value)| name != "sign_type" && name != "sign" && !value.is_empty())
        .collect();
    sorted.sort();
    let text: Vec<String> = sorted.iter().map(|(n, v)| format!("{n}={v}")).collect();
    let mut with_sign = fields.clone();
    with_sign.push(("sign".to_owned(), signed(key, &text.join("&"))));
    form(&with_sign)
}

/// As it goes over the wire.
pub fn form(fields: &Fields) -> String {
    let mut url = Url::parse("http://x/").unwrap();
    url.query_pairs_mut().extend_pairs(fields);
    url.query().unwrap().to_owned()
}

/// Sets a field.
pub fn with(mut fields: Fields, name: &str, value: &str) -> Fields {
    fields.retain(|(n, _)| n != name);
    fields.push((name.to_owned(), value.to_owned()));
    fields
}

/// Alipay posts.
pub async fn tell_alipay(server: &Server, body: String) -> Reply {
    let headers = [(
        "content-type",
        "application/x-www-form-urlencoded; charset=utf-8",
    )];
    server.send(Method::POST, ALIPAY, &headers, body).await
}

/// WeChat Pay posts.
pub async fn tell_wechat_pay(
    server: &Server,
    headers: &[(&'static str, String)],
    body: String,
) -> Reply {
    let headers: Vec<(&str, &str)> = headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
    server.send(Method::POST, WECHAT_PAY, &headers, body).await
}
