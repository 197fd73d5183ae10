//! Wallets by the settings. In the demo the sandbox's take the place of those that are not set.

use connectors::wallets::{Timeouts, WalletConfigError};
use connectors::{Secret, alipay, wechat_pay};
use engine::payments::{ALIPAY_CALLBACK, WECHAT_PAY_CALLBACK, Wallets};
use sandbox::Sandbox;

use crate::Failure;
use crate::services::{is_here, need};
use crate::settings::Settings;

/// Beginning of the names of Alipay's settings.
const ALIPAY: &str = "ALIPAY";
/// Beginning of the names of WeChat Pay's settings.
const WECHAT_PAY: &str = "WECHATPAY";

/// Wallets that are set.
pub fn of(settings: &Settings) -> Result<Wallets, Failure> {
    Ok(Wallets {
        alipay: alipay(settings)?.map(Into::into),
        wechat_pay: wechat_pay(settings)?.map(Into::into),
    })
}

/// Text itself, or the content of the file that `@/path` names.
fn text(value: &str) -> Result<String, Failure> {
    match value.strip_prefix('@') {
        Some(path) => std::fs::read_to_string(path)
            .map_err(|error| format!("settings: {path} cannot be read: {error}").into()),
        None => Ok(value.to_owned()),
    }
}

fn secret(value: &Secret) -> Result<Secret, Failure> {
    Ok(Secret::new(text(value.expose())?))
}

/// Address at which wallets reach this server.
fn notify_url(settings: &Settings, path: &str, why: &str) -> Result<String, Failure> {
    let root = need(settings.root().as_ref(), "PUBLIC_ORIGIN", why)?;
    Ok(format!("{root}{path}"))
}

/// Message why a wallet cannot be used, with the setting to correct. `prefix` begins the names of the wallet's settings; `address` names the
/// one that holds the wallet's address.
fn refused(fault: &WalletConfigError, prefix: &str, address: &str) -> Failure {
    let setting = |name: &str| format!("OWLDECK_{prefix}_{}", name.to_uppercase());
    let named = match fault {
        WalletConfigError::Address => setting(address),
        WalletConfigError::NotifyAddress => "OWLDECK_PUBLIC_ORIGIN".to_owned(),
        WalletConfigError::ApiKey => setting("api_key"),
        WalletConfigError::Key(name)
        | WalletConfigError::Certificate(name)
        | WalletConfigError::Id(name) => setting(name),
        WalletConfigError::Pair => {
            let certificate = if prefix == ALIPAY { "app_cert" } else { "cert" };
            format!("{} and {}", setting(certificate), setting("private_key"))
        }
        WalletConfigError::Client(error) => return format!("no HTTP client: {error}").into(),
    };
    format!("settings: {named}: {fault}").into()
}

fn alipay(settings: &Settings) -> Result<Option<alipay::Alipay>, Failure> {
    let why = "OWLDECK_ALIPAY_APP_ID";
    let Some(app_id) = settings.alipay.app_id.clone() else {
        return Ok(None);
    };
    let s = settings;
    let key = need(s.alipay.private_key.as_ref(), "ALIPAY_PRIVATE_KEY", why)?;
    let trust = if let Some(app) = &s.alipay.app_cert {
        let why = "OWLDECK_ALIPAY_APP_CERT";
        let alipay = need(s.alipay.cert.as_ref(), "ALIPAY_CERT", why)?;
        let root = need(s.alipay.root_cert.as_ref(), "ALIPAY_ROOT_CERT", why)?;
        alipay::Trust::Certificates {
            app: text(app)?,
            alipay: text(&alipay)?,
            root: text(&root)?,
        }
    } else {
        let key = need(s.alipay.public_key.as_ref(), "ALIPAY_PUBLIC_KEY", why)?;
        alipay::Trust::PublicKey(text(&key)?)
    };
    let alipay = alipay::Alipay::new(&alipay::Settings {
        app_id,
        seller_id: need(s.alipay.seller_id.as_ref(), "ALIPAY_SELLER_ID", why)?,
        private_key: secret(&key)?,
        trust,
        gateway: s.alipay.gateway.clone(),
        notify_url: notify_url(s, ALIPAY_CALLBACK, why)?,
        timeouts: Timeouts::default(),
    });
    Ok(Some(
        alipay.map_err(|fault| refused(&fault, ALIPAY, "gateway"))?,
    ))
}

