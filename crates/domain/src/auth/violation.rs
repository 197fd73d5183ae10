//! Violations of the rules for a field, and the form's messages.

use thiserror::Error;

use crate::codes;
use crate::lang::{Lang, Words};
use crate::member;

/// Violation of the rule for a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Violation {
    /// The account is missing.
    #[error("account is empty")]
    AccountEmpty,
    /// The account looks like a phone number and is none.
    #[error("phone number is not valid")]
    PhoneInvalid,
    /// The account is longer than [`super::ACCOUNT_MAX_CHARS`], or has characters that no account has.
    #[error("account is not valid")]
    AccountInvalid,
    /// The e-mail address is missing.
    #[error("e-mail is empty")]
    MailEmpty,
    /// The text is not an e-mail address.
    #[error("e-mail is not valid")]
    MailInvalid,
    /// The password is missing.
    #[error("password is empty")]
    PasswordEmpty,
    /// The password is longer than [`super::PASSWORD_MAX_CHARS`].
    #[error("password is too long")]
    PasswordTooLong,
    /// A new password outside 8–20 characters.
    #[error("password is not of 8 to 20 characters")]
    PasswordLength,
    /// A new password with something else than letters, digits and symbols.
    #[error("password has other characters than letters, digits and symbols")]
    PasswordCharacters,
    /// A new password without one of upper case, lower case, digit, symbol.
    #[error("password lacks one of upper case, lower case, digit, symbol")]
    PasswordKinds,
    /// A new password without letter or digit.
    #[error("password lacks a letter or a digit")]
    PasswordLettersDigits,
    /// A new password that is a common one.
    #[error("password is too common")]
    PasswordCommon,
    /// The confirmation of the password is missing.
    #[error("confirmation is empty")]
    ConfirmationEmpty,
    /// The confirmation differs from the password.
    #[error("confirmation differs")]
    ConfirmationDiffers,
    /// The code of SMS or mail is missing.
    #[error("code is empty")]
    CodeEmpty,
    /// The code is not six digits.
    #[error("code is not six digits")]
    CodeInvalid,
    /// The characters of the captcha are missing.
    #[error("captcha is empty")]
    CaptchaEmpty,
    /// The agreements are not ticked.
    #[error("agreements are not accepted")]
    AgreementMissing,
    /// The channel code is longer than [`super::CHANNEL_CODE_MAX_CHARS`].
    #[error("channel code is too long")]
    ChannelTooLong,
    /// A channel code that no account keeps.
    #[error("channel code is not valid")]
    ChannelCode,
    /// A nickname that no account has.
    #[error("nickname is too long")]
    Nickname,
    /// Registration names another account than the phone number.
    #[error("user name differs from the phone number")]
    UserNameDiffers,
}

impl Violation {
    /// Message for the form, in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::AccountEmpty => Words::new("手机号不能为空", "Phone number cannot be empty"),
            Self::PhoneInvalid => Words::new("请输入正确的手机号", "Enter a valid phone number"),
            Self::AccountInvalid => Words::new(
                "请输入正确的手机号或账号",
                "Enter a valid phone number or account name",
            ),
            Self::MailEmpty => Words::new("邮箱不能为空", "E-mail cannot be empty"),
            Self::MailInvalid => Words::new("请输入正确的邮箱地址", "Enter a valid e-mail address"),
            Self::PasswordEmpty => Words::new("密码不能为空", "Password cannot be empty"),
            Self::PasswordTooLong => Words::new("密码过长", "The password is too long"),
            Self::PasswordLength => {
                Words::new("密码长度为 8 到 20 个字符", "Use 8 to 20 characters")
            }
            Self::PasswordCharacters => Words::new(
                "密码只能包含字母、数字和符号，不能有空格",
                "Use letters, digits and symbols only, without spaces",
            ),
            Self::PasswordKinds => Words::new(
                "密码须同时包含大写字母、小写字母、数字和特殊符号",
                "Mix upper and lower case letters, digits and special symbols",
            ),
            Self::PasswordLettersDigits => Words::new(
                "密码须同时包含字母和数字",
                "Use letters and digits together",
            ),
            Self::PasswordCommon => Words::new(
                "该密码过于常见，容易被猜到，请换一个",
                "This password is too common and easily guessed, choose another",
            ),
            Self::ConfirmationEmpty => Words::new("请再次输入密码", "Enter the password once more"),
            Self::ConfirmationDiffers => {
                Words::new("两次输入的密码不一致", "Passwords do not match")
            }
            Self::CodeEmpty => Words::new("请输入验证码", "Enter the verification code"),
            Self::CodeInvalid => Words::new(
                "请输入 6 位数字验证码",
                "The verification code has 6 digits",
            ),
            Self::CaptchaEmpty => {
                Words::new("请输入图形验证码", "Enter the characters in the picture")
            }
            Self::AgreementMissing => codes::AGREEMENTS.words,
            Self::ChannelTooLong => Words::new("渠道编码过长", "The channel code is too long"),
            Self::ChannelCode => member::Violation::ChannelCode.words(),
            Self::Nickname => member::Violation::Nickname.words(),
            Self::UserNameDiffers => Words::new(
                "账号须与手机号一致",
                "The account name must be the phone number",
            ),
        }
    }

    /// The message in one language.
    pub const fn text(self, lang: Lang) -> &'static str {
        self.words().in_lang(lang)
    }
}
