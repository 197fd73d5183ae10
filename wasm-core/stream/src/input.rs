//! Conversion of the page's inputs to messages of the wire.

use domain::play::key_event::{Typed, typed};
use domain::play::keys::KEYCODE_ENTER;
use domain::play::{
    CLIPBOARD_SET_MAX_BYTES, ClientMessage, Input, KeyAction, NORMAL_MAX, Quality, SessionRequest,
    TEXT_MAX_BYTES, TouchAction,
};

use crate::error::StreamError;
use crate::types::PlayInput;

/// Longest typed text of one call, in bytes of UTF-8; the rest is left out.
pub const TEXT_TOTAL_MAX_BYTES: usize = 8 * TEXT_MAX_BYTES;
/// Wheel units per notch on the wire.
const PER_NOTCH: f64 = 256.0;

/// Messages of one input of the page: one, or several for a text that is long or has lines; none for an input that the worker itself
/// carries out.
pub fn to_wire(input: PlayInput) -> Result<Vec<ClientMessage>, StreamError> {
    if let Some(request) = request_of(&input)? {
        return Ok(vec![request.into()]);
    }
    Ok(inputs_of(input)?.into_iter().map(Into::into).collect())
}

/// Request to the server that an input of the page stands for; `None` for inputs that act on the phone, and those that the worker itself
/// carries out.
fn request_of(input: &PlayInput) -> Result<Option<SessionRequest>, StreamError> {
    Ok(Some(match *input {
        PlayInput::Stay => SessionRequest::Stay,
        PlayInput::Reset => SessionRequest::Reset,
        PlayInput::ShareClipboard { on } => SessionRequest::ShareClipboard(on),
        PlayInput::AskControl => SessionRequest::AskControl,
        PlayInput::GiveControl { to } => SessionRequest::GiveControl { to },
        PlayInput::RefuseControl { to } => SessionRequest::RefuseControl { to },
        PlayInput::FollowApp { on } => SessionRequest::FollowApp(on),
        PlayInput::Quality { wanted } => SessionRequest::Quality(
            Quality::from_code(wanted).ok_or(StreamError::Range("quality"))?,
        ),
        _ => return Ok(None),
    }))
}

/// Inputs for the phone that an input of the page stands for; none for the others.
fn inputs_of(input: PlayInput) -> Result<Vec<Input>, StreamError> {
    Ok(match input {
        PlayInput::Touch {
            action,
            pointer,
            x,
            y,
            pressure,
        } => {
            let action = match action {
                0 => TouchAction::Down,
                1 => TouchAction::Up,
                2 => TouchAction::Move,
                3 => TouchAction::Cancel,
                _ => return Err(StreamError::Range("touch action")),
            };
            let pressure = if action == TouchAction::Up {
                0
            } else {
                normal(pressure)
            };
            vec![Input::Touch {
                action,
                pointer: pointer as i64 as u32,
                x: normal(x),
                y: normal(y),
                pressure,
            }]
        }
        PlayInput::Scroll {
            x,
            y,
            horizontal,
            vertical,
        } => {
            vec![Input::Scroll {
                x: normal(x),
                y: normal(y),
                horizontal: notches(horizontal),
                vertical: notches(vertical),
            }]
        }
        PlayInput::Key {
            action,
            keycode,
            repeat,
            meta,
        } => {
            let action = match action {
                0 => KeyAction::Down,
                1 => KeyAction::Up,
                _ => return Err(StreamError::Range("key action")),
            };
            vec![Input::Key {
                action,
                keycode,
                repeat,
                meta,
            }]
        }
        PlayInput::Text { text } => pieces(&text).flat_map(typed).flat_map(typing).collect(),
        // A paste is sent whole, as a clipboard is: in pieces it would be several pastes.
        PlayInput::Paste { text } => {
            if text.len() > CLIPBOARD_SET_MAX_BYTES {
                return Err(StreamError::Range("paste"));
            }
            vec![Input::Paste(text.into())]
        }
        PlayInput::Rotate => vec![Input::Rotate],
        PlayInput::SetClipboard { sequence, text } => {
            if text.len() > CLIPBOARD_SET_MAX_BYTES {
                return Err(StreamError::Range("clipboard"));
            }
            vec![Input::SetClipboard { sequence, text }]
        }
        PlayInput::Stay
        | PlayInput::Reset
        | PlayInput::ShareClipboard { .. }
        | PlayInput::AskControl
        | PlayInput::GiveControl { .. }
        | PlayInput::RefuseControl { .. }
        | PlayInput::FollowApp { .. }
        | PlayInput::Quality { .. }
        | PlayInput::Shoot
        | PlayInput::Record
        | PlayInput::EndRecord
        | PlayInput::Listen { .. }
        | PlayInput::Mute => Vec::new(),
    })
}

