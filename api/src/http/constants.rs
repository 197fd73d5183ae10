//! Constants of the rules that programs in other languages need by name: the API document carries them as `x-constants`, and the web app's
//! `contract/constants.ts` is generated from it.

use domain::codes::Code;
use domain::phones::Status;
use domain::play::{HEADER_FLAGS_AT, KeyAction, TouchAction, sound};
use domain::sharing::links::{LINK_VIEWERS_MAX, PASSCODE_CHARS};
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;
use utoipa::openapi::extensions::ExtensionsBuilder;

/// Adds the constants to the document.
pub fn describe_constants(document: &mut OpenApi) {
    let codes: Map<String, Value> = Code::all()
        .map(|(name, code)| (name.to_owned(), code.number.into()))
        .collect();
    let statuses: Map<String, Value> = Status::ALL
        .into_iter()
        .map(|status| (status.name().to_owned(), status.code().into()))
        .collect();
    let constants = json!({
        "AnswerCode": codes,
        "StatusCode": statuses,
        "TouchAction": {
            "down": TouchAction::Down as u8,
            "up": TouchAction::Up as u8,
            "move": TouchAction::Move as u8,
            "cancel": TouchAction::Cancel as u8,
        },
        "ShareLink": { "viewersMax": LINK_VIEWERS_MAX, "passcodeChars": PASSCODE_CHARS },
        "KeyAction": { "down": KeyAction::Down as u8, "up": KeyAction::Up as u8 },
        "SoundMessage": {
            "headerBytes": sound::SOUND_HEADER_BYTES,
            "flagsAt": HEADER_FLAGS_AT,
            "formFlags": sound::FORM_FLAGS,
            "raw": sound::Form::Raw as u8,
            "opus": sound::Form::Opus as u8,
            "aac": sound::Form::Aac as u8,
            "sampleRate": sound::RATE_HZ,
            "channels": sound::CHANNELS,
            "aacConfig": sound::AAC_CONFIG,
        },
    });
    let extension = ExtensionsBuilder::new()
        .add("x-constants", constants)
        .build();
    document.extensions.get_or_insert_default().merge(extension);
}
