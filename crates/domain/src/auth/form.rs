//! The forms for signing in and registering, read as a whole.

use super::{
    Account, Code, NewPassword, PasswordRule, PhoneNumber, Target, Violation, check_password,
};
use crate::{member, text};

/// Longest channel code, in characters.
pub const CHANNEL_CODE_MAX_CHARS: usize = 64;
/// The channel code of members without one.
pub const DEFAULT_CHANNEL_CODE: &str = "default";

/// A field of the form and what is wrong with it.
type FieldViolation = (&'static str, Violation);

/// Proof of identity at sign-in. Not `Debug`: passwords and codes are never logged.
#[derive(Clone, PartialEq, Eq)]
pub enum Proof {
    /// Proof by password.
    Password {
        account: Account,
        /// The password as typed.
        password: String,
    },
    /// Proof by a code that was sent.
    Code {
        /// Recipient of the code.
        target: Target,
        /// The typed code.
        code: Code,
        /// Id of the request that the code answers.
        uuid: String,
    },
}

/// A sign-in that may be tried.
#[derive(Clone, PartialEq, Eq)]
pub struct SignIn {
    /// Proof of identity.
    pub proof: Proof,
    /// Channel by which the member came.
    pub channel_code: String,
}

impl SignIn {
    /// Reads the form of a password: the first violation of each field, by the field's name.
    pub fn parse(
        account: &str,
        password: &str,
        channel_code: Option<&str>,
    ) -> Result<Self, Vec<FieldViolation>> {
        let mut violations = Vec::new();
        let account = checked("account", Account::parse(account), &mut violations);
        checked("password", check_password(password), &mut violations);
        let channel_code = checked("channelCode", channel(channel_code), &mut violations);
        match (account, channel_code) {
            (Some(account), Some(channel_code)) if violations.is_empty() => Ok(Self {
                proof: Proof::Password {
                    account,
                    password: password.to_owned(),
                },
                channel_code,
            }),
            _ => Err(violations),
        }
    }

    /// Reads the form of a code.
    pub fn by_code(
        target: &str,
        code: &str,
        uuid: &str,
        channel_code: Option<&str>,
    ) -> Result<Self, Vec<FieldViolation>> {
        let mut violations = Vec::new();
        let target = checked("account", Target::parse(target), &mut violations);
        let code = checked("code", Code::parse(code), &mut violations);
        let channel_code = checked("channelCode", channel(channel_code), &mut violations);
        match (target, code, channel_code) {
            (Some(target), Some(code), Some(channel_code)) => Ok(Self {
                proof: Proof::Code {
                    target,
                    code,
                    uuid: uuid.to_owned(),
                },
                channel_code,
            }),
            _ => Err(violations),
        }
    }
}

/// Fields of the registration form.
#[derive(Clone, Copy, Default)]
pub struct NewMemberForm<'a> {
    /// Phone number as typed.
    pub phone: &'a str,
    /// The phone number once more, when the client sends it.
    pub user_name: Option<&'a str>,
    /// The chosen password.
    pub password: &'a str,
    /// The typed code.
    pub code: &'a str,
    /// Id of the request that the code answers.
    pub uuid: &'a str,
    /// Nickname that the member chose; none when left out.
    pub nickname: Option<&'a str>,
    /// Channel by which the member came.
    pub channel_code: Option<&'a str>,
    /// Whether the agreements are ticked.
    pub agreed: bool,
}

/// A registration that may be tried.
#[derive(Clone, PartialEq, Eq)]
pub struct NewMember {
    /// The account's phone number.
    pub phone: PhoneNumber,
    /// The account's password.
    pub password: NewPassword,
    /// The code that proves the number.
    pub code: Code,
    /// Id of the request that the code answers.
    pub uuid: String,
    /// Nickname; the masked number when none was given.
    pub nickname: String,
    /// Channel by which the member came.
    pub channel_code: String,
}

impl NewMember {
    /// Reads the form: the first violation of each field, by the field's name.
    pub fn parse(form: NewMemberForm<'_>) -> Result<Self, Vec<FieldViolation>> {
        let mut violations = Vec::new();
        let phone = checked("phone", required_phone(form.phone), &mut violations);
        let same = form
            .user_name
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .is_none_or(|name| PhoneNumber::parse(name).ok() == phone);
        if phone.is_some() && !same {
            violations.push(("userName", Violation::UserNameDiffers));
        }
        let code = checked("code", Code::parse(form.code), &mut violations);
        let password = NewPassword::parse(form.password, PasswordRule::Reset);
        let password = checked("password", password, &mut violations);
        let nickname = checked("nickname", nickname(form.nickname), &mut violations);
        let channel_code = checked(
            "channelCode",
            kept_channel(form.channel_code),
            &mut violations,
        );
        if !form.agreed {
            violations.push(("agreed", Violation::AgreementMissing));
        }
        match (phone, code, password, nickname, channel_code) {
            (Some(phone), Some(code), Some(password), Some(nickname), Some(channel_code))
                if violations.is_empty() =>
            {
                Ok(Self {
                    nickname: nickname.unwrap_or_else(|| phone.masked()),
                    phone,
                    password,
                    code,
                    uuid: form.uuid.to_owned(),
                    channel_code,
                })
            }
            _ => Err(violations),
        }
    }
}

/// The value of a field; none, and a violation more, where the field is refused.
fn checked<T>(
    field: &'static str,
    read: Result<T, Violation>,
    violations: &mut Vec<FieldViolation>,
) -> Option<T> {
    read.map_err(|violation| violations.push((field, violation)))
        .ok()
}

fn channel(given: Option<&str>) -> Result<String, Violation> {
    let channel = given
        .map(str::trim)
        .filter(|c| !c.is_empty())
        .unwrap_or(DEFAULT_CHANNEL_CODE);
    if channel.chars().count() > CHANNEL_CODE_MAX_CHARS {
        Err(Violation::ChannelTooLong)
    } else {
        Ok(channel.to_owned())
    }
}

/// Reads the nickname by the account centre's rule, so that registration accepts no name that the account centre refuses.
fn nickname(given: Option<&str>) -> Result<Option<String>, Violation> {
    given
        .map(text::one_line)
        .filter(|name| !name.is_empty())
        .map(|name| member::parse_nickname(&name).map_err(|_| Violation::Nickname))
        .transpose()
}

/// Reads the channel by the account centre's rule.
fn kept_channel(given: Option<&str>) -> Result<String, Violation> {
    let code = channel(given)?;
    member::parse_channel_code(&code).map_err(|_| Violation::ChannelCode)
}

/// Reads the phone number; an empty field is reported as empty rather than as wrong.
fn required_phone(text: &str) -> Result<PhoneNumber, Violation> {
    if text.trim().is_empty() {
        Err(Violation::AccountEmpty)
    } else {
        PhoneNumber::parse(text)
    }
}