/// [`to_wire`] for the inputs that may go to the phones of a group; an error for those that belong to the session of one phone.
pub fn to_followers(input: PlayInput) -> Result<Vec<Input>, StreamError> {
    match input {
        PlayInput::Touch { .. }
        | PlayInput::Scroll { .. }
        | PlayInput::Key { .. }
        | PlayInput::Text { .. }
        | PlayInput::Paste { .. }
        | PlayInput::Rotate => inputs_of(input),
        PlayInput::Stay
        | PlayInput::Reset
        | PlayInput::Listen { .. }
        | PlayInput::Mute
        | PlayInput::ShareClipboard { .. }
        | PlayInput::SetClipboard { .. }
        | PlayInput::Quality { .. }
        | PlayInput::FollowApp { .. }
        | PlayInput::AskControl
        | PlayInput::GiveControl { .. }
        | PlayInput::RefuseControl { .. }
        | PlayInput::Shoot
        | PlayInput::Record
        | PlayInput::EndRecord => Err(StreamError::Range("input of a group")),
    }
}

/// Whether an input has a place in the picture, which means another place after the phone was turned.
pub const fn is_placed(input: &Input) -> bool {
    matches!(input, Input::Touch { .. } | Input::Scroll { .. })
}

fn normal(value: f64) -> u16 {
    value.round().clamp(0.0, f64::from(NORMAL_MAX)) as u16
}

fn notches(value: f64) -> i16 {
    (value * PER_NOTCH).round() as i16
}

/// Inputs for a part of a typed text: text, or a stroke of Enter for a line end.
fn typing(part: Typed<'_>) -> Vec<Input> {
    match part {
        Typed::Text(text) => vec![Input::Text(text.to_owned())],
        Typed::Enter => [KeyAction::Down, KeyAction::Up]
            .map(|action| Input::Key {
                action,
                keycode: KEYCODE_ENTER,
                repeat: 0,
                meta: 0,
            })
            .into(),
    }
}

