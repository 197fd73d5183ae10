//! Alipay's gateway interface, signed by RSA2. Source: opendocs.alipay.com; certificate mode as in its SDKs.

mod bill;
mod gateway;
mod notification;
mod pay;
mod trade;

use reqwest::{Client, Url};

use md5::{Digest, Md5};

use crate::wallets::{
    Certificate, SigningKey, Timeouts, VerifyingKey, WalletConfigError, notify_address,
};
use crate::{Secret, http};

/// Address of the gateway, for requests and browsers.
const GATEWAY: &str = "https://openapi.alipay.com/gateway.do";

/// Keys by which the two sides know each other.
#[derive(Debug, Clone)]
pub enum Trust {
    /// Alipay's public key, in PEM or bare base64.
    PublicKey(String),
    /// Certificates, as PEM.
    Certificates {
        /// File `appCertPublicKey_….crt`, of the private key.
        app: String,
        /// File `alipayCertPublicKey_RSA2.crt`; its first certificate counts.
        alipay: String,
        /// File `alipayRootCert.crt`, whole.
        root: String,
    },
}

/// Account of an app at Alipay.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Id of the app, `app_id`.
    pub app_id: String,
    /// Id of the account that gets the money, `seller_id`; begins with 2088.
    pub seller_id: String,
    /// Private key of the app, in PEM or bare base64.
    pub private_key: Secret,
    /// Keys that prove Alipay.
    pub trust: Trust,
    /// Address used instead of Alipay's gateway.
    pub gateway: Option<String>,
    /// Address for notifications.
    pub notify_url: String,
    /// Timeouts for Alipay.
    pub timeouts: Timeouts,
}

/// Serial numbers by which Alipay names the certificates in use: `app_cert_sn`, `alipay_cert_sn`, `alipay_root_cert_sn`.
struct Serials {
    app: String,
    alipay: String,
    root: String,
}

/// Client of Alipay, for one app.
pub struct Alipay {
    client: Client,
    gateway: Url,
    app_id: String,
    seller_id: String,
    notify_url: Url,
    key: SigningKey,
    theirs: VerifyingKey,
    /// Serial numbers of the certificates; none unless in certificate mode.
    serials: Option<Serials>,
    timeouts: Timeouts,
}

impl Alipay {
    /// Reads the keys; Alipay is not called yet.
    pub fn new(settings: &Settings) -> Result<Self, WalletConfigError> {
        let gateway = Url::parse(settings.gateway.as_deref().unwrap_or(GATEWAY))
            .ok()
            .filter(|url| http::is_safe(url) && url.query().is_none())
            .ok_or(WalletConfigError::Address)?;
        let notify_url = notify_address(&settings.notify_url)?;
        for (name, id) in [
            ("app_id", &settings.app_id),
            ("seller_id", &settings.seller_id),
        ] {
            if id.is_empty() || !id.bytes().all(|b| b.is_ascii_digit()) {
                return Err(WalletConfigError::Id(name));
            }
        }
        let key = SigningKey::parse(&settings.private_key)
            .ok_or(WalletConfigError::Key("private_key"))?;
        let (theirs, serials) = trusted(&settings.trust, &key)?;
        Ok(Self {
            client: http::client(&gateway, settings.timeouts.ask)?,
            gateway,
            app_id: settings.app_id.clone(),
            seller_id: settings.seller_id.clone(),
            notify_url,
            key,
            theirs,
            serials,
            timeouts: settings.timeouts,
        })
    }
}

fn trusted(
    trust: &Trust,
    private: &SigningKey,
) -> Result<(VerifyingKey, Option<Serials>), WalletConfigError> {
    match trust {
        Trust::PublicKey(text) => {
            let key = VerifyingKey::parse(text).ok_or(WalletConfigError::Key("public_key"))?;
            Ok((key, None))
        }
        Trust::Certificates { app, alipay, root } => {
            let app = Certificate::first(app).ok_or(WalletConfigError::Certificate("app_cert"))?;
            if !private.belongs_to(&app) {
                return Err(WalletConfigError::Pair);
            }
            let alipay =
                Certificate::first(alipay).ok_or(WalletConfigError::Certificate("cert"))?;
            let key = alipay.key().ok_or(WalletConfigError::Certificate("cert"))?;
            let serials = Serials {
                app: serial(&app),
                alipay: serial(&alipay),
                root: root_serial(root).ok_or(WalletConfigError::Certificate("root_cert"))?,
            };
            Ok((key, Some(serials)))
        }
    }
}

/// Alipay's serial number of a certificate: the MD5 of its issuer and its own serial number.
fn serial(certificate: &Certificate) -> String {
    let named = format!("{}{}", certificate.issuer(), certificate.serial_decimal());
    hex::encode(Md5::digest(named))
}

/// Alipay's serial number of the root file: those of its RSA-signed certificates, joined. Its other certificates are for SM2 and ECDSA.
fn root_serial(pem: &str) -> Option<String> {
    let names: Vec<String> = Certificate::all(pem)?
        .iter()
        .filter(|certificate| certificate.is_signed_by_rsa())
        .map(serial)
        .collect();
    (!names.is_empty()).then(|| names.join("_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Alipay's own root file, and an app's and Alipay's certificate of its sandbox, as published with its SDKs' tests.
    const ROOT: &str = include_str!("../../tests/vectors/alipay_root.crt");
    const APP: &str = include_str!("../../tests/vectors/alipay_app.crt");

    #[test]
    fn the_published_names_of_certificates_are_met() {
        assert_eq!(
            root_serial(ROOT).as_deref(),
            Some("687b59193f3f462dd5336e5abf83c5d8_02941eef3187dddf3d3b83462e1dfcf6")
        );
        let app = Certificate::first(APP).expect("a certificate");
        assert_eq!(serial(&app), "e90dd23a37c5c7b616e003970817ff82");
        // `serial` hashes the issuer with this number, so the same number by another issuer has another hash.
        assert_eq!(app.serial_hex(), "20230607CAA8B2E6DD943115CD903930");
    }

    #[test]
    fn a_root_file_with_a_broken_certificate_names_nothing() {
        assert_eq!(root_serial(&ROOT.replacen("MIIF", "MIIE", 1)), None);
        assert_eq!(root_serial(""), None);
    }
}
