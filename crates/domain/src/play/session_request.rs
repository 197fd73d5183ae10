//! Requests of a browser to its stream: what it wants to see and hear, and who controls the phone.

use super::Quality;
use super::client_message::begin;
use super::reader::{Malformed, Reader};
use super::sound::Forms;

/// Longest time between two pictures of a wall's cell.
pub const CELL_INTERVAL_MAX_MS: u16 = 60_000;

/// A message of [`super::Channel::Input`] that does not act on the phone.
///
/// Kinds 14, 16, 17, 21 and 22 change the session for its controller: these need control and its epoch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionRequest {
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

impl SessionRequest {
    /// The whole message.
    pub fn encode(&self, slot: u16, epoch: u32) -> Vec<u8> {
        let mut out = begin(0, slot, self.kind(), epoch);
        match self {
            Self::Ping { echo_us } => out.extend_from_slice(&echo_us.to_be_bytes()),
            Self::Ack { sequence } => out.extend_from_slice(&sequence.to_be_bytes()),
            Self::ShareClipboard(on) | Self::FollowApp(on) => out.push(u8::from(*on)),
            Self::Quality(quality) => out.push(*quality as u8),
            Self::Listen(forms) => out.push(forms.bits()),
            Self::Reset
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
            Self::Ping { .. } => 6,
            Self::Ack { .. } => 7,
            Self::Reset => 8,
            Self::Stay => 9,
            Self::Subscribe => 10,
            Self::Unsubscribe => 11,
            Self::Listen(_) => 12,
            Self::Mute => 13,
            Self::ShareClipboard(_) => 14,
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

    /// Reads the fields of a request; nothing where the kind is none of a request.
    pub(super) fn read(kind: u8, body: &mut Reader<'_>) -> Result<Option<Self>, Malformed> {
        let request = match kind {
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
            _ => return Ok(None),
        };
        Ok(Some(request))
    }
}

const fn yes_or_no(byte: u8) -> Result<bool, Malformed> {
    match byte {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Malformed::Range),
    }
}
