//! Authentication: what may be typed to sign in, to register and to choose a password, which codes are sent, how often one may try, and the
//! messages of refusals.

mod account;
mod code;
mod common;
mod conditions;
mod form;
#[cfg(not(target_arch = "wasm32"))]
mod leaked;
pub mod limits;
mod mail;
mod password;
mod phone;
pub mod social;
mod violation;
pub mod ways;

pub use account::{ACCOUNT_MAX_CHARS, Account};
pub use code::{
    CODE_DIGITS, CODE_LIFE_MINUTES, CODE_LIFE_MS, CODE_TRIES, CaptchaAction, Code, CodeRules,
    DAILY_CODES, DAILY_CODES_RANGE, Purpose, RESEND_MS, RESEND_SECONDS, Target, read_captcha,
};
pub use conditions::PasswordCondition;
pub use form::{
    CHANNEL_CODE_MAX_CHARS, DEFAULT_CHANNEL_CODE, NewMember, NewMemberForm, Proof, SignIn,
};
pub use mail::{MAIL_MAX_CHARS, MailAddress};
pub use password::{
    NEW_PASSWORD_MAX_CHARS, NEW_PASSWORD_MIN_CHARS, NewPassword, PASSWORD_MAX_CHARS, PasswordRule,
    Strength, check_confirmation, check_password, strength,
};
pub use phone::PhoneNumber;
pub use violation::Violation;

/// Full-width ASCII, as Chinese keyboards type it, becomes ASCII.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    }
}

/// Whether a character is a mark without width or one that turns the direction of a text: they come along when a number is copied
/// from an address book.
const fn is_mark(c: char) -> bool {
    matches!(
        c,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    )
}