fn wechat_pay(settings: &Settings) -> Result<Option<wechat_pay::WechatPay>, Failure> {
    let why = "OWLDECK_WECHATPAY_MCH_ID";
    let Some(mch_id) = settings.wechatpay.mch_id.clone() else {
        return Ok(None);
    };
    let s = settings;
    let private_key = need(
        s.wechatpay.private_key.as_ref(),
        "WECHATPAY_PRIVATE_KEY",
        why,
    )?;
    let api_key = need(s.wechatpay.api_key.as_ref(), "WECHATPAY_API_KEY", why)?;
    let certificate = match &s.wechatpay.cert {
        Some(certificate) => wechat_pay::MerchantCertificate::Pem(text(certificate)?),
        None => wechat_pay::MerchantCertificate::SerialNo(need(
            s.wechatpay.serial_no.as_ref(),
            "WECHATPAY_SERIAL_NO",
            why,
        )?),
    };
    let public_key = match &s.wechatpay.public_key_id {
        Some(id) => {
            let why = "OWLDECK_WECHATPAY_PUBLIC_KEY_ID";
            let key = s.wechatpay.public_key.as_ref();
            Some(wechat_pay::PublicKey {
                id: id.clone(),
                key: text(&need(key, "WECHATPAY_PUBLIC_KEY", why)?)?,
            })
        }
        None => None,
    };
    let wechat_pay = wechat_pay::WechatPay::new(&wechat_pay::Settings {
        mch_id,
        app_id: need(s.wechatpay.app_id.as_ref(), "WECHATPAY_APP_ID", why)?,
        mobile_app_id: s.wechatpay.mobile_app_id.clone(),
        private_key: secret(&private_key)?,
        certificate,
        api_key: secret(&api_key)?,
        public_key,
        address: s.wechatpay.address.clone(),
        notify_url: notify_url(s, WECHAT_PAY_CALLBACK, why)?,
        timeouts: Timeouts::default(),
    });
    Ok(Some(
        wechat_pay.map_err(|fault| refused(&fault, WECHAT_PAY, "address"))?,
    ))
}

/// Whether notifications of payments may go to an origin: wallets require https or this machine.
fn is_safe(origin: &str) -> bool {
    origin.starts_with("https://") || is_here(origin)
}

