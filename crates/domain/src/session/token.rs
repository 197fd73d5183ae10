//! A program's token: its name, scopes, phones and life.

use std::collections::HashSet;

use thiserror::Error;

use super::{Scope, Scopes};
use crate::lang::{Lang, Words};
use crate::text::names::{InvalidName, Name};

/// Prefix of every token, so that a token found in a file is recognized.
pub const TOKEN_PREFIX: &str = "owl_";
/// Tokens of one member.
pub const TOKENS_MAX: i64 = 20;
/// The longest life, in days.
pub const TOKEN_DAYS_MAX: i64 = 365;
/// Limit of phones that a token may be restricted to.
pub const TOKEN_PHONES_MAX: usize = 100;
/// Calls with one token in a minute.
pub const TOKEN_CALLS_A_MINUTE: i64 = 600;

/// Why a token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidTokenForm {
    /// The name is refused.
    #[error(transparent)]
    Name(#[from] InvalidName),
    /// No scope is chosen, or one twice.
    #[error("no scope, or one twice")]
    Scopes,
    /// Phones were named, and they are none, too many, or a phone is among them twice.
    #[error("the phones are none, too many, or named twice")]
    Phones,
    /// The life is less than a day, or longer than [`TOKEN_DAYS_MAX`].
    #[error("a token lives 1 to {TOKEN_DAYS_MAX} days")]
    Days,
}

impl InvalidTokenForm {
    /// Message for the form.
    pub fn text(self, lang: Lang) -> String {
        match self {
            Self::Name(fault) => fault.text(lang),
            Self::Scopes => Words::new(
                "请至少选择一项权限，且不要重复",
                "Choose at least one scope, each once",
            )
            .in_lang(lang)
            .to_owned(),
            Self::Phones => match lang {
                Lang::Zh => format!("请选择 1 到 {TOKEN_PHONES_MAX} 台云手机，且不要重复"),
                Lang::En => format!("Choose 1 to {TOKEN_PHONES_MAX} phones, each once"),
            },
            Self::Days => match lang {
                Lang::Zh => format!("有效期为 1 到 {TOKEN_DAYS_MAX} 天"),
                Lang::En => format!("A token lives 1 to {TOKEN_DAYS_MAX} days"),
            },
        }
    }
}

/// A token that the rules allow, to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewToken {
    name: Name,
    scopes: Scopes,
    phones: Option<Vec<i64>>,
    days: i64,
}

impl NewToken {
    /// Reads the form; without phones the token reaches every phone of its member, also those that come later.
    pub fn parse(
        name: &str,
        scopes: &[Scope],
        phones: Option<Vec<i64>>,
        days: i64,
    ) -> Result<Self, InvalidTokenForm> {
        let name = Name::parse(name)?;
        let scopes = Scopes::of(scopes).ok_or(InvalidTokenForm::Scopes)?;
        if let Some(phones) = &phones {
            let different: HashSet<&i64> = phones.iter().collect();
            let fits = (1..=TOKEN_PHONES_MAX).contains(&phones.len());
            if !fits || different.len() < phones.len() {
                return Err(InvalidTokenForm::Phones);
            }
        }
        if !(1..=TOKEN_DAYS_MAX).contains(&days) {
            return Err(InvalidTokenForm::Days);
        }
        Ok(Self {
            name,
            scopes,
            phones,
            days,
        })
    }

    /// Name for people.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// Scopes of the token.
    pub fn scopes(&self) -> Scopes {
        self.scopes
    }

    /// The only phones that the token reaches; none: all.
    pub fn phones(&self) -> Option<&[i64]> {
        self.phones.as_deref()
    }

    /// End of the token, Unix milliseconds.
    pub const fn until_ms(&self, now_ms: i64) -> i64 {
        now_ms + self.days * 24 * 60 * 60 * 1000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(
        name: &str,
        scopes: &[Scope],
        phones: Option<usize>,
        days: i64,
    ) -> Result<NewToken, InvalidTokenForm> {
        let phones = phones.map(|n| (1..).take(n).collect());
        NewToken::parse(name, scopes, phones, days)
    }

    #[test]
    fn each_limit_holds_at_its_end_and_not_beyond() {
        let read = [Scope::PhonesRead];
        assert!(with("CI", &read, None, 1).is_ok());
        assert_eq!(with("CI", &read, None, 0), Err(InvalidTokenForm::Days));
        assert!(with("CI", &read, None, TOKEN_DAYS_MAX).is_ok());
        assert_eq!(
            with("CI", &read, None, TOKEN_DAYS_MAX + 1),
            Err(InvalidTokenForm::Days)
        );
        assert_eq!(with("CI", &read, Some(0), 1), Err(InvalidTokenForm::Phones));
        assert!(with("CI", &read, Some(TOKEN_PHONES_MAX), 1).is_ok());
        assert_eq!(
            with("CI", &read, Some(TOKEN_PHONES_MAX + 1), 1),
            Err(InvalidTokenForm::Phones)
        );
        let twice = NewToken::parse("CI", &read, Some(vec![7, 7]), 1);
        assert_eq!(twice, Err(InvalidTokenForm::Phones));
        assert_eq!(with("CI", &[], None, 1), Err(InvalidTokenForm::Scopes));
        assert_eq!(
            with(" ", &read, None, 1),
            Err(InvalidTokenForm::Name(InvalidName::Empty))
        );
    }

    #[test]
    fn it_ends_after_its_days_and_each_fault_has_words() {
        let token = with("CI", &Scope::ALL, Some(1), 2).unwrap();
        assert_eq!(token.until_ms(5), 5 + 2 * 86_400_000);
        assert_eq!((token.name(), token.phones()), ("CI", Some(&[1][..])));
        for fault in [
            InvalidTokenForm::Scopes,
            InvalidTokenForm::Phones,
            InvalidTokenForm::Days,
        ] {
            assert_ne!(fault.text(Lang::Zh), fault.text(Lang::En));
        }
    }
}
