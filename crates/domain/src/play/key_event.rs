//! Maps key events of the browser (W3C "UI Events") to Android keys with their meta state. A key that types text, which comes through the
//! input field, or that belongs to an input method or to the browser, maps to nothing.

use super::keys::{KEYCODE_BACKSPACE, KEYCODE_ENTER, KEYCODE_NUMPAD_ENTER, keycode_of, meta_state};

/// `keyCode` of a key that an input method is working on. Safari also gives it to the Enter that ends a composition, where
/// `isComposing` is false already.
const KEY_CODE_COMPOSING: u16 = 229;
/// Keys that do the same on every layout, by `key`, which for these reads as `code` does. The number block has them without Num Lock, and
/// soft keyboards give no `code` at all.
const NAMED: [&str; 15] = [
    "Enter",
    "Backspace",
    "Tab",
    "Escape",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "Insert",
    "Delete",
    "ContextMenu",
];
/// Named keys by the older `keyCode`, for keyboards that give no `key`.
const KEY_CODES: [(u16, &str); 14] = [
    (8, "Backspace"),
    (9, "Tab"),
    (13, "Enter"),
    (27, "Escape"),
    (33, "PageUp"),
    (34, "PageDown"),
    (35, "End"),
    (36, "Home"),
    (37, "ArrowLeft"),
    (38, "ArrowUp"),
    (39, "ArrowRight"),
    (40, "ArrowDown"),
    (45, "Insert"),
    (46, "Delete"),
];
/// Keys that edit by words, lines and pages when Control is held; with any other key Control is for the browser.
const EDITS_WITH_CONTROL: [&str; 10] = [
    "Enter",
    "Backspace",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Home",
    "End",
    "Insert",
    "Delete",
];
/// Keys that go by words on a Mac when Option is held, as they do with Control on Android.
const WORDS_WITH_OPTION: [&str; 4] = ["Backspace", "ArrowLeft", "ArrowRight", "Delete"];
/// Shortcuts meant for the phone: select all, copy, cut, undo and redo. Pasting comes as a paste, and all other
/// shortcuts are the browser's.
const SHORTCUTS: [&str; 5] = ["KeyA", "KeyC", "KeyX", "KeyZ", "KeyY"];

/// Platform of the browser's computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// A Mac, or an iPad with a keyboard: ⌘ is the key of shortcuts, Option that of words.
    Apple,
    /// Windows, Linux and others: Control is the key of shortcuts, and that of words.
    Other,
}

impl Platform {
    /// The platform by `navigator.platform`.
    pub fn of(name: &str) -> Self {
        if ["Mac", "iPhone", "iPad", "iPod"]
            .iter()
            .any(|apple| name.starts_with(apple))
        {
            Self::Apple
        } else {
            Self::Other
        }
    }
}

/// A `keydown`, with the names of its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyEvent<'a> {
    /// The event's `key`: its meaning by the layout.
    pub key: &'a str,
    /// The event's `code`: its position; empty on soft keyboards.
    pub code: &'a str,
    /// The event's older `keyCode`.
    pub key_code: u16,
    /// The event's `isComposing`.
    pub composing: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Alt, which is Option on a Mac, is held.
    pub alt: bool,
    /// Whether Control is held.
    pub ctrl: bool,
    /// Whether Windows or ⌘ is held.
    pub meta: bool,
}

/// A key to press on the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhoneKey {
    /// Android's `KEYCODE_*`.
    pub keycode: u16,
    /// Android's meta state; the locks are left to the phone, which sees the text they made.
    pub meta: u32,
}

impl PhoneKey {
    const fn new(keycode: u16, shift: bool, alt: bool, ctrl: bool) -> Self {
        let meta = meta_state(shift, alt, ctrl, false, false, false);
        Self { keycode, meta }
    }
}

/// Whether an input method works on the key, which then is no key for the phone.
pub const fn is_composing(composing: bool, key_code: u16) -> bool {
    composing || key_code == KEY_CODE_COMPOSING
}

