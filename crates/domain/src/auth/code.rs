//! Codes that are sent by SMS or mail, and the captcha before them: what for, to whom, for how long.

use super::{MailAddress, PhoneNumber, Violation, half_width, is_mark};
use crate::every;
use crate::lang::{Lang, Words};
use std::ops::RangeInclusive;
use strum::{EnumCount, IntoStaticStr, VariantArray};

/// Digits of a code.
pub const CODE_DIGITS: usize = 6;
/// Life of a code unless an operator sets another: 10 minutes.
pub const CODE_LIFE_MS: i64 = 10 * MINUTE_MS;
/// Wrong tries after which a code is dead.
pub const CODE_TRIES: i16 = 5;
/// Pause before the next code to the same number, whatever its purpose, unless an operator sets another.
pub const RESEND_MS: i64 = 60 * SECOND_MS;
/// Codes to one number or address in a day of the set time zone, unless an operator sets another number.
pub const DAILY_CODES: i64 = 10;
/// Minutes that an operator may let a code live.
pub const CODE_LIFE_MINUTES: RangeInclusive<i64> = 3..=30;
/// Seconds that an operator may set between two codes.
pub const RESEND_SECONDS: RangeInclusive<i64> = 30..=120;
/// Codes of one day that an operator may set.
pub const DAILY_CODES_RANGE: RangeInclusive<i64> = 3..=19;
const SECOND_MS: i64 = 1000;
const MINUTE_MS: i64 = 60 * SECOND_MS;
/// Longest text of a code or captcha that is looked at.
const TEXT_MAX_CHARS: usize = 32;

const _: () = assert!(*RESEND_SECONDS.end() * SECOND_MS < *CODE_LIFE_MINUTES.start() * MINUTE_MS);
const _: () = assert!(CODE_TRIES > 0 && *DAILY_CODES_RANGE.start() > 0);

/// Rules of codes: how soon, how many, how long they live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeRules {
    resend_ms: i64,
    daily: i64,
    life_ms: i64,
}

impl Default for CodeRules {
    fn default() -> Self {
        Self {
            resend_ms: RESEND_MS,
            daily: DAILY_CODES,
            life_ms: CODE_LIFE_MS,
        }
    }
}

impl CodeRules {
    /// Rules from an operator's settings; none when a value lies outside its range.
    pub fn of(resend_seconds: i64, daily: i64, life_minutes: i64) -> Option<Self> {
        let fine = RESEND_SECONDS.contains(&resend_seconds)
            && DAILY_CODES_RANGE.contains(&daily)
            && CODE_LIFE_MINUTES.contains(&life_minutes);
        fine.then_some(Self {
            resend_ms: resend_seconds * SECOND_MS,
            daily,
            life_ms: life_minutes * MINUTE_MS,
        })
    }

    /// Pause before the next code to the same number or address, in milliseconds.
    pub const fn resend_ms(self) -> i64 {
        self.resend_ms
    }

    /// Codes to one number or address in a day.
    pub const fn daily(self) -> i64 {
        self.daily
    }

    /// Life of a code, in milliseconds.
    pub const fn life_ms(self) -> i64 {
        self.life_ms
    }
}

/// Purpose of a code. A code asked for one purpose serves no other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[cfg_attr(feature = "api", derive(serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(
    feature = "api",
    serde(rename_all = "lowercase"),
    schema(as = PurposeWord, description = "Purpose of a code.")
)]
pub enum Purpose {
    /// Signing in.
    Login = 1,
    /// A change of the account's phone number: one code to the old, one to the new.
    Phone = 2,
    /// A new password, in a session.
    Password = 3,
    /// A new password, without a session.
    Reset = 4,
    /// A new account.
    Register = 5,
    /// A change of the account's e-mail address.
    #[strum(serialize = "email")]
    #[cfg_attr(feature = "api", serde(rename = "email"))]
    Mail = 6,
    /// Binding a social account.
    Bind = 7,
    /// Deleting the account.
    Delete = 8,
    /// Making a token for a program.
    Token = 9,
    /// Agreeing to become the sub-account of the member who asks for the code.
    SubAccount = 10,
}

