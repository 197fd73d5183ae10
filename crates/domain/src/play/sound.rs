//! A sound message: the header, whose flags give the form ([`FORM_FLAGS`]), then sequence and time as before a picture, then samples as
//! they are, or one packet of opus or AAC.
//!
//! | offset | size | field |
//! |---|---|---|
//! | 8 | 4 | sequence, counts up by 1; a gap means sound that was left out: silence, or what a slow reader missed |
//! | 12 | 8 | when its first sample was heard on the phone: Unix microseconds of the server's clock, by the same estimate as a picture's `drawn_us` |
//! | 20 | – | samples: signed 16 bits, little-endian, left and right in turn, [`RATE_HZ`] a second each; or a packet of opus (RFC 6716); or one of AAC-LC (ISO/IEC 14496-3, 4.4.2.1 `raw_data_block`), whose decoder is told [`AAC_CONFIG`] |

use super::{Channel, HEADER_BYTES, Header, Malformed};
use crate::every;
use crate::lang::Words;
use strum::{EnumCount, VariantArray};

/// Flag bits of a sound that hold its [`Form`].
pub const FORM_FLAGS: u8 = 3;
/// Offset of the samples.
pub const SOUND_HEADER_BYTES: usize = HEADER_BYTES + 12;
/// Samples of each channel in a second.
pub const RATE_HZ: u32 = 48_000;
/// Two channels: left and right.
pub const CHANNELS: u8 = 2;
/// Bytes of a sample of both channels.
pub const SAMPLE_BYTES: usize = 2 * CHANNELS as usize;
/// Longest samples of one message, in bytes: half a second. Phones send 5 to 40 ms.
pub const SOUND_MAX_BYTES: usize = RATE_HZ as usize / 2 * SAMPLE_BYTES;

/// Longest packet of opus: one frame and its header (RFC 6716, 3.4).
pub const OPUS_MAX_BYTES: usize = 1276;
/// The longest packet of AAC: 6144 bits for each channel (ISO/IEC 14496-3, 4.5.3.1).
pub const AAC_MAX_BYTES: usize = 6144 / 8 * CHANNELS as usize;
/// Samples of each channel in a packet of AAC.
pub const AAC_SAMPLES: u32 = 1024;
/// Configuration for a decoder of AAC (ISO/IEC 14496-3, 1.6.2.1 `AudioSpecificConfig`): LC, 48,000 samples a second, left and right,
/// [`AAC_SAMPLES`] a packet. A phone that would send another kind is not used with AAC.
pub const AAC_CONFIG: [u8; 2] = [0x11, 0x90];

/// Form in which sound is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray)]
#[repr(u8)]
pub enum Form {
    /// Samples as they are: for any browser, 1.5 Mbit/s.
    Raw = 0,
    /// Packets of opus: a tenth of that, for browsers that can decode it, and for clips.
    Opus = 1,
    /// Packets of AAC: as much as opus, for phones that have no encoder for that.
    Aac = 2,
}

impl Form {
    /// The complete list of forms.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// The form in which a phone is heard: opus before AAC before samples, of those that the browser `decodes` and the phone has not
    /// `refused`. Samples need neither decoder nor encoder, so they remain.
    pub const fn to_hear(decodes: Forms, refused: Forms) -> Self {
        if decodes.opus && !refused.opus {
            Self::Opus
        } else if decodes.aac && !refused.aac {
            Self::Aac
        } else {
            Self::Raw
        }
    }

    /// The form in which a phone is recorded: opus before AAC. The browser need not decode it; samples have no place in a clip.
    pub const fn to_record(refused: Forms) -> Option<Self> {
        if !refused.opus {
            Some(Self::Opus)
        } else if !refused.aac {
            Some(Self::Aac)
        } else {
            None
        }
    }

    /// Whether a phone needs an encoder for the form.
    pub const fn is_encoded(self) -> bool {
        match self {
            Self::Raw => false,
            Self::Opus | Self::Aac => true,
        }
    }

    /// Reads the wire value.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|form| *form as u8 == code)
    }

    /// Whether the bytes behind the header may be sound of this form.
    pub const fn check(self, bytes: usize) -> Result<(), Malformed> {
        match self {
            Self::Raw if bytes > SOUND_MAX_BYTES => Err(Malformed::TooLong),
            Self::Raw if !bytes.is_multiple_of(SAMPLE_BYTES) => {
                Err(Malformed::Trailing(bytes % SAMPLE_BYTES))
            }
            Self::Opus if bytes > OPUS_MAX_BYTES => Err(Malformed::TooLong),
            Self::Aac if bytes > AAC_MAX_BYTES => Err(Malformed::TooLong),
            Self::Opus | Self::Aac if bytes == 0 => Err(Malformed::Short),
            Self::Raw | Self::Opus | Self::Aac => Ok(()),
        }
    }
}

