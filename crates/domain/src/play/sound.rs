//! A sound message: the header, then sequence and time as before a picture, then samples as they are.
//!
//! | offset | size | field |
//! |---|---|---|
//! | 8 | 4 | sequence, counts up by 1; a gap means sound that was left out: silence, or what a slow reader missed |
//! | 12 | 8 | when its first sample was heard on the phone: Unix microseconds of the server's clock, by the same estimate as a picture's `drawn_us` |
//! | 20 | – | samples: signed 16 bits, little-endian, left and right in turn, [`RATE_HZ`] a second each |

use super::{Channel, HEADER_BYTES, Header, Malformed};
use crate::lang::Words;

/// Where the samples begin.
pub const SOUND_HEADER_BYTES: usize = HEADER_BYTES + 12;
/// Samples of each channel in a second.
pub const RATE_HZ: u32 = 48_000;
/// Left and right.
pub const CHANNELS: u8 = 2;
/// One sample of both channels.
pub const SAMPLE_BYTES: usize = 2 * CHANNELS as usize;
/// The most samples of one message, in bytes: half a second. Phones send 5 to 40 ms.
pub const SOUND_MAX_BYTES: usize = RATE_HZ as usize / 2 * SAMPLE_BYTES;

/// What stands before the samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sound {
    /// 0: sound belongs to a play socket.
    pub slot: u16,
    /// Counts up by 1.
    pub sequence: u32,
    /// Unix microseconds.
    pub heard_us: u64,
}

impl Sound {
    /// The bytes before the samples.
    pub fn to_bytes(self) -> [u8; SOUND_HEADER_BYTES] {
        let mut out = [0; SOUND_HEADER_BYTES];
        out[..8].copy_from_slice(&Header::new(Channel::Sound, 0, self.slot).to_bytes());
        out[8..12].copy_from_slice(&self.sequence.to_be_bytes());
        out[12..].copy_from_slice(&self.heard_us.to_be_bytes());
        out
    }

    /// Reads a whole message: what stands before the samples, and the samples, whole ones of both channels.
    pub fn parse(message: &[u8]) -> Result<(Self, &[u8]), Malformed> {
        let header = Header::parse(message)?;
        if header.channel != Channel::Sound {
            return Err(Malformed::Channel(header.channel as u8));
        }
        let (head, samples) = message
            .split_at_checked(SOUND_HEADER_BYTES)
            .ok_or(Malformed::Short)?;
        if samples.len() > SOUND_MAX_BYTES {
            return Err(Malformed::TooLong);
        }
        if !samples.len().is_multiple_of(SAMPLE_BYTES) {
            return Err(Malformed::Trailing(samples.len() % SAMPLE_BYTES));
        }
        let (sequence, heard) = head[HEADER_BYTES..].split_at(4);
        let sound = Self {
            slot: header.slot,
            sequence: u32::from_be_bytes(sequence.try_into().map_err(|_| Malformed::Short)?),
            heard_us: u64::from_be_bytes(heard.try_into().map_err(|_| Malformed::Short)?),
        };
        Ok((sound, samples))
    }
}

/// How a session stands to the phone's sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum SoundState {
    /// Nobody here listens: it was never asked for, or [`super::Input::Mute`] was.
    Off = 0,
    /// It was asked for; the phone has not answered yet.
    Starting = 1,
    /// Sound messages come whenever the phone makes a sound. Silence is not sent.
    Live = 2,
    /// This phone gives none.
    Absent = 3,
    /// It broke off; asking again may help.
    Lost = 4,
}

impl SoundState {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Off,
        Self::Starting,
        Self::Live,
        Self::Absent,
        Self::Lost,
    ];

    /// Reads the wire value.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|state| *state as u8 == code)
    }

    /// What the page says.
    pub const fn words(self) -> Words {
        match self {
            Self::Off => Words::new("声音已关闭", "Sound is off."),
            Self::Starting => Words::new("正在连接声音", "Connecting the sound."),
            Self::Live => Words::new("声音已开启", "Sound is on."),
            Self::Absent => Words::new(
                "这台手机不提供声音（需要 Android 11 或更高版本）",
                "This phone gives no sound (Android 11 or newer is needed).",
            ),
            Self::Lost => Words::new("声音已中断，请重试", "The sound broke off. Try again."),
        }
    }
}
