//! Settings: a default each, then a TOML file, then the environment.

mod facts;
mod sections;
mod senders;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use api::{Base, Embedders, Proxies};
use config::{Config, ConfigError, Map, Source as _};
use connectors::Source;
use domain::config::Setting;
use domain::live::webhooks::Allow;
use domain::networks::AllowedNetworks;
use domain::orders::OrderRules;
use domain::zone::Zone;
use engine::proxies::exit_service;
use serde_json::Value;

pub use sections::{
    Alipay, Demo, Oidc, Phones, Rules, S3, Section, Server, Sms, SmsKind, Smtp, Wechat, WechatPay,
};

/// Most simulated phones of one demo.
const SIM_PHONES_MAX: u16 = 500;

/// Settings of a server.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Server itself.
    pub server: Server,
    /// Rules of orders, rentals, points and members' files.
    pub rules: Rules,
    /// Store of members' files.
    pub s3: S3,
    /// Real phones.
    pub phones: Phones,
    /// Demo alone.
    pub demo: Demo,
    /// Service that sends SMS.
    pub sms: Sms,
    /// Mail over SMTP.
    pub smtp: Smtp,
    /// Sign-in by OpenID Connect.
    pub oidc: Oidc,
    /// Sign-in by WeChat.
    pub wechat: Wechat,
    /// Alipay, wallet one.
    pub alipay: Alipay,
    /// WeChat Pay, wallet two.
    pub wechatpay: WechatPay,
    /// Sources of what is set, by name.
    sources: BTreeMap<String, Source>,
}

/// Names of a section's settings with their defaults and meanings, as `--help` shows them.
struct Described {
    title: &'static str,
    rows: Vec<(String, String, String)>,
}

fn described<S: Section>() -> Described {
    let defaults = serde_json::to_value(S::default()).unwrap_or_default();
    let rows = S::FIELD_NAMES
        .iter()
        .zip(S::FIELD_DOCS)
        .map(|(field, doc)| {
            let doc = doc.replace('\n', " ");
            let (meaning, said) = match doc.split_once(" Default: ") {
                Some((meaning, said)) => (meaning, Some(said.to_owned())),
                None => (doc.as_str(), None),
            };
            let default = said.or_else(|| match &defaults[field] {
                Value::String(text) if !text.is_empty() => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            });
            let default = default.unwrap_or_else(|| "none".to_owned());
            let name = format!("{}{field}", S::PREFIX);
            (name, default, meaning.trim_end_matches('.').to_owned())
        });
    Described {
        title: S::TITLE,
        rows: rows.collect(),
    }
}

fn sections() -> [Described; 11] {
    [
        described::<Server>(),
        described::<Rules>(),
        described::<S3>(),
        described::<Phones>(),
        described::<Demo>(),
        described::<Sms>(),
        described::<Smtp>(),
        described::<Oidc>(),
        described::<Wechat>(),
        described::<Alipay>(),
        described::<WechatPay>(),
    ]
}

/// Every setting with its variable, default and meaning, for `--help`.
pub fn table() -> String {
    let mut table = "Settings come from the environment, or from a TOML file (--config) under the same names in lower case without OWLDECK_:".to_owned();
    for Described { title, rows } in sections() {
        let _ = write!(table, "\n\n{title}:");
        for (name, default, meaning) in rows {
            let name = variable(&name);
            let _ = write!(table, "\n  {name:<31} {default:<24} {meaning}");
        }
    }
    table
}

/// Variable of the environment for a setting.
fn variable(name: &str) -> String {
    format!("OWLDECK_{}", name.to_uppercase())
}

/// Value of OWLDECK_SCRCPY_SERVER in place of a file: phones are shown by screenshots.
pub const NO_SCREEN_SERVER: &str = "none";

impl Settings {
    /// File of the screen server, unless phones are to do without.
    pub fn screen_server(&self) -> Option<&Path> {
        let file = self.phones.scrcpy_server.as_deref();
        file.filter(|file| *file != Path::new(NO_SCREEN_SERVER))
    }
}

/// Takes the values of a section out of all values.
fn section<S: Section>(values: &mut Map<String, config::Value>) -> Result<S, ConfigError> {
    let own: Map<String, config::Value> = S::FIELD_NAMES
        .iter()
        .filter_map(|field| {
            let value = values.remove(&format!("{}{field}", S::PREFIX))?;
            Some(((*field).to_owned(), value))
        })
        .collect();
    S::deserialize(config::Value::new(None, own))
}

