//! Translation between Android's key codes and HID usages, as a phone itself does it: the usage to a Linux key (`hid_keyboard` and the
//! consumer page in `drivers/hid/hid-input.c`), the Linux key to a key code (AOSP `frameworks/base/data/keyboards/Generic.kl`).

use super::device::Button;

/// Key by its usage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Usage {
    /// A key of the keyboard page.
    Key(u8),
    /// Modifier key: its bit in a report.
    Modifier(Modifiers),
    /// A button of the consumer page.
    Button(Button),
}

/// Modifier keys, a bit each: left control, shift, alt, GUI, then the right ones ("HID 1.11", 8.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Modifiers(pub u8);

impl Modifiers {
    /// No modifier.
    pub const NONE: Self = Self(0);
    /// The left control key.
    pub const CONTROL: Self = Self(0x01);
    /// The left shift key.
    pub const SHIFT: Self = Self(0x02);

    /// Modifiers of Android's meta state: shift 0x1, alt 0x2, control 0x1000, meta 0x10000. The left key stands for either side.
    pub fn of_meta(meta: u32) -> Self {
        const LEFT: [(u32, u8); 4] = [(0x1000, 0x01), (0x1, 0x02), (0x2, 0x04), (0x1_0000, 0x08)];
        let held = LEFT.iter().filter(|(bit, _)| meta & bit != 0);
        Self(held.fold(0, |all, (_, modifier)| all | modifier))
    }

    /// Android's meta state of the modifiers, each with the bit of its side.
    pub const fn meta(self) -> u32 {
        const META: [u32; 8] = [
            0x1000 | 0x2000,
            0x1 | 0x40,
            0x2 | 0x10,
            0x1_0000 | 0x2_0000,
            0x1000 | 0x4000,
            0x1 | 0x80,
            0x2 | 0x20,
            0x1_0000 | 0x4_0000,
        ];
        let (mut meta, mut bit) = (0, 0);
        while bit < 8 {
            if self.0 & (1 << bit) != 0 {
                meta |= META[bit];
            }
            bit += 1;
        }
        meta
    }

