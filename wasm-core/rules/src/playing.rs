//! Rules of the play page: words of sound, clipboard and quality, key events, and the check of a key mapping.

use domain::play::key_event::{self, KeyEvent, Platform};
use domain::play::keymap::{self, Point};
use domain::play::{ClipboardOutcome, Pace, Quality, SoundState};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::lang;

/// Message about the phone's sound; an unknown state reads as broken off.
#[wasm_bindgen(js_name = soundText)]
pub fn sound_text(state: u8, lang_tag: &str) -> String {
    let state = SoundState::from_code(state).unwrap_or(SoundState::Lost);
    state.words().in_lang(lang(lang_tag)).to_owned()
}

/// Message about setting the phone's clipboard; an unknown outcome reads as unconfirmed.
#[wasm_bindgen(js_name = clipboardText)]
pub fn clipboard_text(outcome: u8, lang_tag: &str) -> String {
    let outcome = ClipboardOutcome::from_code(outcome).unwrap_or(ClipboardOutcome::Unconfirmed);
    outcome.words().in_lang(lang(lang_tag)).to_owned()
}

/// Message about the phone's pace with the member's inputs; an unknown pace reads as one that left inputs out.
#[wasm_bindgen(js_name = paceText)]
pub fn pace_text(pace: u8, lang_tag: &str) -> String {
    let pace = Pace::from_code(pace).unwrap_or(Pace::LeftOut);
    pace.words().in_lang(lang(lang_tag)).to_owned()
}

/// Names of the qualities, by their wire value.
#[wasm_bindgen(js_name = qualityNames)]
pub fn quality_names(lang_tag: &str) -> Vec<String> {
    let lang = lang(lang_tag);
    Quality::ALL
        .iter()
        .map(|quality| quality.words().in_lang(lang).to_owned())
        .collect()
}

/// A `keydown` of the browser, by the names of its fields.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct KeyPress {
    key: String,
    code: String,
    key_code: u16,
    is_composing: bool,
    shift_key: bool,
    alt_key: bool,
    ctrl_key: bool,
    meta_key: bool,
}

/// A key to press on the phone.
#[derive(Serialize, Deserialize, Tsify)]
pub struct PhoneKey {
    /// Key code, Android's `KEYCODE_*`.
    keycode: u16,
    /// Android's meta state.
    meta: u32,
}

impl PhoneKey {
    fn out(key: Option<key_event::PhoneKey>) -> Result<Option<Ts<Self>>, JsError> {
        let key = key.map(|key_event::PhoneKey { keycode, meta }| Self { keycode, meta });
        Ok(key.map(|key| key.into_ts()).transpose()?)
    }
}

/// Key on the phone for a `keydown`, at a computer of this `navigator.platform`; none when it is no key there.
#[wasm_bindgen(js_name = phoneKey)]
pub fn phone_key(press: &Ts<KeyPress>, platform: &str) -> Result<Option<Ts<PhoneKey>>, JsError> {
    let press = press.to_rust()?;
    let event = KeyEvent {
        key: &press.key,
        code: &press.code,
        key_code: press.key_code,
        composing: press.is_composing,
        shift: press.shift_key,
        alt: press.alt_key,
        ctrl: press.ctrl_key,
        meta: press.meta_key,
    };
    PhoneKey::out(key_event::phone_key(event, Platform::of(platform)))
}

/// Key for an edit of the empty field, by the `inputType` of its `beforeinput`; none when it is text.
#[wasm_bindgen(js_name = keyOfEdit)]
pub fn key_of_edit(input_type: &str) -> Result<Option<Ts<PhoneKey>>, JsError> {
    PhoneKey::out(key_event::key_of_edit(input_type))
}

/// Whether an input method works on a key, by the `isComposing` and `keyCode` of its event.
#[wasm_bindgen(js_name = isComposing)]
pub fn is_composing(composing: bool, key_code: u16) -> bool {
    key_event::is_composing(composing, key_code)
}

/// Point of a key mapping: a key and the place that it touches.
#[derive(Serialize, Deserialize, Tsify)]
pub struct KeymapPoint {
    code: String,
    x: f64,
    y: f64,
}

/// Message about a key mapping; none when it is fine.
#[wasm_bindgen(js_name = checkKeymap)]
#[expect(
    clippy::needless_pass_by_value,
    reason = "the border hands over what it made"
)]
pub fn check_keymap(
    version: u32,
    app: &str,
    points: Vec<Ts<KeymapPoint>>,
    lang_tag: &str,
) -> Result<Option<String>, JsError> {
    let points: Vec<KeymapPoint> = points.iter().map(Ts::to_rust).collect::<Result<_, _>>()?;
    let points: Vec<Point<'_>> = points
        .iter()
        .map(|&KeymapPoint { ref code, x, y }| Point { code, x, y })
        .collect();
    let fault = keymap::check(version, app, &points).err();
    Ok(fault.map(|fault| fault.text(lang(lang_tag)).to_owned()))
}