/// Gives each wallet that is not set the sandbox's settings, and sets the origin for notifications. `own` is the origin under which this
/// machine reaches the server.
pub fn of_sandbox(told: &mut Settings, sandbox: &Sandbox, own: &str) -> Result<(), Failure> {
    let origin = told.server.public_origin.clone();
    let origin = origin.filter(|origin| is_safe(origin));
    let reached = origin.unwrap_or_else(|| own.to_owned());
    if !is_safe(&reached) {
        tracing::warn!(
            origin = reached,
            "offer wallets failed: the public origin is neither https nor loopback"
        );
        return Ok(());
    }
    told.server.public_origin = Some(reached);
    let keys = sandbox.wallet_keys()?;
    let gateway = sandbox.alipay_address();
    if told.alipay.app_id.is_none() && is_safe(&gateway) {
        told.alipay.app_id = Some(keys.alipay_app_id);
        told.alipay.seller_id = Some(keys.alipay_seller_id);
        told.alipay.private_key = Some(Secret::new(keys.alipay_private_key));
        told.alipay.public_key = Some(keys.alipay_public_key);
        told.alipay.app_cert = None;
        told.alipay.gateway = Some(gateway);
    }
    let address = sandbox.wechat_pay_address();
    if told.wechatpay.mch_id.is_none() && is_safe(&address) {
        told.wechatpay.mch_id = Some(keys.wechat_pay_mch_id);
        told.wechatpay.app_id = Some(keys.wechat_pay_app_id);
        told.wechatpay.mobile_app_id = None;
        told.wechatpay.private_key = Some(Secret::new(keys.wechat_pay_private_key));
        told.wechatpay.cert = None;
        told.wechatpay.serial_no = Some(keys.wechat_pay_serial_no);
        told.wechatpay.api_key = Some(Secret::new(keys.wechat_pay_api_key));
        told.wechatpay.public_key_id = Some(keys.wechat_pay_public_key_id);
        told.wechatpay.public_key = Some(keys.wechat_pay_public_key);
        told.wechatpay.address = Some(address);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn with(lines: &str) -> Settings {
        Settings::from_lines(lines).unwrap()
    }

    fn sandbox(folder: &std::path::Path) -> Sandbox {
        Sandbox::open(sandbox::Options {
            folder: folder.to_owned(),
            outbox: folder.join("outbox.jsonl"),
            origin: "http://127.0.0.1:8080".to_owned(),
            own_origin: "http://127.0.0.1:8080".to_owned(),
            open: true,
            clock: Arc::new(|| 0),
        })
        .unwrap()
    }

    #[test]
    fn a_server_without_settings_offers_no_wallet() {
        let none = of(&with("")).unwrap();
        assert!(none.alipay.is_none() && none.wechat_pay.is_none());
    }

    #[test]
    fn what_is_missing_is_named() {
        for (lines, missing) in [
            ("alipay_app_id = '1'", "OWLDECK_ALIPAY_PRIVATE_KEY"),
            (
                "alipay_app_id = '1'\nalipay_private_key = 'k'",
                "OWLDECK_ALIPAY_PUBLIC_KEY",
            ),
            (
                "alipay_app_id = '1'\nalipay_private_key = 'k'\nalipay_app_cert = 'c'",
                "OWLDECK_ALIPAY_CERT",
            ),
            (
                "alipay_app_id = '1'\nalipay_private_key = 'k'\nalipay_public_key = 'p'",
                "OWLDECK_ALIPAY_SELLER_ID",
            ),
            (
                "alipay_app_id = '1'\nalipay_private_key = 'k'\nalipay_public_key = 'p'\nalipay_seller_id = '2'",
                "OWLDECK_PUBLIC_ORIGIN",
            ),
            ("wechatpay_mch_id = '1'", "OWLDECK_WECHATPAY_PRIVATE_KEY"),
            (
                "wechatpay_mch_id = '1'\nwechatpay_private_key = 'k'",
                "OWLDECK_WECHATPAY_API_KEY",
            ),
        ] {
            let refusal = of(&with(lines)).err().expect("a refusal").to_string();
            assert!(refusal.ends_with(missing), "{lines}: {refusal}");
        }
    }

    #[test]
    fn the_sandboxs_keys_make_both_wallets_and_may_lie_in_files() {
        let folder = tempfile::tempdir().unwrap();
        let mut told = with("");
        let sandbox = sandbox(folder.path());
        of_sandbox(&mut told, &sandbox, "http://127.0.0.1:8080").unwrap();
        let both = of(&told).unwrap();
        assert!(both.alipay.is_some() && both.wechat_pay.is_some());

        let file = folder.path().join("app.pem");
        let key = told.alipay.private_key.take().unwrap();
        std::fs::write(&file, key.expose()).unwrap();
        told.alipay.private_key = Some(Secret::new(format!("@{}", file.display())));
        assert!(of(&told).unwrap().alipay.is_some());
        std::fs::remove_file(&file).unwrap();
        let refusal = of(&told).err().expect("a refusal").to_string();
        assert!(refusal.contains("app.pem"), "{refusal}");
    }

    #[test]
    fn certificates_stand_in_for_the_public_key() {
        let folder = tempfile::tempdir().unwrap();
        let mut told = with("");
        let sandbox = sandbox(folder.path());
        of_sandbox(&mut told, &sandbox, "http://127.0.0.1:8080").unwrap();
        let keys = sandbox.wallet_keys().unwrap();
        told.alipay.public_key = None;
        told.alipay.app_cert = Some(keys.alipay_app_certificate);
        told.alipay.cert = Some(keys.alipay_certificate);
        told.alipay.root_cert = Some(keys.alipay_root_certificate);
        assert!(of(&told).unwrap().alipay.is_some());
        // This is the key of another account.
        told.alipay.private_key = told.wechatpay.private_key.clone();
        let refusal = of(&told).err().expect("a refusal").to_string();
        assert_eq!(
            refusal,
            "settings: OWLDECK_ALIPAY_APP_CERT and OWLDECK_ALIPAY_PRIVATE_KEY: \
             the certificate does not belong to the private key"
        );
    }

    #[test]
    fn a_merchants_certificate_stands_in_for_its_number() {
        let folder = tempfile::tempdir().unwrap();
        let mut told = with("");
        let sandbox = sandbox(folder.path());
        of_sandbox(&mut told, &sandbox, "http://127.0.0.1:8080").unwrap();
        let keys = sandbox.wallet_keys().unwrap();
        told.wechatpay.serial_no = None;
        told.wechatpay.cert = Some(keys.alipay_app_certificate);
        let refusal = of(&told).err().expect("a refusal").to_string();
        assert_eq!(
            refusal,
            "settings: OWLDECK_WECHATPAY_CERT and OWLDECK_WECHATPAY_PRIVATE_KEY: \
             the certificate does not belong to the private key"
        );
        told.wechatpay.private_key = told.alipay.private_key.clone();
        assert!(of(&told).unwrap().wechat_pay.is_some());
    }

    #[test]
    fn a_setting_that_cannot_work_is_named_with_what_is_wanted() {
        const KEY: &str = "no RSA key of at least 2048 bits, in PEM or bare base64";
        const SHORT: &str = include_str!("../../connectors/tests/vectors/small_public.pem");
        type Change = fn(&mut Settings);
        let folder = tempfile::tempdir().unwrap();
        let sandbox = sandbox(folder.path());
        let cases: [(Change, &str, &str); 7] = [
            (
                |s| s.alipay.public_key = Some(SHORT.to_owned()),
                "ALIPAY_PUBLIC_KEY",
                KEY,
            ),
            (
                |s| s.alipay.private_key = Some(Secret::new("k")),
                "ALIPAY_PRIVATE_KEY",
                KEY,
            ),
            (
                |s| s.alipay.app_id = Some("a".to_owned()),
                "ALIPAY_APP_ID",
                "no id of this wallet",
            ),
            (
                |s| s.wechatpay.public_key = Some(SHORT.to_owned()),
                "WECHATPAY_PUBLIC_KEY",
                KEY,
            ),
            (
                |s| s.wechatpay.private_key = Some(Secret::new("k")),
                "WECHATPAY_PRIVATE_KEY",
                KEY,
            ),
            (
                |s| s.wechatpay.api_key = Some(Secret::new("k")),
                "WECHATPAY_API_KEY",
                "the APIv3 key is not 32 characters long",
            ),
            (
                |s| s.wechatpay.cert = Some("k".to_owned()),
                "WECHATPAY_CERT",
                "no X.509 certificate in PEM with an RSA key of at least 2048 bits",
            ),
        ];
        for (change, setting, wanted) in cases {
            let mut told = with("");
            of_sandbox(&mut told, &sandbox, "http://127.0.0.1:8080").unwrap();
            change(&mut told);
            let refusal = of(&told).err().expect("a refusal").to_string();
            assert_eq!(refusal, format!("settings: OWLDECK_{setting}: {wanted}"));
        }
    }

    #[test]
    fn an_origin_that_anybody_on_the_way_can_read_gets_no_wallet() {
        let folder = tempfile::tempdir().unwrap();
        let mut told = with("public_origin = 'http://demo.example'");
        of_sandbox(&mut told, &sandbox(folder.path()), "http://192.0.2.1:8080").unwrap();
        let none = of(&told).unwrap();
        assert!(none.alipay.is_none() && none.wechat_pay.is_none());
    }
}
