//! The proxy through which a phone reaches the internet: how a member names it, and which ones may be named.
//!
//! A phone itself is told one address on itself ([`ON_PHONE`]): the server takes what comes there and goes on to the member's proxy, in its
//! protocol and with its login, which the phone never sees.

mod line;
#[cfg(test)]
pub(crate) mod tests;

use std::fmt;
use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

use crate::every;
use crate::lang::{Lang, Words};
use crate::networks::AllowedNetworks;

pub use line::{InvalidLine, LINES_MAX_BYTES, ReadLine, for_each, read_lines};

/// Port on each phone behind which the server takes its requests.
pub const PORT_ON_PHONE: u16 = 18_118;
/// The address that a phone with a proxy has in `http_proxy`.
pub const ON_PHONE: &str = "127.0.0.1:18118";
/// Tests of proxies that a member may ask for in an hour: each makes the server connect to an address of the member's choice.
pub const TESTS_AN_HOUR: i64 = 30;
/// Longest name of a host (RFC 1035, section 2.3.4, without its final dot).
const HOST_MAX_BYTES: usize = 253;
/// Longest part of such a name.
const LABEL_MAX_BYTES: usize = 63;
/// Longest user name and longest password (RFC 1929, section 2).
const LOGIN_MAX_BYTES: usize = 255;
/// Port of mail servers, at which nothing is a proxy.
const SMTP: u16 = 25;

/// The protocol of a proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumCount, VariantArray)]
#[strum(serialize_all = "UPPERCASE", ascii_case_insensitive, const_into_str)]
#[derive(IntoStaticStr, EnumString)]
#[serde(rename_all = "UPPERCASE")]
#[repr(i16)]
pub enum Protocol {
    /// An HTTP proxy.
    Http = 1,
    /// An HTTP proxy that is reached by TLS.
    Https = 2,
    /// A SOCKS proxy of version 5.
    Socks5 = 3,
}

impl Protocol {
    /// The complete list of protocols.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the stored number.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|one| *one as i16 == code)
    }
}

/// A login that nobody can read without the server's key.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SealedLogin(pub String);

impl fmt::Debug for SealedLogin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// A proxy as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Proxy {
    /// Protocol that it speaks.
    pub protocol: Protocol,
    /// Name or address.
    pub host: String,
    pub port: u16,
    /// The login that it asks for; none where it asks for none.
    pub login: Option<SealedLogin>,
    /// ISO 3166-1 number of the country where its member says that it is.
    pub country: Option<i32>,
    /// GeoNames number of the city where its member says that it is.
    pub city: Option<i64>,
    /// The last test that it passed; none where it was not tested.
    #[serde(default)]
    pub tested: Option<Tested>,
}

/// A test that a proxy passed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tested {
    /// Time of the test, Unix milliseconds.
    pub at_ms: i64,
    /// Address under which the internet saw the proxy.
    pub exit: String,
    /// Time from the first packet to the answer, in milliseconds.
    pub delay_ms: i64,
}

/// The proxy in words, without its login.
impl fmt::Display for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_place(f, self.protocol, &self.host, self.port)
    }
}

fn write_place(
    f: &mut fmt::Formatter<'_>,
    protocol: Protocol,
    host: &str,
    port: u16,
) -> fmt::Result {
    let protocol = protocol.into_str();
    if host.contains(':') {
        write!(f, "{protocol} [{host}]:{port}")
    } else {
        write!(f, "{protocol} {host}:{port}")
    }
}

/// A login as it was typed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Login {
    /// User name.
    pub user: String,
    /// Password; empty where there is none.
    pub password: String,
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// The fields of a proxy as a member types them.
#[derive(Clone, Copy, Default)]
pub struct Typed<'a> {
    /// HTTP, HTTPS or SOCKS5.
    pub protocol: &'a str,
    /// Name or address.
    pub host: &'a str,
    pub port: Option<i64>,
    /// User name; empty: no login.
    pub user: &'a str,
    pub password: &'a str,
}

/// A proxy that the rules allow, with its login still readable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Protocol that it speaks.
    pub protocol: Protocol,
    /// Name in lower case, or address.
    pub host: String,
    pub port: u16,
    pub login: Option<Login>,
}

/// The proxy in words, without its login.
impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_place(f, self.protocol, &self.host, self.port)
    }
}

