//! The account of a sign-in: a phone number, an e-mail address or an account name, typed into one field.

use super::{MailAddress, PhoneNumber, Violation, half_width};

/// Longest account name, in characters.
pub const ACCOUNT_MAX_CHARS: usize = 50;

/// The account of a sign-in, as one of its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Account {
    /// A phone number.
    Phone(PhoneNumber),
    /// An account name: a letter, then letters, digits, `_`, `-`, `.`; lower case.
    UserName(String),
    /// An e-mail address.
    Mail(MailAddress),
}

impl Account {
    /// Reads what was typed into the one account field. A text with an `@` is an address, one that begins with a letter a name, any other
    /// must be a phone number.
    pub fn parse(text: &str) -> Result<Self, Violation> {
        let text = text.trim();
        let Some(first) = text.chars().next().map(half_width) else {
            return Err(Violation::AccountEmpty);
        };
        if text.chars().any(|c| half_width(c) == '@') {
            return MailAddress::parse(text).map(Self::Mail);
        }
        if !first.is_ascii_alphabetic() {
            return PhoneNumber::parse(text).map(Self::Phone);
        }
        let name: String = text
            .chars()
            .map(half_width)
            .collect::<String>()
            .to_ascii_lowercase();
        let fine = name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
        if fine && name.len() <= ACCOUNT_MAX_CHARS {
            Ok(Self::UserName(name))
        } else {
            Err(Violation::AccountInvalid)
        }
    }

    /// The account in its one spelling, under which guesses are counted.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Phone(number) => number.as_str(),
            Self::UserName(name) => name,
            Self::Mail(mail) => mail.as_str(),
        }
    }
}
