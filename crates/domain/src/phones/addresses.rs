//! ADB addresses as operators type them: `host:port`, a host alone, or a row of hosts.

use std::net::Ipv4Addr;

use thiserror::Error;

/// Port of a phone's adbd where none is typed.
pub const ADB_PORT: u16 = 5555;
/// Most phones that are added at once.
pub const ADDRESSES_MAX: usize = 200;
/// Longest address, in bytes.
const ADDRESS_MAX_BYTES: usize = 255;

/// Why addresses are refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InvalidAddress {
    /// The text is no address.
    #[error("`{0}` is not an address: write host:port")]
    NotAnAddress(String),
    /// The address stands in the text twice.
    #[error("{0} is written twice")]
    Twice(String),
    /// The text has no address, or too many.
    #[error("write 1 to {ADDRESSES_MAX} addresses")]
    Count,
}

/// Whether a text is `host:port`, as a phone's adbd is reached.
pub fn is_address(adb: &str) -> bool {
    adb.len() <= ADDRESS_MAX_BYTES
        && adb.rsplit_once(':').is_some_and(|(host, port)| {
            let bracketed = host.starts_with('[') && host.ends_with(']');
            !host.is_empty()
                && (bracketed || !host.contains(':'))
                && !host.contains(|c: char| c.is_whitespace() || c.is_control() || c == '/')
                && port.parse::<u16>().is_ok_and(|port| port > 0)
        })
}

/// An address of a text, or what was typed and why it is refused.
pub type Line = Result<String, (String, InvalidAddress)>;

/// Reads addresses, separated by commas, semicolons, blanks or lines. A host alone has port 5555; `10.8.4.21-40:5555` are twenty hosts.
/// Refused whole only when there are none, or too many.
pub fn read_addresses(text: &str) -> Result<Vec<Line>, InvalidAddress> {
    let between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '，' | '；' | '、');
    let mut lines: Vec<Line> = Vec::new();
    for typed in text.split(between).filter(|typed| !typed.is_empty()) {
        let read: Vec<Line> = match row(typed) {
            Ok(addresses) => addresses.into_iter().map(Ok).collect(),
            Err(fault) => vec![Err((typed.to_owned(), fault))],
        };
        for line in read {
            if lines.len() == ADDRESSES_MAX {
                return Err(InvalidAddress::Count);
            }
            let line = match line {
                Ok(address) if lines.contains(&Ok(address.clone())) => {
                    Err((address.clone(), InvalidAddress::Twice(address)))
                }
                line => line,
            };
            lines.push(line);
        }
    }
    if lines.is_empty() {
        return Err(InvalidAddress::Count);
    }
    Ok(lines)
}

/// [`read_addresses`], refused whole by the first address that is.
pub fn parse_addresses(text: &str) -> Result<Vec<String>, InvalidAddress> {
    read_addresses(text)?
        .into_iter()
        .map(|line| line.map_err(|(_, fault)| fault))
        .collect()
}

/// The addresses of one word: one, or those of a row of hosts.
fn row(typed: &str) -> Result<Vec<String>, InvalidAddress> {
    let wrong = || InvalidAddress::NotAnAddress(typed.to_owned());
    let (host, port) = match typed.rsplit_once(':') {
        // An IPv6 address within brackets has colons of its own.
        Some((host, port)) if !port.ends_with(']') => (host, port.to_owned()),
        Some(_) | None => (typed, ADB_PORT.to_string()),
    };
    let hosts = match hosts_of(host) {
        Some((prefix, first, last)) if first <= last => (first..=last)
            .map(|end| format!("{prefix}.{end}"))
            .collect(),
        Some(_) => return Err(wrong()),
        None => vec![host.to_owned()],
    };
    let addresses: Vec<String> = hosts.iter().map(|host| format!("{host}:{port}")).collect();
    if addresses.iter().all(|address| is_address(address)) {
        Ok(addresses)
    } else {
        Err(wrong())
    }
}

/// `10.8.4.21-40` taken apart: what is before the last number, and the two numbers. A host's name may have a dash, too: that is no row.
fn hosts_of(host: &str) -> Option<(&str, u8, u8)> {
    let (first, last) = host.rsplit_once('-')?;
    let (prefix, _) = first.rsplit_once('.')?;
    let first: Ipv4Addr = first.parse().ok()?;
    Some((prefix, first.octets()[3], last.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> InvalidAddress {
        parse_addresses(text).unwrap_err()
    }

    #[test]
    fn addresses_come_one_a_line_by_commas_without_a_port_and_in_rows() {
        let typed = "10.8.4.21:5556\n10.8.4.26,  phone-1:1；[::1] [::2]:7,";
        let read = parse_addresses(typed).unwrap();
        assert_eq!(
            read,
            [
                "10.8.4.21:5556",
                "10.8.4.26:5555",
                "phone-1:1",
                "[::1]:5555",
                "[::2]:7"
            ]
        );
        let row = parse_addresses("10.8.4.254-255:7 10.0.0.9-9").unwrap();
        assert_eq!(row, ["10.8.4.254:7", "10.8.4.255:7", "10.0.0.9:5555"]);
    }

    #[test]
    fn what_is_no_address_is_named() {
        for wrong in [
            ":5555",
            "10.0.0.1:0",
            "10.0.0.1:65536",
            "10.0.0.1:",
            "::1:5555",
            "a/b:1",
            "10.8.4.40-21:5555",
        ] {
            let text = format!("10.0.0.9:1 {wrong}");
            assert_eq!(fault(&text), InvalidAddress::NotAnAddress(wrong.to_owned()));
        }
        let long = format!("{}:1", "a".repeat(ADDRESS_MAX_BYTES - 1));
        assert!(is_address(&long[1..]) && !is_address(&long));
    }

    #[test]
    fn each_line_is_read_by_itself() {
        let lines = read_addresses("10.0.0.1 a/b 10.0.0.1:5555 10.0.0.2:7").unwrap();
        let wrong = |typed: &str, fault| Err((typed.to_owned(), fault));
        let first = "10.0.0.1:5555".to_owned();
        assert_eq!(
            lines,
            [
                Ok(first.clone()),
                wrong("a/b", InvalidAddress::NotAnAddress("a/b".to_owned())),
                wrong(&first, InvalidAddress::Twice(first.clone())),
                Ok("10.0.0.2:7".to_owned()),
            ]
        );
    }

    #[test]
    fn an_address_stands_once_and_they_are_not_too_many() {
        let twice = InvalidAddress::Twice("10.0.0.2:5555".to_owned());
        assert_eq!(fault("10.0.0.1-3 10.0.0.2:5555"), twice);
        assert_eq!(fault(" ,\n"), InvalidAddress::Count);
        let most = format!("10.0.0.1-{ADDRESSES_MAX}");
        assert_eq!(parse_addresses(&most).unwrap().len(), ADDRESSES_MAX);
        assert_eq!(fault(&format!("{most} 10.0.1.1")), InvalidAddress::Count);
    }
}
