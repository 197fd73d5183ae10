//! scrcpy's video socket: what comes before the pictures, and the packets they come in. Big-endian.
//! Only the framing of 2.x and 3.x is spoken; [`Framing`] is the place for that of 4.x.

mod args;

use bytes::{Buf, BufMut, Bytes, BytesMut};
use thiserror::Error;

use crate::decoder::{Grammar, u32_be_at};

pub use args::{ArgsError, LogLevel, SERVER_CLASS, ServerArgs, SocketName};

/// Bytes of the device name, padded with NUL.
pub const DEVICE_NAME_BYTES: usize = 64;
/// Longest packet.
pub const PACKET_MAX_BYTES: u32 = 8 * 1024 * 1024;
/// Longest side of a picture in pixels.
pub const SIDE_MAX: u16 = 4096;

const PACKET_HEADER_BYTES: usize = 12;
const STREAM_HEADER_BYTES: usize = 12;
const FLAG_CONFIG: u64 = 1 << 63;
const FLAG_KEY: u64 = 1 << 62;
/// Bits that hold a time.
const PTS_MASK: u64 = FLAG_KEY - 1;

/// How packets are framed; it follows from the server's version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Framing {
    /// 2.x and 3.x: the size once at the start, flags in bits 63 and 62.
    #[default]
    V3,
}

impl Framing {
    /// The framing of a server's version; `None` when it is not spoken here.
    pub fn of_version(version: &str) -> Option<Self> {
        match version.split('.').next() {
            Some("2" | "3") => Some(Self::V3),
            Some(_) | None => None,
        }
    }
}

/// A video codec by its number on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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
    const ALL: [Self; 3] = [Self::H264, Self::H265, Self::Av1];

    /// The word in the server's arguments.
    pub const fn word(self) -> &'static str {
        match self {
            Self::H264 => "h264",
            Self::H265 => "h265",
            Self::Av1 => "av1",
        }
    }

    /// From that word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|codec| codec.word() == word)
    }

    fn of_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|codec| *codec as u32 == number)
    }
}

/// One packet of pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VideoPacket {
    /// The codec's configuration, for H.264 SPS and PPS in Annex B; belongs before the next frame.
    Config(Bytes),
    /// A whole access unit.
    Frame {
        /// The phone's time of the picture, in microseconds.
        pts_us: u64,
        /// Whether it can be decoded alone, with the configuration.
        key: bool,
        /// The access unit, at most [`PACKET_MAX_BYTES`].
        data: Bytes,
    },
}

impl VideoPacket {
    /// The 12 bytes before the payload; send them and [`Self::payload`].
    pub fn header(&self, framing: Framing) -> [u8; PACKET_HEADER_BYTES] {
        let flags = match (framing, self) {
            (Framing::V3, Self::Config(_)) => FLAG_CONFIG,
            (Framing::V3, Self::Frame { pts_us, key, .. }) => {
                (pts_us & PTS_MASK) | if *key { FLAG_KEY } else { 0 }
            }
        };
        let mut out = [0; PACKET_HEADER_BYTES];
        let (head, size) = out.split_at_mut(8);
        head.copy_from_slice(&flags.to_be_bytes());
        size.copy_from_slice(&(self.payload().len() as u32).to_be_bytes());
        out
    }

    /// The configuration or access unit.
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

/// The device name as it goes over the wire: cut on a character boundary so that a NUL remains.
pub fn device_name_bytes(name: &str) -> [u8; DEVICE_NAME_BYTES] {
    let cut = &name[..name.floor_char_boundary(DEVICE_NAME_BYTES - 1)];
    let mut out = [0; DEVICE_NAME_BYTES];
    out[..cut.len()].copy_from_slice(cut.as_bytes());
    out
}

/// The codec and size at the start of a V3 video stream.
pub fn stream_header_bytes(codec: Codec, width: u16, height: u16) -> [u8; STREAM_HEADER_BYTES] {
    let mut out = [0; STREAM_HEADER_BYTES];
    for (place, field) in
        out.chunks_exact_mut(4)
            .zip([codec as u32, u32::from(width), u32::from(height)])
    {
        place.copy_from_slice(&field.to_be_bytes());
    }
    out
}

/// What a video socket gives, in this order; name and head once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScreenEvent {
    /// The byte that proves a forwarded socket is connected.
    Dummy,
    /// The phone's name.
    DeviceName(String),
    /// The stream's codec and first size in pixels. After a rotation only the next configuration tells the size.
    Stream {
        /// What the packets hold.
        codec: Codec,
        /// Pixels across, 1 to [`SIDE_MAX`].
        width: u16,
        /// Pixels down, 1 to [`SIDE_MAX`].
        height: u16,
    },
    /// Pictures.
    Packet(VideoPacket),
}

