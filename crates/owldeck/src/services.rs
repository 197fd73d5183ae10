//! Outside services by the settings: SMS, mail, social sign-in, wallets. In the demo the sandbox takes the place of those that are not set.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use actix_web::{App, HttpServer};
use connectors::proxies::Dialer;
use connectors::social::{OidcSettings, Social, WechatSettings};
use connectors::webhooks::WebhookSender;
use connectors::{Senders, mail, sms};
use engine::Clock;
use engine::payments::Wallets;
use engine::proxies::{self, ProxyParts, Sealer};
use engine::uploads::{Bucket, BucketPlace};
use sandbox::{Deliveries, OIDC_CLIENT_ID, Sandbox, Smtp, WECHAT_APP_ID};

use crate::settings::{Settings, SmsKind};
use crate::{Failure, wallets};

/// Sender of the demo's mails.
const DEMO_FROM: &str = "Owldeck <no-reply@owldeck.example>";
/// Name of a provider without a name in the settings.
const OIDC_NAME: &str = "OpenID Connect";

/// Key of the logins of members' proxies, in the data folder.
const PROXY_KEY: &str = "proxy.key";

/// Outside services of a server.
#[derive(Default)]
pub struct Services {
    /// Senders of SMS and mail.
    pub senders: Senders,
    /// Services for sign-in.
    pub social: Social,
    /// Wallets for payments.
    pub wallets: Wallets,
    /// Sender of members' webhooks.
    pub webhooks: Option<WebhookSender>,
    /// Parts that carry out the proxies of phones; none: phones are given no proxies.
    pub proxies: Option<ProxyParts>,
    /// Bucket of members' files; none: they lie in the data folder.
    pub bucket: Option<Bucket>,
}

impl Services {
    /// Services that are set.
    pub fn of(settings: &Settings) -> Result<Self, Failure> {
        Ok(Self {
            senders: Senders {
                sms: sms_sender(settings)?,
                mail: mail_sender(settings)?,
                settings: settings.senders().into(),
            },
            social: Social::new(oidc(settings)?, wechat(settings)?)?,
            wallets: wallets::of(settings)?,
            webhooks: Some(WebhookSender::new(settings.webhooks()?)?),
            proxies: phone_proxies(settings)?,
            bucket: bucket(settings)?,
        })
    }
}

/// Parts that carry out the proxies of phones; none unless a service is set by which a proxy can be tested.
fn phone_proxies(settings: &Settings) -> Result<Option<ProxyParts>, Failure> {
    let exit_service = settings.phones.proxy_exit_url.as_deref();
    let Some(exit_service) = exit_service.and_then(proxies::exit_service) else {
        return Ok(None);
    };
    Ok(Some(ProxyParts {
        dialer: Dialer::new(settings.phone_proxies()?),
        sealer: Sealer::open(&settings.server.data_dir.join(PROXY_KEY))?,
        exit_service,
    }))
}

/// Value of a setting that another one needs.
pub fn need<T: Clone>(value: Option<&T>, name: &str, why: &str) -> Result<T, Failure> {
    value
        .cloned()
        .ok_or_else(|| format!("settings: {why} needs OWLDECK_{name}").into())
}

/// The bucket of members' files, where one is set.
pub fn bucket(settings: &Settings) -> Result<Option<Bucket>, Failure> {
    let Some(name) = &settings.s3.bucket else {
        return Ok(None);
    };
    let why = "OWLDECK_S3_BUCKET";
    let key_id = need(settings.s3.key_id.as_ref(), "S3_KEY_ID", why)?;
    let secret = need(settings.s3.secret.as_ref(), "S3_SECRET", why)?;
    let place = BucketPlace {
        name,
        endpoint: settings.s3.endpoint.as_deref(),
        region: settings.s3.region.as_deref(),
    };
    Ok(Some(Bucket::open(&place, &key_id, secret.expose())?))
}