/// Error in the settings.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The settings are unreadable, unknown or of the wrong kind.
    #[error("settings: {0}")]
    Unreadable(#[from] ConfigError),
    /// Number of simulated phones outside its range.
    #[error(
        "settings: OWLDECK_SIM_PHONES goes from 1 to {SIM_PHONES_MAX}, OWLDECK_SIM_STOCK and OWLDECK_SIM_SPARE from 0"
    )]
    SimPhones,
    /// Value of a rule outside its range.
    #[error("settings: {} goes from {} to {}", .0.variable(), .0.range().start(), .0.range().end())]
    Rule(Setting),
    /// The origin is not `http(s)://host[:port]`.
    #[error("settings: OWLDECK_PUBLIC_ORIGIN is http:// or https:// and a host, without a path")]
    PublicOrigin,
    /// The path cannot be a base path.
    #[error("settings: OWLDECK_BASE_PATH: {0}")]
    BasePath(#[from] api::NotABase),
    /// The text is not a list of addresses and networks.
    #[error("settings: OWLDECK_TRUSTED_PROXIES: {0}")]
    TrustedProxies(#[from] domain::networks::NotANetwork),
    /// The text is not a list of networks.
    #[error("settings: OWLDECK_PROXY_ALLOW: {0}")]
    ProxyAllow(#[source] domain::networks::NotANetwork),
    /// The address of the service that answers addresses is none of http.
    #[error("settings: OWLDECK_PROXY_EXIT_URL is an http:// or https:// address")]
    ProxyExitUrl,
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
    pub fn load(file: Option<&Path>) -> Result<Self, SettingsError> {
        let mut builder = Config::builder();
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
        Self::of(&builder.add_source(environment).build()?)?.checked()
    }

    /// Takes the sections out of what the file and the environment set.
    fn of(built: &Config) -> Result<Self, ConfigError> {
        let mut values = built.collect()?;
        let sources = facts::sources(&values);
        let settings = Self {
            sources,
            server: section(&mut values)?,
            rules: section(&mut values)?,
            s3: section(&mut values)?,
            phones: section(&mut values)?,
            demo: section(&mut values)?,
            sms: section(&mut values)?,
            smtp: section(&mut values)?,
            oidc: section(&mut values)?,
            wechat: section(&mut values)?,
            alipay: section(&mut values)?,
            wechatpay: section(&mut values)?,
        };
        match values.into_keys().next() {
            Some(unknown) => Err(ConfigError::Message(format!("unknown setting `{unknown}`"))),
            None => Ok(settings),
        }
    }

    /// Settings of these lines of TOML, not checked together.
    #[cfg(test)]
    pub fn from_lines(lines: &str) -> Result<Self, ConfigError> {
        let file = config::File::from_str(lines, config::FileFormat::Toml);
        Self::of(&Config::builder().add_source(file).build()?)
    }

    fn checked(self) -> Result<Self, SettingsError> {
        if self.demo.sim_phones == 0
            || self.demo.sim_phones > SIM_PHONES_MAX
            || self.demo.sim_stock > SIM_PHONES_MAX
            || self.demo.sim_spare > SIM_PHONES_MAX
        {
            return Err(SettingsError::SimPhones);
        }
        if let Some(origin) = &self.server.public_origin {
            let host = origin
                .strip_prefix("https://")
                .or_else(|| origin.strip_prefix("http://"));
            if host.is_none_or(|h| h.is_empty() || h.contains(['/', '?', '#', ' '])) {
                return Err(SettingsError::PublicOrigin);
            }
        }
        let https = |origin: &String| origin.starts_with("https://");
        if self.tls()?.is_some() && !self.server.public_origin.as_ref().is_some_and(https) {
            return Err(SettingsError::TlsOrigin);
        }
        self.base()?;
        self.proxies()?;
        self.embedders()?;
        self.webhooks()?;
        self.phone_proxies()?;
        self.rules()?;
        Ok(self)
    }

    /// Proxies whose `X-Forwarded-For` is believed.
    pub fn proxies(&self) -> Result<Proxies, SettingsError> {
        Ok(self.server.trusted_proxies.parse()?)
    }

    /// Networks and origins that members' webhooks may reach beside the open internet.
    pub fn webhooks(&self) -> Result<Allow, SettingsError> {
        Ok(self.server.webhook_allow.parse()?)
    }

    /// Networks in which proxies of phones may be beside the open internet.
    pub fn phone_proxies(&self) -> Result<AllowedNetworks, SettingsError> {
        let allowed = AllowedNetworks::parse(&self.phones.proxy_allow);
        let service = self.phones.proxy_exit_url.as_deref();
        if service.is_some_and(|address| exit_service(address).is_none()) {
            return Err(SettingsError::ProxyExitUrl);
        }
        allowed.map_err(SettingsError::ProxyAllow)
    }

    /// Files of the certificate and of its key, where the server speaks https itself.
    pub fn tls(&self) -> Result<Option<(&Path, &Path)>, SettingsError> {
        match (
            self.server.tls_certificate.as_deref(),
            self.server.tls_key.as_deref(),
        ) {
            (Some(certificate), Some(key)) => Ok(Some((certificate, key))),
            (None, None) => Ok(None),
            (Some(_), None) | (None, Some(_)) => Err(SettingsError::Tls),
        }
    }

    /// Address at which a browser finds the server: by the name of its certificate, or where it listens.
    pub fn address(&self) -> String {
        match (&self.server.tls_certificate, &self.server.public_origin) {
            (Some(_), Some(origin)) => format!("{origin}{}", self.server.base_path),
            _ => format!("http://{}{}", self.server.listen, self.server.base_path),
        }
    }

    /// Path of the origin below which browsers see the server.
    pub fn base(&self) -> Result<Base, SettingsError> {
        Ok(Base::parse(&self.server.base_path)?)
    }

    /// Whole address below which browsers see everything, if one is set.
    pub fn root(&self) -> Option<String> {
        let origin = self.server.public_origin.as_ref()?;
        Some(format!("{origin}{}", self.server.base_path))
    }

    /// Origins whose pages may frame the embedded ones.
    pub fn embedders(&self) -> Result<Embedders, SettingsError> {
        Ok(Embedders::parse(&self.server.embed_origins)?)
    }

    /// Rules that hold where no operator sets another value, with the time zone.
    pub fn rules(&self) -> Result<domain::config::Rules, SettingsError> {
        let zone = Zone::parse(&self.server.time_zone)?;
        let base = domain::config::Rules {
            orders: OrderRules {
                zone,
                ..OrderRules::default()
            },
            ..domain::config::Rules::default()
        };
        let mut set = self.values().into_iter().flatten();
        set.try_fold(base, |rules, (setting, value)| {
            let fits = setting.range().contains(&value);
            fits.then(|| setting.within(rules, value))
                .ok_or(SettingsError::Rule(setting))
        })
    }

    /// Settings that the environment or the file sets: no operator can change them in the console.
    pub fn set_rules(&self) -> Vec<Setting> {
        let set = self.values().into_iter().flatten();
        set.map(|(setting, _)| setting).collect()
    }

    fn values(&self) -> [Option<(Setting, i64)>; Setting::ALL.len()] {
        Setting::ALL.map(|setting| {
            let value = match setting {
                Setting::OrderMinutes => self.rules.order_minutes,
                Setting::OpenOrders => self.rules.open_orders,
                Setting::GraceDays => self.rules.grace_days,
                Setting::BinDays => self.rules.bin_days,
                Setting::PointsPerYuan => self.rules.points_per_yuan,
                Setting::PointsShare => self.rules.points_share,
                Setting::FilesQuota => self.rules.files_quota,
                Setting::FilesDays => self.rules.files_days,
                Setting::CodeResend => self.rules.code_resend,
                Setting::CodesDaily => self.rules.codes_daily,
                Setting::CodeLife => self.rules.code_life,
                Setting::AccessMinutes => self.rules.access_minutes,
                Setting::RefreshDays => self.rules.refresh_days,
                Setting::IdleMinutes => self.rules.idle_minutes,
            };
            Some((setting, value?))
        })
    }

    /// URL of the database.
    pub fn database(&self) -> String {
        self.server.database_url.clone().unwrap_or_else(|| {
            format!(
                "sqlite://{}",
                self.server.data_dir.join("owldeck.sqlite").display()
            )
        })
    }
}

#[cfg(test)]
mod tests;