impl Purpose {
    /// The complete list of purposes.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire word, or the number that other clients send.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|purpose| purpose.into_str() == text || text == (*purpose as i16).to_string())
    }

    /// Reads the stored number.
    pub fn from_stored(number: i16) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|purpose| *purpose as i16 == number)
    }

    /// Whether only a signed-in member asks for a code of this purpose.
    pub const fn needs_session(self) -> bool {
        match self {
            Self::Phone
            | Self::Password
            | Self::Mail
            | Self::Delete
            | Self::Token
            | Self::SubAccount => true,
            Self::Login | Self::Reset | Self::Register | Self::Bind => false,
        }
    }

    /// Whether the code goes to the signed-in member's own number or address, and to no other.
    pub const fn goes_home(self) -> bool {
        matches!(self, Self::Password | Self::Delete | Self::Token)
    }

    /// Whether a code of this purpose may go to a target.
    pub const fn reaches(self, target: &Target) -> bool {
        match target {
            Target::Phone(_) => !matches!(self, Self::Mail),
            Target::Mail(_) => matches!(self, Self::Login | Self::Mail),
        }
    }

    /// The purpose as an action, for the message that carries the code.
    const fn action(self) -> Words {
        match self {
            Self::Login => Words::new("登录", "to sign in"),
            Self::Phone => Words::new("更换手机号", "to change the phone number"),
            Self::Password => Words::new("修改密码", "to change the password"),
            Self::Reset => Words::new("重置密码", "to reset the password"),
            Self::Register => Words::new("注册", "to register"),
            Self::Mail => Words::new("绑定邮箱", "to set the e-mail address"),
            Self::Bind => Words::new("绑定账号", "to bind your account"),
            Self::Delete => Words::new("注销账号", "to delete the account"),
            Self::Token => Words::new("创建访问令牌", "to make an access token"),
            Self::SubAccount => Words::new("同意成为子账号", "to agree to become a sub-account"),
        }
    }

    /// The message that carries a code, with the masked number of the member who asked for it, where that is somebody else.
    pub fn message(self, code: &str, by: &str, rules: CodeRules, lang: Lang) -> String {
        let minutes = rules.life_ms() / MINUTE_MS;
        if self == Self::SubAccount {
            return match lang {
                Lang::Zh => format!(
                    "【Owldeck】{by} 邀请您的号码成为其子账号。如果同意，请把验证码 {code} 告诉对方，{minutes} 分钟内有效；不同意请忽略。"
                ),
                Lang::En => format!(
                    "[Owldeck] {by} invites your number to be a sub-account. If you agree, tell them the code {code}, valid for {minutes} minutes. If not, ignore it."
                ),
            };
        }
        let action = self.action().in_lang(lang);
        match lang {
            Lang::Zh => format!(
                "【Owldeck】您的验证码是 {code}，用于{action}，{minutes} 分钟内有效。请勿告诉他人。"
            ),
            Lang::En => format!(
                "[Owldeck] Your code {action} is {code}. It is valid for {minutes} minutes. Do not share it."
            ),
        }
    }
}

/// Recipient of a code.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// A phone number, reached by SMS.
    Phone(PhoneNumber),
    /// A mail address.
    Mail(MailAddress),
}

impl Target {
    /// The number or address with its middle hidden.
    pub fn masked(&self) -> String {
        match self {
            Self::Phone(number) => number.masked(),
            Self::Mail(mail) => mail.masked(),
        }
    }

    /// The number or address as text.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Phone(number) => number.as_str(),
            Self::Mail(mail) => mail.as_str(),
        }
    }

    /// Reads a number or an address: what has an `@` is an address.
    pub fn parse(text: &str) -> Result<Self, Violation> {
        if text.trim().is_empty() {
            Err(Violation::AccountEmpty)
        } else if text.chars().any(|c| half_width(c) == '@') {
            MailAddress::parse(text).map(Self::Mail)
        } else {
            PhoneNumber::parse(text).map(Self::Phone)
        }
    }

    /// Key under which messages to the target are counted.
    pub fn counted_as(&self) -> String {
        match self {
            Self::Phone(number) => number.as_str().to_owned(),
            Self::Mail(mail) => mail.mailbox(),
        }
    }
}

/// A code as it was typed: six digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    /// Reads a typed code; blanks, hyphens, full-width digits and invisible marks do not matter.
    pub fn parse(text: &str) -> Result<Self, Violation> {
        let digits: String = text
            .chars()
            .filter(|c| !is_mark(*c))
            .take(TEXT_MAX_CHARS)
            .map(half_width)
            .filter(|c| !c.is_whitespace() && *c != '-')
            .collect();
        if digits.is_empty() {
            Err(Violation::CodeEmpty)
        } else if digits.len() == CODE_DIGITS && digits.bytes().all(|b| b.is_ascii_digit()) {
            Ok(Self(digits))
        } else {
            Err(Violation::CodeInvalid)
        }
    }

    /// The six digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The action that a captcha allows. A captcha drawn for one action serves no other.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, IntoStaticStr, Default,
)]
#[strum(serialize_all = "camelCase", const_into_str)]
#[cfg_attr(feature = "api", derive(serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(
    feature = "api",
    serde(rename_all = "lowercase"),
    schema(as = CaptchaActionWord, description = "Action that a captcha allows.")
)]
pub enum CaptchaAction {
    /// Signing in after failures.
    #[default]
    Login = 1,
    /// A code by SMS or mail.
    Sms = 2,
    /// A code for a new account.
    Register = 3,
}

impl CaptchaAction {
    /// The complete list of actions.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Whether the captcha lets a code of this purpose be sent.
    pub const fn opens(self, purpose: Purpose) -> bool {
        match self {
            Self::Sms => true,
            Self::Register => matches!(purpose, Purpose::Register),
            Self::Login => false,
        }
    }

    /// Reads the stored number.
    pub fn from_stored(number: i16) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|action| *action as i16 == number)
    }
}

/// The characters of a captcha as they were typed, in one spelling: upper case, without blanks.
pub fn read_captcha(text: &str) -> Result<String, Violation> {
    let read: String = text
        .chars()
        .take(TEXT_MAX_CHARS)
        .map(half_width)
        .filter(|c| !c.is_whitespace() && !is_mark(*c))
        .collect::<String>()
        .to_ascii_uppercase();
    if read.is_empty() {
        Err(Violation::CaptchaEmpty)
    } else {
        Ok(read)
    }
}
