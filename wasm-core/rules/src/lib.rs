//! Border of the page to `domain`: validation, formatting and statuses. No rule lives here, and no path panics.
//!
//! Numbers are JavaScript numbers; times are Unix milliseconds; an unknown language is Chinese.

mod account;
mod agreements;
mod announcements;
mod entry;
mod operations;
mod orders;
mod playing;
mod redeem;
mod sharing;

use domain::access::{DelegatedPermission, DelegatedPermissions, Level};
use domain::auth::{self, Violation};
use domain::codes::Code;
use domain::lang::Lang;
use domain::permissions;
use domain::phones::{self, Action, Power, Situation, SortOrder, SortType, Status};
use domain::play::{self, EndReason, NextStep, Size};
use domain::text::{self, display, names};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

fn lang(tag: &str) -> Lang {
    if tag.starts_with("en") {
        Lang::En
    } else {
        Lang::Zh
    }
}

/// Messages of the sign-in form's fields; a field without one is fine.
#[derive(Default, Serialize, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct SignInFaults {
    account: Option<&'static str>,
    password: Option<&'static str>,
    agreed: Option<&'static str>,
}

/// Checks the sign-in form.
#[wasm_bindgen(js_name = checkSignIn)]
pub fn check_sign_in(
    account: &str,
    password: &str,
    agreed: bool,
    lang_tag: &str,
) -> Result<Ts<SignInFaults>, JsError> {
    let lang = lang(lang_tag);
    let faults = SignInFaults {
        account: auth::Account::parse(account).err().map(|v| v.text(lang)),
        password: auth::check_password(password).err().map(|v| v.text(lang)),
        agreed: (!agreed).then(|| Violation::AgreementMissing.text(lang)),
    };
    Ok(faults.into_ts()?)
}

/// Text and tone of a status.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct StatusView {
    /// Word for the status.
    label: &'static str,
    /// Explanation; may be empty.
    tip: &'static str,
    #[tsify(type = "\"ok\" | \"busy\" | \"err\" | \"hold\" | \"off\"")]
    tone: &'static str,
    /// Usual time of the status, in milliseconds.
    expected_ms: Option<f64>,
}

/// Words, tone and usual time of a status while an operation of the kind `running` is done to the phone, if one is;
/// an unknown code reads as abnormal.
#[wasm_bindgen(js_name = statusView)]
#[expect(
    clippy::needless_pass_by_value,
    reason = "the border hands over what it made"
)]
pub fn status_view(
    code: i16,
    power: &str,
    running: Option<String>,
    lang_tag: &str,
) -> Result<Ts<StatusView>, JsError> {
    let status = Status::from_code(code).unwrap_or(Status::Abnormal);
    let power = power.parse().unwrap_or(Power::On);
    let running = running.as_deref().and_then(|name| name.parse().ok());
    let view = status.view(power, running, lang(lang_tag));
    let view = StatusView {
        label: view.label,
        tip: view.tip,
        tone: view.tone.into_str(),
        expected_ms: view.expected_ms.map(|ms| ms as f64),
    };
    Ok(view.into_ts()?)
}

/// Whether an action is possible.
#[derive(Serialize, Deserialize, Tsify)]
pub struct ActionState {
    allowed: bool,
    /// Reason why not; empty when allowed.
    reason: String,
}

/// Whether `action` (a name of the rules; "open" is the better of watch and play) is possible with a phone, and why not.
/// `may` has the rights that the parent of a sub-account granted for the phone; empty for every other member. `cause` is the text in which the
/// phone list describes what is wrong with the phone; empty where there is none.
#[wasm_bindgen(js_name = actionState)]
#[expect(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "the border hands over what it made, value by value"
)]
pub fn action_state(
    action: &str,
    code: i16,
    power: &str,
    level: &str,
    may: Vec<String>,
    expired: bool,
    cause: &str,
    lang_tag: &str,
) -> Result<Ts<ActionState>, JsError> {
    let level = match level {
        "owner" => Level::Owner,
        "operate" => Level::Operate,
        _ => Level::View,
    };
    let action = match action {
        "open" if level.allows(Action::Play.needs()) => Action::Play,
        "open" => Action::Watch,
        name => (name.parse()).map_err(|_| JsError::new("unknown action"))?,
    };
    let ticks: DelegatedPermissions = may
        .iter()
        .filter_map(|word| word.parse::<DelegatedPermission>().ok())
        .collect();
    let situation = Situation {
        status: Status::from_code(code).unwrap_or(Status::Abnormal),
        power: power.parse().unwrap_or(Power::On),
        level: ticks.level_for(level, action),
        expired,
        // The phone list itself shows what a phone's provider cannot do.
        unable: None,
        // The phone list gives what is wrong with a phone in words, which come as `cause`.
        trouble: None,
    };
    let refusal = action.check(situation).err();
    let reason = refusal
        .map(|r| r.text_because(cause, lang(lang_tag)))
        .unwrap_or_default();
    Ok(ActionState {
        allowed: refusal.is_none(),
        reason,
    }
    .into_ts()?)
}

