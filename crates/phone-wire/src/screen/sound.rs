//! scrcpy's audio socket as a first socket of its own: what comes before the samples, and the packets they come in. Big-endian.

use bytes::{Buf, Bytes};
use thiserror::Error;

use super::{DEVICE_NAME_BYTES, Framing, PACKET_HEADER_BYTES};
use crate::decoder::{Grammar, u32_be_at};

/// The word for samples as they are: 16 bits, little-endian, left and right in turn, 48,000 a second each.
pub const RAW_WORD: &str = "raw";
/// The same as a stream starts with it.
pub const RAW_NUMBER: u32 = 0x0072_6177;
/// Longest packet of samples: half a second. Phones send 5 to 40 ms.
pub const SOUND_PACKET_MAX_BYTES: u32 = 96_000;

/// What an audio socket gives, in this order; name and head once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SoundEvent {
    /// The byte that proves a forwarded socket is connected.
    Dummy,
    /// The phone's name.
    DeviceName(String),
    /// Samples follow.
    Stream,
    /// Samples.
    Packet {
        /// The phone's time of the first sample, in microseconds.
        pts_us: u64,
        /// At most [`SOUND_PACKET_MAX_BYTES`].
        data: Bytes,
    },
}

/// Why an audio socket cannot be read any further.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SoundError {
    /// The first byte is not 0.
    #[error("sound stream starts with {0:#04x} instead of 0")]
    BadDummy(u8),
    /// Codec number 0: the phone gives no sound, as before Android 11.
    #[error("the phone disabled the sound stream")]
    Disabled,
    /// Codec number 1: the phone could not be configured.
    #[error("the phone could not configure the sound stream")]
    Configuration,
    /// Something else than the samples asked for.
    #[error("sound codec {0:#010x} was not asked for")]
    OtherCodec(u32),
    /// A packet above [`SOUND_PACKET_MAX_BYTES`].
    #[error("sound packet of {0} bytes is longer than {SOUND_PACKET_MAX_BYTES}")]
    TooLong(u32),
    /// A packet of nothing.
    #[error("sound packet is empty")]
    EmptyPacket,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Dummy,
    Name,
    Stream,
    Packets,
}

/// Reads the [`SoundEvent`]s of a first socket opened with `tunnel_forward=true`, `audio_codec=raw` and all metadata on.
#[derive(Debug, Clone)]
pub struct SoundEvents {
    framing: Framing,
    stage: Stage,
}

impl SoundEvents {
    /// At the dummy byte.
    pub const fn new(framing: Framing) -> Self {
        Self {
            framing,
            stage: Stage::Dummy,
        }
    }
}

impl Grammar for SoundEvents {
    type Item = SoundEvent;
    type Error = SoundError;

    fn measure(&self, front: &[u8]) -> Result<Option<usize>, SoundError> {
        match self.stage {
            Stage::Dummy => Ok(Some(1)),
            Stage::Name => Ok(Some(DEVICE_NAME_BYTES)),
            // 0 and 1 say why there is no stream, and nothing follows them.
            Stage::Stream => match u32_be_at(front, 0) {
                Some(0) => Err(SoundError::Disabled),
                Some(1) => Err(SoundError::Configuration),
                Some(RAW_NUMBER) => Ok(Some(4)),
                Some(other) => Err(SoundError::OtherCodec(other)),
                None => Ok(None),
            },
            Stage::Packets => match u32_be_at(front, 8) {
                Some(0) => Err(SoundError::EmptyPacket),
                Some(length) if length > SOUND_PACKET_MAX_BYTES => Err(SoundError::TooLong(length)),
                Some(length) => Ok(Some(PACKET_HEADER_BYTES + length as usize)),
                None => Ok(None),
            },
        }
    }

    fn parse(&mut self, mut whole: Bytes) -> Result<SoundEvent, SoundError> {
        match self.stage {
            Stage::Dummy => {
                let byte = whole.get_u8();
                if byte != 0 {
                    return Err(SoundError::BadDummy(byte));
                }
                self.stage = Stage::Name;
                Ok(SoundEvent::Dummy)
            }
            Stage::Name => {
                self.stage = Stage::Stream;
                let name = whole.split(|byte| *byte == 0).next().unwrap_or_default();
                let name = String::from_utf8_lossy(name).into_owned();
                Ok(SoundEvent::DeviceName(name))
            }
            Stage::Stream => {
                self.stage = Stage::Packets;
                Ok(SoundEvent::Stream)
            }
            Stage::Packets => {
                let pts_us = whole.get_u64() & self.framing.pts_mask();
                let _length = whole.get_u32();
                Ok(SoundEvent::Packet {
                    pts_us,
                    data: whole,
                })
            }
        }
    }
}
