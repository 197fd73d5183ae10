//! Video socket of scrcpy: what comes before the pictures, and their packets. Big-endian.
//! Both framings, that of 2.x and 3.x and that of 4.x, give the same events.
//! Source: scrcpy `doc/develop.md` (video and audio streams), `app/src/demuxer.c`.

mod args;
mod events;
mod opening;
mod sound;
mod version;

use bytes::{BufMut, Bytes, BytesMut};
use strum::{EnumString, FromRepr, IntoStaticStr};
use thiserror::Error;

pub use args::{ArgsError, LogLevel, SERVER_CLASS, ServerArgs, SocketName};
pub use events::{ScreenEvent, ScreenEvents};
pub use sound::{SOUND_PACKET_MAX_BYTES, SoundCodec, SoundError, SoundEvent, SoundEvents};
pub use version::{Framing, Version};

/// Bytes of the device name, padded with NUL: `SC_DEVICE_NAME_FIELD_LENGTH`.
pub const DEVICE_NAME_BYTES: usize = 64;
/// Longest packet in bytes: a limit of this crate, since the protocol has none.
pub const PACKET_MAX_BYTES: u32 = 8 * 1024 * 1024;
/// Longest side of a picture in pixels: a limit of this crate, since the protocol has none.
pub const SIDE_MAX: u16 = 4096;

/// Bytes before a packet's payload: flags and time in 8, length in 4; as long is a session packet of 4.x.
const PACKET_HEADER_BYTES: usize = 12;
/// Bytes at the start of a 3.x stream: codec number, width, height.
const STREAM_HEADER_BYTES: usize = 12;
/// Video codec by its number on the wire, its name in ASCII (`SC_CODEC_ID_*` in `demuxer.c`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, EnumString, FromRepr, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[repr(u32)]
pub enum Codec {
    /// `h264`
    #[default]
    H264 = 0x6832_3634,
    /// `h265`
    H265 = 0x6832_3635,
    /// `av1`
    Av1 = 0x0061_7631,
}

impl Codec {
    /// Number with which a stream starts; with [`Framing::V4`] a session packet follows.
    pub const fn to_bytes(self) -> [u8; 4] {
        (self as u32).to_be_bytes()
    }
}

/// A packet of pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VideoPacket {
    /// Configuration of the codec, for H.264 SPS and PPS in Annex B; belongs before the next frame.
    Config(Bytes),
    /// A whole access unit.
    Frame {
        /// Time of the picture by the phone's clock, in microseconds.
        pts_us: u64,
        /// Whether this is a key frame, which can be decoded without earlier frames.
        key: bool,
        /// Access unit, at most [`PACKET_MAX_BYTES`].
        data: Bytes,
    },
}

impl VideoPacket {
    /// Header of 12 bytes, to be sent before [`Self::payload`].
    pub fn header(&self, framing: Framing) -> [u8; PACKET_HEADER_BYTES] {
        let flags = match self {
            Self::Config(_) => framing.config_flag(),
            Self::Frame { pts_us, key, .. } => {
                let key_flag = if *key { framing.key_flag() } else { 0 };
                (pts_us & framing.pts_mask()) | key_flag
            }
        };
        let mut out = [0; PACKET_HEADER_BYTES];
        let (head, size) = out.split_at_mut(8);
        head.copy_from_slice(&flags.to_be_bytes());
        size.copy_from_slice(&(self.payload().len() as u32).to_be_bytes());
        out
    }

    /// Configuration or access unit.
    pub const fn payload(&self) -> &Bytes {
        match self {
            Self::Config(data) | Self::Frame { data, .. } => data,
        }
    }

    /// Appends the packet.
    pub fn encode(&self, framing: Framing, out: &mut BytesMut) -> Result<(), ScreenError> {
        let length = self.payload().len();
        if length == 0 {
            return Err(ScreenError::EmptyPacket);
        }
        if length > PACKET_MAX_BYTES as usize {
            return Err(ScreenError::TooLong(length as u32));
        }
        out.reserve(PACKET_HEADER_BYTES + length);
        out.put_slice(&self.header(framing));
        out.put_slice(self.payload());
        Ok(())
    }
}

/// Session packet of [`Framing::V4`]: a new encoding session begins, at the start, after a rotation or a reset, or with another encoder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    /// Width in pixels, 1 to [`SIDE_MAX`].
    pub width: u16,
    /// Height in pixels, 1 to [`SIDE_MAX`].
    pub height: u16,
    /// Whether the client asked for this size, with [`crate::control::ControlMessage::ResizeDisplay`].
    pub resized: bool,
}

impl Session {
    /// Bytes of the session packet, which has no payload.
    pub fn to_bytes(self) -> [u8; PACKET_HEADER_BYTES] {
        let flags = version::SESSION_MARK | u32::from(self.resized);
        three_fields([flags, self.width.into(), self.height.into()])
    }
}

fn three_fields(fields: [u32; 3]) -> [u8; PACKET_HEADER_BYTES] {
    let mut out = [0; PACKET_HEADER_BYTES];
    for (place, field) in out.chunks_exact_mut(4).zip(fields) {
        place.copy_from_slice(&field.to_be_bytes());
    }
    out
}

/// Device name in the form of the wire: cut on a character boundary so that a NUL remains.
pub fn device_name_bytes(name: &str) -> [u8; DEVICE_NAME_BYTES] {
    let cut = &name[..name.floor_char_boundary(DEVICE_NAME_BYTES - 1)];
    let mut out = [0; DEVICE_NAME_BYTES];
    out[..cut.len()].copy_from_slice(cut.as_bytes());
    out
}

/// Codec and size at the start of a [`Framing::V3`] stream. A [`Framing::V4`] stream starts with [`Codec::to_bytes`] and
/// [`Session::to_bytes`] instead.
pub fn stream_header_bytes(codec: Codec, width: u16, height: u16) -> [u8; STREAM_HEADER_BYTES] {
    three_fields([codec as u32, width.into(), height.into()])
}

/// Reason why a video socket cannot be read any further.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ScreenError {
    /// The first byte is not 0.
    #[error("video stream starts with {0:#04x} instead of 0")]
    BadDummy(u8),
    /// Codec number 0: the phone has disabled the stream.
    #[error("the phone disabled the video stream")]
    Disabled,
    /// Codec number 1: the phone could not be configured.
    #[error("the phone could not configure the video stream")]
    Configuration,
    /// The codec number is not known.
    #[error("video codec {0:#010x} is not known")]
    UnknownCodec(u32),
    /// A side is 0 or above [`SIDE_MAX`].
    #[error("picture of {width}x{height} pixels is refused")]
    BadSize {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// A 4.x stream does not begin with a session packet, or a 3.x stream does: the server is of another version than it was started as.
    #[error("video stream of another framing")]
    OtherFraming,
    /// A packet is longer than [`PACKET_MAX_BYTES`].
    #[error("video packet of {0} bytes is longer than {PACKET_MAX_BYTES}")]
    TooLong(u32),
    /// A packet has no payload.
    #[error("video packet is empty")]
    EmptyPacket,
}

/// Checked size of a picture in pixels, both sides 1 to [`SIDE_MAX`].
pub fn checked_size(width: u32, height: u32) -> Result<(u16, u16), ScreenError> {
    let sides = 1..=u32::from(SIDE_MAX);
    if sides.contains(&width) && sides.contains(&height) {
        Ok((width as u16, height as u16))
    } else {
        Err(ScreenError::BadSize { width, height })
    }
}