/// Why a video socket cannot be read any further.
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
    /// A codec number that is not known.
    #[error("video codec {0:#010x} is not known")]
    UnknownCodec(u32),
    /// A side of 0 or above [`SIDE_MAX`].
    #[error("picture of {width}x{height} pixels is refused")]
    BadSize {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// A packet above [`PACKET_MAX_BYTES`].
    #[error("video packet of {0} bytes is longer than {PACKET_MAX_BYTES}")]
    TooLong(u32),
    /// A packet of nothing.
    #[error("video packet is empty")]
    EmptyPacket,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Dummy,
    Name,
    Stream,
    Packets,
}

/// Reads the [`ScreenEvent`]s of a first socket opened with `tunnel_forward=true` and all metadata on.
#[derive(Debug, Clone)]
pub struct ScreenEvents {
    framing: Framing,
    stage: Stage,
}

impl ScreenEvents {
    /// At the dummy byte.
    pub const fn new(framing: Framing) -> Self {
        Self {
            framing,
            stage: Stage::Dummy,
        }
    }
}

impl Default for ScreenEvents {
    fn default() -> Self {
        Self::new(Framing::default())
    }
}

impl Grammar for ScreenEvents {
    type Item = ScreenEvent;
    type Error = ScreenError;

    fn measure(&self, front: &[u8]) -> Result<Option<usize>, ScreenError> {
        match self.stage {
            Stage::Dummy => Ok(Some(1)),
            Stage::Name => Ok(Some(DEVICE_NAME_BYTES)),
            // 0 and 1 say why there is no stream, and nothing follows them.
            Stage::Stream => match u32_be_at(front, 0) {
                Some(0) => Err(ScreenError::Disabled),
                Some(1) => Err(ScreenError::Configuration),
                Some(_) => Ok(Some(STREAM_HEADER_BYTES)),
                None => Ok(None),
            },
            Stage::Packets => match u32_be_at(front, 8) {
                Some(0) => Err(ScreenError::EmptyPacket),
                Some(length) if length > PACKET_MAX_BYTES => Err(ScreenError::TooLong(length)),
                Some(length) => Ok(Some(PACKET_HEADER_BYTES + length as usize)),
                None => Ok(None),
            },
        }
    }

    fn parse(&mut self, mut whole: Bytes) -> Result<ScreenEvent, ScreenError> {
        match self.stage {
            Stage::Dummy => {
                let byte = whole.get_u8();
                if byte != 0 {
                    return Err(ScreenError::BadDummy(byte));
                }
                self.stage = Stage::Name;
                Ok(ScreenEvent::Dummy)
            }
            Stage::Name => {
                self.stage = Stage::Stream;
                let name = whole.split(|byte| *byte == 0).next().unwrap_or_default();
                let name = String::from_utf8_lossy(name).into_owned();
                Ok(ScreenEvent::DeviceName(name))
            }
            Stage::Stream => {
                let number = whole.get_u32();
                let codec = Codec::of_number(number).ok_or(ScreenError::UnknownCodec(number))?;
                let (width, height) = checked_size(whole.get_u32(), whole.get_u32())?;
                self.stage = Stage::Packets;
                Ok(ScreenEvent::Stream {
                    codec,
                    width,
                    height,
                })
            }
            Stage::Packets => Ok(ScreenEvent::Packet(self.packet(whole))),
        }
    }
}

impl ScreenEvents {
    fn packet(&self, mut whole: Bytes) -> VideoPacket {
        let head = whole.get_u64();
        let _length = whole.get_u32();
        match self.framing {
            Framing::V3 if head & FLAG_CONFIG != 0 => VideoPacket::Config(whole),
            Framing::V3 => VideoPacket::Frame {
                pts_us: head & PTS_MASK,
                key: head & FLAG_KEY != 0,
                data: whole,
            },
        }
    }
}

/// A picture's size in pixels, both sides 1 to [`SIDE_MAX`].
pub fn checked_size(width: u32, height: u32) -> Result<(u16, u16), ScreenError> {
    let sides = 1..=u32::from(SIDE_MAX);
    if sides.contains(&width) && sides.contains(&height) {
        Ok((width as u16, height as u16))
    } else {
        Err(ScreenError::BadSize { width, height })
    }
}
