//! Passwords: the one being used, the new one, and how strong a new one looks while it is typed.

use super::Violation;
use super::common::is_common;
use crate::lang::{Lang, Words};
use strum::EnumString;

/// Longest password that is looked at when it is used; new ones end at 20, older ones may be longer.
pub const PASSWORD_MAX_CHARS: usize = 64;
/// Shortest new password.
pub const NEW_PASSWORD_MIN_CHARS: usize = 8;
/// Longest new password.
pub const NEW_PASSWORD_MAX_CHARS: usize = 20;

const _: () = assert!(NEW_PASSWORD_MIN_CHARS < NEW_PASSWORD_MAX_CHARS);
const _: () = assert!(NEW_PASSWORD_MAX_CHARS <= PASSWORD_MAX_CHARS);

/// Checks a password that is being used (not chosen): present and of a length worth hashing.
pub fn check_password(text: &str) -> Result<(), Violation> {
    if text.is_empty() {
        Err(Violation::PasswordEmpty)
    } else if text.chars().count() > PASSWORD_MAX_CHARS {
        Err(Violation::PasswordTooLong)
    } else {
        Ok(())
    }
}

/// Checks that the confirmation is the password.
pub fn check_confirmation(password: &str, confirmation: &str) -> Result<(), Violation> {
    if confirmation.is_empty() {
        Err(Violation::ConfirmationEmpty)
    } else if confirmation == password {
        Ok(())
    } else {
        Err(Violation::ConfirmationDiffers)
    }
}

/// Rule for a new password, by the form in which it is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "camelCase")]
pub enum PasswordRule {
    /// The rule of registration and reset: upper and lower case, digit and symbol.
    Reset,
    /// The account centre's rule: letter and digit; symbols are allowed.
    Account,
}

/// A password that may be set. Not `Debug`: it is never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword(String);

impl NewPassword {
    /// Reads a chosen password: 8–20 letters, digits and symbols (visible ASCII), mixed as the rule wants, and not a common one.
    pub fn parse(text: &str, rule: PasswordRule) -> Result<Self, Violation> {
        let length = text.chars().count();
        let kinds = Kinds::of(text);
        if text.is_empty() {
            return Err(Violation::PasswordEmpty);
        }
        if !(NEW_PASSWORD_MIN_CHARS..=NEW_PASSWORD_MAX_CHARS).contains(&length) {
            return Err(Violation::PasswordLength);
        }
        if kinds.other {
            return Err(Violation::PasswordCharacters);
        }
        match rule {
            PasswordRule::Reset if kinds.count() < 4 => return Err(Violation::PasswordKinds),
            PasswordRule::Account if !(kinds.digit && (kinds.upper || kinds.lower)) => {
                return Err(Violation::PasswordLettersDigits);
            }
            PasswordRule::Reset | PasswordRule::Account => {}
        }
        if is_common(text) {
            Err(Violation::PasswordCommon)
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// The text, for hashing.
    pub fn into_text(self) -> String {
        self.0
    }
}

/// The kinds of characters in a text.
#[derive(Clone, Copy, Default)]
pub(super) struct Kinds {
    pub(super) upper: bool,
    pub(super) lower: bool,
    pub(super) digit: bool,
    pub(super) symbol: bool,
    pub(super) other: bool,
}

impl Kinds {
    pub(super) fn of(text: &str) -> Self {
        let mut kinds = Self::default();
        for c in text.chars() {
            match c {
                'A'..='Z' => kinds.upper = true,
                'a'..='z' => kinds.lower = true,
                '0'..='9' => kinds.digit = true,
                c if c.is_ascii_graphic() => kinds.symbol = true,
                _ => kinds.other = true,
            }
        }
        kinds
    }

    fn count(self) -> usize {
        [self.upper, self.lower, self.digit, self.symbol]
            .into_iter()
            .filter(|has| *has)
            .count()
    }

    /// Tenths of bits that an unpredictable character of these kinds is worth.
    fn worth(self) -> usize {
        match self.count() {
            0 => 0,
            1 if self.digit => 33,
            1 => 47,
            2 => 55,
            3 => 60,
            _ => 65,
        }
    }
}

/// Strength of a new password, for the meter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Refused, or guessed at once.
    None = 0,
    /// A guesser finds it soon.
    Weak = 1,
    /// Enough for the rule.
    Fair = 2,
    /// Above what the rule demands.
    Good = 3,
    /// Hard to guess.
    Strong = 4,
}

impl Strength {
    /// The meter's word, in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::None => Words::new("太弱", "Too weak"),
            Self::Weak => Words::new("弱", "Weak"),
            Self::Fair => Words::new("一般", "Fair"),
            Self::Good => Words::new("较强", "Good"),
            Self::Strong => Words::new("强", "Strong"),
        }
    }

    /// The meter's word in one language.
    pub const fn text(self, lang: Lang) -> &'static str {
        self.words().in_lang(lang)
    }
}

/// Estimates a password: what follows from its neighbour counts for little, a common one for nothing.
pub fn strength(text: &str) -> Strength {
    let chars: Vec<char> = text.chars().take(PASSWORD_MAX_CHARS).collect();
    if chars.len() < NEW_PASSWORD_MIN_CHARS || is_common(text) {
        return Strength::None;
    }
    let expected = chars
        .windows(2)
        .filter(|pair| follows(pair[0], pair[1]))
        .count();
    let surprising = chars.len() - expected;
    match surprising * Kinds::of(text).worth() / 10 {
        0..30 => Strength::None,
        30..42 => Strength::Weak,
        42..54 => Strength::Fair,
        54..70 => Strength::Good,
        _ => Strength::Strong,
    }
}

/// Whether a character repeats the one before it, or is its next or previous neighbour: `aa`, `ab`, `21`.
pub(super) fn follows(before: char, after: char) -> bool {
    (before as u32).abs_diff(after as u32) <= 1
}