/// A set of forms: those in which a browser wants a phone's sound, one to be heard and one to be recorded; or those that it decodes; or
/// those that a phone refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Forms {
    /// Whether samples as they are belong to the set.
    pub raw: bool,
    /// Whether opus belongs to the set.
    pub opus: bool,
    /// Whether AAC belongs to the set.
    pub aac: bool,
}

impl Forms {
    /// The empty set.
    pub const NONE: Self = Self {
        raw: false,
        opus: false,
        aac: false,
    };

    /// The set of a single form.
    pub const fn only(form: Form) -> Self {
        Self::NONE.with(form)
    }

    /// Adds a form.
    #[must_use]
    pub const fn with(self, form: Form) -> Self {
        self.set(form, true)
    }

    /// Removes a form.
    #[must_use]
    pub const fn without(self, form: Form) -> Self {
        self.set(form, false)
    }

    const fn set(mut self, form: Form, is: bool) -> Self {
        match form {
            Form::Raw => self.raw = is,
            Form::Opus => self.opus = is,
            Form::Aac => self.aac = is,
        }
        self
    }

    /// Whether a form is in the set.
    pub const fn has(self, form: Form) -> bool {
        match form {
            Form::Raw => self.raw,
            Form::Opus => self.opus,
            Form::Aac => self.aac,
        }
    }

    /// The wire value.
    pub const fn bits(self) -> u8 {
        self.raw as u8 | (self.opus as u8) << 1 | (self.aac as u8) << 2
    }

    /// Reads the wire value; an empty set is refused.
    pub const fn from_bits(bits: u8) -> Option<Self> {
        match bits {
            1..=7 => Some(Self {
                raw: bits & 1 != 0,
                opus: bits & 2 != 0,
                aac: bits & 4 != 0,
            }),
            _ => None,
        }
    }
}

/// Header of the samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sound {
    /// Slot: 0, because sound belongs to a play socket.
    pub slot: u16,
    /// Form of the sound.
    pub form: Form,
    /// Counts up by 1.
    pub sequence: u32,
    /// Time at which the first sample was heard on the phone, Unix microseconds.
    pub heard_us: u64,
}

impl Sound {
    /// The bytes before the samples.
    pub fn to_bytes(self) -> [u8; SOUND_HEADER_BYTES] {
        let mut out = [0; SOUND_HEADER_BYTES];
        let header = Header::new(Channel::Sound, self.form as u8, self.slot);
        out[..8].copy_from_slice(&header.to_bytes());
        out[8..12].copy_from_slice(&self.sequence.to_be_bytes());
        out[12..].copy_from_slice(&self.heard_us.to_be_bytes());
        out
    }

    /// Reads a whole message: the header, and the samples, whole ones of both channels, or the packet.
    pub fn parse(message: &[u8]) -> Result<(Self, &[u8]), Malformed> {
        let sound = Self::parse_head(message)?;
        let samples = message.get(SOUND_HEADER_BYTES..).unwrap_or_default();
        sound.form.check(samples.len())?;
        Ok((sound, samples))
    }

    /// Reads the header of the samples; `message` may end behind it.
    pub fn parse_head(message: &[u8]) -> Result<Self, Malformed> {
        let header = Header::parse(message)?;
        if header.channel != Channel::Sound {
            return Err(Malformed::Channel(header.channel as u8));
        }
        let head: &[u8; SOUND_HEADER_BYTES] = message.first_chunk().ok_or(Malformed::Short)?;
        let (sequence, heard) = head[HEADER_BYTES..].split_at(4);
        Ok(Self {
            slot: header.slot,
            form: Form::from_code(header.flags & FORM_FLAGS).ok_or(Malformed::Range)?,
            sequence: u32::from_be_bytes(sequence.try_into().map_err(|_| Malformed::Short)?),
            heard_us: u64::from_be_bytes(heard.try_into().map_err(|_| Malformed::Short)?),
        })
    }
}

/// State of a session's sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray)]
#[repr(u8)]
pub enum SoundState {
    /// The session does not listen: it never asked, or sent [`super::SessionRequest::Mute`].
    Off = 0,
    /// The session asked for sound; the phone has not answered yet.
    Starting = 1,
    /// Sound messages come whenever the phone makes a sound. Silence is not sent.
    Live = 2,
    /// The phone gives no sound.
    Absent = 3,
    /// The sound broke off; asking again may help.
    Lost = 4,
}

impl SoundState {
    /// The complete list of states.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire value.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|state| *state as u8 == code)
    }

    /// Message for the page, in both languages.
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
