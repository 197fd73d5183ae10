//! Bodies and views of proxies, and of the places where they are.

use domain::codes;
use domain::lang::{Lang, Words};
use domain::networks::AllowedNetworks;
use domain::proxy::{self, Checked, Proxy, Typed};
use engine::Engine;
use engine::proxies::{DialError, Exit, ProxyState, ProxyTestError};
use serde::{Deserialize, Serialize};
use store::proxies::ProxyError;
use store::session::Actor;
use utoipa::{IntoParams, ToSchema};

use super::places;
use crate::http::ApiError;

const OFF: Words = Words::new(
    "本服务没有开启代理，请去掉代理参数",
    "This server gives phones no proxies. Leave the fields of the proxy out.",
);
const NO_PROXY: Words = Words::new("这台云手机没有代理", "The phone has no proxy");
const SEALED: Words = Words::new(
    "用户名和密码已无法读取，请重新填写代理",
    "Its login cannot be read any more. Enter the proxy again",
);
const NO_COUNTRY: Words = Words::new("没有这个国家或地区", "There is no such country or region");
const NO_CITY: Words = Words::new(
    "所选国家或地区中没有这个城市",
    "The country or region has no such city",
);

/// The fields of a proxy; a field that is empty or left out says nothing.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProxyBody {
    /// HTTP, HTTPS (an HTTP proxy that is reached by TLS) or SOCKS5.
    protocol: Option<String>,
    /// Name or IP address of the proxy, on the open internet.
    ip: Option<String>,
    /// Port of the proxy.
    port: Option<i64>,
    /// User name; without one there is no login.
    username: Option<String>,
    /// Password. No answer ever shows it.
    password: Option<String>,
    /// Number of the country where the proxy is said to be, of `list_proxy_countries`.
    country: Option<i32>,
    /// Number of its city there, of `list_proxy_cities`.
    city: Option<i64>,
}

impl ProxyBody {
    /// Whether any field of a proxy is given.
    pub fn is_given(&self) -> bool {
        let texts = [&self.protocol, &self.ip, &self.username, &self.password];
        let named = texts.map(|text| text.as_deref().unwrap_or_default());
        let numbered = self.port.is_some() || self.country.is_some() || self.city.is_some();
        numbered || named.iter().any(|text| !text.is_empty())
    }

    /// Body with nothing but a protocol, for lines of proxies.
    pub const fn of_protocol(protocol: Option<String>) -> Self {
        Self {
            protocol,
            ip: None,
            port: None,
            username: None,
            password: None,
            country: None,
            city: None,
        }
    }

    /// Whether a field is given that only a single proxy can have: address, port or login.
    pub fn names_one(&self) -> bool {
        let texts = [&self.ip, &self.username, &self.password];
        let named = texts.map(|text| text.as_deref().unwrap_or_default());
        self.port.is_some() || named.iter().any(|text| !text.is_empty())
    }

    /// The protocol as it was typed.
    pub fn protocol(&self) -> &str {
        self.protocol.as_deref().unwrap_or_default()
    }

    /// Networks in which proxies may be beside the open internet; refused where this server gives phones no proxies, or there is no such place.
    pub fn allowed<'a>(&self, engine: &'a Engine) -> Result<&'a AllowedNetworks, ApiError> {
        let allowed = engine.proxies_allowed();
        let allowed = allowed.ok_or_else(|| words_in("protocol", OFF))?;
        let (country, city) = places::agree(self.country, self.city);
        if !country {
            return Err(words_in("country", NO_COUNTRY));
        }
        if !city {
            return Err(words_in("city", NO_CITY));
        }
        Ok(allowed)
    }

    /// Checks the proxy by the rules; a refusal names its field.
    pub fn check(&self, engine: &Engine) -> Result<Checked, ApiError> {
        let allowed = self.allowed(engine)?;
        let typed = Typed {
            protocol: self.protocol(),
            host: self.ip.as_deref().unwrap_or_default(),
            port: self.port,
            user: self.username.as_deref().unwrap_or_default(),
            password: self.password.as_deref().unwrap_or_default(),
        };
        proxy::check(typed, allowed).map_err(|fault| {
            ApiError::in_field(fault.field().to_owned(), |lang| fault.text(lang).to_owned())
        })
    }

    /// Checks the proxy and encrypts its login for storage.
    pub fn sealed(&self, engine: &Engine, actor: &Actor) -> Result<Proxy, ApiError> {
        self.seal(&self.check(engine)?, engine, actor)
    }

    /// Encrypts the login of a checked proxy for storage; its country and city are those of this body.
    pub fn seal(
        &self,
        checked: &Checked,
        engine: &Engine,
        actor: &Actor,
    ) -> Result<Proxy, ApiError> {
        let sealed = engine.seal_proxy(actor, checked, (self.country, self.city));
        sealed.ok_or_else(|| words_in("protocol", OFF))
    }
}

