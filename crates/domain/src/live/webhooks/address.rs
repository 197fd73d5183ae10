//! The address of a webhook, parsed, and the addresses beside the open internet that an operator allows.

use std::net::IpAddr;
use std::str::FromStr;

use thiserror::Error;
use url::{Host, Url};

use super::{ADDRESS_MAX_BYTES, InvalidWebhook, Kind, Kinds};
use crate::lang::{Lang, Words};
use crate::networks::{AllowedNetworks, Network};
use crate::text::names::Name;

/// Lowest port allowed beside 443: below it the system's own services listen.
const PORT_MIN: u16 = 1024;
const HTTPS: u16 = 443;

/// Why an address is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidWebhookAddress {
    /// The text is no address, or longer than [`ADDRESS_MAX_BYTES`].
    #[error("not an address of at most {ADDRESS_MAX_BYTES} bytes")]
    Unreadable,
    /// The scheme is not https: anybody on the way could read and change the events.
    #[error("not https")]
    NotHttps,
    /// The address has a user name or a password.
    #[error("a name or password in the address")]
    UserInfo,
    /// The port is one of the system's own.
    #[error("the port is neither {HTTPS} nor at least {PORT_MIN}")]
    Port,
    /// The address lies outside the open internet.
    #[error("not an address of the open internet")]
    Closed,
}

impl InvalidWebhookAddress {
    /// Message for the form.
    pub fn text(self, lang: Lang) -> String {
        let words = match self {
            Self::Unreadable => {
                return match lang {
                    Lang::Zh => format!("请输入完整的网址，最长 {ADDRESS_MAX_BYTES} 字节"),
                    Lang::En => {
                        format!("Enter a complete address of at most {ADDRESS_MAX_BYTES} bytes")
                    }
                };
            }
            Self::NotHttps => Words::new(
                "地址须以 https:// 开头",
                "The address has to begin with https://",
            ),
            Self::UserInfo => Words::new(
                "地址中不能包含用户名或密码",
                "The address may hold no name and no password",
            ),
            Self::Port => Words::new(
                "端口须为 443，或不小于 1024",
                "The port has to be 443, or 1024 and above",
            ),
            Self::Closed => Words::new(
                "地址须在公网上可达，不能是本机、内网或保留地址",
                "The address has to be one of the open internet, not of this machine, a private network or a reserved range",
            ),
        };
        words.in_lang(lang).to_owned()
    }
}

/// The text is neither a network nor an origin.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is neither a network like 10.0.0.0/8 nor an origin like http://10.0.0.1:9000")]
pub struct NotAllowed(String);

/// Addresses that an operator lets webhooks reach beside the open internet: networks by https, and exact origins as they are written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allow {
    networks: AllowedNetworks,
    origins: Vec<url::Origin>,
}

impl FromStr for Allow {
    type Err = NotAllowed;

    /// Reads networks and origins, separated by commas.
    fn from_str(text: &str) -> Result<Self, NotAllowed> {
        let mut allow = Self::default();
        for entry in text.split(',').map(str::trim).filter(|e| !e.is_empty()) {
            if let Some(network) = Network::parse(entry) {
                allow.networks.add(network);
                continue;
            }
            let origin = Url::parse(entry).ok().filter(|url| {
                let plain = url.path() == "/" && url.query().is_none() && url.username().is_empty();
                plain && matches!(url.scheme(), "http" | "https") && url.host().is_some()
            });
            match origin {
                Some(url) => allow.origins.push(url.origin()),
                None => return Err(NotAllowed(entry.to_owned())),
            }
        }
        Ok(allow)
    }
}

impl Allow {
    /// Whether a connection may be made to an address.
    pub fn lets(&self, address: IpAddr) -> bool {
        self.networks.lets(address)
    }

    /// Adds an origin.
    #[must_use]
    pub fn with(mut self, origin: &str) -> Self {
        self.origins
            .extend(Url::parse(origin).map(|url| url.origin()));
        self
    }
}

/// Address of a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    url: Url,
    named: bool,
}

