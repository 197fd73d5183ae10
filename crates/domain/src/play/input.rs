//! Inputs of a browser that act on the phone: fingers, the wheel, keys and text.

use std::sync::Arc;

use super::client_message::begin;
use super::reader::{Malformed, Reader, put_text};
use super::{CLIPBOARD_SET_MAX_BYTES, FLAG_LANDSCAPE, FLAG_PORTRAIT, Header, Size, TEXT_MAX_BYTES};

/// A finger's change; the values are Android's `MotionEvent` actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum TouchAction {
    /// The finger touches the screen.
    Down = 0,
    /// The finger leaves the screen.
    Up = 1,
    /// The finger moves on the screen.
    Move = 2,
    /// The finger was taken away: the phone forgets the gesture.
    Cancel = 3,
}

/// A key's change; the values are Android's `KeyEvent` actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum KeyAction {
    /// The key is pressed.
    Down = 0,
    /// The key is released.
    Up = 1,
}

/// The orientation of the picture that an input was made on. A point in a portrait picture is another point once the phone has turned, so
/// such an input is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orientation {
    /// Higher than wide.
    Portrait,
    /// Wider than high.
    Landscape,
}

impl Orientation {
    /// The orientation of a picture of this size.
    pub const fn of(size: Size) -> Self {
        if size.landscape() {
            Self::Landscape
        } else {
            Self::Portrait
        }
    }

    pub(super) const fn flags(orientation: Option<Self>) -> u8 {
        match orientation {
            None => 0,
            Some(Self::Portrait) => FLAG_PORTRAIT,
            Some(Self::Landscape) => FLAG_LANDSCAPE,
        }
    }

    /// The orientation in a message's header; `None` when the browser gives none.
    pub const fn of_header(header: Header) -> Option<Self> {
        match header.flags & (FLAG_PORTRAIT | FLAG_LANDSCAPE) {
            FLAG_PORTRAIT => Some(Self::Portrait),
            FLAG_LANDSCAPE => Some(Self::Landscape),
            _ => None,
        }
    }
}

/// A message of [`super::Channel::Input`] that acts on the phone. It needs control and its epoch.
///
/// Coordinates are normalised to the picture's content: 0 is the left or top edge, 65,535 the right or bottom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A finger's change. Kind 0.
    Touch {
        /// Down, up, move or cancel.
        action: TouchAction,
        /// Number of the finger, chosen by the browser.
        pointer: u32,
        /// Position across, 0–65,535.
        x: u16,
        /// Position down, 0–65,535.
        y: u16,
        /// Pressure, 0–65,535; 0 on up.
        pressure: u16,
    },
    /// The wheel. Kind 1.
    Scroll {
        /// Position across, 0–65,535.
        x: u16,
        /// Position down, 0–65,535.
        y: u16,
        /// Notches to the right, in 1/256.
        horizontal: i16,
        /// Notches up, in 1/256.
        vertical: i16,
    },
    /// A key by Android's key code. Kind 2.
    Key {
        /// Down or up.
        action: KeyAction,
        /// Android's `KEYCODE_*`.
        keycode: u16,
        /// Number of repeats while held.
        repeat: u16,
        /// Android's meta state bits.
        meta: u32,
    },
    /// Typed or composed text. Kind 3.
    Text(String),
    /// Text put into the phone's clipboard and pasted, at most [`CLIPBOARD_SET_MAX_BYTES`]. Kind 4. Its bytes are shared: all phones of a group may
    /// wait for the same.
    Paste(Arc<str>),
    /// Turns the phone a quarter. Kind 5.
    Rotate,
    /// Puts a text into the phone's clipboard without pasting it; answered by [`super::Event::ClipboardSet`]. Kind 15.
    SetClipboard {
        /// Number chosen by the browser, returned with the answer.
        sequence: u32,
        /// Text, at most [`CLIPBOARD_SET_MAX_BYTES`].
        text: String,
    },
}