pub(super) fn words_in(field: &str, words: Words) -> ApiError {
    ApiError::in_field(field.to_owned(), |lang| words.in_lang(lang).to_owned())
}

/// A phone, and the proxy that it gets at once; without fields of a proxy, the one that it has is taken off.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeProxyBody {
    /// Phone's id.
    pub phone_id: i64,
    #[serde(flatten)]
    pub proxy: ProxyBody,
}

/// A proxy that was tried out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProxyTestView {
    /// Address under which the internet sees it.
    exit: String,
    /// Time from the first packet to the answer, in milliseconds.
    delay_ms: i64,
}

impl From<Exit> for ProxyTestView {
    fn from(exit: Exit) -> Self {
        Self {
            exit: exit.address.to_string(),
            delay_ms: i64::try_from(exit.took.as_millis()).unwrap_or(i64::MAX),
        }
    }
}

/// Refusal of a proxy that failed its test, at the field that may mend it. Nothing that the other side said is passed on.
impl From<ProxyTestError> for ApiError {
    fn from(error: ProxyTestError) -> Self {
        let dial = match error {
            ProxyTestError::Disabled => return words_in("protocol", OFF),
            ProxyTestError::NoProxy => return words_in("phoneId", NO_PROXY),
            ProxyTestError::Sealed => return words_in("phoneId", SEALED),
            ProxyTestError::Store(refused) => return refused.into(),
            ProxyTestError::Dial(dial) => dial,
        };
        let (field, words) = match dial {
            DialError::NoName(_) => (
                "ip",
                Words::new("域名无法解析", "The name stands for nothing"),
            ),
            DialError::Closed => (
                "ip",
                Words::new(
                    "域名指向本机、内网或保留地址，不能使用",
                    "The name stands for an address of this machine, a private network or a reserved range",
                ),
            ),
            DialError::Unreachable(_) => (
                "port",
                Words::new(
                    "连接不上，请检查地址和端口",
                    "Nothing answers there. Check address and port",
                ),
            ),
            DialError::TimedOut => (
                "ip",
                Words::new(
                    "代理没有在规定时间内回应",
                    "The proxy did not answer in time",
                ),
            ),
            DialError::WrongName(_) => (
                "ip",
                Words::new(
                    "代理的证书属于别的域名或地址，没有连接",
                    "The proxy's certificate is for another name or address, so no connection was made",
                ),
            ),
            DialError::Untrusted(_) => (
                "protocol",
                Words::new(
                    "代理的证书不受信任或不在有效期内，没有连接",
                    "The proxy's certificate is not trusted or not valid now, so no connection was made",
                ),
            ),
            DialError::Tls(_) => (
                "protocol",
                Words::new(
                    "与代理的 TLS 握手未成功，请检查协议和证书",
                    "There is no TLS with the proxy. Check protocol and certificate",
                ),
            ),
            DialError::NotAProxy | DialError::Broken(_) => (
                "protocol",
                Words::new(
                    "对方不是这种协议的代理",
                    "The other side is no proxy of this protocol",
                ),
            ),
            DialError::Login => (
                "username",
                Words::new(
                    "代理不接受这个用户名和密码",
                    "The proxy refuses this user name and password",
                ),
            ),
            DialError::Refused => (
                "ip",
                Words::new(
                    "代理没有建立到互联网的连接",
                    "The proxy made no connection to the internet",
                ),
            ),
        };
        words_in(field, words)
    }
}

impl From<ProxyError> for ApiError {
    fn from(error: ProxyError) -> Self {
        match error {
            ProxyError::Unknown => Self::Refused(codes::PHONE_ABSENT),
            ProxyError::Right => Self::Refused(codes::RIGHT_MISSING),
            ProxyError::Expired => Self::Refused(codes::PHONE_EXPIRED),
            ProxyError::TooMany { retry_after_ms } => {
                Self::retry_later(codes::TOO_MANY, retry_after_ms)
            }
            ProxyError::Fault(fault) => fault.into(),
        }
    }
}