impl Address {
    /// Parses an address as browsers do: `https://0x7f.1/` is the same as `https://127.0.0.1/`. The fragment after a `#` is dropped.
    pub fn parse(typed: &str, allow: &Allow) -> Result<Self, InvalidWebhookAddress> {
        let typed = typed.trim();
        if typed.len() > ADDRESS_MAX_BYTES {
            return Err(InvalidWebhookAddress::Unreadable);
        }
        let mut url = Url::parse(typed).map_err(|_| InvalidWebhookAddress::Unreadable)?;
        url.set_fragment(None);
        if url.as_str().len() > ADDRESS_MAX_BYTES || !matches!(url.scheme(), "http" | "https") {
            return Err(InvalidWebhookAddress::Unreadable);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(InvalidWebhookAddress::UserInfo);
        }
        let named = allow.origins.contains(&url.origin());
        if named {
            return Ok(Self { url, named });
        }
        if url.scheme() != "https" {
            return Err(InvalidWebhookAddress::NotHttps);
        }
        let port = url.port_or_known_default().unwrap_or_default();
        if port != HTTPS && port < PORT_MIN {
            return Err(InvalidWebhookAddress::Port);
        }
        let literal = match url.host().ok_or(InvalidWebhookAddress::Unreadable)? {
            Host::Ipv4(address) => Some(IpAddr::from(address)),
            Host::Ipv6(address) => Some(IpAddr::from(address)),
            // A host name is resolved and judged at each delivery.
            Host::Domain(_) => None,
        };
        match literal {
            Some(address) if !allow.lets(address) => Err(InvalidWebhookAddress::Closed),
            _ => Ok(Self { url, named }),
        }
    }

    /// The address as it is stored and requested.
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// Whether an operator allowed this origin by name: then its resolved address is not judged.
    pub const fn is_named(&self) -> bool {
        self.named
    }
}

/// A webhook that the rules allow, to be made or changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewWebhook {
    name: Name,
    kinds: Kinds,
    address: Address,
}

impl NewWebhook {
    /// Parses the fields of a webhook.
    pub fn parse(typed: &str, kinds: &[Kind], address: Address) -> Result<Self, InvalidWebhook> {
        Ok(Self {
            name: Name::parse(typed)?,
            kinds: Kinds::of(kinds).ok_or(InvalidWebhook::Kinds)?,
            address,
        })
    }

    /// Name for people.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// Kinds of events that the webhook receives.
    pub const fn kinds(&self) -> Kinds {
        self.kinds
    }

    /// The address as text.
    pub fn address(&self) -> &str {
        self.address.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, allow: &str) -> Result<String, InvalidWebhookAddress> {
        let allow = allow.parse().unwrap();
        Address::parse(text, &allow).map(|address| address.as_str().to_owned())
    }

    #[test]
    fn hostile_addresses_are_refused() {
        use InvalidWebhookAddress::{Closed, NotHttps, Port, Unreadable, UserInfo};
        for (text, fault) in [
            ("", Unreadable),
            ("hooks.example", Unreadable),
            ("https://", Unreadable),
            ("file:///etc/passwd", Unreadable),
            ("gopher://hooks.example/", Unreadable),
            ("javascript:alert(1)", Unreadable),
            ("https://hooks example/", Unreadable),
            ("https://1.2.3.4.5/", Unreadable),
            ("https://0x1ffffffff/", Unreadable),
            ("https://[::1%25eth0]/", Unreadable),
            ("http://hooks.example/", NotHttps),
            ("http://127.0.0.1/", NotHttps),
            ("https://a@hooks.example/", UserInfo),
            ("https://hooks.example:b@127.0.0.1/", UserInfo),
            ("https://:b@hooks.example/", UserInfo),
            ("https://hooks.example:22/", Port),
            ("https://hooks.example:80/", Port),
            ("https://hooks.example:1023/", Port),
            ("https://127.0.0.1/", Closed),
            ("https://127.0.0.1./", Closed),
            ("https://127.1/", Closed),
            ("https://2130706433/", Closed),
            ("https://0x7f000001/", Closed),
            ("https://0x7f.0.0.1/", Closed),
            ("https://017700000001/", Closed),
            ("https://0177.0.0.01/", Closed),
            ("https://１２７.０.０.１/", Closed),
            ("https://127。0。0。1/", Closed),
            ("https://%31%32%37.0.0.1/", Closed),
            ("https://0/", Closed),
            ("https://169.254.169.254/latest/meta-data/", Closed),
            ("https://2852039166/", Closed),
            ("https://192.168.1.1:8443/", Closed),
            ("https://[::]/", Closed),
            ("https://[::1]/", Closed),
            ("https://[::ffff:127.0.0.1]/", Closed),
            ("https://[::ffff:7f00:1]/", Closed),
            ("https://[64:ff9b::a9fe:a9fe]/", Closed),
            ("https://[2002:7f00:1::]/", Closed),
            ("https://[fd00:ec2::254]/", Closed),
            ("https://[fe80::1]/", Closed),
        ] {
            assert_eq!(read(text, ""), Err(fault), "{text}");
            assert_ne!(fault.text(Lang::Zh), fault.text(Lang::En));
        }
    }

