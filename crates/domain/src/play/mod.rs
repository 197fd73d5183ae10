//! Stream messages of the browser, on `/websocket/play/{phoneId}` and `/websocket/deck`.
//!
//! Every message, either way, is binary, big-endian and begins with this header of [`HEADER_BYTES`]:
//!
//! | offset | size | field |
//! |---|---|---|
//! | 0 | 1 | version, [`VERSION`] |
//! | 1 | 1 | channel ([`Channel`]) |
//! | 2 | 1 | flags ([`FLAG_KEY`] and [`FLAG_STILL`] on pictures, [`FLAG_PORTRAIT`] and [`FLAG_LANDSCAPE`] on inputs) |
//! | 3 | 1 | 0 |
//! | 4 | 2 | slot: 0 on a play socket, the index of the phone in the ticket's set on a deck socket, [`group::EVERYONE`] on an input for all that follow |
//! | 6 | 2 | 0 |
//!
//! Pictures go out ([`picture`]), sound goes out ([`sound`]), events go out ([`Event`]), inputs and requests come in ([`ClientMessage`]).

mod client_message;
mod clipboard;
mod end;
mod event;
pub mod files;
pub mod group;
mod input;
mod input_method;
pub mod key_event;
pub mod keymap;
pub mod keys;
mod mapping;
mod mode;
mod pace;
pub mod picture;
pub mod quality;
mod reader;
mod session_request;
pub mod sound;
pub mod together;

pub use client_message::ClientMessage;
pub use clipboard::{ClipboardOutcome, shared_at_first};
pub use end::{EndReason, NextStep};
pub use event::{CellState, Event, Stage};
pub use group::Following;
pub use input::{Input, KeyAction, Orientation, TouchAction};
pub use input_method::InputMethod;
pub use mapping::{Mapped, NORMAL_MAX, Size, content_point, map_point};
pub use mode::Mode;
pub use pace::{INPUT_AGE_MAX_MS, Pace, SLOW_AFTER_MS, TEXT_AGE_MAX_MS};
pub use quality::{Quality, QualityStep};
pub use reader::Malformed;
pub use session_request::{CELL_INTERVAL_MAX_MS, SessionRequest};
pub use sound::SoundState;

/// The only version spoken.
pub const VERSION: u8 = 1;
/// Bytes before the body of every message.
pub const HEADER_BYTES: usize = 8;
/// Offset of the flags in the header.
pub const HEADER_FLAGS_AT: usize = 2;
/// Flag of a picture that can be decoded without an earlier one; its bytes begin with the codec's configuration.
pub const FLAG_KEY: u8 = 1;
/// Flag of a picture whose bytes are an image in JPEG, complete in itself, instead of an access unit.
pub const FLAG_STILL: u8 = 2;
/// Flag of an input that was made while the picture stood upright.
pub const FLAG_PORTRAIT: u8 = 1;
/// Flag of an input that was made while the picture was in landscape.
pub const FLAG_LANDSCAPE: u8 = 2;
/// The largest message a browser may send: a clipboard, set or pasted.
pub const INPUT_MAX_BYTES: usize = CLIPBOARD_SET_MAX_BYTES + 64;
/// The longest text of one [`Input::Text`], in bytes of UTF-8.
pub const TEXT_MAX_BYTES: usize = 32 * 1024;
/// The longest clipboard text sent to a browser, in bytes of UTF-8 (scrcpy's own limit is 262,139).
pub const CLIPBOARD_MAX_BYTES: usize = 256 * 1024;
/// The longest text a browser may put into the phone's clipboard, or paste through it, in bytes of UTF-8: scrcpy's message of 256 KiB less
/// its header.
pub const CLIPBOARD_SET_MAX_BYTES: usize = CLIPBOARD_MAX_BYTES - 14;
/// Phones of one deck socket: group control's maximum.
pub const DECK_MAX_SLOTS: usize = 300;
/// Fingers of one controller (scrcpy drops an eleventh).
pub const POINTERS_MAX: usize = 10;

const _: () = assert!(
    TEXT_MAX_BYTES + 64 < INPUT_MAX_BYTES,
    "a longest text fits a longest message"
);
const _: () = assert!(DECK_MAX_SLOTS <= u16::MAX as usize, "a slot is 16 bits");

/// Channel of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Channel {
    /// Server to browser: [`Event`].
    Event = 0,
    /// Server to browser: one access unit ([`picture`]).
    Picture = 1,
    /// Browser to server: [`Input`].
    Input = 2,
    /// Server to browser: the phone's sound ([`sound`]).
    Sound = 3,
}

/// The parsed header of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Channel, which tells what the body is.
    pub channel: Channel,
    /// Flags, whose meaning depends on the channel.
    pub flags: u8,
    /// Slot of the phone within a deck.
    pub slot: u16,
}

impl Header {
    /// The header of a channel's message for a slot.
    pub const fn new(channel: Channel, flags: u8, slot: u16) -> Self {
        Self {
            channel,
            flags,
            slot,
        }
    }

    /// The bytes on the wire.
    pub const fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let slot = self.slot.to_be_bytes();
        [
            VERSION,
            self.channel as u8,
            self.flags,
            0,
            slot[0],
            slot[1],
            0,
            0,
        ]
    }

    /// Reads the header of `message`; the body is what follows [`HEADER_BYTES`].
    pub fn parse(message: &[u8]) -> Result<Self, Malformed> {
        let head: &[u8; HEADER_BYTES] = message.first_chunk().ok_or(Malformed::Short)?;
        if head[0] != VERSION {
            return Err(Malformed::Version(head[0]));
        }
        let channel = match head[1] {
            0 => Channel::Event,
            1 => Channel::Picture,
            2 => Channel::Input,
            3 => Channel::Sound,
            other => return Err(Malformed::Channel(other)),
        };
        Ok(Self {
            channel,
            flags: head[HEADER_FLAGS_AT],
            slot: u16::from_be_bytes([head[4], head[5]]),
        })
    }
}