fn sms_sender(settings: &Settings) -> Result<Option<sms::Sender>, Failure> {
    let Some(kind) = settings.sms.kind else {
        return Ok(None);
    };
    let why = "OWLDECK_SMS_KIND";
    let url = settings.sms.url.as_deref();
    let key = need(settings.sms.key.as_ref(), "SMS_KEY", why)?;
    let timeout = sms::Timeout::default();
    if kind == SmsKind::Webhook {
        let url = need(settings.sms.url.as_ref(), "SMS_URL", why)?;
        return Ok(Some(sms::Webhook::new(&url, &key, timeout)?.into()));
    }
    let key_id = need(settings.sms.key_id.as_ref(), "SMS_KEY_ID", why)?;
    let sign_name = need(settings.sms.sign_name.as_ref(), "SMS_SIGN_NAME", why)?;
    let templates = need(settings.sms.templates.as_ref(), "SMS_TEMPLATES", why)?;
    let templates = sms::Templates::parse(&templates)?;
    if kind == SmsKind::Aliyun {
        let aliyun = sms::Aliyun::new(url, key_id, key, sign_name, templates, timeout)?;
        return Ok(Some(aliyun.into()));
    }
    let account = sms::TencentAccount {
        key_id,
        key,
        app_id: need(settings.sms.app_id.as_ref(), "SMS_APP_ID", why)?,
        sign_name,
        templates,
        region: settings.sms.region.clone(),
    };
    Ok(Some(sms::Tencent::new(url, account, timeout)?.into()))
}

fn mail_sender(settings: &Settings) -> Result<Option<mail::Sender>, Failure> {
    let Some(host) = settings.smtp.host.clone() else {
        return Ok(None);
    };
    let why = "OWLDECK_SMTP_HOST";
    let account = match &settings.smtp.user {
        Some(user) => {
            let password = need(
                settings.smtp.password.as_ref(),
                "SMTP_PASSWORD",
                "OWLDECK_SMTP_USER",
            )?;
            Some((user.clone(), password))
        }
        None => None,
    };
    let sender = mail::Sender::new(mail::Settings {
        host,
        port: settings.smtp.port,
        protection: settings.smtp.protection,
        account,
        from: need(settings.smtp.from.as_ref(), "SMTP_FROM", why)?,
    })?;
    Ok(Some(sender))
}

fn oidc(settings: &Settings) -> Result<Option<OidcSettings>, Failure> {
    let Some(issuer) = settings.oidc.issuer.clone() else {
        return Ok(None);
    };
    let why = "OWLDECK_OIDC_ISSUER";
    Ok(Some(OidcSettings {
        issuer,
        client_id: need(settings.oidc.client_id.as_ref(), "OIDC_CLIENT_ID", why)?,
        secret: need(settings.oidc.secret.as_ref(), "OIDC_SECRET", why)?,
        name: settings
            .oidc
            .name
            .clone()
            .unwrap_or_else(|| OIDC_NAME.to_owned()),
    }))
}

fn wechat(settings: &Settings) -> Result<Option<WechatSettings>, Failure> {
    let Some(app_id) = settings.wechat.app_id.clone() else {
        return Ok(None);
    };
    Ok(Some(WechatSettings {
        app_id,
        secret: need(
            settings.wechat.secret.as_ref(),
            "WECHAT_SECRET",
            "OWLDECK_WECHAT_APP_ID",
        )?,
        address: settings.wechat.url.clone(),
    }))
}

/// Sandbox of the demo, and its tasks.
pub struct DemoServices {
    /// Sandbox, mounted beside the product.
    pub sandbox: Sandbox,
    /// Settings with the addresses and keys of the sandbox.
    pub settings: Settings,
    /// Mail server, which runs until it is dropped.
    pub smtp: Smtp,
    /// Notifications of the wallets; they are sent until it is dropped.
    pub deliveries: Deliveries,
}

/// Whether an origin is on this machine.
pub fn is_here(origin: &str) -> bool {
    ["http://127.0.0.1", "http://localhost", "http://[::1]"]
        .iter()
        .any(|here| {
            origin
                .strip_prefix(here)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        })
}

