//! The browser's keys (`KeyboardEvent.code`) as Android key codes and meta bits (android.view.KeyEvent).

/// Android's `KEYCODE_BACK`.
pub const KEYCODE_BACK: u16 = 4;
/// Android's `KEYCODE_HOME`.
pub const KEYCODE_HOME: u16 = 3;
/// Android's `KEYCODE_APP_SWITCH`.
pub const KEYCODE_APP_SWITCH: u16 = 187;
/// Android's `KEYCODE_VOLUME_UP`.
pub const KEYCODE_VOLUME_UP: u16 = 24;
/// Android's `KEYCODE_VOLUME_DOWN`.
pub const KEYCODE_VOLUME_DOWN: u16 = 25;
/// Android's `KEYCODE_POWER`.
pub const KEYCODE_POWER: u16 = 26;
/// Android's `KEYCODE_VOLUME_MUTE`.
pub const KEYCODE_VOLUME_MUTE: u16 = 164;
/// Android's `KEYCODE_ENTER`.
pub const KEYCODE_ENTER: u16 = 66;
/// Android's `KEYCODE_DEL`, which deletes backwards.
pub const KEYCODE_BACKSPACE: u16 = 67;
/// Android's `KEYCODE_NUMPAD_ENTER`.
pub const KEYCODE_NUMPAD_ENTER: u16 = 160;

/// Android's meta state: shift, alt, control, meta, caps lock and num lock.
pub const fn meta_state(
    shift: bool,
    alt: bool,
    ctrl: bool,
    meta: bool,
    caps: bool,
    num: bool,
) -> u32 {
    (shift as u32)
        | (alt as u32) << 1
        | (ctrl as u32) << 12
        | (meta as u32) << 16
        | (caps as u32) << 20
        | (num as u32) << 21
}

/// The Android key of a browser key. Escape is Back, as on every Android keyboard of a desktop.
pub fn keycode_of(code: &str) -> Option<u16> {
    if let Some(letter) = code.strip_prefix("Key") {
        return match letter.as_bytes() {
            [c @ b'A'..=b'Z'] => Some(29 + u16::from(c - b'A')),
            _ => None,
        };
    }
    if let Some(digit) = code.strip_prefix("Digit") {
        return match digit.as_bytes() {
            [c @ b'0'..=b'9'] => Some(7 + u16::from(c - b'0')),
            _ => None,
        };
    }
    Some(match code {
        "Escape" => KEYCODE_BACK,
        "ArrowUp" => 19,
        "ArrowDown" => 20,
        "ArrowLeft" => 21,
        "ArrowRight" => 22,
        "Comma" => 55,
        "Period" => 56,
        "AltLeft" => 57,
        "AltRight" => 58,
        "ShiftLeft" => 59,
        "ShiftRight" => 60,
        "Tab" => 61,
        "Space" => 62,
        "Enter" => KEYCODE_ENTER,
        "Backspace" => KEYCODE_BACKSPACE,
        "Backquote" => 68,
        "Minus" => 69,
        "Equal" => 70,
        "BracketLeft" => 71,
        "BracketRight" => 72,
        "Backslash" => 73,
        "Semicolon" => 74,
        "Quote" => 75,
        "Slash" => 76,
        "ContextMenu" => 82,
        "PageUp" => 92,
        "PageDown" => 93,
        "Delete" => 112,
        "ControlLeft" => 113,
        "ControlRight" => 114,
        "CapsLock" => 115,
        "MetaLeft" => 117,
        "MetaRight" => 118,
        "Home" => 122,
        "End" => 123,
        "Insert" => 124,
        "F1" => 131,
        "F2" => 132,
        "F3" => 133,
        "F4" => 134,
        "F5" => 135,
        "F6" => 136,
        "F7" => 137,
        "F8" => 138,
        "F9" => 139,
        "F10" => 140,
        "F11" => 141,
        "F12" => 142,
        "NumpadEnter" => KEYCODE_NUMPAD_ENTER,
        _ => return None,
    })
}
