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

/// Our app's name at Alipay.
const ALIPAY_APP_ID: &str = "2021000000000808";
/// Our account at Alipay.
const ALIPAY_SELLER_ID: &str = "2088000000000808";
/// Our account at WeChat Pay.
const WECHAT_PAY_MCH_ID: &str = "1900000808";
/// Our app's name at WeChat Pay.
const WECHAT_PAY_APP_ID: &str = "wxsandbox0000pay0";
/// Who issues all certificates here.
const ROOT: &str = "Owldeck Sandbox Root";
/// Characters of an APIv3 key.
const API_KEY_CHARS: usize = 32;

/// What the product is told: its own keys, and the wallets' public ones.
#[derive(Clone, Serialize, Deserialize)]
pub struct WalletKeys {
    /// `app_id` at Alipay.
    pub alipay_app_id: String,
    /// `seller_id` at Alipay.
    pub alipay_seller_id: String,
    /// Our private key at Alipay: PKCS#8 in base64.
    pub alipay_private_key: String,
    /// Alipay's public key: SPKI in base64.
    pub alipay_public_key: String,
    /// Our certificate at Alipay, for certificate mode: PEM.
    pub alipay_app_certificate: String,
    /// Alipay's certificate: PEM.
    pub alipay_certificate: String,
    /// The one above both: PEM.
    pub alipay_root_certificate: String,
    /// `mchid` at WeChat Pay.
    pub wechat_pay_mch_id: String,
    /// `appid` at WeChat Pay.
    pub wechat_pay_app_id: String,
    /// Our private key at WeChat Pay: PKCS#8 in base64.
    pub wechat_pay_private_key: String,
    /// The number of our certificate at WeChat Pay.
    pub wechat_pay_serial_no: String,
    /// The APIv3 key.
    pub wechat_pay_api_key: String,
    /// `PUB_KEY_ID_…`.
    pub wechat_pay_public_key_id: String,
    /// WeChat Pay's public key: SPKI in base64.
    pub wechat_pay_public_key: String,
}

#[derive(Serialize, Deserialize)]
struct File {
    told: WalletKeys,
    /// Alipay's private key: PKCS#8 in base64.
    alipay: String,
    /// Names of the certificates at Alipay.
    alipay_serials: AlipaySerials,
    /// WeChat Pay's.
    wechat_pay: String,
    /// The platform certificate for the latter: PEM.
    platform_certificate: String,
    /// Its number.
    platform_serial: String,
}

/// How Alipay names certificates: MD5 of issuer and number.
#[derive(Clone, Serialize, Deserialize)]
pub struct AlipaySerials {
    pub app: String,
    pub own: String,
    pub root: String,
}

/// Both sides of both wallets.
pub struct Sides {
    told: WalletKeys,
    /// Ours at Alipay.
    pub alipay_app: Pair,
    pub alipay: Pair,
    pub alipay_serials: AlipaySerials,
    /// Ours at WeChat Pay.
    pub merchant: Pair,
    pub wechat_pay: Pair,
    pub platform_certificate: String,
    pub platform_serial: String,
}

impl Sides {
    pub fn load_or_create(folder: &Path) -> Result<Self, SandboxError> {
        let path = folder.join("wallet_keys.json");
        let file = if path.exists() {
            serde_json::from_str(&fs::read_to_string(&path)?).map_err(|_| SandboxError::Keys)?
        } else {
            let made = make()?;
            let text = serde_json::to_string_pretty(&made).map_err(|_| SandboxError::Keys)?;
            keys::keep(&path, text.as_bytes())?;
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
    // Whoever proves a certificate by its own number and the APIv3 key asks for no more than this one.
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
            wechat_pay_api_key: keys::chance().chars().take(API_KEY_CHARS).collect(),
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
    /// Its number, in hex.
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

/// Certificates begin a year before this time, 2026-01-01, and end twenty years after it: no clock of a demo is outside.
const MADE_MS: i64 = 1_767_225_600_000;

fn serial() -> [u8; SERIAL_BYTES] {
    let mut serial = rand::rng().random::<[u8; SERIAL_BYTES]>();
    // Positive, and without a leading zero.
    serial[0] = (serial[0] & 0x3f) | 0x40;
    serial
}