/// Action that tries again what failed, by the phone's status.
#[wasm_bindgen(js_name = retryOf)]
pub fn retry_of(code: i16) -> Option<String> {
    Status::from_code(code)?
        .retry()
        .map(|action| action.into_str().to_owned())
}

/// Whether an action takes the phone for itself, so that it is not possible while another operation runs on the phone.
#[wasm_bindgen(js_name = takesPhone)]
pub fn takes_phone(action: &str) -> bool {
    action.parse().is_ok_and(Action::is_operation)
}

/// Size of a file in words.
#[wasm_bindgen(js_name = formatBytes)]
pub fn format_bytes(bytes: f64) -> String {
    display::format_bytes(bytes)
}

/// Amount in fen as yuan.
#[wasm_bindgen(js_name = formatFen)]
pub fn format_fen(fen: f64) -> String {
    display::format_fen(fen as i64)
}

/// Duration in days, hours and minutes.
#[wasm_bindgen(js_name = formatDuration)]
pub fn format_duration(ms: f64, lang_tag: &str) -> String {
    display::format_duration(ms as i64, lang(lang_tag))
}

/// Remaining time of a rental.
#[derive(Serialize, Deserialize, Tsify)]
pub struct Remaining {
    text: String,
    #[tsify(type = "\"\" | \"warn\" | \"err\"")]
    tone: &'static str,
    /// Ticks to draw, one for each begun day, at most 30.
    days: u8,
}

/// Remaining time until `expire_ms`.
#[wasm_bindgen]
pub fn remaining(expire_ms: f64, now_ms: f64, lang_tag: &str) -> Result<Ts<Remaining>, JsError> {
    let left = display::remaining(expire_ms as i64, now_ms as i64, lang(lang_tag));
    Ok(Remaining {
        text: left.text,
        tone: left.urgency.into_str(),
        days: left.ticks,
    }
    .into_ts()?)
}

/// Time since a moment, in words.
#[wasm_bindgen(js_name = timeAgo)]
pub fn time_ago(ms: f64, now_ms: f64, lang_tag: &str, offset_minutes: i32) -> String {
    display::time_ago(ms as i64, now_ms as i64, offset_minutes, lang(lang_tag))
}

/// Time as `YYYY-MM-DD HH:mm:ss`.
#[wasm_bindgen(js_name = formatTime)]
pub fn format_time(ms: f64, offset_minutes: i32) -> String {
    display::format_time(ms as i64, offset_minutes)
}

/// Day as `MM-DD`.
#[wasm_bindgen(js_name = formatDay)]
pub fn format_day(ms: f64, offset_minutes: i32) -> String {
    display::format_day(ms as i64, offset_minutes)
}

/// Elapsed time as `m:ss`.
#[wasm_bindgen(js_name = formatClock)]
pub fn format_clock(ms: f64) -> String {
    display::format_clock(ms as i64)
}

/// Number of characters as people count them.
#[wasm_bindgen(js_name = countChars)]
pub fn count_chars(text: &str) -> usize {
    text::count(text)
}

/// Row of a CSV file, without its line end.
#[wasm_bindgen(js_name = csvRow)]
#[expect(
    clippy::needless_pass_by_value,
    reason = "the border hands over what it made"
)]
pub fn csv_row(cells: Vec<String>) -> String {
    display::csv_row(&cells)
}

