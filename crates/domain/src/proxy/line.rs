//! Proxies as their sellers list them, one a line: `protocol://user:password@host:port`, or `host:port:user:password` without a protocol.

use super::{Checked, HOST_MAX_BYTES, InvalidField, LOGIN_MAX_BYTES, Typed, check};
use crate::lang::{Lang, Words};
use crate::networks::AllowedNetworks;
use crate::phones::BATCH_MAX;

/// Longest text of proxies in lines: more than thirty of the longest take.
pub const LINES_MAX_BYTES: usize = 64 * 1024;
const _: () = assert!(LINES_MAX_BYTES > BATCH_MAX * (2 * LOGIN_MAX_BYTES + HOST_MAX_BYTES));

/// A line of a list, taken apart; the rules have not judged it yet.
struct TypedLine {
    protocol: String,
    host: String,
    port: Option<i64>,
    user: String,
    password: String,
}

/// The line's number in the text, from 1, and what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadLine {
    /// Number of the line, from 1: empty lines are counted and say nothing.
    pub number: usize,
    /// The proxy, or why it is none.
    pub proxy: Result<Checked, InvalidLine>,
}

/// Why a line is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidLine {
    /// The line has neither of the forms.
    Form,
    /// A part of the proxy is refused.
    Part(InvalidField),
}

impl InvalidLine {
    /// Message beside the line.
    pub const fn text(self, lang: Lang) -> &'static str {
        const FORM: Words = Words::new(
            "写成 协议://用户名:密码@地址:端口，或 地址:端口:用户名:密码",
            "Write protocol://user:password@host:port, or host:port:user:password",
        );
        match self {
            Self::Form => FORM.in_lang(lang),
            Self::Part(fault) => fault.text(lang),
        }
    }
}

/// The lines of a text that say something, each judged by the rules. `protocol` is for those that name none.
pub fn read_lines(text: &str, protocol: &str, allowed: &AllowedNetworks) -> Vec<ReadLine> {
    let lines = text.lines().enumerate();
    let said = lines.filter(|(_, line)| !line.trim().is_empty());
    said.map(|(at, line)| ReadLine {
        number: at + 1,
        proxy: take_apart(line.trim(), protocol)
            .ok_or(InvalidLine::Form)
            .and_then(|typed| typed.check(allowed).map_err(InvalidLine::Part)),
    })
    .collect()
}

/// The proxies of a list, one for each of `phones` in their order; or the message about the first wrong line, or about a number of lines that
/// differs from that of the phones.
pub fn for_each(
    lines: Vec<ReadLine>,
    phones: usize,
) -> Result<Vec<Checked>, impl Fn(Lang) -> String> {
    let count = lines.len();
    let mut proxies = Vec::with_capacity(count);
    let mut wrong = None;
    for line in lines {
        match line.proxy {
            Ok(proxy) => proxies.push(proxy),
            Err(fault) => {
                wrong = Some((line.number, fault));
                break;
            }
        }
    }
    if wrong.is_none() && count == phones {
        return Ok(proxies);
    }
    Err(move |lang| match (wrong, lang) {
        (Some((number, fault)), Lang::Zh) => format!("第 {number} 行：{}", fault.text(lang)),
        (Some((number, fault)), Lang::En) => format!("Line {number}: {}", fault.text(lang)),
        (None, Lang::Zh) => format!("{phones} 台云手机需要 {phones} 行代理，现有 {count} 行"),
        (None, Lang::En) => {
            format!("Lines needed: {phones}, one for each phone. Lines given: {count}")
        }
    })
}

impl TypedLine {
    fn check(&self, allowed: &AllowedNetworks) -> Result<Checked, InvalidField> {
        let typed = Typed {
            protocol: &self.protocol,
            host: &self.host,
            port: self.port,
            user: &self.user,
            password: &self.password,
        };
        check(typed, allowed)
    }
}

fn take_apart(line: &str, protocol: &str) -> Option<TypedLine> {
    match line.split_once("://") {
        Some((scheme, rest)) => by_address(scheme, rest.strip_suffix('/').unwrap_or(rest)),
        None => by_colons(line, protocol),
    }
}

/// `user:password@host:port` behind a protocol. As in any address, `%40` in a user name or password is `@`.
fn by_address(scheme: &str, rest: &str) -> Option<TypedLine> {
    let (login, place) = rest.rsplit_once('@').unwrap_or(("", rest));
    let (host, port) = host_first(place)?;
    let (user, password) = login.split_once(':').unwrap_or((login, ""));
    // Names are always resolved by the proxy: the letter says nothing more.
    let protocol = if scheme.eq_ignore_ascii_case("socks5h") {
        "socks5"
    } else {
        scheme
    };
    Some(TypedLine {
        protocol: protocol.to_owned(),
        host: host.to_owned(),
        port: port.parse().ok(),
        user: decoded(user)?,
        password: decoded(password)?,
    })
}

/// `host:port`, with `:user:password` behind it; a password may have colons.
fn by_colons(line: &str, protocol: &str) -> Option<TypedLine> {
    let (host, rest) = host_first(line)?;
    let mut parts = rest.splitn(3, ':');
    let port = parts.next()?;
    let user = parts.next();
    let password = parts.next();
    if user.is_some() && password.is_none() {
        return None;
    }
    Some(TypedLine {
        protocol: protocol.to_owned(),
        host: host.to_owned(),
        port: port.parse().ok(),
        user: user.unwrap_or_default().to_owned(),
        password: password.unwrap_or_default().to_owned(),
    })
}