/// Whether the demo is for this machine only: then anybody at it may read the outbox and be any of the invented people.
pub fn is_private(settings: &Settings) -> bool {
    let origin = settings.server.public_origin.as_deref();
    settings.server.listen.ip().is_loopback() && origin.is_none_or(is_here)
}

/// Listener of the sandbox for this server alone, without TLS: a certificate does not cover this machine's loopback name.
fn internal_listener(settings: &Settings) -> Result<Option<TcpListener>, Failure> {
    Ok(match settings.tls()? {
        Some(_) => Some(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?),
        None => None,
    })
}

/// Serves the sandbox at its internal listener as long as the demo runs.
fn serve_internally(sandbox: &Sandbox, listener: TcpListener) -> Result<(), Failure> {
    let sandbox = sandbox.clone();
    let server = HttpServer::new(move || {
        let sandbox = sandbox.clone();
        App::new().configure(move |cfg| sandbox.configure(cfg))
    })
    .workers(1)
    .disable_signals()
    .listen(listener)?
    .run();
    actix_web::rt::spawn(server);
    Ok(())
}

/// Opens the sandbox and sets to it every service that is not set. Product code sees addresses and keys, nothing else.
pub async fn of_demo(settings: &Settings, clock: &Clock) -> Result<DemoServices, Failure> {
    let private = is_private(settings);
    let listener = internal_listener(settings)?;
    let mut own = match &listener {
        Some(listener) => listener.local_addr()?,
        None => settings.server.listen,
    };
    if own.ip().is_unspecified() {
        own.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    let own = format!("http://{own}");
    let clock = clock.clone();
    let sandbox = Sandbox::open(sandbox::Options {
        folder: settings.server.data_dir.join("sandbox"),
        outbox: settings
            .demo
            .outbox
            .clone()
            .unwrap_or_else(|| settings.server.data_dir.join("outbox.jsonl")),
        origin: settings
            .root()
            .unwrap_or_else(|| format!("{own}{}", settings.server.base_path)),
        own_origin: own.clone(),
        open: private,
        clock: Arc::new(move || clock.now_ms()),
    })?;
    if let Some(listener) = listener {
        serve_internally(&sandbox, listener)?;
    }
    let smtp = sandbox.mail_server().await?;
    let mut told = settings.clone();
    let keys = sandbox.keys();
    if told.sms.kind.is_none() {
        told.sms.kind = Some(SmsKind::Webhook);
        told.sms.url = Some(sandbox.sms_address());
        told.sms.key = Some(connectors::Secret::new(keys.sms.clone()));
    }
    if told.smtp.host.is_none() {
        told.smtp.host = Some(smtp.address().ip().to_string());
        told.smtp.port = Some(smtp.address().port());
        told.smtp.protection = mail::Protection::Plain;
        told.smtp.user = None;
        told.smtp.from = Some(DEMO_FROM.to_owned());
    }
    // The stand-in signs anybody in as any invented person, and so to an account that is bound to one: a public server does without it.
    if told.oidc.issuer.is_none() && private {
        told.oidc.issuer = Some(sandbox.issuer());
        told.oidc.client_id = Some(OIDC_CLIENT_ID.to_owned());
        told.oidc.secret = Some(connectors::Secret::new(keys.oidc.clone()));
        told.oidc.name = Some("Sandbox ID".to_owned());
    }
    if told.wechat.app_id.is_none() && private {
        told.wechat.app_id = Some(WECHAT_APP_ID.to_owned());
        told.wechat.secret = Some(connectors::Secret::new(keys.wechat.clone()));
        told.wechat.url = Some(sandbox.wechat_address());
    }
    if told.phones.proxy_exit_url.is_none() {
        told.phones.proxy_exit_url = Some(sandbox.address_service());
    }
    if private {
        // The sandbox's own receiver is allowed by its exact origin.
        told.server.webhook_allow = format!("{},{own}", told.server.webhook_allow);
    }
    wallets::of_sandbox(&mut told, &sandbox, &own)?;
    Ok(DemoServices {
        deliveries: sandbox.deliveries()?,
        sandbox,
        settings: told,
        smtp,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(lines: &str) -> Settings {
        Settings::from_lines(lines).unwrap()
    }

    fn refusal(lines: &str) -> String {
        let failure = Services::of(&with(lines)).err();
        failure.expect("a refusal").to_string()
    }

    #[tokio::test]
    async fn what_is_not_set_is_not_offered() {
        let services = Services::of(&with("")).unwrap();
        assert!(services.senders.sms.is_none() && services.senders.mail.is_none());
        assert!(services.social.providers().is_empty());
    }

    #[tokio::test]
    async fn each_service_is_made_of_its_settings() {
        let key = "sms_key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'\n";
        let account = "sms_key_id = 'a'\nsms_sign_name = 'b'\nsms_templates = 'c'\n";
        for lines in [
            format!("{key}sms_kind = 'webhook'\nsms_url = 'https://sms.example/'"),
            format!("{key}{account}sms_kind = 'aliyun'"),
            format!("{key}{account}sms_kind = 'tencent'\nsms_app_id = '1400006666'"),
        ] {
            let services = Services::of(&with(&lines)).unwrap();
            assert!(services.senders.sms.is_some(), "{lines}");
        }
        let mail = "smtp_host = 'mail.example'\nsmtp_from = 'Owldeck <a@b.example>'\nsmtp_user = 'u'\nsmtp_password = 'p'";
        assert!(Services::of(&with(mail)).unwrap().senders.mail.is_some());
        let social = "oidc_issuer = 'https://id.example'\noidc_client_id = 'a'\noidc_secret = 'b'\noidc_name = 'Work'\nwechat_app_id = 'wx1'\nwechat_secret = 's'";
        let services = Services::of(&with(social)).unwrap();
        let bucket = "s3_bucket = 'files'\ns3_key_id = 'a'\ns3_secret = 'b'";
        assert!(Services::of(&with(bucket)).unwrap().bucket.is_some());
        let names: Vec<&str> = services.social.providers().iter().map(|p| p.1).collect();
        assert_eq!(names, ["WeChat", "Work"]);
    }

    #[tokio::test]
    async fn what_is_missing_is_named() {
        for (lines, missing) in [
            ("sms_kind = 'webhook'", "OWLDECK_SMS_KEY"),
            ("s3_bucket = 'files'", "OWLDECK_S3_KEY_ID"),
            ("s3_bucket = 'files'\ns3_key_id = 'a'", "OWLDECK_S3_SECRET"),
            ("sms_kind = 'webhook'\nsms_key = 'k'", "OWLDECK_SMS_URL"),
            ("sms_kind = 'aliyun'\nsms_key = 'k'", "OWLDECK_SMS_KEY_ID"),
            ("smtp_host = 'mail.example'", "OWLDECK_SMTP_FROM"),
            ("smtp_host = 'm'\nsmtp_user = 'u'", "OWLDECK_SMTP_PASSWORD"),
            (
                "oidc_issuer = 'https://id.example'",
                "OWLDECK_OIDC_CLIENT_ID",
            ),
            ("wechat_app_id = 'wx1'", "OWLDECK_WECHAT_SECRET"),
        ] {
            assert!(
                refusal(lines).ends_with(missing),
                "{lines}: {}",
                refusal(lines)
            );
        }
        let plain = "smtp_host = 'mail.example'\nsmtp_protection = 'plain'\nsmtp_port = 25\nsmtp_from = 'a@b.example'";
        assert!(refusal(plain).contains("this machine"));
        let http = "oidc_issuer = 'http://id.example'\noidc_client_id = 'a'\noidc_secret = 'b'";
        assert!(refusal(http).contains("https"));
    }

    #[test]
    fn a_demo_is_private_only_on_this_machine() {
        assert!(is_private(&with("")));
        assert!(is_private(&with("public_origin = 'http://localhost:5173'")));
        assert!(!is_private(&with("public_origin = 'https://demo.example'")));
        assert!(!is_private(&with(
            "public_origin = 'http://localhost.example'"
        )));
        assert!(!is_private(&with("listen = '0.0.0.0:8080'")));
    }
}
