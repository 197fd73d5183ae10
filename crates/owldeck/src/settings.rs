//! Settings: a default each, then a TOML file, then the environment.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use api::{Base, Embedders, Proxies};
use connectors::Secret;
use connectors::mail::Protection;
use domain::config::Setting;
use domain::live::webhooks::Allow;
use domain::orders::{OPEN_ORDERS, OrderRules, PAY_MINUTES};
use domain::phones::rental::KEPT_DAYS;
use domain::points::{EARNED_PER_YUAN, SHARE_PERCENT};
use domain::zone::Zone;
use serde::Deserialize;

/// Every setting with its variable, default and meaning, for `--help`.
pub const TABLE: &str = "Settings come from the environment, or from a TOML file (--config) under the same names in lower case without OWLDECK_:

  OWLDECK_LISTEN             127.0.0.1:8080          where the server listens; with port 0 at any free one, which the demo writes into demo.json
  OWLDECK_DATA_DIR           ./data                  database, keys and the simulated phones' disks
  OWLDECK_DATABASE_URL       SQLite in the data dir  or postgres://user:password@host/database
  OWLDECK_PUBLIC_ORIGIN      none                    https://console.example: the origin browsers see, behind a proxy or with OWLDECK_TLS_CERTIFICATE
  OWLDECK_BASE_PATH          none                    /phones: the console is at https://console.example/phones/app/, behind a proxy that passes the path on or takes it away
  OWLDECK_EMBED_ORIGINS      none                    origins, by commas, whose pages may frame buying, renewing (both of this site's own domain, or its cookies stay away) and the player of a phone that was lent, and hear what becomes of them
  OWLDECK_TRUSTED_PROXIES    none                    addresses and networks, by commas, whose X-Forwarded-For is believed: 10.0.0.0/8
  OWLDECK_WEBHOOK_ALLOW      none                    networks and origins, by commas, that members' webhooks may reach beside the open internet: 10.1.0.0/16,http://10.1.2.3:9000
  OWLDECK_TLS_CERTIFICATE    none                    PEM file of the certificate and its issuers: the server speaks https itself, at the https OWLDECK_PUBLIC_ORIGIN; read again once renewed
  OWLDECK_TLS_KEY            none                    PEM file of the certificate's private key, not encrypted; set both or neither
  OWLDECK_TIME_ZONE          Asia/Shanghai           what a day is: an offset like +08:00, or a name of the IANA database
  OWLDECK_ORDER_MINUTES      15                      how long an order waits for its payment: 2 to 120 minutes
  OWLDECK_OPEN_ORDERS        5                       orders of one member that may wait at a time: 1 to 100
  OWLDECK_GRACE_DAYS         7                       how long after its rental's end a phone stays in the list as it is: 1 to 365 days
  OWLDECK_BIN_DAYS           7                       how long it then lies in the recycle bin, before it is wiped: 1 to 365 days
  OWLDECK_POINTS_PER_YUAN    1                       points that each whole yuan of a payment earns: 0 to 100
  OWLDECK_POINTS_SHARE       20                      largest share of an order's price that points pay, in percent: 0 to 100
  OWLDECK_SCRCPY_SERVER      none                    the scrcpy server file (3.3.1 to 4.1) that is sent to phones; `none`: phones are shown by screenshots, the demo's too
  OWLDECK_SIM_PHONES         8                       demo: how many simulated phones (1 to 500)
  OWLDECK_SIM_STOCK          6                       demo: how many more are in stock, to be bought (0 to 500)
  OWLDECK_SIM_SPARE          0                       demo: how many more belong to nobody until a seed names their addresses (0 to 500)
  OWLDECK_CLOCK_OFFSET_FILE  none                    demo: seconds added to the clock and, behind a space, seconds that passed besides, as the idle rule counts; re-read while running
  OWLDECK_OUTBOX             in the data dir         demo: every SMS and mail is appended to this file, a line of JSON each
  OWLDECK_SMS_KIND           none                    who sends SMS: webhook, aliyun or tencent; none: no way in by SMS code
  OWLDECK_SMS_URL            the service's own       the gateway's address, or another address of the service
  OWLDECK_SMS_KEY            none                    whsec_<base64> of the webhook, AccessKeySecret of aliyun, SecretKey of tencent
  OWLDECK_SMS_KEY_ID         none                    AccessKeyId of aliyun, SecretId of tencent
  OWLDECK_SMS_SIGN_NAME      none                    aliyun, tencent: the registered signature
  OWLDECK_SMS_TEMPLATES      none                    aliyun, tencent: one template id, or login=ID,reset=ID,default=ID; its one variable is the code
  OWLDECK_SMS_APP_ID         none                    tencent: SmsSdkAppId
  OWLDECK_SMS_REGION         ap-guangzhou            tencent: region
  OWLDECK_SMTP_HOST          none                    the mail server; none: no mail is sent
  OWLDECK_SMTP_PORT          587, implicit 465       its port
  OWLDECK_SMTP_PROTECTION    starttls                starttls, implicit (TLS from the first byte) or plain (on this machine only)
  OWLDECK_SMTP_USER          none                    account name, where the server asks for one
  OWLDECK_SMTP_PASSWORD      none                    its password
  OWLDECK_SMTP_FROM          none                    the sender: Owldeck <no-reply@console.example>
  OWLDECK_OIDC_ISSUER        none                    sign-in by OpenID Connect: the provider's issuer, https
  OWLDECK_OIDC_CLIENT_ID     none                    our name there; return addresses: <origin>/app/social-login and <origin>/app/auth-redirect
  OWLDECK_OIDC_SECRET        none                    our password there
  OWLDECK_OIDC_NAME          OpenID Connect          the provider's name for people
  OWLDECK_WECHAT_APP_ID      none                    sign-in by WeChat: appid of a website app
  OWLDECK_WECHAT_SECRET      none                    its secret
  OWLDECK_WECHAT_URL         WeChat's own            another address of the service
  OWLDECK_ALIPAY_APP_ID      none                    wallet one, Alipay: app_id; none: it is not offered. Keys are PEM or base64, certificates PEM; @/path reads a file
  OWLDECK_ALIPAY_SELLER_ID   none                    seller_id: whose money it is, 2088…
  OWLDECK_ALIPAY_PRIVATE_KEY none                    the app's private key
  OWLDECK_ALIPAY_PUBLIC_KEY  none                    Alipay's public key; or, instead of it, these three certificates:
  OWLDECK_ALIPAY_APP_CERT    none                    the app's certificate
  OWLDECK_ALIPAY_CERT        none                    Alipay's certificate
  OWLDECK_ALIPAY_ROOT_CERT   none                    Alipay's root certificates
  OWLDECK_ALIPAY_GATEWAY     Alipay's own            another address of the gateway
  OWLDECK_WECHATPAY_MCH_ID   none                    wallet two, WeChat Pay: mchid; none: it is not offered. Both wallets notify <origin>/callback/…: set OWLDECK_PUBLIC_ORIGIN
  OWLDECK_WECHATPAY_APP_ID   none                    appid of the site
  OWLDECK_WECHATPAY_MOBILE_APP_ID the site's         appid of the mobile app
  OWLDECK_WECHATPAY_PRIVATE_KEY none                 the merchant's private key
  OWLDECK_WECHATPAY_SERIAL_NO none                   the number of the merchant's certificate
  OWLDECK_WECHATPAY_CERT      none                   that certificate, in place of its number
  OWLDECK_WECHATPAY_API_KEY  none                    the APIv3 key, 32 characters
  OWLDECK_WECHATPAY_PUBLIC_KEY_ID none               PUB_KEY_ID_…; none: platform certificates are fetched
  OWLDECK_WECHATPAY_PUBLIC_KEY none                  WeChat Pay's public key
  OWLDECK_WECHATPAY_ADDRESS  WeChat Pay's own        another address of the service
  OWLDECK_LOG                info                    log filter, as in tracing's EnvFilter; lines are JSON on standard error";

/// Most simulated phones of one demo.
const SIM_PHONES_MAX: u16 = 500;

/// Settings of a server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Address at which the server listens.
    #[serde(default = "default_listen")]
    pub listen: SocketAddr,
    /// Folder of all data.
    #[serde(default = "default_data_dir")]
    pub data_dir: PathBuf,
    /// URL of the database; none is SQLite in the data folder.
    pub database_url: Option<String>,
    /// Origin that browsers see.
    pub public_origin: Option<String>,
    /// Path of that origin below which browsers see the server.
    #[serde(default)]
    pub base_path: String,
    /// Origins whose pages may frame the embedded copies of buying and renewing.
    #[serde(default)]
    pub embed_origins: String,
    /// Proxies whose `X-Forwarded-For` is believed.
    #[serde(default)]
    pub trusted_proxies: String,
    /// Networks and origins that members' webhooks may reach beside the open internet.
    #[serde(default)]
    pub webhook_allow: String,
    /// File of the certificate, where the server speaks https itself.
    pub tls_certificate: Option<PathBuf>,
    /// File of the certificate's key.
    pub tls_key: Option<PathBuf>,
    /// Time zone that tells what a day is.
    #[serde(default = "default_time_zone")]
    pub time_zone: String,
    /// Time that an order waits for its payment, in minutes.
    pub order_minutes: Option<i64>,
    /// Most orders of one member that may wait at a time.
    pub open_orders: Option<i64>,
    /// Time after its rental's end during which a phone stays in the list as it is, in days.
    pub grace_days: Option<i64>,
    /// Time that it then lies in the recycle bin, in days.
    pub bin_days: Option<i64>,
    /// Points that each whole yuan of a payment earns.
    pub points_per_yuan: Option<i64>,
    /// Largest share of an order's price that points pay, in percent.
    pub points_share: Option<i64>,
    /// File of the scrcpy server for real phones; [`NO_SCREEN_SERVER`] for none where there would be one.
    pub scrcpy_server: Option<PathBuf>,
    /// Number of simulated phones of the demo.
    #[serde(default = "default_sim_phones")]
    pub sim_phones: u16,
    /// Number of further simulated phones in stock.
    #[serde(default = "default_sim_stock")]
    pub sim_stock: u16,
    /// Number of further simulated phones that belong to nobody yet.
    #[serde(default)]
    pub sim_spare: u16,
    /// File that moves the demo's clock.
    pub clock_offset_file: Option<PathBuf>,
    /// File of the demo's sent messages.
    pub outbox: Option<PathBuf>,
    /// Service that sends SMS.
    pub sms_kind: Option<SmsKind>,
    /// Address of the SMS service.
    pub sms_url: Option<String>,
    /// Key that signs requests to the SMS service.
    pub sms_key: Option<Secret>,
    /// Id of that key.
    pub sms_key_id: Option<String>,
    /// Signature before the text of an SMS.
    pub sms_sign_name: Option<String>,
    /// Templates of SMS, by purpose.
    pub sms_templates: Option<String>,
    /// Id of the app at Tencent Cloud.
    pub sms_app_id: Option<String>,
    /// Region of Tencent Cloud.
    pub sms_region: Option<String>,
    /// Name of the mail server.
    pub smtp_host: Option<String>,
    /// Port of the mail server.
    pub smtp_port: Option<u16>,
    /// Protection of the connection to the mail server.
    #[serde(default)]
    pub smtp_protection: Protection,
    /// Account name at the mail server.
    pub smtp_user: Option<String>,
    /// Password at the mail server.
    pub smtp_password: Option<Secret>,
    /// Sender of mails.
    pub smtp_from: Option<String>,
    /// Issuer of a provider of OpenID Connect.
    pub oidc_issuer: Option<String>,
    /// Id of our client at the provider.
    pub oidc_client_id: Option<String>,
    /// Secret of our client at the provider.
    pub oidc_secret: Option<Secret>,
    /// Name of the provider for people.
    pub oidc_name: Option<String>,
    /// Id of the app at WeChat.
    pub wechat_app_id: Option<String>,
    /// Secret of the app at WeChat.
    pub wechat_secret: Option<Secret>,
    /// Address used instead of WeChat's.
    pub wechat_url: Option<String>,
    /// Id of the app at Alipay.
    pub alipay_app_id: Option<String>,
    /// Id of the account that gets the money at Alipay.
    pub alipay_seller_id: Option<String>,
    /// Private key of ours at Alipay.
    pub alipay_private_key: Option<Secret>,
    /// Public key of Alipay.
    pub alipay_public_key: Option<String>,
    /// Certificate of ours at Alipay.
    pub alipay_app_cert: Option<String>,
    /// Certificate of Alipay.
    pub alipay_cert: Option<String>,
    /// Root certificates of Alipay.
    pub alipay_root_cert: Option<String>,
    /// Address used instead of Alipay's gateway.
    pub alipay_gateway: Option<String>,
    /// Id of the merchant at WeChat Pay.
    pub wechatpay_mch_id: Option<String>,
    /// Id of the site at WeChat Pay.
    pub wechatpay_app_id: Option<String>,
    /// Id of the mobile app at WeChat Pay.
    pub wechatpay_mobile_app_id: Option<String>,
    /// Private key of ours at WeChat Pay.
    pub wechatpay_private_key: Option<Secret>,
    /// Number of our certificate at WeChat Pay.
    pub wechatpay_serial_no: Option<String>,
    /// Certificate of ours at WeChat Pay, in place of its number.
    pub wechatpay_cert: Option<String>,
    /// APIv3 key, which opens encrypted resources.
    pub wechatpay_api_key: Option<Secret>,
    /// Id of WeChat Pay's public key.
    pub wechatpay_public_key_id: Option<String>,
    /// Public key of WeChat Pay.
    pub wechatpay_public_key: Option<String>,
    /// Address used instead of WeChat Pay's.
    pub wechatpay_address: Option<String>,
    /// Filter of the log.
    #[serde(default = "default_log")]
    pub log: String,
}

