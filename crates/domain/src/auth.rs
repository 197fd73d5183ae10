//! Signing in: what may be typed, and what is said when it may not.

use thiserror::Error;

use crate::lang::{Lang, Words};

/// Longest account name, in characters.
pub const ACCOUNT_MAX_CHARS: usize = 50;
/// Longest password that is looked at; rules of new passwords end at 20, older ones may be longer.
pub const PASSWORD_MAX_CHARS: usize = 64;
/// Longest channel code, in characters.
pub const CHANNEL_CODE_MAX_CHARS: usize = 64;
/// The channel of members who came by none.
pub const DEFAULT_CHANNEL_CODE: &str = "default";

/// What is wrong with a field of the sign-in form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Violation {
    /// Neither phone number nor account name.
    #[error("account is empty")]
    AccountEmpty,
    /// Looks like a phone number and is none.
    #[error("phone number is not valid")]
    PhoneInvalid,
    /// Longer than [`ACCOUNT_MAX_CHARS`] or with characters that no account has.
    #[error("account is not valid")]
    AccountInvalid,
    /// No password.
    #[error("password is empty")]
    PasswordEmpty,
    /// Longer than [`PASSWORD_MAX_CHARS`].
    #[error("password is too long")]
    PasswordTooLong,
    /// The agreements are not ticked.
    #[error("agreements are not accepted")]
    AgreementMissing,
    /// Longer than [`CHANNEL_CODE_MAX_CHARS`].
    #[error("channel code is too long")]
    ChannelTooLong,
}

impl Violation {
    /// What the form says.
    pub const fn words(self) -> Words {
        match self {
            Self::AccountEmpty => Words::new("手机号不能为空", "Phone number cannot be empty"),
            Self::PhoneInvalid => Words::new("请输入正确的手机号", "Enter a valid phone number"),
            Self::AccountInvalid => Words::new(
                "请输入正确的手机号或账号",
                "Enter a valid phone number or account name",
            ),
            Self::PasswordEmpty => Words::new("密码不能为空", "Password cannot be empty"),
            Self::PasswordTooLong => Words::new("密码过长", "The password is too long"),
            Self::AgreementMissing => Words::new(
                "请先阅读并同意协议",
                "Read and agree to the agreements first",
            ),
            Self::ChannelTooLong => Words::new("渠道编码过长", "The channel code is too long"),
        }
    }

    /// The message in one language.
    pub const fn text(self, lang: Lang) -> &'static str {
        self.words().in_lang(lang)
    }
}

/// A mainland mobile number: 11 digits, 1 then 3–9. Written with or without +86, spaces, hyphens or full-width digits, it is one number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PhoneNumber(String);

impl PhoneNumber {
    /// Reads a number as people write it.
    pub fn parse(text: &str) -> Result<Self, Violation> {
        let mut digits = String::with_capacity(15);
        for (at, c) in text.trim().chars().map(half_width).enumerate() {
            match c {
                '0'..='9' => digits.push(c),
                '+' if at == 0 => digits.push_str("00"),
                ' ' | '-' | '\u{3000}' => {}
                _ => return Err(Violation::PhoneInvalid),
            }
        }
        let national = match digits.len() {
            15 => digits.strip_prefix("0086").ok_or(Violation::PhoneInvalid)?,
            11 => &digits,
            _ => return Err(Violation::PhoneInvalid),
        };
        let second = national.as_bytes()[1];
        if national.starts_with('1') && (b'3'..=b'9').contains(&second) {
            Ok(Self(national.to_owned()))
        } else {
            Err(Violation::PhoneInvalid)
        }
    }

    /// The eleven digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `138****0000`, as other people and the header see it.
    pub fn masked(&self) -> String {
        format!("{}****{}", &self.0[..3], &self.0[7..])
    }
}

/// Full-width ASCII, as Chinese keyboards type it, becomes ASCII.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

/// Who wants to sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Account {
    /// By phone number.
    Phone(PhoneNumber),
    /// By account name: a letter, then letters, digits, `_`, `-`, `.`; lower case.
    UserName(String),
}

impl Account {
    /// Reads what was typed into the one account field. Whatever begins with a letter is a name, all else must be a phone number.
    pub fn parse(text: &str) -> Result<Self, Violation> {
        let text = text.trim();
        let Some(first) = text.chars().next().map(half_width) else {
            return Err(Violation::AccountEmpty);
        };
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
}

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

/// A sign-in by password that may be tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIn {
    /// Who.
    pub account: Account,
    /// The password as typed. Never logged.
    pub password: String,
    /// Which channel the member came by.
    pub channel_code: String,
}

impl SignIn {
    /// Reads the form: the first violation of each field, by the field's name.
    pub fn parse(
        account: &str,
        password: &str,
        channel_code: Option<&str>,
    ) -> Result<Self, Vec<(&'static str, Violation)>> {
        let mut violations = Vec::new();
        let parsed = Account::parse(account).map_err(|v| violations.push(("account", v)));
        if let Err(v) = check_password(password) {
            violations.push(("password", v));
        }
        let channel_code = channel_code
            .map(str::trim)
            .filter(|c| !c.is_empty())
            .unwrap_or(DEFAULT_CHANNEL_CODE);
        if channel_code.chars().count() > CHANNEL_CODE_MAX_CHARS {
            violations.push(("channelCode", Violation::ChannelTooLong));
        }
        match parsed {
            Ok(account) if violations.is_empty() => Ok(Self {
                account,
                password: password.to_owned(),
                channel_code: channel_code.to_owned(),
            }),
            _ => Err(violations),
        }
    }
}
