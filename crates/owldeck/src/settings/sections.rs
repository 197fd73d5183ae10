//! Sections of the settings: one struct each. Names in the environment and in the file, `--help` and the tests are derived from the fields, their
//! comments and their defaults. A comment ends in `Default: …` where the default is not a plain value of the field.

use std::net::SocketAddr;
use std::path::PathBuf;

use connectors::Secret;
use connectors::mail::Protection;
use documented::DocumentedFields;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Section of the settings.
pub trait Section: Default + Serialize + DeserializeOwned + DocumentedFields {
    /// Short name in calls.
    const KEY: &'static str;
    /// Heading in `--help`.
    const TITLE: &'static str;
    /// Beginning of the names of its settings; nothing for those that stand by themselves.
    const PREFIX: &'static str;
}

/// Server itself: where it listens, what browsers see of it, and where its data is.
#[derive(Debug, Clone, Serialize, Deserialize, DocumentedFields)]
#[serde(default)]
pub struct Server {
    /// Address at which the server listens; with port 0 at any free one, which the demo writes into demo.json.
    pub listen: SocketAddr,
    /// Folder of the database, keys and the simulated phones' disks.
    pub data_dir: PathBuf,
    /// URL of another database: postgres://user:password@host/database or sqlite://FILE. Default: SQLite in the data dir
    pub database_url: Option<String>,
    /// Origin that browsers see, behind a proxy or with OWLDECK_TLS_CERTIFICATE: https://console.example.
    pub public_origin: Option<String>,
    /// Path of that origin below which browsers see the server: with /phones the console is at https://console.example/phones/app/, behind a
    /// proxy that passes the path on or takes it away.
    pub base_path: String,
    /// Origins, by commas, whose pages may frame buying, renewing (both of this site's own domain, or its cookies stay away) and the player of
    /// a phone that was lent, and hear what becomes of them.
    pub embed_origins: String,
    /// Addresses and networks of proxies, by commas, whose X-Forwarded-For is believed: 10.0.0.0/8.
    pub trusted_proxies: String,
    /// Networks and origins, by commas, that members' webhooks may reach beside the open internet: 10.1.0.0/16,http://10.1.2.3:9000.
    pub webhook_allow: String,
    /// PEM file of the certificate and its issuers: the server speaks https itself, at the https OWLDECK_PUBLIC_ORIGIN; read again once renewed.
    pub tls_certificate: Option<PathBuf>,
    /// PEM file of the certificate's private key, not encrypted; set both or neither.
    pub tls_key: Option<PathBuf>,
    /// Time zone that says what a day is: an offset like +08:00, or a name of the IANA database.
    pub time_zone: String,
    /// Filter of the log, as in tracing's EnvFilter; lines are JSON on standard error.
    pub log: String,
}

impl Default for Server {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data_dir: "data".into(),
            database_url: None,
            public_origin: None,
            base_path: String::new(),
            embed_origins: String::new(),
            trusted_proxies: String::new(),
            webhook_allow: String::new(),
            tls_certificate: None,
            tls_key: None,
            time_zone: "Asia/Shanghai".to_owned(),
            log: "info".to_owned(),
        }
    }
}

impl Section for Server {
    const KEY: &'static str = "server";
    const TITLE: &'static str = "Server";
    const PREFIX: &'static str = "";
}

/// Rules of orders, rentals, points, members' files, codes and sessions. What is not set can be changed by operators in the console.
#[derive(Debug, Clone, Default, Serialize, Deserialize, DocumentedFields)]
#[serde(default)]
pub struct Rules {
    /// Time that an order waits for its payment: 2 to 120 minutes. Default: 15
    pub order_minutes: Option<i64>,
    /// Most orders of one member that may wait at a time: 1 to 100. Default: 5
    pub open_orders: Option<i64>,
    /// Time after its rental's end during which a phone stays in the list as it is: 1 to 365 days. Default: 7
    pub grace_days: Option<i64>,
    /// Time that it then lies in the recycle bin, before it is wiped: 1 to 365 days. Default: 7
    pub bin_days: Option<i64>,
    /// Points that each whole yuan of a payment earns: 0 to 100. Default: 1
    pub points_per_yuan: Option<i64>,
    /// Largest share of an order's price that points pay, in percent: 0 to 100. Default: 20
    pub points_share: Option<i64>,
    /// Space for the cloud files of one member: 2 to 10000 GB. Default: 50
    pub files_quota: Option<i64>,
    /// Time after its last use for which a cloud file is kept: 2 to 3650 days. Default: 90
    pub files_days: Option<i64>,
    /// Pause between two codes to one number or address: 30 to 120 seconds. Default: 60
    pub code_resend: Option<i64>,
    /// Codes to one number or address in a day: 3 to 19. Default: 10
    pub codes_daily: Option<i64>,
    /// Life of a code by SMS or mail: 3 to 30 minutes. Default: 10
    pub code_life: Option<i64>,
    /// Life of an access token: 5 to 60 minutes. Default: 15
    pub access_minutes: Option<i64>,
    /// Time for which a session that nobody uses is kept: 1 to 90 days. Default: 30
    pub refresh_days: Option<i64>,
    /// Time without input after which a picture ends: 5 to 240 minutes. Default: 30
    pub idle_minutes: Option<i64>,
}