/// Pieces of a text of at most [`TEXT_MAX_BYTES`], cut between characters.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let (mut rest, _) = text.split_at(floor_boundary(text, TEXT_TOTAL_MAX_BYTES));
    std::iter::from_fn(move || {
        let (piece, after) = rest.split_at(floor_boundary(rest, TEXT_MAX_BYTES));
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Last character boundary at or before `at`.
fn floor_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|i| text.is_char_boundary(*i))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(action: u8, x: f64) -> PlayInput {
        PlayInput::Touch {
            action,
            pointer: 3.0,
            x,
            y: 0.4,
            pressure: 65_535.0,
        }
    }

    #[test]
    fn coordinates_are_rounded_and_clamped() {
        for (given, x) in [
            (-1.0, 0),
            (0.5, 1),
            (65_535.0, 65_535),
            (65_536.0, 65_535),
            (f64::NAN, 0),
            (f64::INFINITY, 65_535),
        ] {
            let wire = inputs_of(touch(0, given)).unwrap();
            assert_eq!(
                wire,
                [Input::Touch {
                    action: TouchAction::Down,
                    pointer: 3,
                    x,
                    y: 0,
                    pressure: 65_535
                }],
                "{given}"
            );
        }
    }

    #[test]
    fn a_lifted_finger_has_no_pressure() {
        let wire = inputs_of(touch(1, 0.0)).unwrap();
        assert_eq!(
            wire,
            [Input::Touch {
                action: TouchAction::Up,
                pointer: 3,
                x: 0,
                y: 0,
                pressure: 0
            }]
        );
    }

    #[test]
    fn unknown_actions_are_refused() {
        assert!(inputs_of(touch(3, 0.0)).is_ok());
        assert!(matches!(
            inputs_of(touch(4, 0.0)),
            Err(StreamError::Range(_))
        ));
        let key = |action| PlayInput::Key {
            action,
            keycode: 4,
            repeat: 0,
            meta: 0,
        };
        assert_eq!(
            inputs_of(key(1)).unwrap(),
            [Input::Key {
                action: KeyAction::Up,
                keycode: 4,
                repeat: 0,
                meta: 0
            }]
        );
        assert!(matches!(inputs_of(key(2)), Err(StreamError::Range(_))));
    }

    #[test]
    fn the_wheel_counts_parts_of_a_notch() {
        let scroll = |vertical| {
            inputs_of(PlayInput::Scroll {
                x: 1.0,
                y: 2.0,
                horizontal: -0.5,
                vertical,
            })
            .unwrap()
        };
        assert_eq!(
            scroll(1.0),
            [Input::Scroll {
                x: 1,
                y: 2,
                horizontal: -128,
                vertical: 256
            }]
        );
        assert_eq!(
            scroll(1e9),
            [Input::Scroll {
                x: 1,
                y: 2,
                horizontal: -128,
                vertical: i16::MAX
            }]
        );
    }

    #[test]
    fn a_text_is_cut_between_characters_into_pieces_that_fit() {
        let text = |text: String| inputs_of(PlayInput::Text { text }).unwrap();
        assert_eq!(text(String::new()), []);
        assert_eq!(text("你好".into()), [Input::Text("你好".into())]);
        assert_eq!(text("a".repeat(TEXT_MAX_BYTES)).len(), 1);
        assert_eq!(text("a".repeat(TEXT_MAX_BYTES + 1)).len(), 2);
        let long = "好".repeat(TEXT_MAX_BYTES / 2);
        let wire = text(long.clone());
        let mut joined = String::new();
        for input in &wire {
            let Input::Text(piece) = input else {
                panic!("{input:?}")
            };
            assert!(piece.len() <= TEXT_MAX_BYTES);
            joined.push_str(piece);
        }
        assert_eq!(joined, long);
    }

    #[test]
    fn a_line_break_in_a_text_is_the_key_enter() {
        let enter = [KeyAction::Down, KeyAction::Up].map(|action| Input::Key {
            action,
            keycode: 66,
            repeat: 0,
            meta: 0,
        });
        let text = |text: &str| inputs_of(PlayInput::Text { text: text.into() }).unwrap();
        assert_eq!(text("\n"), enter);
        let [down, up] = enter;
        assert_eq!(
            text("你\r\nb"),
            [Input::Text("你".into()), down, up, Input::Text("b".into())]
        );
    }

    #[test]
    fn a_clipboard_is_sent_whole_or_not_at_all() {
        let set = |bytes| {
            inputs_of(PlayInput::SetClipboard {
                sequence: 7,
                text: "a".repeat(bytes),
            })
        };
        assert!(
            matches!(set(CLIPBOARD_SET_MAX_BYTES).unwrap().as_slice(), [Input::SetClipboard { sequence: 7, text }] if text.len() == CLIPBOARD_SET_MAX_BYTES)
        );
        assert!(matches!(
            set(CLIPBOARD_SET_MAX_BYTES + 1),
            Err(StreamError::Range(_))
        ));
    }

    #[test]
    fn a_paste_is_one_message_of_a_clipboards_length_or_none() {
        let paste = |bytes| {
            inputs_of(PlayInput::Paste {
                text: "a".repeat(bytes),
            })
        };
        assert!(
            matches!(paste(CLIPBOARD_SET_MAX_BYTES).unwrap().as_slice(), [Input::Paste(text)] if text.len() == CLIPBOARD_SET_MAX_BYTES)
        );
        assert!(matches!(
            paste(CLIPBOARD_SET_MAX_BYTES + 1),
            Err(StreamError::Range(_))
        ));
    }

    #[test]
    fn only_the_four_qualities_are_sent() {
        for (code, quality) in [(0, Quality::Automatic), (3, Quality::Fluent)] {
            let wire = to_wire(PlayInput::Quality { wanted: code }).unwrap();
            assert_eq!(wire, [SessionRequest::Quality(quality).into()]);
        }
        assert!(to_wire(PlayInput::Quality { wanted: 4 }).is_err());
    }

    #[test]
    fn followers_are_told_what_acts_on_a_phone_and_no_more() {
        let text = |text: &str| text.to_owned();
        assert_eq!(
            to_followers(touch(2, 1.0)).unwrap(),
            inputs_of(touch(2, 1.0)).unwrap()
        );
        assert_eq!(to_followers(PlayInput::Rotate).unwrap(), [Input::Rotate]);
        let paste = PlayInput::Paste { text: text("a") };
        assert_eq!(to_followers(paste).unwrap(), [Input::Paste("a".into())]);
        for one in [
            PlayInput::Stay,
            PlayInput::SetClipboard {
                sequence: 1,
                text: text("a"),
            },
            PlayInput::Quality { wanted: 1 },
            PlayInput::Record,
        ] {
            assert!(matches!(to_followers(one), Err(StreamError::Range(_))));
        }
    }

    #[test]
    fn only_fingers_and_the_wheel_have_a_place() {
        let placed = |input| inputs_of(input).unwrap().iter().all(is_placed);
        assert!(placed(touch(1, 1.0)));
        assert!(placed(PlayInput::Scroll {
            x: 0.0,
            y: 0.0,
            horizontal: 0.0,
            vertical: 1.0
        }));
        assert!(!placed(PlayInput::Rotate));
        assert!(!placed(PlayInput::Text { text: "a".into() }));
    }

    #[test]
    fn a_text_beyond_the_total_is_shortened() {
        let wire = inputs_of(PlayInput::Text {
            text: "a".repeat(TEXT_TOTAL_MAX_BYTES + 1),
        })
        .unwrap();
        let total: usize = wire
            .iter()
            .map(|i| if let Input::Text(t) = i { t.len() } else { 0 })
            .sum();
        assert_eq!(total, TEXT_TOTAL_MAX_BYTES);
    }
}
