//! Constants and limits of the rules that programs in other languages need by name: the API document carries them as `x-constants`, and the web app's
//! `contract/constants.ts` is generated from it.

use domain::access::Level;
use domain::apps::market;
use domain::codes::Code;
use domain::notices::{announcements, popup};
use domain::phones::{self, Status};
use domain::play::together::AskState;
use domain::play::{
    self, ClipboardOutcome, EndReason, HEADER_FLAGS_AT, InputMethod, KeyAction, Pace, Quality,
    QualityStep, SoundState, TouchAction, keymap, keys, sound,
};
use domain::sharing::links::{LINK_VIEWERS_MAX, PASSCODE_CHARS};
use domain::sharing::trial::TRIAL_MINUTES_MAX;
use domain::text::{names, rich_text};
use domain::{
    agreements, auth, branding, feedback, live, member, notices, operations, orders, points,
    redeem, session, sharing,
};
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
        .map(|status| (status.into_str().to_owned(), status.code().into()))
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
        "SocketClose": { "refused": live::CLOSE_REFUSED, "tooMany": live::CLOSE_TOO_MANY },
        "ShareLink": { "viewersMax": LINK_VIEWERS_MAX, "passcodeChars": PASSCODE_CHARS, "minutesMax": TRIAL_MINUTES_MAX },
        "KeyAction": { "down": KeyAction::Down as u8, "up": KeyAction::Up as u8 },
        "PlayStream": play_stream(),
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
        "CommonLimits": common_limits(),
        "OrderLimits": {
            "quantityMax": orders::QUANTITY_MAX,
            "linesMax": orders::LINES_MAX,
            "daysMax": orders::DAYS_MAX,
            "recordsMs": orders::RECORDS_MS,
            "dayMs": orders::DAY_MS,
            "reasonMax": orders::REASON_MAX_CHARS,
        },
        "MaintenanceLimits": { "named": domain::maintenance::NAMED_MAX },
        "PhoneNoteLimits": { "max": domain::phones::PHONE_NOTE_MAX_CHARS },
        "PointLimits": { "adjustedMax": points::ADJUSTED_MAX },
        "OperationLimits": {
            "dpiMin": operations::DPI_MIN,
            "dpiMax": operations::DPI_MAX,
            "dpiPresets": operations::DPI_PRESETS,
        },
        "AgreementLimits": {
            "titleMax": agreements::TITLE_MAX_CHARS,
            "kinds": agreements::Kind::ALL.map(|kind| kind.into_str()),
        },
        "MarketLimits": {
            "nameMax": market::NAME_MAX_CHARS,
            "descriptionMax": market::DESCRIPTION_MAX_CHARS,
        },
        "AnnouncementLimits": {
            "titleMax": announcements::TITLE_MAX_CHARS,
            "textMax": announcements::TEXT_MAX_CHARS,
            "priorityMax": announcements::PRIORITY[1],
            "popups": popup::FETCHED,
            "storedAs": popup::STORED_AS,
            "write": announcements::WRITE,
            "tags": rich_text::TAGS,
            "schemes": rich_text::SCHEMES,
        },
        "RedeemLimits": {
            "codesMax": redeem::CODES_MAX,
            "codeChars": redeem::CODE_CHARS,
            "pasteMaxBytes": redeem::paste::PASTE_MAX_BYTES,
            "noteMax": redeem::batch::NOTE_MAX_CHARS,
            "daysMax": orders::DAYS_MAX,
            "batchMax": redeem::batch::BATCH_MAX,
        },
        "SharingLimits": { "hoursMax": sharing::HOURS_MAX },
        "TransferLimits": {
            "disclaimerSeconds": operations::DISCLAIMER_SECONDS,
            "disclaimerVersion": operations::DISCLAIMER_VERSION,
            "disclaimerDay": operations::DISCLAIMER_DAY,
        },
        "BrandingLimits": {
            "titleMax": branding::TITLE_MAX_CHARS,
            "welcomeMax": branding::WELCOME_MAX_CHARS,
            "hoursMax": branding::HOURS_MAX_CHARS,
            "contactsMax": branding::CONTACTS_MAX,
        },
        "PriceLimits": { "tiersMax": orders::TIERS_MAX, "packagesMax": orders::shelf::PACKAGES_MAX },
        "WebhookLimits": { "max": live::webhooks::WEBHOOKS_MAX },
        "KeymapLimits": { "fileMaxBytes": keymap::FILE_MAX_BYTES },
    });
    let extension = ExtensionsBuilder::new()
        .add("x-constants", constants)
        .build();
    document.extensions.get_or_insert_default().merge(extension);
}

