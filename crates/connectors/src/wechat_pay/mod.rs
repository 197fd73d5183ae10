//! WeChat Pay, interface version 3, for merchants by themselves. Source: pay.weixin.qq.com/doc/v3/merchant.

mod bill;
mod call;
mod keys;
mod notification;
mod pay;
mod seal;
mod trade;

use std::sync::atomic::AtomicI64;

use reqwest::{Client, Url};
use tokio::sync::Mutex;

use crate::wallets::{
    Certificate, SigningKey, Timeouts, VerifyingKey, WalletConfigError, notify_address,
};
use crate::{Secret, http};

use keys::Fetched;

pub(crate) use pay::H5_SHOWN_MS;

/// Address of requests.
const ADDRESS: &str = "https://api.mch.weixin.qq.com";
/// Address in another city, for when the first one cannot be reached.
const BACKUP: &str = "https://api2.mch.weixin.qq.com";
/// Bytes of an APIv3 key.
const API_KEY_BYTES: usize = 32;

/// Public key of WeChat Pay, which new merchants have instead of platform certificates.
#[derive(Debug, Clone)]
pub struct PublicKey {
    /// Id of the key, `PUB_KEY_ID_…`.
    pub id: String,
    /// Key in PEM or bare base64.
    pub key: String,
}

/// Certificate of the merchant, by whose serial number WeChat Pay finds the key of a signature.
#[derive(Debug, Clone)]
pub enum MerchantCertificate {
    /// Serial number of the certificate in hex. A number alone does not prove that the private key belongs to it.
    SerialNo(String),
    /// File `apiclient_cert.pem`, of the private key.
    Pem(String),
}

/// Account of a merchant.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Id of the merchant, `mchid`.
    pub mch_id: String,
    /// Id of the account or site, `appid`.
    pub app_id: String,
    /// Id of our app, `appid`, if it is another one.
    pub mobile_app_id: Option<String>,
    /// Private key of the merchant: `apiclient_key.pem`.
    pub private_key: Secret,
    /// API certificate of the merchant, whose serial number every request names.
    pub certificate: MerchantCertificate,
    /// APIv3 key, which opens encrypted resources.
    pub api_key: Secret,
    /// Public key of WeChat Pay. Without one, platform certificates are fetched. With one, certificates are accepted as well, since a merchant
    /// moves from certificates to the key gradually.
    pub public_key: Option<PublicKey>,
    /// Address used instead of WeChat Pay's, which then has no backup.
    pub address: Option<String>,
    /// Address for notifications.
    pub notify_url: String,
    /// Timeouts for WeChat Pay.
    pub timeouts: Timeouts,
}

/// Client of WeChat Pay, for one merchant.
pub struct WechatPay {
    client: Client,
    address: Url,
    backup: Option<Url>,
    /// Time until which the backup is called first, Unix milliseconds.
    away_until_ms: AtomicI64,
    mch_id: String,
    app_id: String,
    mobile_app_id: String,
    notify_url: Url,
    key: SigningKey,
    serial_no: String,
    api_key: [u8; API_KEY_BYTES],
    public_key: Option<(String, VerifyingKey)>,
    fetched: Mutex<Fetched>,
    timeouts: Timeouts,
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

impl WechatPay {
    /// Reads the keys; WeChat Pay is not called yet.
    pub fn new(settings: &Settings) -> Result<Self, WalletConfigError> {
        let address = Url::parse(settings.address.as_deref().unwrap_or(ADDRESS))
            .ok()
            .filter(|url| http::is_safe(url) && url.query().is_none())
            .ok_or(WalletConfigError::Address)?;
        let backup = match settings.address {
            None => Some(Url::parse(BACKUP).map_err(|_| WalletConfigError::Address)?),
            Some(_) => None,
        };
        let mobile_app_id = settings.mobile_app_id.as_ref().unwrap_or(&settings.app_id);
        for (name, id) in [
            ("mch_id", &settings.mch_id),
            ("app_id", &settings.app_id),
            ("mobile_app_id", mobile_app_id),
        ] {
            if !is_id(id) {
                return Err(WalletConfigError::Id(name));
            }
        }
        let key = SigningKey::parse(&settings.private_key)
            .ok_or(WalletConfigError::Key("private_key"))?;
        let serial_no = serial_no(&settings.certificate, &key)?;
        let api_key = settings
            .api_key
            .expose()
            .as_bytes()
            .try_into()
            .map_err(|_| WalletConfigError::ApiKey)?;
        let public_key = settings.public_key.as_ref().map(read).transpose()?;
        Ok(Self {
            // A host that drops our packets must prove unreachable before any timeout ends, or the backup would never be called.
            client: http::client(&address, settings.timeouts.create / 2)?,
            address,
            backup,
            away_until_ms: AtomicI64::new(0),
            mch_id: settings.mch_id.clone(),
            app_id: settings.app_id.clone(),
            mobile_app_id: mobile_app_id.clone(),
            notify_url: notify_address(&settings.notify_url)?,
            key,
            serial_no,
            api_key,
            public_key,
            fetched: Mutex::default(),
            timeouts: settings.timeouts,
        })
    }
}

/// Number of the merchant's certificate, in upper-case hex.
fn serial_no(
    certificate: &MerchantCertificate,
    key: &SigningKey,
) -> Result<String, WalletConfigError> {
    match certificate {
        MerchantCertificate::SerialNo(number) => {
            let is_hex = !number.is_empty() && number.bytes().all(|b| b.is_ascii_hexdigit());
            is_hex
                .then(|| number.to_uppercase())
                .ok_or(WalletConfigError::Id("serial_no"))
        }
        MerchantCertificate::Pem(text) => {
            let certificate =
                Certificate::first(text).ok_or(WalletConfigError::Certificate("cert"))?;
            if !key.belongs_to(&certificate) {
                return Err(WalletConfigError::Pair);
            }
            Ok(certificate.serial_hex())
        }
    }
}

fn read(public: &PublicKey) -> Result<(String, VerifyingKey), WalletConfigError> {
    let id = call::comparable(&public.id);
    if !id.starts_with(keys::PUBLIC_KEY_PREFIX) {
        return Err(WalletConfigError::Id("public_key_id"));
    }
    let key = VerifyingKey::parse(&public.key).ok_or(WalletConfigError::Key("public_key"))?;
    Ok((id, key))
}

#[cfg(test)]
mod tests;
