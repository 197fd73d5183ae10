use domain::play::key_event::{KeyEvent, PhoneKey, Platform, Typed, key_of_edit, phone_key, typed};
use serde_json::{Value, json};

use crate::{rows, sentences, vectors};

const FILE: &str = include_str!("../../vectors/keys.json");

fn told(key: Option<PhoneKey>) -> Value {
    json!(key.map(|key| [u32::from(key.keycode), key.meta]))
}

sentences! {
    fn a_key_event_is_a_key_on_the_phone_or_none_whatever_the_browser_the_layout_and_the_computer() {
        for row in rows(&vectors(FILE), "events") {
            let word = |at: usize| row[at].as_str().unwrap();
            let held = |name: &str| word(5).split(' ').any(|held| held == name);
            let event = KeyEvent {
                key: word(2),
                code: word(3),
                key_code: row[4].as_u64().unwrap() as u16,
                composing: held("composing"),
                shift: held("shift"),
                alt: held("alt"),
                ctrl: held("ctrl"),
                meta: held("meta"),
            };
            assert_eq!(told(phone_key(event, Platform::of(word(1)))), row[6], "{row}");
        }
    }

    fn an_edit_that_a_soft_keyboard_tells_is_a_key_unless_it_is_text() {
        for row in rows(&vectors(FILE), "edits") {
            assert_eq!(told(key_of_edit(row[0].as_str().unwrap())), row[1], "{row}");
        }
    }

    fn a_line_break_in_what_is_typed_is_enter() {
        for row in rows(&vectors(FILE), "typed") {
            let parts: Vec<Option<&str>> = typed(row[0].as_str().unwrap())
                .map(|part| match part {
                    Typed::Text(text) => Some(text),
                    Typed::Enter => None,
                })
                .collect();
            assert_eq!(json!(parts), row[1], "{row}");
        }
    }
}