/// Kind of service that sends SMS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SmsKind {
    /// Any gateway behind a signed webhook.
    Webhook,
    /// Service of Aliyun.
    Aliyun,
    /// Service of Tencent Cloud.
    Tencent,
}

/// Value in place of a file: phones are shown by screenshots.
pub const NO_SCREEN_SERVER: &str = "none";

impl Settings {
    /// File of the screen server, unless phones are to do without.
    pub fn screen_server(&self) -> Option<&Path> {
        let file = self.scrcpy_server.as_deref();
        file.filter(|file| *file != Path::new(NO_SCREEN_SERVER))
    }
}

fn default_listen() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 8080))
}

fn default_data_dir() -> PathBuf {
    PathBuf::from("data")
}

fn default_time_zone() -> String {
    "Asia/Shanghai".to_owned()
}

const fn default_sim_phones() -> u16 {
    8
}

const fn default_sim_stock() -> u16 {
    6
}

fn default_log() -> String {
    "info".to_owned()
}

/// Error in the settings.
#[derive(Debug, thiserror::Error)]
pub enum SettingsFault {
    /// The settings are unreadable, unknown or of the wrong kind.
    #[error("settings: {0}")]
    Unreadable(#[from] config::ConfigError),
    /// Number of simulated phones outside its range.
    #[error(
        "settings: OWLDECK_SIM_PHONES goes from 1 to {SIM_PHONES_MAX}, OWLDECK_SIM_STOCK and OWLDECK_SIM_SPARE from 0"
    )]
    SimPhones,
    /// Numbers of orders outside their ranges.
    #[error(
        "settings: OWLDECK_ORDER_MINUTES goes from {} to {}, OWLDECK_OPEN_ORDERS from {} to {}, OWLDECK_GRACE_DAYS and OWLDECK_BIN_DAYS from {} to {}, OWLDECK_POINTS_PER_YUAN from {} to {}, OWLDECK_POINTS_SHARE from {} to {}",
        PAY_MINUTES.start(), PAY_MINUTES.end(), OPEN_ORDERS.start(), OPEN_ORDERS.end(), KEPT_DAYS.start(), KEPT_DAYS.end(),
        EARNED_PER_YUAN.start(), EARNED_PER_YUAN.end(), SHARE_PERCENT.start(), SHARE_PERCENT.end()
    )]
    Orders,
    /// The origin is not `http(s)://host[:port]`.
    #[error("settings: OWLDECK_PUBLIC_ORIGIN is http:// or https:// and a host, without a path")]
    PublicOrigin,
    /// The path cannot be a base path.
    #[error("settings: OWLDECK_BASE_PATH: {0}")]
    BasePath(#[from] api::NotABase),
    /// The text is not a list of addresses and networks.
    #[error("settings: OWLDECK_TRUSTED_PROXIES: {0}")]
    TrustedProxies(#[from] domain::networks::NotANetwork),
    /// The text is not a list of networks and origins.
    #[error("settings: OWLDECK_WEBHOOK_ALLOW: {0}")]
    WebhookAllow(#[from] domain::live::webhooks::NotAllowed),
    /// The text is not a list of origins.
    #[error("settings: OWLDECK_EMBED_ORIGINS: {0}")]
    EmbedOrigins(#[from] api::NotAnOrigin),
    /// Only one of certificate and key is set.
    #[error("settings: OWLDECK_TLS_CERTIFICATE and OWLDECK_TLS_KEY are set both or neither")]
    Tls,
    /// The public origin is missing: cookies and sockets go by the origin that browsers see.
    #[error("settings: OWLDECK_TLS_CERTIFICATE needs OWLDECK_PUBLIC_ORIGIN with https://")]
    TlsOrigin,
    /// The text is not a time zone.
    #[error("settings: OWLDECK_TIME_ZONE: {0}")]
    TimeZone(#[from] domain::zone::UnknownZone),
}

impl Settings {
    /// Reads the settings.
    pub fn load(file: Option<&Path>) -> Result<Self, SettingsFault> {
        let mut builder = config::Config::builder();
        if let Some(file) = file {
            builder = builder.add_source(config::File::from(file).format(config::FileFormat::Toml));
        }
        let environment = config::Environment::with_prefix("OWLDECK")
            .prefix_separator("_")
            .ignore_empty(true);
        let environment = environment.source(Some(
            std::env::vars()
                .filter(|(key, _)| !key.starts_with("OWLDECK_TEST_"))
                .collect(),
        ));
        let settings: Self = builder.add_source(environment).build()?.try_deserialize()?;
        settings.checked()
    }

    fn checked(self) -> Result<Self, SettingsFault> {
        if self.sim_phones == 0
            || self.sim_phones > SIM_PHONES_MAX
            || self.sim_stock > SIM_PHONES_MAX
            || self.sim_spare > SIM_PHONES_MAX
        {
            return Err(SettingsFault::SimPhones);
        }
        if let Some(origin) = &self.public_origin {
            let host = origin
                .strip_prefix("https://")
                .or_else(|| origin.strip_prefix("http://"));
            if host.is_none_or(|h| h.is_empty() || h.contains(['/', '?', '#', ' '])) {
                return Err(SettingsFault::PublicOrigin);
            }
        }
        let https = |origin: &String| origin.starts_with("https://");
        if self.tls()?.is_some() && !self.public_origin.as_ref().is_some_and(https) {
            return Err(SettingsFault::TlsOrigin);
        }
        self.base()?;
        self.proxies()?;
        self.embedders()?;
        self.webhooks()?;
        self.order_rules()?;
        Ok(self)
    }

    /// Proxies whose `X-Forwarded-For` is believed.
    pub fn proxies(&self) -> Result<Proxies, SettingsFault> {
        Ok(self.trusted_proxies.parse()?)
    }

    /// Networks and origins that members' webhooks may reach beside the open internet.
    pub fn webhooks(&self) -> Result<Allow, SettingsFault> {
        Ok(self.webhook_allow.parse()?)
    }

    /// Files of the certificate and of its key, where the server speaks https itself.
    pub fn tls(&self) -> Result<Option<(&Path, &Path)>, SettingsFault> {
        match (self.tls_certificate.as_deref(), self.tls_key.as_deref()) {
            (Some(certificate), Some(key)) => Ok(Some((certificate, key))),
            (None, None) => Ok(None),
            (Some(_), None) | (None, Some(_)) => Err(SettingsFault::Tls),
        }
    }

    /// Address at which a browser finds the server: by the name of its certificate, or where it listens.
    pub fn address(&self) -> String {
        match (&self.tls_certificate, &self.public_origin) {
            (Some(_), Some(origin)) => format!("{origin}{}", self.base_path),
            _ => format!("http://{}{}", self.listen, self.base_path),
        }
    }

    /// Path of the origin below which browsers see the server.
    pub fn base(&self) -> Result<Base, SettingsFault> {
        Ok(Base::parse(&self.base_path)?)
    }

    /// Whole address below which browsers see everything, if one is set.
    pub fn root(&self) -> Option<String> {
        let origin = self.public_origin.as_ref()?;
        Some(format!("{origin}{}", self.base_path))
    }

    /// Origins whose pages may frame the embedded ones.
    pub fn embedders(&self) -> Result<Embedders, SettingsFault> {
        Ok(Embedders::parse(&self.embed_origins)?)
    }

    /// Rules of orders, with the time zone.
    pub fn order_rules(&self) -> Result<OrderRules, SettingsFault> {
        let zone = Zone::parse(&self.time_zone)?;
        let base = OrderRules {
            zone,
            ..OrderRules::default()
        };
        let mut set = self.rules().into_iter().flatten();
        set.try_fold(base, |rules, (setting, value)| {
            let fits = setting.range().contains(&value);
            fits.then(|| setting.within(rules, value))
        })
        .ok_or(SettingsFault::Orders)
    }

    /// Settings that the environment or the file sets: no operator can change them in the console.
    pub fn set_rules(&self) -> Vec<Setting> {
        let set = self.rules().into_iter().flatten();
        set.map(|(setting, _)| setting).collect()
    }

    fn rules(&self) -> [Option<(Setting, i64)>; Setting::ALL.len()] {
        Setting::ALL.map(|setting| {
            let value = match setting {
                Setting::OrderMinutes => self.order_minutes,
                Setting::OpenOrders => self.open_orders,
                Setting::GraceDays => self.grace_days,
                Setting::BinDays => self.bin_days,
                Setting::PointsPerYuan => self.points_per_yuan,
                Setting::PointsShare => self.points_share,
            };
            Some((setting, value?))
        })
    }

    /// URL of the database.
    pub fn database(&self) -> String {
        self.database_url.clone().unwrap_or_else(|| {
            format!(
                "sqlite://{}",
                self.data_dir.join("owldeck.sqlite").display()
            )
        })
    }
}

#[cfg(test)]
mod tests;
