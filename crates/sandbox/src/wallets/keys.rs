//! Keys of the wallets, one set for each installation: made at the first use, kept beside the others.

use std::fs;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest, Md5};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::Pair;
use super::certificate::{self, SERIAL_BYTES};
use crate::{SandboxError, keys};

/// Id of our app at Alipay.
const ALIPAY_APP_ID: &str = "2021000000000808";
/// Id of our account at Alipay.
const ALIPAY_SELLER_ID: &str = "2088000000000808";
/// Id of our account at WeChat Pay.
const WECHAT_PAY_MCH_ID: &str = "1900000808";
/// Id of our app at WeChat Pay.
const WECHAT_PAY_APP_ID: &str = "wxsandbox0000pay0";
/// Name of the issuer of all certificates here.
const ROOT: &str = "Owldeck Sandbox Root";
/// Length of an APIv3 key in characters.
const API_KEY_CHARS: usize = 32;

/// Keys and ids that the product is given: its own keys, and the wallets' public ones.
#[derive(Clone, Serialize, Deserialize)]
pub struct WalletKeys {
    /// Id of the app at Alipay, `app_id`.
    pub alipay_app_id: String,
    /// Id of the seller at Alipay, `seller_id`.
    pub alipay_seller_id: String,
    /// Our private key at Alipay: PKCS#8 in base64.
    pub alipay_private_key: String,
    /// Alipay's public key: SPKI in base64.
    pub alipay_public_key: String,
    /// Our certificate at Alipay, for certificate mode: PEM.
    pub alipay_app_certificate: String,
    /// Alipay's certificate: PEM.
    pub alipay_certificate: String,
    /// Root certificate above both: PEM.
    pub alipay_root_certificate: String,
    /// Id of the merchant at WeChat Pay, `mchid`.
    pub wechat_pay_mch_id: String,
    /// Id of the app at WeChat Pay, `appid`.
    pub wechat_pay_app_id: String,
    /// Our private key at WeChat Pay: PKCS#8 in base64.
    pub wechat_pay_private_key: String,
    /// Number of our certificate at WeChat Pay.
    pub wechat_pay_serial_no: String,
    /// APIv3 key of WeChat Pay.
    pub wechat_pay_api_key: String,
    /// Id of the public key, `PUB_KEY_ID_…`.
    pub wechat_pay_public_key_id: String,
    /// WeChat Pay's public key: SPKI in base64.
    pub wechat_pay_public_key: String,
}

#[derive(Serialize, Deserialize)]
struct File {
    told: WalletKeys,
    /// Alipay's private key: PKCS#8 in base64.
    alipay: String,
    /// Serial numbers by which Alipay names the certificates.
    alipay_serials: AlipaySerials,
    /// Private key of WeChat Pay: PKCS#8 in base64.
    wechat_pay: String,
    /// Platform certificate of that key: PEM.
    platform_certificate: String,
    /// Number of the platform certificate.
    platform_serial: String,
}

/// Serial numbers by which Alipay names certificates: the MD5 of issuer and number.
#[derive(Clone, Serialize, Deserialize)]
pub struct AlipaySerials {
    pub app: String,
    pub own: String,
    pub root: String,
}

/// Key pairs of both sides of both wallets.
pub struct KeyPairs {
    told: WalletKeys,
    /// Key pair of ours at Alipay.
    pub alipay_app: Pair,
    pub alipay: Pair,
    pub alipay_serials: AlipaySerials,
    /// Key pair of ours at WeChat Pay.
    pub merchant: Pair,
    pub wechat_pay: Pair,
    pub platform_certificate: String,
    pub platform_serial: String,
}

