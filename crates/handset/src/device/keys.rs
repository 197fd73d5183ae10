//! Android keycodes and their effects on this phone.

use super::editor::{Editor, Step};
use super::{Device, Front};

/// Keycodes that act (Android `KeyEvent`).
pub(crate) mod code {
    pub(crate) const HOME: u32 = 3;
    pub(crate) const BACK: u32 = 4;
    pub(crate) const DPAD_UP: u32 = 19;
    pub(crate) const DPAD_DOWN: u32 = 20;
    pub(crate) const DPAD_LEFT: u32 = 21;
    pub(crate) const DPAD_RIGHT: u32 = 22;
    pub(crate) const POWER: u32 = 26;
    pub(crate) const TAB: u32 = 61;
    pub(crate) const SPACE: u32 = 62;
    pub(crate) const ENTER: u32 = 66;
    pub(crate) const DEL: u32 = 67;
    pub(crate) const ESCAPE: u32 = 111;
    pub(crate) const FORWARD_DEL: u32 = 112;
    pub(crate) const MOVE_HOME: u32 = 122;
    pub(crate) const MOVE_END: u32 = 123;
    pub(crate) const NUMPAD_ENTER: u32 = 160;
    pub(crate) const APP_SWITCH: u32 = 187;
    pub(crate) const SLEEP: u32 = 223;
    pub(crate) const WAKEUP: u32 = 224;
    pub(crate) const CUT: u32 = 277;
    pub(crate) const COPY: u32 = 278;
    pub(crate) const PASTE: u32 = 279;
}

/// SHIFT bits of Android's meta state: either, left, right.
const META_SHIFT: u32 = 0x1 | 0x40 | 0x80;
/// CTRL bits of Android's meta state: either, left, right.
const META_CTRL: u32 = 0x1000 | 0x2000 | 0x4000;
const META_CAPS: u32 = 0x10_0000;

/// Signs of a US keyboard: keycode, character, character with shift.
const PRINTED: [(u32, char, char); 15] = [
    (55, ',', '<'),
    (56, '.', '>'),
    (68, '`', '~'),
    (69, '-', '_'),
    (70, '=', '+'),
    (71, '[', '{'),
    (72, ']', '}'),
    (73, '\\', '|'),
    (74, ';', ':'),
    (75, '\'', '"'),
    (76, '/', '?'),
    (77, '@', '@'),
    (81, '+', '+'),
    (17, '*', '*'),
    (18, '#', '#'),
];
const SHIFTED_DIGITS: [char; 10] = [')', '!', '@', '#', '$', '%', '^', '&', '*', '('];

/// Character that a key types.
fn character(keycode: u32, meta: u32) -> Option<char> {
    let shift = meta & META_SHIFT != 0;
    match keycode {
        7..=16 => {
            let digit = keycode - 7;
            if shift {
                SHIFTED_DIGITS.get(digit as usize).copied()
            } else {
                char::from_digit(digit, 10)
            }
        }
        29..=54 => {
            let letter = char::from_u32('a' as u32 + keycode - 29)?;
            Some(if shift == (meta & META_CAPS != 0) {
                letter
            } else {
                letter.to_ascii_uppercase()
            })
        }
        144..=153 => char::from_digit(keycode - 144, 10),
        code::SPACE => Some(' '),
        code::TAB => Some('\t'),
        code::ENTER | code::NUMPAD_ENTER => Some('\n'),
        _ => PRINTED
            .iter()
            .find(|(key, ..)| *key == keycode)
            .map(|(_, plain, upper)| if shift { *upper } else { *plain }),
    }
}

impl Device {
    /// Handles a key that goes down. Releasing a key does nothing on this phone.
    pub(crate) fn press_key(&mut self, keycode: u32, meta: u32) {
        match keycode {
            code::POWER => return self.set_awake(!self.awake),
            code::SLEEP => return self.set_awake(false),
            code::WAKEUP => return self.set_awake(true),
            code::HOME if !self.awake => return self.set_awake(true),
            _ if !self.awake => return,
            _ => {}
        }
        let select = meta & META_SHIFT != 0;
        match keycode {
            code::HOME => self.home(),
            code::BACK | code::ESCAPE => self.back(),
            code::APP_SWITCH if self.front == Front::Recents => match self.recents.first() {
                Some(app) => self.open(*app),
                None => self.home(),
            },
            code::APP_SWITCH => self.show_recents(),
            code::DEL => self.edit(Editor::backspace),
            code::FORWARD_DEL => self.edit(Editor::delete),
            code::DPAD_LEFT => self.edit(|editor| editor.step(Step::Left, select)),
            code::DPAD_RIGHT => self.edit(|editor| editor.step(Step::Right, select)),
            code::DPAD_UP => self.edit(|editor| editor.step(Step::Up, select)),
            code::DPAD_DOWN => self.edit(|editor| editor.step(Step::Down, select)),
            code::MOVE_HOME => self.edit(|editor| editor.step(Step::LineStart, select)),
            code::MOVE_END => self.edit(|editor| editor.step(Step::LineEnd, select)),
            code::COPY => self.copy_selection(false),
            code::CUT => self.copy_selection(true),
            code::PASTE => self.paste(),
            _ if meta & META_CTRL != 0 => self.shortcut(keycode),
            _ => {
                if let Some(letter) = character(keycode, meta) {
                    self.type_text(letter.encode_utf8(&mut [0; 4]));
                }
            }
        }
    }

    fn shortcut(&mut self, keycode: u32) {
        match character(keycode, 0) {
            Some('a') => self.edit(Editor::select_all),
            Some('c') => self.copy_selection(false),
            Some('x') => self.copy_selection(true),
            Some('v') => self.paste(),
            _ => {}
        }
    }

    /// Starts an app by package (`com.x`) or by what its label begins with (`?label`), as scrcpy's START_APP;
    /// a leading `+` stops it first. False if there is no such app.
    pub(crate) fn start_app(&mut self, name: &str) -> bool {
        let (fresh, name) = name
            .strip_prefix('+')
            .map_or((false, name), |rest| (true, rest));
        let app = match name.strip_prefix('?') {
            Some(label) => {
                let label = label.to_lowercase();
                self.apps().into_iter().find(|app| {
                    let shown = self.about(*app).map(|about| about.label.to_lowercase());
                    shown.is_some_and(|shown| shown.starts_with(&label))
                        || format!("{app:?}").to_lowercase().starts_with(&label)
                })
            }
            None => self.app_by_package(name),
        };
        let Some(app) = app else { return false };
        if fresh {
            self.stop(app);
        }
        self.open(app);
        true
    }
}
