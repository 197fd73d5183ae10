//! E-mail addresses, as they are written in practice: no quotes, no comments, no address literals.

use super::{Violation, half_width, is_mark};

/// Longest address, in characters.
pub const MAIL_MAX_CHARS: usize = 100;
/// Longest part before the `@` (RFC 5321, 4.5.3.1.1).
const LOCAL_MAX_CHARS: usize = 64;
/// Longest label of a domain (RFC 1035, 2.3.4).
const LABEL_MAX_CHARS: usize = 63;

const _: () = assert!(LOCAL_MAX_CHARS < MAIL_MAX_CHARS);

/// An address in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MailAddress(String);

impl MailAddress {
    /// Reads an address.
    pub fn parse(text: &str) -> Result<Self, Violation> {
        let text: String = text
            .trim()
            .chars()
            .filter(|c| !is_mark(*c))
            .take(MAIL_MAX_CHARS + 1)
            .map(half_width)
            .collect::<String>()
            .to_ascii_lowercase();
        if text.is_empty() {
            return Err(Violation::MailEmpty);
        }
        let fine = text.chars().count() <= MAIL_MAX_CHARS
            && text
                .split_once('@')
                .is_some_and(|(local, host)| is_local(local) && is_host(host));
        if fine {
            Ok(Self(text))
        } else {
            Err(Violation::MailInvalid)
        }
    }

    /// The whole address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The mailbox of the address: `a+b@x.cn` and `a@x.cn` are the same, and share what is counted.
    pub fn mailbox(&self) -> String {
        match self.0.split_once('@') {
            Some((local, host)) => {
                let name = local.split_once('+').map_or(local, |(name, _)| name);
                format!("{}@{host}", if name.is_empty() { local } else { name })
            }
            None => self.0.clone(),
        }
    }

    /// The masked address, such as `a***@example.com`.
    pub fn masked(&self) -> String {
        let (local, host) = self.0.split_once('@').unwrap_or((&self.0, ""));
        let first: String = local.chars().take(1).collect();
        format!("{first}***@{host}")
    }
}

fn is_local(local: &str) -> bool {
    local.len() <= LOCAL_MAX_CHARS
        && local.split('.').all(|atom| {
            !atom.is_empty()
                && atom
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(c))
        })
}

fn is_host(host: &str) -> bool {
    let labels: Vec<&str> = host.split('.').collect();
    let fine = labels.iter().all(|label| {
        (1..=LABEL_MAX_CHARS).contains(&label.len())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    });
    let top = labels.last().is_some_and(|top| {
        top.len() >= 2 && (top.starts_with("xn--") || top.chars().all(|c| c.is_ascii_alphabetic()))
    });
    fine && labels.len() >= 2 && top
}
