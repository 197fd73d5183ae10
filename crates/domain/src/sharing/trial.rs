//! Trials behind an owner's link: for some minutes a visitor has one app of a phone in its hands, and nothing else of the phone.

use crate::apps::PackageName;
use crate::play::{Input, KeyAction, SessionRequest, TouchAction};

/// Longest duration of a trial, in minutes.
pub const TRIAL_MINUTES_MAX: i64 = 60;
/// Sockets that the page of a trial may have open at the same time: one, and those that a reload has not closed yet.
pub const TRIAL_SOCKETS_MAX: i64 = 3;
/// Pause before the app of a trial that is over is stopped again, after the phone could not do it.
pub const CLEAN_AGAIN_MS: i64 = 60_000;
/// Pause before a phone is asked again that could not be told to stop the app, since it is off or another operation has it.
pub const CLEAN_WAIT_MS: i64 = 2_000;

/// Height of the strip at the picture's top from which a finger would pull the phone's own panels down: 1/32, about a status bar.
const PANEL_STRIP: u16 = u16::MAX / 32;
/// Most fingers that are on the picture at the same time.
const FINGERS_MAX: usize = 10;
/// Bits of Android's meta state with which keys belong to the system: alt (0x02, 0x10, 0x20) and meta (0x10000, 0x20000, 0x40000).
const SYSTEM_META: u32 = 0x7_0032;
/// Packages of the dialogs that ask for permissions in an app's name, in front of the app: one on phones without Google's services, one on the
/// others.
const PERMISSION_DIALOGS: [&str; 2] = [
    "com.android.permissioncontroller",
    "com.google.android.permissioncontroller",
];

/// Duration of a trial: 1 to [`TRIAL_MINUTES_MAX`] minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrialMinutes(i64);

impl TrialMinutes {
    /// Reads the number of minutes.
    pub const fn parse(minutes: i64) -> Option<Self> {
        if minutes >= 1 && minutes <= TRIAL_MINUTES_MAX {
            Some(Self(minutes))
        } else {
            None
        }
    }

    /// The number of minutes.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// End of a trial that begins now, Unix milliseconds: no later than its link's.
    pub const fn end_ms(self, now_ms: i64, link_end_ms: i64) -> i64 {
        let end_ms = now_ms.saturating_add(self.0 * 60_000);
        if end_ms < link_end_ms {
            end_ms
        } else {
            link_end_ms
        }
    }
}

/// Whether the app in front is the trial's, or asks for a permission in its name.
pub fn is_in_front(package: &PackageName, front: &str) -> bool {
    front == package.as_str() || PERMISSION_DIALOGS.contains(&front)
}

/// Decides which inputs of a trial's visitor reach the phone: those that the app gets, and none by which the system would act.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrialInputs {
    /// Fingers whose touch was passed on. They are lifted on the phone too, whatever came between.
    down: Vec<u32>,
}

impl TrialInputs {
    /// Whether an input is passed on. `in_front`: see [`is_in_front`].
    pub fn passes(&mut self, input: &Input, in_front: bool) -> bool {
        match input {
            Input::Touch {
                action, pointer, y, ..
            } => self.touch(*action, *pointer, *y, in_front),
            Input::Key {
                action,
                keycode,
                meta,
                ..
            } => {
                let lifts = *action == KeyAction::Up;
                is_app_key(*keycode) && (lifts || (in_front && *meta & SYSTEM_META == 0))
            }
            Input::Scroll { .. } | Input::Text(_) | Input::Paste(_) => in_front,
            // A turned phone and a text in its clipboard outlive the trial.
            Input::Rotate | Input::SetClipboard { .. } => false,
        }
    }

    /// Whether a request that changes the session is granted: the quality of the picture alone.
    pub const fn grants(request: &SessionRequest) -> bool {
        matches!(request, SessionRequest::Quality(_))
    }

    fn touch(&mut self, action: TouchAction, pointer: u32, y: u16, in_front: bool) -> bool {
        let at = self.down.iter().position(|known| *known == pointer);
        match (action, at) {
            (TouchAction::Down, None) => {
                let passes = in_front && y >= PANEL_STRIP && self.down.len() < FINGERS_MAX;
                if passes {
                    self.down.push(pointer);
                }
                passes
            }
            (TouchAction::Move, Some(_)) => in_front,
            (TouchAction::Up | TouchAction::Cancel, Some(at)) => {
                self.down.swap_remove(at);
                true
            }
            (TouchAction::Down, Some(_)) | (_, None) => false,
        }
    }
}