impl Input {
    /// Whether the input lifts a finger or a key: without it, it would stay down.
    pub const fn lifts(&self) -> bool {
        matches!(
            self,
            Self::Touch {
                action: TouchAction::Up | TouchAction::Cancel,
                ..
            } | Self::Key {
                action: KeyAction::Up,
                ..
            }
        )
    }

    /// The whole message.
    pub fn encode(&self, slot: u16, epoch: u32) -> Vec<u8> {
        self.encode_on(None, slot, epoch)
    }

    /// The whole message, with the orientation of the picture that it was made on.
    pub fn encode_on(&self, orientation: Option<Orientation>, slot: u16, epoch: u32) -> Vec<u8> {
        let mut out = begin(Orientation::flags(orientation), slot, self.kind(), epoch);
        match self {
            Self::Touch {
                action,
                pointer,
                x,
                y,
                pressure,
            } => {
                out.push(*action as u8);
                out.extend_from_slice(&pointer.to_be_bytes());
                for field in [x, y, pressure] {
                    out.extend_from_slice(&field.to_be_bytes());
                }
            }
            Self::Scroll {
                x,
                y,
                horizontal,
                vertical,
            } => {
                out.extend_from_slice(&x.to_be_bytes());
                out.extend_from_slice(&y.to_be_bytes());
                out.extend_from_slice(&horizontal.to_be_bytes());
                out.extend_from_slice(&vertical.to_be_bytes());
            }
            Self::Key {
                action,
                keycode,
                repeat,
                meta,
            } => {
                out.push(*action as u8);
                out.extend_from_slice(&keycode.to_be_bytes());
                out.extend_from_slice(&repeat.to_be_bytes());
                out.extend_from_slice(&meta.to_be_bytes());
            }
            Self::Text(text) => put_text(&mut out, text),
            Self::Paste(text) => put_text(&mut out, text),
            Self::SetClipboard { sequence, text } => {
                out.extend_from_slice(&sequence.to_be_bytes());
                put_text(&mut out, text);
            }
            Self::Rotate => {}
        }
        out
    }

    const fn kind(&self) -> u8 {
        match self {
            Self::Touch { .. } => 0,
            Self::Scroll { .. } => 1,
            Self::Key { .. } => 2,
            Self::Text(_) => 3,
            Self::Paste(_) => 4,
            Self::Rotate => 5,
            Self::SetClipboard { .. } => 15,
        }
    }

    /// Reads the fields of an input; nothing where the kind is none of an input.
    pub(super) fn read(kind: u8, body: &mut Reader<'_>) -> Result<Option<Self>, Malformed> {
        let input = match kind {
            0 => Self::Touch {
                action: match body.u8()? {
                    0 => TouchAction::Down,
                    1 => TouchAction::Up,
                    2 => TouchAction::Move,
                    3 => TouchAction::Cancel,
                    _ => return Err(Malformed::Range),
                },
                pointer: body.u32()?,
                x: body.u16()?,
                y: body.u16()?,
                pressure: body.u16()?,
            },
            1 => Self::Scroll {
                x: body.u16()?,
                y: body.u16()?,
                horizontal: body.i16()?,
                vertical: body.i16()?,
            },
            2 => Self::Key {
                action: match body.u8()? {
                    0 => KeyAction::Down,
                    1 => KeyAction::Up,
                    _ => return Err(Malformed::Range),
                },
                keycode: body.u16()?,
                repeat: body.u16()?,
                meta: body.u32()?,
            },
            3 => Self::Text(body.text(TEXT_MAX_BYTES)?.to_owned()),
            4 => Self::Paste(body.text(CLIPBOARD_SET_MAX_BYTES)?.into()),
            5 => Self::Rotate,
            15 => Self::SetClipboard {
                sequence: body.u32()?,
                text: body.text(CLIPBOARD_SET_MAX_BYTES)?.to_owned(),
            },
            _ => return Ok(None),
        };
        Ok(Some(input))
    }
}