/// Numbers of a play session's events and requests that a page acts on.
fn play_stream() -> Value {
    json!({
        "levelView": Level::View as u8,
        "levelOwner": Level::Owner as u8,
        "endOccupied": EndReason::Occupied as u8,
        "endNoPicture": EndReason::NoPicture as u8,
        "inputSwitching": InputMethod::Switching as u8,
        "inputDevices": InputMethod::Devices as u8,
        "paceLeftOut": Pace::LeftOut as u8,
        "askAsked": AskState::Asked as u8,
        "soundAbsent": SoundState::Absent as u8,
        "soundLost": SoundState::Lost as u8,
        "clipboardDone": ClipboardOutcome::Done as u8,
        "qualities": Quality::ALL.map(|quality| quality as u8),
        "qualityAutomatic": Quality::Automatic as u8,
        "shownSmall": QualityStep::Small as u8,
    })
}

fn common_limits() -> Value {
    json!({
        "pageSizes": phones::PAGE_SIZES,
        "defaultPageSize": phones::DEFAULT_PAGE_SIZE,
        "noticePageSize": notices::PAGE_SIZE,
        "noticeBadgeMax": notices::BADGE_MAX,
        "pageSizeMax": phones::PAGE_SIZE_MAX,
        "pageMax": phones::PAGE_MAX,
        "versionCode": session::VERSION_CODE,
        "clientSource": session::CLIENT_SOURCE,
        "frontVersion": session::FRONT_VERSION,
        "defaultChannelCode": auth::DEFAULT_CHANNEL_CODE,
        "keycodeBack": keys::KEYCODE_BACK,
        "keycodeHome": keys::KEYCODE_HOME,
        "keycodeAppSwitch": keys::KEYCODE_APP_SWITCH,
        "keycodeVolumeUp": keys::KEYCODE_VOLUME_UP,
        "keycodeVolumeDown": keys::KEYCODE_VOLUME_DOWN,
        "keycodePower": keys::KEYCODE_POWER,
        "clipboardSetMaxBytes": play::CLIPBOARD_SET_MAX_BYTES,
        "idleWarningMs": session::IDLE_WARNING_MS,
        "deckMaxSlots": play::DECK_MAX_SLOTS,
        "nameMaxChars": names::NAME_MAX_CHARS,
        "batchMax": phones::BATCH_MAX,
        "authorizeMax": phones::AUTHORIZE_MAX,
        "groupMax": phones::GROUP_MAX,
        "groupMin": phones::GROUP_MIN,
        "pushFilesMax": phones::PUSH_FILES_MAX,
        "codeDigits": auth::CODE_DIGITS,
        "nicknameMaxChars": member::NICKNAME_MAX_CHARS,
        "locationMaxChars": member::LOCATION_MAX_CHARS,
        "feedbackTitleMaxChars": feedback::TITLE_MAX_CHARS,
        "feedbackContentMaxChars": feedback::CONTENT_MAX_CHARS,
        "feedbackAnswerMaxChars": feedback::ANSWER_MAX_CHARS,
        "liveReconnectMs": live::RECONNECT_MS,
        "liveCloseCheckMs": live::CLOSE_CHECK_MS,
        "liveErrorsMax": live::ERRORS_MAX,
    })
}
