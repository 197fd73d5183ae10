//! Forms of sign-in and registration, field by field: messages, the normal spelling of numbers and addresses, the strength of a password.

use domain::auth::{
    self, Code, MailAddress, NewPassword, PasswordCondition, PasswordRule, PhoneNumber, Violation,
    check_confirmation, read_captcha,
};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::lang;

fn words<T>(read: Result<T, Violation>, lang_tag: &str) -> Option<String> {
    read.err()
        .map(|fault| fault.text(lang(lang_tag)).to_owned())
}

/// Message about a phone number that must be given; none when it is fine.
#[wasm_bindgen(js_name = checkPhone)]
pub fn check_phone(text: &str, lang_tag: &str) -> Option<String> {
    if text.trim().is_empty() {
        return words::<()>(Err(Violation::AccountEmpty), lang_tag);
    }
    words(PhoneNumber::parse(text), lang_tag)
}

/// Message about an e-mail address; none when it is fine.
#[wasm_bindgen(js_name = checkEmail)]
pub fn check_email(text: &str, lang_tag: &str) -> Option<String> {
    words(MailAddress::parse(text), lang_tag)
}

/// Message about a code of SMS or mail; none when it is fine.
#[wasm_bindgen(js_name = checkCode)]
pub fn check_code(text: &str, lang_tag: &str) -> Option<String> {
    words(Code::parse(text), lang_tag)
}

/// Message about the characters of a captcha, before they are compared; none when they are fine.
#[wasm_bindgen(js_name = checkCaptcha)]
pub fn check_captcha(text: &str, lang_tag: &str) -> Option<String> {
    words(read_captcha(text), lang_tag)
}

/// Message about a new password by a rule, "reset" or "account"; an unknown rule is the stricter.
#[wasm_bindgen(js_name = checkNewPassword)]
pub fn check_new_password(text: &str, rule: &str, lang_tag: &str) -> Option<String> {
    let rule = rule.parse().unwrap_or(PasswordRule::Reset);
    words(NewPassword::parse(text, rule), lang_tag)
}

/// Condition of a new password.
#[derive(Serialize, Deserialize, Tsify)]
pub struct ConditionView {
    words: &'static str,
    met: bool,
}

/// Conditions of a new password by a rule, "reset" or "account"; an unknown rule is the stricter.
#[wasm_bindgen(js_name = passwordChecklist)]
pub fn password_checklist(
    text: &str,
    rule: &str,
    lang_tag: &str,
) -> Result<Vec<Ts<ConditionView>>, JsError> {
    let rule = rule.parse().unwrap_or(PasswordRule::Reset);
    let view = |(condition, met): (PasswordCondition, bool)| {
        let words = condition.text(lang(lang_tag));
        Ok(ConditionView { words, met }.into_ts()?)
    };
    rule.checklist(text).into_iter().map(view).collect()
}

/// Message about the repetition of a password; none when it is fine.
#[wasm_bindgen(js_name = checkConfirmation)]
pub fn check_second(password: &str, confirmation: &str, lang_tag: &str) -> Option<String> {
    words(check_confirmation(password, confirmation), lang_tag)
}

/// Estimated strength of a new password.
#[derive(Serialize, Deserialize, Tsify)]
pub struct StrengthView {
    /// Score from 0 (refused or guessed at once) to 4.
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

/// Phone number in its normal spelling; none when the text is no phone number.
#[wasm_bindgen(js_name = normalPhone)]
pub fn normal_phone(text: &str) -> Option<String> {
    let number = PhoneNumber::parse(text).ok();
    number.map(|number| number.as_str().to_owned())
}

/// E-mail address in its normal spelling; none when the text is no e-mail address.
#[wasm_bindgen(js_name = normalEmail)]
pub fn normal_email(text: &str) -> Option<String> {
    let mail = MailAddress::parse(text).ok();
    mail.map(|mail| mail.as_str().to_owned())
}