/// Whether a key is one that an app gets: back, text and its editing, arrows, a gamepad's buttons. Home, recent apps, volume, power and all
/// others are the phone's.
const fn is_app_key(keycode: u16) -> bool {
    matches!(keycode,
        // Back; digits, star and pound; the pad of directions.
        4 | 7..=18 | 19..=23
        // Letters, comma and full stop; shift, tab, space, enter, backspace and punctuation.
        | 29..=56 | 59..=62 | 66..=77 | 81
        // Page up and down; a gamepad's buttons but for its own home (110).
        | 92 | 93 | 96..=109
        // Delete, control, caps lock; begin and end of a line, insert; the pad of numbers.
        | 112..=115 | 122..=124 | 143..=163)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Quality;
    use crate::play::keys::{
        KEYCODE_APP_SWITCH, KEYCODE_BACK, KEYCODE_BACKSPACE, KEYCODE_ENTER, KEYCODE_HOME,
        KEYCODE_POWER, KEYCODE_VOLUME_DOWN, KEYCODE_VOLUME_MUTE, KEYCODE_VOLUME_UP, keycode_of,
        meta_state,
    };

    const NOW: i64 = 1_800_000_000_000;
    const MIDDLE: u16 = u16::MAX / 2;

    const fn touch(action: TouchAction, pointer: u32, y: u16) -> Input {
        Input::Touch {
            action,
            pointer,
            x: MIDDLE,
            y,
            pressure: 1,
        }
    }

    const fn key(action: KeyAction, keycode: u16, meta: u32) -> Input {
        Input::Key {
            action,
            keycode,
            repeat: 0,
            meta,
        }
    }

    #[test]
    fn a_trial_lasts_one_to_sixty_minutes_and_no_longer_than_its_link() {
        for (minutes, fits) in [(0, false), (1, true), (60, true), (61, false), (-1, false)] {
            let parsed = TrialMinutes::parse(minutes).map(TrialMinutes::get);
            assert_eq!(parsed, fits.then_some(minutes), "{minutes}");
        }
        let two = TrialMinutes::parse(2).unwrap();
        assert_eq!(two.end_ms(NOW, NOW + 120_001), NOW + 120_000);
        assert_eq!(two.end_ms(NOW, NOW + 119_999), NOW + 119_999);
        assert_eq!(two.end_ms(i64::MAX, i64::MAX), i64::MAX);
    }

    #[test]
    fn only_the_app_itself_and_its_questions_for_permission_are_in_front() {
        let app = PackageName::parse("org.example.game").unwrap();
        for (front, is) in [
            ("org.example.game", true),
            ("com.google.android.permissioncontroller", true),
            ("com.android.permissioncontroller", true),
            ("org.example.game2", false),
            ("com.android.settings", false),
            ("com.owldeck.launcher", false),
            ("", false),
        ] {
            assert_eq!(is_in_front(&app, front), is, "{front}");
        }
    }

    #[test]
    fn keys_of_the_app_pass_and_those_of_the_phone_do_not() {
        let mut inputs = TrialInputs::default();
        let mut passes = |keycode, meta| inputs.passes(&key(KeyAction::Down, keycode, meta), true);
        for code in [
            "KeyA",
            "KeyZ",
            "Digit0",
            "Digit9",
            "Space",
            "Enter",
            "Backspace",
            "ArrowUp",
            "ArrowRight",
            "Comma",
            "Slash",
            "Quote",
            "Tab",
            "ShiftLeft",
            "ControlLeft",
            "Delete",
            "Home",
            "End",
            "PageUp",
            "Insert",
            "CapsLock",
            "NumpadEnter",
            "Escape",
        ] {
            assert!(passes(keycode_of(code).unwrap(), 0), "{code}");
        }
        for keycode in [KEYCODE_BACK, KEYCODE_ENTER, KEYCODE_BACKSPACE] {
            assert!(passes(keycode, 0), "{keycode}");
        }
        for code in [
            "MetaLeft",
            "MetaRight",
            "AltLeft",
            "AltRight",
            "ContextMenu",
            "F1",
            "F12",
        ] {
            assert!(!passes(keycode_of(code).unwrap(), 0), "{code}");
        }
        for keycode in [
            KEYCODE_HOME,
            KEYCODE_APP_SWITCH,
            KEYCODE_POWER,
            KEYCODE_VOLUME_UP,
            KEYCODE_VOLUME_DOWN,
            KEYCODE_VOLUME_MUTE,
            0,
            // Call, camera, browser, notifications, a gamepad's home, settings, assistant, sleep, screenshot.
            5,
            27,
            64,
            83,
            110,
            176,
            219,
            223,
            120,
        ] {
            assert!(!passes(keycode, 0), "{keycode}");
        }
        let tab = keycode_of("Tab").unwrap();
        assert!(passes(
            tab,
            meta_state(true, false, true, false, true, true)
        ));
        assert!(
            !passes(tab, meta_state(false, true, false, false, false, false)),
            "alt and tab"
        );
        assert!(
            !passes(tab, meta_state(false, false, false, true, false, false)),
            "meta and tab"
        );
    }

    #[test]
    fn nothing_passes_while_another_app_is_in_front_but_what_lifts() {
        let mut inputs = TrialInputs::default();
        let a = keycode_of("KeyA").unwrap();
        for input in [
            touch(TouchAction::Down, 1, MIDDLE),
            key(KeyAction::Down, a, 0),
            Input::Text("a".to_owned()),
            Input::Paste("a".into()),
            Input::Scroll {
                x: 1,
                y: MIDDLE,
                horizontal: 0,
                vertical: 256,
            },
        ] {
            assert!(!inputs.clone().passes(&input, false), "{input:?}");
            assert!(inputs.clone().passes(&input, true), "{input:?}");
        }
        assert!(inputs.passes(&touch(TouchAction::Down, 1, MIDDLE), true));
        assert!(!inputs.passes(&touch(TouchAction::Move, 1, MIDDLE), false));
        assert!(inputs.passes(&touch(TouchAction::Up, 1, MIDDLE), false));
        assert!(
            !inputs.passes(&touch(TouchAction::Up, 1, MIDDLE), true),
            "it is up already"
        );
        assert!(inputs.passes(&key(KeyAction::Up, a, 0), false));
        assert!(!inputs.passes(&key(KeyAction::Up, KEYCODE_HOME, 0), false));
    }

    #[test]
    fn a_finger_that_comes_from_the_top_pulls_nothing_down() {
        let mut inputs = TrialInputs::default();
        assert!(!inputs.passes(&touch(TouchAction::Down, 1, PANEL_STRIP - 1), true));
        assert!(!inputs.passes(&touch(TouchAction::Move, 1, MIDDLE), true));
        assert!(!inputs.passes(&touch(TouchAction::Up, 1, MIDDLE), true));
        assert!(inputs.passes(&touch(TouchAction::Down, 1, PANEL_STRIP), true));
        assert!(inputs.passes(&touch(TouchAction::Move, 1, 0), true));
        assert!(inputs.passes(&touch(TouchAction::Cancel, 1, 0), true));
    }

    #[test]
    fn ten_fingers_are_on_the_picture_and_no_eleventh() {
        let mut inputs = TrialInputs::default();
        for pointer in 0..10 {
            assert!(inputs.passes(&touch(TouchAction::Down, pointer, MIDDLE), true));
        }
        assert!(!inputs.passes(&touch(TouchAction::Down, 10, MIDDLE), true));
        assert!(
            !inputs.passes(&touch(TouchAction::Down, 9, MIDDLE), true),
            "it is down already"
        );
        assert!(inputs.passes(&touch(TouchAction::Up, 0, MIDDLE), true));
        assert!(inputs.passes(&touch(TouchAction::Down, 10, MIDDLE), true));
    }

    #[test]
    fn what_outlives_the_trial_or_reaches_others_never_passes() {
        for input in [
            Input::Rotate,
            Input::SetClipboard {
                sequence: 1,
                text: "a".to_owned(),
            },
        ] {
            assert!(!TrialInputs::default().passes(&input, true), "{input:?}");
        }
        for request in [
            SessionRequest::ShareClipboard(true),
            SessionRequest::FollowApp(true),
            SessionRequest::Include,
            SessionRequest::AskControl,
            SessionRequest::GiveControl { to: 1 },
            SessionRequest::RefuseControl { to: 1 },
        ] {
            assert!(!TrialInputs::grants(&request), "{request:?}");
        }
        assert!(TrialInputs::grants(&SessionRequest::Quality(
            Quality::Automatic
        )));
    }
}