impl KeyPairs {
    pub fn load_or_create(folder: &Path) -> Result<Self, SandboxError> {
        let path = folder.join("wallet_keys.json");
        let file = if path.exists() {
            serde_json::from_str(&fs::read_to_string(&path)?).map_err(|_| SandboxError::Keys)?
        } else {
            let made = make()?;
            let text = serde_json::to_string_pretty(&made).map_err(|_| SandboxError::Keys)?;
            keys::write_private(&path, text.as_bytes())?;
            made
        };
        Ok(Self {
            alipay_app: Pair::read(&file.told.alipay_private_key)?,
            alipay: Pair::read(&file.alipay)?,
            alipay_serials: file.alipay_serials,
            merchant: Pair::read(&file.told.wechat_pay_private_key)?,
            wechat_pay: Pair::read(&file.wechat_pay)?,
            platform_certificate: file.platform_certificate,
            platform_serial: file.platform_serial,
            told: file.told,
        })
    }

    pub fn told(&self) -> &WalletKeys {
        &self.told
    }
}

fn make() -> Result<File, SandboxError> {
    let pairs = [(); 4].map(|()| std::thread::spawn(Pair::generate));
    let [app, alipay, merchant, wechat_pay] =
        pairs.map(|pair| pair.join().map_err(|_| SandboxError::Keys).flatten());
    let (app, alipay) = (app?, alipay?);
    let (merchant, wechat_pay) = (merchant?, wechat_pay?);
    let root = certified(ROOT, &alipay, &alipay)?;
    let app_cert = certified("Owldeck", &app, &alipay)?;
    let own = certified("Sandbox Alipay", &alipay, &alipay)?;
    // A platform certificate needs no issuer: merchants check its number and that it was encrypted by the APIv3 key.
    let platform = certified("Sandbox WeChat Pay", &wechat_pay, &wechat_pay)?;
    let public = |pair: &Pair| Ok::<_, SandboxError>(STANDARD.encode(pair.public_der()?));
    Ok(File {
        told: WalletKeys {
            alipay_app_id: ALIPAY_APP_ID.to_owned(),
            alipay_seller_id: ALIPAY_SELLER_ID.to_owned(),
            alipay_private_key: app.private()?,
            alipay_public_key: public(&alipay)?,
            alipay_app_certificate: app_cert.pem,
            alipay_certificate: own.pem,
            alipay_root_certificate: root.pem,
            wechat_pay_mch_id: WECHAT_PAY_MCH_ID.to_owned(),
            wechat_pay_app_id: WECHAT_PAY_APP_ID.to_owned(),
            wechat_pay_private_key: merchant.private()?,
            wechat_pay_serial_no: hex::encode_upper(serial()),
            wechat_pay_api_key: keys::random_token().chars().take(API_KEY_CHARS).collect(),
            wechat_pay_public_key_id: format!("PUB_KEY_ID_{}", hex::encode_upper(serial())),
            wechat_pay_public_key: public(&wechat_pay)?,
        },
        alipay: alipay.private()?,
        alipay_serials: AlipaySerials {
            app: app_cert.alipay_serial,
            own: own.alipay_serial,
            root: root.alipay_serial,
        },
        wechat_pay: wechat_pay.private()?,
        platform_certificate: platform.pem,
        platform_serial: platform.serial,
    })
}

struct Certified {
    pem: String,
    /// Serial number in hex.
    serial: String,
    alipay_serial: String,
}

fn certified(subject: &str, key: &Pair, signer: &Pair) -> Result<Certified, SandboxError> {
    let serial = serial();
    let pem = certificate::make(&certificate::Request {
        serial,
        subject,
        issuer: ROOT,
        key,
        signer,
        now_ms: MADE_MS,
    })?;
    let number = serial
        .iter()
        .fold(0, |sum: u128, byte| (sum << 8) | u128::from(*byte));
    let named = format!("{}{number}", certificate::issuer_text(ROOT));
    Ok(Certified {
        pem,
        serial: hex::encode_upper(serial),
        alipay_serial: hex::encode_upper(Md5::digest(named)).to_lowercase(),
    })
}

/// Time at which certificates are said to be made, 2026-01-01. They are valid from a year before it to twenty years after it, so that no
/// clock of a demo is outside.
const MADE_MS: i64 = 1_767_225_600_000;

fn serial() -> [u8; SERIAL_BYTES] {
    let mut serial = rand::rng().random::<[u8; SERIAL_BYTES]>();
    // The number is positive, and has no leading zero.
    serial[0] = (serial[0] & 0x3f) | 0x40;
    serial
}
