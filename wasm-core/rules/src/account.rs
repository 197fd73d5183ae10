//! Rules of the account's own fields, and messages when something goes wrong.

use domain::codes::catalogue::{Reaction, http_text};
use domain::{auth, feedback, member};
use wasm_bindgen::prelude::*;

use crate::lang;

fn fault<T>(checked: Result<T, member::Violation>, lang_tag: &str) -> Option<String> {
    checked
        .err()
        .map(|violation| violation.text(lang(lang_tag)).to_owned())
}

/// Message about a title of feedback; none when it is fine.
#[wasm_bindgen(js_name = checkFeedbackTitle)]
pub fn check_feedback_title(text: &str, lang_tag: &str) -> Option<String> {
    let fault = feedback::parse_title(text).err();
    fault.map(|fault| fault.text(lang(lang_tag)).to_owned())
}

/// Message about the content of feedback; none when it is fine.
#[wasm_bindgen(js_name = checkFeedbackContent)]
pub fn check_feedback_content(text: &str, lang_tag: &str) -> Option<String> {
    let fault = feedback::parse_content(text).err();
    fault.map(|fault| fault.text(lang(lang_tag)).to_owned())
}

/// Message about an operator's answer to feedback; none when it is fine.
#[wasm_bindgen(js_name = checkFeedbackAnswer)]
pub fn check_feedback_answer(text: &str, lang_tag: &str) -> Option<String> {
    let fault = feedback::parse_answer(text).err();
    fault.map(|fault| fault.text(lang(lang_tag)).to_owned())
}

/// Message about a nickname; none when it is fine.
#[wasm_bindgen(js_name = checkNickname)]
pub fn check_nickname(text: &str, lang_tag: &str) -> Option<String> {
    fault(member::parse_nickname(text), lang_tag)
}

/// Message about a birthday; none when it is fine or empty.
#[wasm_bindgen(js_name = checkBirthday)]
pub fn check_birthday(text: &str, now_ms: f64, lang_tag: &str) -> Option<String> {
    fault(member::parse_birthday(text, now_ms as i64), lang_tag)
}

/// Message about a location; none when it is fine or empty.
#[wasm_bindgen(js_name = checkLocation)]
pub fn check_location(text: &str, lang_tag: &str) -> Option<String> {
    fault(member::parse_location(text), lang_tag)
}

/// Message about a channel code; none when it is fine.
#[wasm_bindgen(js_name = checkChannelCode)]
pub fn check_channel_code(text: &str, lang_tag: &str) -> Option<String> {
    fault(member::parse_channel_code(text), lang_tag)
}

/// Message about a password that is being used; none when it is fine.
#[wasm_bindgen(js_name = checkPassword)]
pub fn check_password(text: &str, lang_tag: &str) -> Option<String> {
    auth::check_password(text)
        .err()
        .map(|violation| violation.text(lang(lang_tag)).to_owned())
}

/// Reaction of a client to a body's code: "take", "refresh", "error", "quiet", "hand" or "notify".
#[wasm_bindgen(js_name = reactionTo)]
pub fn reaction_to(code: f64) -> String {
    Reaction::to(code as i64).into_str().to_owned()
}

/// Message for an HTTP status when the answer has none itself.
#[wasm_bindgen(js_name = httpText)]
pub fn http_status_text(status: u16, lang_tag: &str) -> String {
    http_text(status).in_lang(lang(lang_tag)).to_owned()
}