/// The host, an IPv6 address in brackets, and what stands behind its colon.
fn host_first(text: &str) -> Option<(&str, &str)> {
    if !text.starts_with('[') {
        return text.split_once(':');
    }
    let end = text.find(']')? + 1;
    let (host, rest) = text.split_at(end);
    Some((host, rest.strip_prefix(':')?))
}

/// Percent-decoded text (RFC 3986, section 2.1); a percent sign without two hexadecimal digits stands for itself.
fn decoded(text: &str) -> Option<String> {
    let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let pair = (digit(bytes.get(at + 1)), digit(bytes.get(at + 2)));
        if let (b'%', (Some(high), Some(low))) = (byte, pair) {
            plain.push(u8::try_from(high * 16 + low).ok()?);
            at += 3;
        } else {
            plain.push(*byte);
            at += 1;
        }
    }
    String::from_utf8(plain).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proxy::{Login, Protocol};

    fn read(text: &str) -> Vec<ReadLine> {
        read_lines(text, "socks5", &AllowedNetworks::default())
    }

    fn one(line: &str) -> Result<Checked, InvalidLine> {
        let mut lines = read(line);
        assert_eq!(lines.len(), 1, "{line}");
        lines.remove(0).proxy
    }

    fn proxy(protocol: Protocol, host: &str, port: u16, login: Option<[&str; 2]>) -> Checked {
        Checked {
            protocol,
            host: host.into(),
            port,
            login: login.map(|[user, password]| Login {
                user: user.into(),
                password: password.into(),
            }),
        }
    }

    #[test]
    fn each_form_is_read_part_by_part() {
        let login = Some(["owl", "open:sesame"]);
        for (line, read) in [
            (
                "http://owl:open:sesame@Proxy.Example:8080",
                proxy(Protocol::Http, "proxy.example", 8080, login),
            ),
            (
                "  socks5h://owl:p%40s%3As@a.example:1080/ \t",
                proxy(Protocol::Socks5, "a.example", 1080, Some(["owl", "p@s:s"])),
            ),
            (
                "HTTPS://owl:a@b%zz@a.example:443",
                proxy(Protocol::Https, "a.example", 443, Some(["owl", "a@b%zz"])),
            ),
            (
                "https://owl@[2001:4860:4860::8888]:443",
                proxy(
                    Protocol::Https,
                    "2001:4860:4860::8888",
                    443,
                    Some(["owl", ""]),
                ),
            ),
            (
                "http://a.example:80",
                proxy(Protocol::Http, "a.example", 80, None),
            ),
            (
                "a.example:1080:owl:open:sesame",
                proxy(Protocol::Socks5, "a.example", 1080, login),
            ),
            (
                "[2001:4860:4860::8888]:1080:owl:100%25",
                proxy(
                    Protocol::Socks5,
                    "2001:4860:4860::8888",
                    1080,
                    Some(["owl", "100%25"]),
                ),
            ),
            (
                "8.8.8.8:1080",
                proxy(Protocol::Socks5, "8.8.8.8", 1080, None),
            ),
        ] {
            assert_eq!(one(line), Ok(read), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_of_its_line_alone() {
        for (line, fault) in [
            ("proxy", InvalidLine::Form),
            ("a.example:1080:owl", InvalidLine::Form),
            ("[2001:db8::1:1080", InvalidLine::Form),
            ("http://a.example", InvalidLine::Form),
            ("http://owl:%ff@a.example:1", InvalidLine::Form),
            (
                "socks4://a.example:1080",
                InvalidLine::Part(InvalidField::Protocol),
            ),
            ("http://:80", InvalidLine::Part(InvalidField::Host)),
            ("10.0.0.1:1080", InvalidLine::Part(InvalidField::Closed)),
            ("a.example:25", InvalidLine::Part(InvalidField::Port)),
            ("a.example:port", InvalidLine::Part(InvalidField::Port)),
            (
                "a.example:1080::secret",
                InvalidLine::Part(InvalidField::User),
            ),
            (
                "a.example:1080:owl:",
                InvalidLine::Part(InvalidField::Password),
            ),
        ] {
            assert_eq!(one(line), Err(fault), "{line}");
            assert_ne!(fault.text(Lang::Zh), fault.text(Lang::En));
        }
        let several = read("a.example:1\r\n\n \nwrong\nb.example:2");
        let said: Vec<_> = (several.iter())
            .map(|line| (line.number, line.proxy.is_ok()))
            .collect();
        assert_eq!(said, [(1, true), (4, false), (5, true)]);
    }

    #[test]
    fn a_list_is_for_as_many_phones_as_it_has_lines() {
        let text = "a.example:1\n\nb.example:2";
        let hosts: Vec<_> = for_each(read(text), 2).ok().unwrap();
        assert_eq!(hosts[1].host, "b.example");
        for (phones, zh, en) in [
            (1, "1 台云手机需要 1 行代理，现有 2 行", "given: 2"),
            (3, "3 台云手机需要 3 行代理，现有 2 行", "needed: 3,"),
        ] {
            let Err(refusal) = for_each(read(text), phones) else {
                panic!("{phones}");
            };
            assert_eq!(refusal(Lang::Zh), zh);
            assert!(refusal(Lang::En).contains(en));
        }
        let Err(refusal) = for_each(read("a.example:1\nb.example:25"), 2) else {
            panic!("a wrong line");
        };
        assert!(refusal(Lang::En).starts_with("Line 2: "));
        assert!(refusal(Lang::Zh).starts_with("第 2 行："));
    }
}
