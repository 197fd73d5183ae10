//! The outside services: SMS, mail, accounts elsewhere, wallets.

use std::path::PathBuf;
use std::sync::Arc;
use std::{env, fs, process};

use connectors::proxies::Dialer;
use connectors::social::{OidcSettings, Social, WechatSettings};
use connectors::{Secret, Senders, mail, sms};
use domain::networks::AllowedNetworks;
use engine::Clock;
use engine::proxies::{ProxyParts, Sealer, exit_service};

/// File of the wallets' keys in the sandbox's folder.
const WALLET_KEYS: &str = "wallet_keys.json";

/// The outside services, as the demo has them: reached over their real protocols.
pub struct OtherSide {
    pub sandbox: sandbox::Sandbox,
    pub smtp: sandbox::Smtp,
    pub folder: tempfile::TempDir,
}

impl OtherSide {
    pub async fn open(base: &str, clock: &Clock) -> Self {
        let folder = tempfile::tempdir().unwrap();
        if kept_wallet_keys().exists() {
            fs::copy(kept_wallet_keys(), folder.path().join(WALLET_KEYS)).unwrap();
        }
        let clock = clock.clone();
        let sandbox = sandbox::Sandbox::open(sandbox::Options {
            folder: folder.path().to_owned(),
            outbox: folder.path().join("outbox.jsonl"),
            origin: base.to_owned(),
            own_origin: base.to_owned(),
            open: true,
            clock: Arc::new(move || clock.now_ms()),
        })
        .unwrap();
        Self {
            smtp: sandbox.mail_server().await.unwrap(),
            sandbox,
            folder,
        }
    }

    /// Keeper of the phones' proxies, which may lie at 127.0.0.1.
    pub fn proxies(&self) -> ProxyParts {
        ProxyParts {
            dialer: Dialer::new(AllowedNetworks::parse("127.0.0.1").unwrap()),
            sealer: Sealer::open(&self.folder.path().join("proxy.key")).unwrap(),
            exit_service: exit_service(&self.sandbox.address_service()).unwrap(),
        }
    }

    /// Leaves the wallets' keys to the other tests of this run: to make them takes longer than most tests.
    pub fn keep_wallet_keys(&self) {
        let kept = kept_wallet_keys();
        if !kept.exists() {
            let whole = kept.with_extension(format!("{}.json", process::id()));
            fs::copy(self.folder.path().join(WALLET_KEYS), &whole).unwrap();
            fs::rename(whole, kept).unwrap();
        }
    }

    pub fn services(&self) -> (Senders, Social) {
        let (keys, smtp) = (self.sandbox.keys(), self.smtp.address());
        let sms_key = Secret::new(keys.sms.clone());
        let sms = sms::Webhook::new(
            &self.sandbox.sms_address(),
            &sms_key,
            sms::Timeout::default(),
        );
        let mail = mail::Sender::new(mail::Settings {
            host: smtp.ip().to_string(),
            port: Some(smtp.port()),
            protection: mail::Protection::Plain,
            account: None,
            from: "no-reply@owldeck.example".to_owned(),
        });
        let senders = Senders {
            sms: Some(sms.unwrap().into()),
            mail: Some(mail.unwrap()),
            ..Senders::default()
        };
        let oidc = OidcSettings {
            issuer: self.sandbox.issuer(),
            client_id: sandbox::OIDC_CLIENT_ID.to_owned(),
            secret: Secret::new(keys.oidc.clone()),
            name: "Sandbox ID".to_owned(),
        };
        let wechat = WechatSettings {
            app_id: sandbox::WECHAT_APP_ID.to_owned(),
            secret: Secret::new(keys.wechat.clone()),
            address: Some(self.sandbox.wechat_address()),
        };
        (senders, Social::new(Some(oidc), Some(wechat)).unwrap())
    }
}

/// Path of the wallets' keys that the tests of one run share.
fn kept_wallet_keys() -> PathBuf {
    let run = env::var("NEXTEST_RUN_ID").unwrap_or_else(|_| process::id().to_string());
    env::temp_dir().join(format!("owl_wallet_keys_{run}.json"))
}