/// The phone's key for a `keydown`; `None` when there is none.
pub fn phone_key(event: KeyEvent<'_>, platform: Platform) -> Option<PhoneKey> {
    let apple = platform == Platform::Apple;
    if is_composing(event.composing, event.key_code) || (event.meta && !apple) {
        return None;
    }
    let mut key = event.key.chars();
    match (key.next(), key.next()) {
        (Some(sign), None) => {
            let held = (event.ctrl || event.meta) && !event.alt;
            let keycode = keycode_of(shortcut(sign, event.code).filter(|_| held)?)?;
            Some(PhoneKey::new(keycode, event.shift, false, true))
        }
        _ => named_key(event, apple),
    }
}

/// The shortcut of a key: on a Latin layout by the letter that it types, wherever it lies there; on any other by its position, whose key
/// also has the Latin letter printed on it.
fn shortcut(sign: char, code: &str) -> Option<&'static str> {
    SHORTCUTS.into_iter().find(|letter| {
        if is_latin(sign) {
            letter.ends_with(sign.to_ascii_uppercase())
        } else {
            *letter == code
        }
    })
}

/// Whether a character belongs to Latin layouts: Unicode's Latin blocks with their punctuation, to "Latin Extended-B", and "Latin Extended
/// Additional".
const fn is_latin(sign: char) -> bool {
    matches!(sign, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

fn named_key(event: KeyEvent<'_>, apple: bool) -> Option<PhoneKey> {
    let name = name_of(event)?;
    // Keys with ⌘, or with Control and Alt together, belong to the computer.
    if event.meta || (event.ctrl && event.alt) {
        return None;
    }
    // Shift+Insert comes as a paste.
    if (event.ctrl && !EDITS_WITH_CONTROL.contains(&name)) || (event.shift && name == "Insert") {
        return None;
    }
    let keycode = match name {
        "Enter" if event.code == "NumpadEnter" => KEYCODE_NUMPAD_ENTER,
        _ => keycode_of(name)?,
    };
    let words = apple && event.alt && WORDS_WITH_OPTION.contains(&name);
    let (alt, ctrl) = (event.alt && !words, event.ctrl || words);
    Some(PhoneKey::new(keycode, event.shift, alt, ctrl))
}

fn name_of(event: KeyEvent<'_>) -> Option<&'static str> {
    if matches!(event.key, "" | "Unidentified") {
        let found = KEY_CODES.iter().find(|(code, _)| *code == event.key_code);
        return found.map(|(_, name)| *name);
    }
    NAMED.into_iter().find(|name| *name == event.key)
}

/// The key for an edit of the empty field (`beforeinput`, by its `inputType`; "Input Events Level 2"): a soft keyboard may report an edit
/// where another one presses a key.
pub fn key_of_edit(input_type: &str) -> Option<PhoneKey> {
    let key = |keycode, ctrl| Some(PhoneKey::new(keycode, false, false, ctrl));
    match input_type {
        "deleteContentBackward" => key(KEYCODE_BACKSPACE, false),
        "deleteWordBackward" => key(KEYCODE_BACKSPACE, true),
        "deleteContentForward" => key(keycode_of("Delete")?, false),
        "deleteWordForward" => key(keycode_of("Delete")?, true),
        "insertLineBreak" | "insertParagraph" => key(KEYCODE_ENTER, false),
        "historyUndo" => key(keycode_of("KeyZ")?, true),
        "historyRedo" => key(keycode_of("KeyY")?, true),
        _ => None,
    }
}

/// A part of what was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed<'a> {
    /// Text within a line; never empty.
    Text(&'a str),
    /// A line break: the key Enter. Pasted as text it would end no line of a form and send no message.
    Enter,
}

/// Splits typed text into lines and line breaks; `\r\n` is one line break.
pub fn typed(text: &str) -> impl Iterator<Item = Typed<'_>> {
    text.split_inclusive('\n').flat_map(|line| {
        let (rest, ends) = match line.strip_suffix('\n') {
            Some(rest) => (rest.strip_suffix('\r').unwrap_or(rest), true),
            None => (line, false),
        };
        let text = (!rest.is_empty()).then_some(Typed::Text(rest));
        text.into_iter().chain(ends.then_some(Typed::Enter))
    })
}