/// Message about a name of a phone, a group or a tag; none when it is fine.
#[wasm_bindgen(js_name = checkName)]
pub fn check_name(text: &str, lang_tag: &str) -> Option<String> {
    let fault = names::Name::parse(text).err();
    fault.map(|fault| fault.text(lang(lang_tag)))
}

/// Message about a phone number; none when it is fine.
#[wasm_bindgen(js_name = checkPhoneNumber)]
pub fn check_phone_number(text: &str, lang_tag: &str) -> Option<String> {
    let fault = auth::PhoneNumber::parse(text).err();
    fault.map(|fault| fault.text(lang(lang_tag)).to_owned())
}

/// Whether one of the wanted permissions is held; an error when none is named.
#[wasm_bindgen(js_name = holdsPermission)]
#[expect(
    clippy::needless_pass_by_value,
    reason = "the border hands over what it made"
)]
pub fn holds_permission(held: Vec<String>, wanted: Vec<String>) -> Result<bool, JsError> {
    Ok(permissions::holds_permission(&held, &wanted)?)
}

/// Whether one of the wanted roles is held; an error when none is named.
#[wasm_bindgen(js_name = holdsRole)]
#[expect(
    clippy::needless_pass_by_value,
    reason = "the border hands over what it made"
)]
pub fn holds_role(held: Vec<String>, wanted: Vec<String>) -> Result<bool, JsError> {
    Ok(permissions::holds_role(&held, &wanted)?)
}

/// Reason of a play session's end, in words.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct EndView {
    /// Stable name of the reason.
    name: &'static str,
    text: String,
    #[tsify(type = "\"retry\" | \"list\" | \"signIn\"")]
    next: &'static str,
    /// Whether the session failed.
    failure: bool,
    /// Whether the link by which it was opened is over.
    ends_link: bool,
}

/// Words and next step of an end; an unknown reason reads as a failed connection.
#[wasm_bindgen(js_name = endView)]
pub fn end_view(reason: u8, detail: u32, lang_tag: &str) -> Result<Ts<EndView>, JsError> {
    let reason = EndReason::from_code(reason).unwrap_or(EndReason::BadMessage);
    let next = match reason.next_step() {
        NextStep::Retry => "retry",
        NextStep::BackToList => "list",
        NextStep::SignIn => "signIn",
    };
    Ok(EndView {
        name: reason.into_str(),
        text: reason.sentence(detail, lang(lang_tag)),
        next,
        failure: reason.is_failure(),
        ends_link: reason.ends_link(),
    }
    .into_ts()?)
}

/// Names or ids in a pasted text.
#[wasm_bindgen(js_name = splitKeywords)]
pub fn split_keywords(text: &str) -> Vec<String> {
    phones::split_keywords(text)
}

/// Names in a pasted text that may have blanks: the parts between commas and line ends.
#[wasm_bindgen(js_name = splitPhrases)]
pub fn split_phrases(text: &str) -> Vec<String> {
    phones::split_phrases(text)
}

/// Usual order of a sort: "asc" or "desc"; an unknown sort has the default one's.
#[wasm_bindgen(js_name = usualOrder)]
pub fn usual_order(sort_type: u8) -> String {
    let sort = SortType::from_code(i64::from(sort_type)).unwrap_or_default();
    match sort.usual_order() {
        SortOrder::Asc => "asc".to_owned(),
        SortOrder::Desc => "desc".to_owned(),
    }
}

/// Point of a picture, each axis 0 to 65,535.
#[derive(Serialize, Deserialize, Tsify)]
pub struct ContentPoint {
    x: u16,
    y: u16,
}

/// Point of the picture that is fitted into an element, for a point of the element; none where there is no picture.
#[wasm_bindgen(js_name = contentPoint)]
pub fn content_point(
    x: f64,
    y: f64,
    element_width: f64,
    element_height: f64,
    width: u16,
    height: u16,
) -> Result<Option<Ts<ContentPoint>>, JsError> {
    let point = play::content_point(x, y, element_width, element_height, Size { width, height });
    let point = point.map(|(x, y)| ContentPoint { x, y }.into_ts());
    Ok(point.transpose()?)
}

/// Words for an answer's code.
#[wasm_bindgen(js_name = codeText)]
pub fn code_text(code: f64, lang_tag: &str) -> Option<String> {
    Code::find(code as i64).map(|row| row.text(lang(lang_tag)).to_owned())
}