/// Why a field is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidField {
    /// No such protocol.
    Protocol,
    /// Neither a name nor an address.
    Host,
    /// The address lies outside the open internet.
    Closed,
    /// No port of a proxy.
    Port,
    /// The user name is missing, too long, or has a character that no login has.
    User,
    /// The password is too long, or has a character that no login has.
    Password,
}

impl InvalidField {
    /// The wire word of the field.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Protocol => "protocol",
            Self::Host | Self::Closed => "ip",
            Self::Port => "port",
            Self::User => "username",
            Self::Password => "password",
        }
    }

    /// Message for the form.
    pub const fn text(self, lang: Lang) -> &'static str {
        let words = match self {
            Self::Protocol => Words::new(
                "请选择 HTTP、HTTPS 或 SOCKS5",
                "Choose HTTP, HTTPS or SOCKS5",
            ),
            Self::Host => Words::new(
                "请输入代理的域名或 IP 地址，不带协议和端口",
                "Enter the proxy's name or IP address, without protocol and port",
            ),
            Self::Closed => Words::new(
                "代理须在公网上，不能是本机、内网或保留地址",
                "The proxy has to be on the open internet, not this machine, a private network or a reserved range",
            ),
            Self::Port => Words::new(
                "端口须为 1–65535，且不能是 25",
                "The port has to be 1–65535, and not 25",
            ),
            Self::User => Words::new(
                "用户名最长 255 字节，不能包含冒号和控制字符；有密码时必填",
                "A user name has at most 255 bytes and neither a colon nor control characters; with a password it is needed",
            ),
            Self::Password => Words::new(
                "密码最长 255 字节，不能包含控制字符；SOCKS5 有用户名时必填",
                "A password has at most 255 bytes and no control characters; SOCKS5 needs one beside a user name",
            ),
        };
        words.in_lang(lang)
    }
}

/// Judges the fields of a proxy. A name is judged again by the addresses that it stands for, whenever it is connected to.
pub fn check(typed: Typed<'_>, allowed: &AllowedNetworks) -> Result<Checked, InvalidField> {
    let protocol: Protocol = (typed.protocol.trim().parse()).map_err(|_| InvalidField::Protocol)?;
    let host = host(typed.host, allowed)?;
    let port = typed.port.and_then(|port| u16::try_from(port).ok());
    let port = port.filter(|port| *port != 0 && *port != SMTP);
    let port = port.ok_or(InvalidField::Port)?;
    let fits = |text: &str| text.len() <= LOGIN_MAX_BYTES && !text.chars().any(char::is_control);
    if !fits(typed.user)
        // Basic authentication ends the user name at the first colon (RFC 7617, section 2).
        || typed.user.contains(':')
        || typed.user.is_empty() && !typed.password.is_empty()
    {
        return Err(InvalidField::User);
    }
    // A password of SOCKS5 has a byte at least (RFC 1929, section 2).
    let missing =
        protocol == Protocol::Socks5 && !typed.user.is_empty() && typed.password.is_empty();
    if missing || !fits(typed.password) {
        return Err(InvalidField::Password);
    }
    let login = (!typed.user.is_empty()).then(|| Login {
        user: typed.user.to_owned(),
        password: typed.password.to_owned(),
    });
    Ok(Checked {
        protocol,
        host,
        port,
        login,
    })
}

fn host(typed: &str, allowed: &AllowedNetworks) -> Result<String, InvalidField> {
    let typed = typed.trim();
    let bare = typed
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    if let Ok(address) = bare.unwrap_or(typed).parse::<IpAddr>() {
        return if allowed.lets(address) {
            Ok(address.to_string())
        } else {
            Err(InvalidField::Closed)
        };
    }
    let label = |label: &str| {
        let plain = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
        (1..=LABEL_MAX_BYTES).contains(&label.len()) && label.bytes().all(plain)
    };
    let named = typed.len() <= HOST_MAX_BYTES && typed.split('.').all(label);
    // A name whose last part is a number is an address in another notation: 127.1, 0x7f000001, 2130706433.
    let last = typed.rsplit('.').next().unwrap_or_default();
    if !named || last.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(InvalidField::Host);
    }
    Ok(typed.to_ascii_lowercase())
}
