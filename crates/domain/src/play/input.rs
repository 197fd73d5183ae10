//! Inputs that a browser sends: fingers, keys, text and the few requests of a stream.

use std::sync::Arc;

use super::reader::{Malformed, Reader, put_text};
use super::sound::Forms;
use super::{
    CLIPBOARD_SET_MAX_BYTES, Channel, FLAG_LANDSCAPE, FLAG_PORTRAIT, HEADER_BYTES, Header,
    INPUT_MAX_BYTES, Quality, Size, TEXT_MAX_BYTES,
};

/// Longest time between two pictures of a wall's cell.
pub const CELL_INTERVAL_MAX_MS: u16 = 60_000;

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

    const fn flags(orientation: Option<Self>) -> u8 {
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

/// A message of [`Channel::Input`]: one kind byte, the controller's epoch (u32), then the fields in order.
///
/// Kinds 0 to 5 and 15 act on the phone, 14, 16, 17, 21 and 22 change the session for its controller: these need control and its epoch. The others
/// belong to the stream.
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
    /// Asks for [`super::Event::Pong`]. Kind 6.
    Ping {
        /// Value that the pong returns.
        echo_us: u64,
    },
    /// The newest picture shown. Kind 7.
    Ack {
        /// The picture's sequence.
        sequence: u32,
    },
    /// The decoder lost its state and asks for a key picture. Kind 8.
    Reset,
    /// The member is still here. Kind 9.
    Stay,
    /// A deck's cell came into view; the slot is in the header. Kind 10.
    Subscribe,
    /// A deck's cell went out of view. Kind 11.
    Unsubscribe,
    /// Asks for the phone's sound in these forms and no others; a session that sees the picture may hear it. Kind 12.
    Listen(Forms),
    /// Asks for no more sound. Kind 13.
    Mute,
    /// Shares this session's clipboard with the phone's, both ways, or stops doing so. Kind 14.
    ShareClipboard(bool),
    /// Puts a text into the phone's clipboard without pasting it; answered by [`super::Event::ClipboardSet`]. Kind 15.
    SetClipboard {
        /// Number chosen by the browser, returned with the answer.
        sequence: u32,
        /// Text, at most [`CLIPBOARD_SET_MAX_BYTES`].
        text: String,
    },
    /// The controller's choice for all who see the full picture. Kind 16.
    Quality(Quality),
    /// Whether the controller wants to know which app is in front: [`super::Event::App`]. Kind 17.
    FollowApp(bool),
    /// Makes a phone of a group follow; the slot is in the header. Kind 18.
    Include,
    /// Releases a phone of a group. Kind 19.
    Exclude,
    /// Asks for control: at once the owner's, or of a phone that nobody controls; else [`super::Event::ControlAsked`] asks the one who
    /// controls. Kind 20.
    AskControl,
    /// Hands control to a person that may have it, whether it asked or not. Kind 21.
    GiveControl {
        /// Number of the person.
        to: u32,
    },
    /// Refuses a person's question for control. Kind 22.
    RefuseControl {
        /// Number of the person.
        to: u32,
    },
    /// Sends at most one picture of each of a wall's cells in this time, the newest; 0 sends all of them. Kind 23.
    CellInterval {
        /// Milliseconds, at most [`CELL_INTERVAL_MAX_MS`].
        ms: u16,
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

    /// Whether the input acts on the phone, and so needs control and the epoch.
    pub const fn acts(&self) -> bool {
        match self {
            Self::Touch { .. }
            | Self::Scroll { .. }
            | Self::Key { .. }
            | Self::Text(_)
            | Self::Paste(_)
            | Self::Rotate
            | Self::SetClipboard { .. } => true,
            Self::Ping { .. }
            | Self::Ack { .. }
            | Self::Reset
            | Self::Stay
            | Self::Subscribe
            | Self::Unsubscribe
            | Self::Listen(_)
            | Self::Mute
            | Self::ShareClipboard(_)
            | Self::Quality(_)
            | Self::FollowApp(_)
            | Self::Include
            | Self::Exclude
            | Self::AskControl
            | Self::GiveControl { .. }
            | Self::RefuseControl { .. }
            | Self::CellInterval { .. } => false,
        }
    }

    /// The whole message.
    pub fn encode(&self, slot: u16, epoch: u32) -> Vec<u8> {
        self.encode_on(None, slot, epoch)
    }

    /// The whole message, with the orientation of the picture that it was made on.
    pub fn encode_on(&self, orientation: Option<Orientation>, slot: u16, epoch: u32) -> Vec<u8> {
        let mut out = Vec::with_capacity(HEADER_BYTES + 24);
        out.extend_from_slice(
            &Header::new(Channel::Input, Orientation::flags(orientation), slot).to_bytes(),
        );
        out.push(self.kind());
        out.extend_from_slice(&epoch.to_be_bytes());
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
            Self::Ping { echo_us } => out.extend_from_slice(&echo_us.to_be_bytes()),
            Self::Ack { sequence } => out.extend_from_slice(&sequence.to_be_bytes()),
            Self::ShareClipboard(on) | Self::FollowApp(on) => out.push(u8::from(*on)),
            Self::SetClipboard { sequence, text } => {
                out.extend_from_slice(&sequence.to_be_bytes());
                put_text(&mut out, text);
            }
            Self::Quality(quality) => out.push(*quality as u8),
            Self::Listen(forms) => out.push(forms.bits()),
            Self::Rotate
            | Self::Reset
            | Self::Stay
            | Self::Subscribe
            | Self::Unsubscribe
            | Self::Mute
            | Self::Include
            | Self::Exclude
            | Self::AskControl => {}
            Self::GiveControl { to } | Self::RefuseControl { to } => {
                out.extend_from_slice(&to.to_be_bytes());
            }
            Self::CellInterval { ms } => out.extend_from_slice(&ms.to_be_bytes()),
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
            Self::Ping { .. } => 6,
            Self::Ack { .. } => 7,
            Self::Reset => 8,
            Self::Stay => 9,
            Self::Subscribe => 10,
            Self::Unsubscribe => 11,
            Self::Listen(_) => 12,
            Self::Mute => 13,
            Self::ShareClipboard(_) => 14,
            Self::SetClipboard { .. } => 15,
            Self::Quality(_) => 16,
            Self::FollowApp(_) => 17,
            Self::Include => 18,
            Self::Exclude => 19,
            Self::AskControl => 20,
            Self::GiveControl { .. } => 21,
            Self::RefuseControl { .. } => 22,
            Self::CellInterval { .. } => 23,
        }
    }

    /// Reads a whole message: its slot, the epoch and the input.
    pub fn parse(message: &[u8]) -> Result<(u16, u32, Self), Malformed> {
        if message.len() > INPUT_MAX_BYTES {
            return Err(Malformed::TooLong);
        }
        let header = Header::parse(message)?;
        if header.channel != Channel::Input {
            return Err(Malformed::Channel(header.channel as u8));
        }
        let mut body = Reader(&message[HEADER_BYTES..]);
        let kind = body.u8()?;
        let epoch = body.u32()?;
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
            6 => Self::Ping {
                echo_us: body.u64()?,
            },
            7 => Self::Ack {
                sequence: body.u32()?,
            },
            8 => Self::Reset,
            9 => Self::Stay,
            10 => Self::Subscribe,
            11 => Self::Unsubscribe,
            12 => Self::Listen(Forms::from_bits(body.u8()?).ok_or(Malformed::Range)?),
            13 => Self::Mute,
            14 => Self::ShareClipboard(yes_or_no(body.u8()?)?),
            15 => Self::SetClipboard {
                sequence: body.u32()?,
                text: body.text(CLIPBOARD_SET_MAX_BYTES)?.to_owned(),
            },
            16 => Self::Quality(Quality::from_code(body.u8()?).ok_or(Malformed::Range)?),
            17 => Self::FollowApp(yes_or_no(body.u8()?)?),
            18 => Self::Include,
            19 => Self::Exclude,
            20 => Self::AskControl,
            21 => Self::GiveControl { to: body.u32()? },
            22 => Self::RefuseControl { to: body.u32()? },
            23 => Self::CellInterval {
                ms: Some(body.u16()?)
                    .filter(|ms| *ms <= CELL_INTERVAL_MAX_MS)
                    .ok_or(Malformed::Range)?,
            },
            other => return Err(Malformed::Kind(other)),
        };
        body.end()?;
        Ok((header.slot, epoch, input))
    }
}

const fn yes_or_no(byte: u8) -> Result<bool, Malformed> {
    match byte {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Malformed::Range),
    }
}