impl Section for Rules {
    const KEY: &'static str = "rules";
    const TITLE: &'static str = "Orders, rentals, points, files, codes, sessions";
    const PREFIX: &'static str = "";
}

/// Store of members' files that speaks S3.
#[derive(Debug, Clone, Default, Serialize, Deserialize, DocumentedFields)]
#[serde(default)]
pub struct S3 {
    /// Bucket in which cloud files lie; none: they lie in the data dir.
    pub bucket: Option<String>,
    /// Address of the store, where it is not Amazon's: https://minio.example:9000. Default: Amazon's own
    pub endpoint: Option<String>,
    /// Region of the store. Default: us-east-1
    pub region: Option<String>,
    /// Id of the access key; needed with a bucket.
    pub key_id: Option<String>,
    /// Secret of that key; needed with a bucket.
    #[serde(skip_serializing)]
    pub secret: Option<Secret>,
}

impl Section for S3 {
    const KEY: &'static str = "s3";
    const TITLE: &'static str = "Store of cloud files";
    const PREFIX: &'static str = "s3_";
}

/// Real phones.
#[derive(Debug, Clone, Default, Serialize, Deserialize, DocumentedFields)]
#[serde(default)]
pub struct Phones {
    /// Server file of scrcpy (3.3.1 to 4.1) that is sent to phones; with `none` phones are shown by screenshots, the demo's too.
    pub scrcpy_server: Option<PathBuf>,
    /// Address of a service that answers each caller's IP address, as text or as `ip` of a JSON object: https://ip.example/. A proxy of a phone is
    /// tested by it; none: phones are given no proxies. Default: none; in the demo the sandbox's own
    pub proxy_exit_url: Option<String>,
    /// Networks, by commas, in which proxies of phones may be beside the open internet: 10.1.0.0/16.
    pub proxy_allow: String,
}

impl Section for Phones {
    const KEY: &'static str = "phones";
    const TITLE: &'static str = "Phones";
    const PREFIX: &'static str = "";
}

/// Demo alone.
#[derive(Debug, Clone, Serialize, Deserialize, DocumentedFields)]
#[serde(default)]
pub struct Demo {
    /// Number of simulated phones: 1 to 500.
    pub sim_phones: u16,
    /// Number of further ones in stock, to be bought: 0 to 500.
    pub sim_stock: u16,
    /// Number of further ones that belong to nobody until a seed names their addresses: 0 to 500.
    pub sim_spare: u16,
    /// Whether a new demo begins with a history: groups, tags, receipts, orders, messages, and phones in other states than running.
    pub sim_history: bool,
    /// File of seconds added to the clock and, behind a space, seconds that passed besides, as the idle rule counts; read again while running.
    pub clock_offset_file: Option<PathBuf>,
    /// File to which every SMS and mail is appended, a line of JSON each. Default: in the data dir
    pub outbox: Option<PathBuf>,
}

impl Default for Demo {
    fn default() -> Self {
        Self {
            sim_phones: 32,
            sim_stock: 68,
            sim_spare: 0,
            sim_history: true,
            clock_offset_file: None,
            outbox: None,
        }
    }
}

impl Section for Demo {
    const KEY: &'static str = "demo";
    const TITLE: &'static str = "Demo";
    const PREFIX: &'static str = "";
}

/// Kind of service that sends SMS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SmsKind {
    /// Any gateway behind a signed webhook.
    Webhook,
    /// Service of Aliyun.
    Aliyun,
    /// Service of Tencent Cloud.
    Tencent,
}

/// Service that sends SMS.
#[derive(Debug, Clone, Default, Serialize, Deserialize, DocumentedFields)]
#[serde(default)]
pub struct Sms {
    /// Service that sends SMS: webhook, aliyun or tencent; none: no sign-in by SMS code.
    pub kind: Option<SmsKind>,
    /// Address of the gateway, or another address of the service. Default: the service's own
    pub url: Option<String>,
    /// Key that signs requests: whsec_<base64> of the webhook, AccessKeySecret of aliyun, SecretKey of tencent.
    #[serde(skip_serializing)]
    pub key: Option<Secret>,
    /// Id of that key: AccessKeyId of aliyun, SecretId of tencent.
    pub key_id: Option<String>,
    /// Registered signature, for aliyun and tencent.
    pub sign_name: Option<String>,
    /// Templates, for aliyun and tencent: one id, or login=ID,reset=ID,default=ID; the one variable of each is the code.
    pub templates: Option<String>,
    /// SmsSdkAppId of tencent.
    pub app_id: Option<String>,
    /// Region of tencent. Default: ap-guangzhou
    pub region: Option<String>,
}

impl Section for Sms {
    const KEY: &'static str = "sms";
    const TITLE: &'static str = "SMS";
    const PREFIX: &'static str = "sms_";
}