    #[test]
    fn an_address_is_kept_as_it_is_asked() {
        for (text, kept) in [
            ("https://hooks.example", "https://hooks.example/"),
            (
                " https://HOOKS.example/a?b=c#d ",
                "https://hooks.example/a?b=c",
            ),
            ("https://hooks.example:443/", "https://hooks.example/"),
            ("https://hooks.example:1024/", "https://hooks.example:1024/"),
            ("https://8.8.8.8/", "https://8.8.8.8/"),
            ("https://猫头鹰.example/", "https://xn--4kqz2mr31c.example/"),
        ] {
            let read = read(text, "");
            assert!(read.is_ok(), "{text}: {read:?}");
            if !text.contains('猫') {
                assert_eq!(read.as_deref(), Ok(kept));
            }
        }
        let long = |n: usize| format!("https://hooks.example/{}", "a".repeat(n - 22));
        assert!(read(&long(ADDRESS_MAX_BYTES), "").is_ok());
        assert_eq!(
            read(&long(ADDRESS_MAX_BYTES + 1), ""),
            Err(InvalidWebhookAddress::Unreadable)
        );
    }

    #[test]
    fn an_operator_lets_networks_and_origins_through_and_nothing_beside_them() {
        let allow = "10.1.0.0/16, http://127.0.0.1:9000";
        assert!(read("https://10.1.2.3/", allow).is_ok());
        assert_eq!(
            read("https://10.2.2.3/", allow),
            Err(InvalidWebhookAddress::Closed)
        );
        assert_eq!(
            read("http://10.1.2.3/", allow),
            Err(InvalidWebhookAddress::NotHttps)
        );
        assert!(read("http://127.0.0.1:9000/hooks", allow).is_ok());
        assert_eq!(
            read("http://127.0.0.1:9001/", allow),
            Err(InvalidWebhookAddress::NotHttps)
        );
        assert_eq!(
            read("https://127.0.0.1:9000/", allow),
            Err(InvalidWebhookAddress::Closed)
        );
        assert_eq!(
            read("http://a@127.0.0.1:9000/", allow),
            Err(InvalidWebhookAddress::UserInfo)
        );
        let read: Allow = allow.parse().unwrap();
        assert!(read.lets("10.1.0.1".parse().unwrap()));
        assert!(read.lets("::ffff:10.1.0.1".parse().unwrap()));
        assert!(!read.lets("127.0.0.1".parse().unwrap()));
        for wrong in ["here", "http://a/b", "ftp://a", "http://a@b", "10.0.0.0/99"] {
            assert!(wrong.parse::<Allow>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_webhook_has_a_name_and_kinds() {
        let address = || Address::parse("https://hooks.example/", &Allow::default()).unwrap();
        let new = NewWebhook::parse(" CI ", &[Kind::OrderChanged], address()).unwrap();
        assert_eq!(
            (new.name(), new.address()),
            ("CI", "https://hooks.example/")
        );
        assert!(new.kinds().has(Kind::OrderChanged));
        let none = NewWebhook::parse("CI", &[], address());
        assert_eq!(none, Err(InvalidWebhook::Kinds));
        let nameless = NewWebhook::parse("", &[Kind::OrderChanged], address());
        assert!(matches!(nameless, Err(InvalidWebhook::Name(_))));
    }
}