    /// Modifiers of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Modifiers that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// Android's key codes of the modifiers, in the order of their bits.
const MODIFIERS: [u32; 8] = [113, 59, 57, 117, 114, 60, 58, 118];

/// Key codes and their usages on the keyboard page, beside those in [`RUNS`].
const KEYS: [(u32, u8); 46] = [
    (66, 0x28),  // ENTER
    (111, 0x29), // ESCAPE
    (67, 0x2a),  // DEL, which goes back
    (61, 0x2b),  // TAB
    (62, 0x2c),  // SPACE
    (69, 0x2d),  // MINUS
    (70, 0x2e),  // EQUALS
    (71, 0x2f),  // LEFT_BRACKET
    (72, 0x30),  // RIGHT_BRACKET
    (73, 0x31),  // BACKSLASH
    (74, 0x33),  // SEMICOLON
    (75, 0x34),  // APOSTROPHE
    (68, 0x35),  // GRAVE
    (55, 0x36),  // COMMA
    (56, 0x37),  // PERIOD
    (76, 0x38),  // SLASH
    (115, 0x39), // CAPS_LOCK
    (120, 0x46), // SYSRQ
    (116, 0x47), // SCROLL_LOCK
    (121, 0x48), // BREAK
    (124, 0x49), // INSERT
    (122, 0x4a), // MOVE_HOME
    (92, 0x4b),  // PAGE_UP
    (112, 0x4c), // FORWARD_DEL
    (123, 0x4d), // MOVE_END
    (93, 0x4e),  // PAGE_DOWN
    (22, 0x4f),  // DPAD_RIGHT
    (21, 0x50),  // DPAD_LEFT
    (20, 0x51),  // DPAD_DOWN
    (19, 0x52),  // DPAD_UP
    (143, 0x53), // NUM_LOCK
    (154, 0x54), // NUMPAD_DIVIDE
    (155, 0x55), // NUMPAD_MULTIPLY
    (156, 0x56), // NUMPAD_SUBTRACT
    (157, 0x57), // NUMPAD_ADD
    (160, 0x58), // NUMPAD_ENTER
    (144, 0x62), // NUMPAD_0
    (158, 0x63), // NUMPAD_DOT
    (82, 0x65),  // MENU
    (161, 0x67), // NUMPAD_EQUALS
    (277, 0x7b), // CUT
    (278, 0x7c), // COPY
    (279, 0x7d), // PASTE
    (159, 0x85), // NUMPAD_COMMA
    (162, 0xb6), // NUMPAD_LEFT_PAREN
    (163, 0xb7), // NUMPAD_RIGHT_PAREN
];

/// Key codes and their usages on the consumer page.
const BUTTONS: [(u32, Button); 14] = [
    (26, 0x030),  // POWER
    (223, 0x032), // SLEEP
    (221, 0x06f), // BRIGHTNESS_UP
    (220, 0x070), // BRIGHTNESS_DOWN
    (87, 0x0b5),  // MEDIA_NEXT
    (88, 0x0b6),  // MEDIA_PREVIOUS
    (86, 0x0b7),  // MEDIA_STOP
    (85, 0x0cd),  // MEDIA_PLAY_PAUSE
    (164, 0x0e2), // VOLUME_MUTE
    (24, 0x0e9),  // VOLUME_UP
    (25, 0x0ea),  // VOLUME_DOWN
    (187, 0x1a2), // APP_SWITCH: "AL Select Task/Application", Linux KEY_APPSELECT
    (3, 0x223),   // HOME: "AC Home", Linux KEY_HOMEPAGE
    (4, 0x224),   // BACK: "AC Back", Linux KEY_BACK
];

/// Runs of consecutive key codes and usages: first key code, first usage, length.
const RUNS: [(u32, u8, u32); 5] = [
    (29, 0x04, 26),  // A to Z
    (8, 0x1e, 9),    // 1 to 9
    (7, 0x27, 1),    // 0
    (131, 0x3a, 12), // F1 to F12
    (145, 0x59, 9),  // NUMPAD_1 to NUMPAD_9
];

/// Usage of a key code; `None` for a key that no virtual device here has.
pub fn usage_of_keycode(keycode: u32) -> Option<Usage> {
    if let Some(bit) = MODIFIERS.iter().position(|key| *key == keycode) {
        return Some(Usage::Modifier(Modifiers(1 << bit)));
    }
    if let Some((_, usage)) = BUTTONS.iter().find(|(key, _)| *key == keycode) {
        return Some(Usage::Button(*usage));
    }
    let run = (RUNS.iter()).find(|(first, _, count)| (*first..first + count).contains(&keycode));
    let key = match run {
        // The sum fits: a run is at most 26 long.
        Some((first, usage, _)) => Some(usage + (keycode - first) as u8),
        None => (KEYS.iter())
            .find(|(key, _)| *key == keycode)
            .map(|(_, usage)| *usage),
    };
    key.map(Usage::Key)
}

/// Key code that a phone makes of a usage.
pub fn keycode_of_usage(usage: Usage) -> Option<u32> {
    match usage {
        Usage::Modifier(Modifiers(bits)) => bits
            .is_power_of_two()
            .then(|| modifier_keycode(bits.trailing_zeros()))
            .flatten(),
        Usage::Button(button) => (BUTTONS.iter())
            .find(|(_, usage)| *usage == button)
            .map(|(key, _)| *key),
        Usage::Key(wanted) => {
            let run = RUNS.iter().find_map(|(first, usage, count)| {
                let offset = u32::from(wanted.checked_sub(*usage)?);
                (offset < *count).then_some(first + offset)
            });
            run.or_else(|| {
                (KEYS.iter())
                    .find(|(_, usage)| *usage == wanted)
                    .map(|(key, _)| *key)
            })
        }
    }
}

/// Key code of the modifier with this bit, from 0.
pub fn modifier_keycode(bit: u32) -> Option<u32> {
    MODIFIERS.get(bit as usize).copied()
}

/// Keystroke that types a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stroke {
    /// Usage of the key on the keyboard page.
    pub key: u8,
    /// Whether shift is held.
    pub shift: bool,
}