/// Mail over SMTP.
#[derive(Debug, Clone, Default, Serialize, Deserialize, DocumentedFields)]
#[serde(default)]
pub struct Smtp {
    /// Mail server; none: no mail is sent.
    pub host: Option<String>,
    /// Port of the mail server. Default: 587, implicit 465
    pub port: Option<u16>,
    /// Protection of the connection: starttls, implicit (TLS from the first byte) or plain (on this machine only). Default: starttls
    pub protection: Protection,
    /// Account name, where the mail server asks for one.
    pub user: Option<String>,
    /// Password of that account.
    #[serde(skip_serializing)]
    pub password: Option<Secret>,
    /// Sender of mails: Owldeck <no-reply@console.example>.
    pub from: Option<String>,
}

impl Section for Smtp {
    const KEY: &'static str = "smtp";
    const TITLE: &'static str = "Mail";
    const PREFIX: &'static str = "smtp_";
}

/// Sign-in by OpenID Connect.
#[derive(Debug, Clone, Default, Serialize, Deserialize, DocumentedFields)]
#[serde(default)]
pub struct Oidc {
    /// Issuer of the provider, https; none: no sign-in by OpenID Connect.
    pub issuer: Option<String>,
    /// Id of our client there; return addresses are <origin>/app/social-login and <origin>/app/auth-redirect.
    pub client_id: Option<String>,
    /// Secret of our client there.
    #[serde(skip_serializing)]
    pub secret: Option<Secret>,
    /// Name of the provider for people. Default: OpenID Connect
    pub name: Option<String>,
}

impl Section for Oidc {
    const KEY: &'static str = "oidc";
    const TITLE: &'static str = "Sign-in by OpenID Connect";
    const PREFIX: &'static str = "oidc_";
}

/// Sign-in by WeChat.
#[derive(Debug, Clone, Default, Serialize, Deserialize, DocumentedFields)]
#[serde(default)]
pub struct Wechat {
    /// Id of a website app; none: no sign-in by WeChat.
    pub app_id: Option<String>,
    /// Secret of that app.
    #[serde(skip_serializing)]
    pub secret: Option<Secret>,
    /// Address of the service, where it is not WeChat's. Default: WeChat's own
    pub url: Option<String>,
}

impl Section for Wechat {
    const KEY: &'static str = "wechat";
    const TITLE: &'static str = "Sign-in by WeChat";
    const PREFIX: &'static str = "wechat_";
}

/// Alipay, wallet one. Keys are PEM or base64, certificates PEM; @/path reads a file.
#[derive(Debug, Clone, Default, Serialize, Deserialize, DocumentedFields)]
#[serde(default)]
pub struct Alipay {
    /// Id of the app (app_id); none: the wallet is not offered. Keys are PEM or base64, certificates PEM; @/path reads a file.
    pub app_id: Option<String>,
    /// Account that gets the money (seller_id): 2088…
    pub seller_id: Option<String>,
    /// Private key of the app.
    #[serde(skip_serializing)]
    pub private_key: Option<Secret>,
    /// Public key of Alipay; or, instead of it, these three certificates:
    pub public_key: Option<String>,
    /// Certificate of the app.
    pub app_cert: Option<String>,
    /// Certificate of Alipay.
    pub cert: Option<String>,
    /// Root certificates of Alipay.
    pub root_cert: Option<String>,
    /// Address of the gateway, where it is not Alipay's. Default: Alipay's own
    pub gateway: Option<String>,
}

impl Section for Alipay {
    const KEY: &'static str = "alipay";
    const TITLE: &'static str = "Alipay";
    const PREFIX: &'static str = "alipay_";
}

/// WeChat Pay, wallet two.
#[derive(Debug, Clone, Default, Serialize, Deserialize, DocumentedFields)]
#[serde(default)]
pub struct WechatPay {
    /// Merchant (mchid); none: the wallet is not offered. Both wallets notify <origin>/callback/…: set OWLDECK_PUBLIC_ORIGIN.
    pub mch_id: Option<String>,
    /// Id (appid) of the site.
    pub app_id: Option<String>,
    /// Id (appid) of the mobile app. Default: the site's
    pub mobile_app_id: Option<String>,
    /// Private key of the merchant.
    #[serde(skip_serializing)]
    pub private_key: Option<Secret>,
    /// Number of the merchant's certificate.
    pub serial_no: Option<String>,
    /// Certificate of the merchant, in place of its number.
    pub cert: Option<String>,
    /// APIv3 key, 32 characters, which opens encrypted resources.
    #[serde(skip_serializing)]
    pub api_key: Option<Secret>,
    /// Id of WeChat Pay's public key, PUB_KEY_ID_…; none: platform certificates are fetched.
    pub public_key_id: Option<String>,
    /// Public key of WeChat Pay.
    pub public_key: Option<String>,
    /// Address of the service, where it is not WeChat Pay's. Default: WeChat Pay's own
    pub address: Option<String>,
}

impl Section for WechatPay {
    const KEY: &'static str = "wechatpay";
    const TITLE: &'static str = "WeChat Pay";
    const PREFIX: &'static str = "wechatpay_";
}
