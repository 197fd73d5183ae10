//! The forms of getting in, field by field: what is wrong in words, one spelling of numbers and addresses, how strong a password looks.

use domain::auth::{
    self, Code, MailAddress, NewPassword, PasswordRule, PhoneNumber, Violation, check_confirmation,
    read_captcha,
};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::lang;

fn words<T>(read: Result<T, Violation>, lang_tag: &str) -> Option<String> {
    read.err()
        .map(|fault| fault.text(lang(lang_tag)).to_owned())
}

/// What is wrong with a phone number that must be given; none when it is fine.
#[wasm_bindgen(js_name = checkPhone)]
pub fn check_phone(text: &str, lang_tag: &str) -> Option<String> {
    if text.trim().is_empty() {
        return words::<()>(Err(Violation::AccountEmpty), lang_tag);
    }
    words(PhoneNumber::parse(text), lang_tag)
}

/// What is wrong with an e-mail address.
#[wasm_bindgen(js_name = checkEmail)]
pub fn check_email(text: &str, lang_tag: &str) -> Option<String> {
    words(MailAddress::parse(text), lang_tag)
}

/// What is wrong with a code of SMS or mail.
#[wasm_bindgen(js_name = checkCode)]
pub fn check_code(text: &str, lang_tag: &str) -> Option<String> {
    words(Code::parse(text), lang_tag)
}

/// What is wrong with the characters of a picture, before they are compared.
#[wasm_bindgen(js_name = checkCaptcha)]
pub fn check_captcha(text: &str, lang_tag: &str) -> Option<String> {
    words(read_captcha(text), lang_tag)
}

/// What is wrong with a new password by a rule, "reset" or "account"; an unknown rule is the stricter.
#[wasm_bindgen(js_name = checkNewPassword)]
pub fn check_new_password(text: &str, rule: &str, lang_tag: &str) -> Option<String> {
    let rule = PasswordRule::from_name(rule).unwrap_or(PasswordRule::Reset);
    words(NewPassword::parse(text, rule), lang_tag)
}

/// What is wrong with the second writing of a password.
#[wasm_bindgen(js_name = checkConfirmation)]
pub fn check_second(password: &str, confirmation: &str, lang_tag: &str) -> Option<String> {
    words(check_confirmation(password, confirmation), lang_tag)
}

/// How strong a new password looks.
#[derive(Serialize, Deserialize, Tsify)]
pub struct StrengthView {
    /// 0 (refused or guessed at once) to 4.
    score: u8,
    text: &'static str,
}

/// Estimates a password while it is typed.
#[wasm_bindgen(js_name = passwordStrength)]
pub fn password_strength(text: &str, lang_tag: &str) -> Result<Ts<StrengthView>, JsError> {
    let strength = auth::strength(text);
    let view = StrengthView {
        score: strength as u8,
        text: strength.text(lang(lang_tag)),
    };
    Ok(view.into_ts()?)
}

/// A phone number in its one spelling; none when it is no number.
#[wasm_bindgen(js_name = normalPhone)]
pub fn normal_phone(text: &str) -> Option<String> {
    let number = PhoneNumber::parse(text).ok();
    number.map(|number| number.as_str().to_owned())
}

/// An e-mail address in its one spelling; none when it is no address.
#[wasm_bindgen(js_name = normalEmail)]
pub fn normal_email(text: &str) -> Option<String> {
    let mail = MailAddress::parse(text).ok();
    mail.map(|mail| mail.as_str().to_owned())
}