/// Keystroke of a character of printable ASCII on a US keyboard; `None` for any other.
pub fn stroke_of_char(letter: char) -> Option<Stroke> {
    /// Signs of the keys from 0x2d on, plain and with shift; 0x32 is no key of a US keyboard.
    const SIGNS: [(char, char, u8); 11] = [
        ('-', '_', 0x2d),
        ('=', '+', 0x2e),
        ('[', '{', 0x2f),
        (']', '}', 0x30),
        ('\\', '|', 0x31),
        (';', ':', 0x33),
        ('\'', '"', 0x34),
        ('`', '~', 0x35),
        (',', '<', 0x36),
        ('.', '>', 0x37),
        ('/', '?', 0x38),
    ];
    const SHIFTED_DIGITS: [char; 10] = ['!', '@', '#', '$', '%', '^', '&', '*', '(', ')'];
    let stroke = |key, shift| Some(Stroke { key, shift });
    match letter {
        ' ' => stroke(0x2c, false),
        'a'..='z' => stroke(0x04 + (letter as u8 - b'a'), false),
        'A'..='Z' => stroke(0x04 + (letter as u8 - b'A'), true),
        '1'..='9' => stroke(0x1e + (letter as u8 - b'1'), false),
        '0' => stroke(0x27, false),
        _ => {
            if let Some(digit) = SHIFTED_DIGITS.iter().position(|sign| *sign == letter) {
                return stroke(0x1e + digit as u8, true);
            }
            let (plain, _, key) =
                (SIGNS.iter()).find(|(plain, shifted, _)| [*plain, *shifted].contains(&letter))?;
            stroke(*key, letter != *plain)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_goes_to_its_usage_and_back() {
        let known = (0..=400).filter_map(|key| Some((key, usage_of_keycode(key)?)));
        let mut count = 0;
        for (key, usage) in known {
            assert_eq!(keycode_of_usage(usage), Some(key), "{usage:?}");
            count += 1;
        }
        let runs: u32 = RUNS.iter().map(|(.., count)| count).sum();
        assert_eq!(
            count,
            runs as usize + KEYS.len() + BUTTONS.len() + MODIFIERS.len()
        );
        assert_eq!(usage_of_keycode(400), None);
        assert_eq!(keycode_of_usage(Usage::Key(0x32)), None);
        assert_eq!(keycode_of_usage(Usage::Modifier(Modifiers(3))), None);
    }

    #[test]
    fn all_of_printable_ascii_is_typed_and_nothing_else() {
        let mut struck = std::collections::HashSet::new();
        for letter in ' '..='~' {
            let stroke = stroke_of_char(letter).expect("typed");
            assert!(struck.insert((stroke.key, stroke.shift)), "{letter}");
            assert!(keycode_of_usage(Usage::Key(stroke.key)).is_some());
        }
        for letter in ['\n', '\t', '\u{7f}', 'é', '你'] {
            assert_eq!(stroke_of_char(letter), None);
        }
    }

    #[test]
    fn modifiers_are_androids_meta_state() {
        let meta = 0x1 | 0x2 | 0x1000 | 0x1_0000;
        assert_eq!(Modifiers::of_meta(meta), Modifiers(0x0f));
        assert_eq!(Modifiers::CONTROL.meta(), 0x1000 | 0x2000);
        assert_eq!(Modifiers(0x20).meta(), 0x1 | 0x80);
    }
}
