//! Audio socket of scrcpy as a first socket of its own: what comes before the samples, and their packets. Big-endian.
//! Source: scrcpy `doc/develop.md`, `app/src/demuxer.c`.

use bytes::{Buf, Bytes};
use strum::{FromRepr, IntoStaticStr};
use thiserror::Error;

use super::Framing;
use super::opening::{Opening, Stage};
use crate::decoder::Grammar;

/// Codec of sound by its number on the wire (`SC_CODEC_ID_*` in `demuxer.c`). All have 48,000 samples a second, left and right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromRepr, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[repr(u32)]
pub enum SoundCodec {
    /// Raw samples: 16 bits, little-endian, left and right in turn.
    Raw = 0x0072_6177,
    /// Packets of opus (RFC 6716).
    Opus = 0x6f70_7573,
    /// Frames of AAC (ISO/IEC 14496-3), without the ADTS header.
    Aac = 0x0061_6163,
}

impl SoundCodec {
    /// Number with which a stream starts.
    pub const fn to_bytes(self) -> [u8; 4] {
        (self as u32).to_be_bytes()
    }
}

/// Bytes of the stream's head, which is the codec's number alone.
const CODEC_BYTES: usize = 4;
/// Longest packet in bytes, a limit of this crate: half a second of raw samples. Phones send 5 to 40 ms.
pub const SOUND_PACKET_MAX_BYTES: u32 = 96_000;

/// Event of an audio socket. The variants come in this order, the first three once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SoundEvent {
    /// The first byte, 0, which proves that a forwarded socket is connected.
    Dummy,
    /// Name of the phone.
    DeviceName(String),
    /// Codec of the packets that follow.
    Stream(SoundCodec),
    /// Configuration for a decoder before the first packet of opus (`OpusHead`; RFC 7845, 5.1) or AAC (`AudioSpecificConfig`;
    /// ISO/IEC 14496-3, 1.6.2.1).
    Config(Bytes),
    /// Raw samples, or one packet of opus or AAC.
    Packet {
        /// Time of the first sample by the phone's clock, in microseconds.
        pts_us: u64,
        /// Bytes of the packet, at most [`SOUND_PACKET_MAX_BYTES`].
        data: Bytes,
    },
}

/// Reason why an audio socket cannot be read any further.
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
    /// The codec is none of the [`SoundCodec`]s.
    #[error("sound codec {0:#010x} is not known")]
    OtherCodec(u32),
    /// A packet is longer than [`SOUND_PACKET_MAX_BYTES`].
    #[error("sound packet of {0} bytes is longer than {SOUND_PACKET_MAX_BYTES}")]
    TooLong(u32),
    /// A packet has no payload.
    #[error("sound packet is empty")]
    EmptyPacket,
}

/// Grammar of [`SoundEvent`]s on a first socket opened with `tunnel_forward=true`, one of the [`SoundCodec`]s and all metadata on.
#[derive(Debug, Clone)]
pub struct SoundEvents {
    framing: Framing,
    stage: Stage,
}

impl SoundEvents {
    /// Grammar that starts at the dummy byte.
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
        let measured = (self.stage).measure(front, CODEC_BYTES, SOUND_PACKET_MAX_BYTES);
        measured.map_err(Into::into)
    }

    fn parse(&mut self, mut whole: Bytes) -> Result<SoundEvent, SoundError> {
        match self.stage.open(&whole)? {
            Some(Opening::Dummy) => return Ok(SoundEvent::Dummy),
            Some(Opening::DeviceName(name)) => return Ok(SoundEvent::DeviceName(name)),
            None => {}
        }
        if self.stage == Stage::Stream {
            let codec = codec_of(whole.get_u32())?;
            self.stage = Stage::Packets;
            return Ok(SoundEvent::Stream(codec));
        }
        let head = whole.get_u64();
        let _length = whole.get_u32();
        if head & self.framing.config_flag() != 0 {
            return Ok(SoundEvent::Config(whole));
        }
        Ok(SoundEvent::Packet {
            pts_us: head & self.framing.pts_mask(),
            data: whole,
        })
    }
}

fn codec_of(number: u32) -> Result<SoundCodec, SoundError> {
    SoundCodec::from_repr(number).ok_or(SoundError::OtherCodec(number))
}