/// The proxy of a phone, without its login.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneProxyView {
    /// HTTP, HTTPS or SOCKS5.
    protocol: &'static str,
    /// Name or IP address.
    ip: String,
    port: u16,
    /// Whether it has a login.
    login: bool,
    /// Country and city in words; empty where none was named.
    place: String,
    /// Whether the phone is reached, has the setting, and its requests go to the proxy.
    in_place: bool,
    /// Time since which it is the phone's, Unix milliseconds.
    set_time: i64,
    /// Bytes that the phone sent through it since then.
    bytes_up: i64,
    /// Bytes that the phone got through it since then.
    bytes_down: i64,
    /// The last test that it passed; null where it was not tested.
    #[schema(required = true)]
    tested: Option<ProxyTestedView>,
}

/// A test that a proxy passed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProxyTestedView {
    /// Unix milliseconds.
    time: i64,
    /// Address under which the internet saw it.
    exit: String,
    /// Time from the first packet to the answer, in milliseconds.
    delay_ms: i64,
}

/// The proxy of a phone, if it has one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneProxyAnswerView {
    /// Whether this server gives phones proxies.
    pub proxies: bool,
    /// The proxy; null where the phone has none.
    #[schema(required = true)]
    pub proxy: Option<PhoneProxyView>,
}

/// Names a phone.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ProxyQuery {
    /// Phone's id.
    pub phone_id: i64,
}

/// A phone whose proxy is tried out.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestPhoneProxyBody {
    /// Phone's id.
    pub phone_id: i64,
}

impl PhoneProxyView {
    pub fn of(standing: ProxyState, lang: Lang) -> Self {
        let ProxyState { of: one, in_place } = standing;
        let proxy = one.proxy;
        let country = proxy.country.and_then(places::country);
        let cities = proxy.country.map_or(&[][..], places::cities);
        let city = cities.iter().find(|city| Some(city.id) == proxy.city);
        let words = [country.map(|one| one.name(lang)), city.map(|one| one.name)];
        Self {
            protocol: proxy.protocol.into_str(),
            ip: proxy.host,
            port: proxy.port,
            login: proxy.login.is_some(),
            place: words.into_iter().flatten().collect::<Vec<_>>().join(" · "),
            in_place,
            set_time: one.set_ms,
            bytes_up: one.bytes_up,
            bytes_down: one.bytes_down,
            tested: proxy.tested.map(|tested| ProxyTestedView {
                time: tested.at_ms,
                exit: tested.exit,
                delay_ms: tested.delay_ms,
            }),
        }
    }
}

/// The countries and regions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CountryListView {
    list: Vec<CountryView>,
    total: usize,
}

/// A country or region.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CountryView {
    /// ISO 3166-1 number.
    id: i32,
    /// ISO 3166-1 letters.
    code: &'static str,
    /// Name in words.
    name: &'static str,
}

impl CountryListView {
    pub fn of(lang: Lang) -> Self {
        let list: Vec<CountryView> = places::COUNTRIES
            .iter()
            .map(|country| CountryView {
                id: country.id,
                code: country.code,
                name: country.name(lang),
            })
            .collect();
        Self {
            total: list.len(),
            list,
        }
    }
}

/// Names a country.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct CountryPath {
    /// ISO 3166-1 number of the country.
    pub id: i32,
}

/// The cities of a country, the largest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CityListView {
    list: Vec<CityView>,
    total: usize,
}

/// A city.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CityView {
    /// GeoNames number.
    id: i64,
    /// Name as GeoNames spells it.
    name: &'static str,
}

impl CityListView {
    /// The cities of a country; a country that is unknown is refused.
    pub fn of(id: i32) -> Result<Self, ApiError> {
        if places::country(id).is_none() {
            return Err(words_in("id", NO_COUNTRY));
        }
        let list: Vec<CityView> = places::cities(id)
            .iter()
            .map(|city| CityView {
                id: city.id,
                name: city.name,
            })
            .collect();
        Ok(Self {
            total: list.len(),
            list,
        })
    }
}
