//! Opening of a session's first socket, be it video or audio: a byte that proves it is connected, the phone's name, the codec's
//! number; then packets, each with its length.
//! Source: scrcpy `doc/develop.md`, `app/src/server.c`.

use bytes::Bytes;

use super::{DEVICE_NAME_BYTES, PACKET_HEADER_BYTES, ScreenError, SoundError};
use crate::decoder::u32_be_at;

/// Stage of the socket: the piece that comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Dummy,
    Name,
    Stream,
    Packets,
}

/// Piece before the stream.
pub(super) enum Opening {
    Dummy,
    DeviceName(String),
}

/// Reason why the socket cannot be read any further.
pub(super) enum OpeningError {
    BadDummy(u8),
    Disabled,
    Configuration,
    EmptyPacket,
    TooLong(u32),
}

impl Stage {
    /// Length of the next piece, once it is known. The stream's head has `head_bytes`, a packet holds `packet_max_bytes` at most.
    pub(super) fn measure(
        self,
        front: &[u8],
        head_bytes: usize,
        packet_max_bytes: u32,
    ) -> Result<Option<usize>, OpeningError> {
        match self {
            Self::Dummy => Ok(Some(1)),
            Self::Name => Ok(Some(DEVICE_NAME_BYTES)),
            // Codec numbers 0 and 1 say why there is no stream, and nothing follows them.
            Self::Stream => match u32_be_at(front, 0) {
                Some(0) => Err(OpeningError::Disabled),
                Some(1) => Err(OpeningError::Configuration),
                Some(_) => Ok(Some(head_bytes)),
                None => Ok(None),
            },
            Self::Packets => match u32_be_at(front, 8) {
                Some(0) => Err(OpeningError::EmptyPacket),
                Some(length) if length > packet_max_bytes => Err(OpeningError::TooLong(length)),
                Some(length) => Ok(Some(PACKET_HEADER_BYTES + length as usize)),
                None => Ok(None),
            },
        }
    }

    /// Parses one part of the opening and moves on to the next stage; `None` when the opening is over and `whole` is a packet.
    pub(super) fn open(&mut self, whole: &Bytes) -> Result<Option<Opening>, OpeningError> {
        match self {
            Self::Dummy => {
                let byte = whole.first().copied().unwrap_or_default();
                if byte != 0 {
                    return Err(OpeningError::BadDummy(byte));
                }
                *self = Self::Name;
                Ok(Some(Opening::Dummy))
            }
            Self::Name => {
                *self = Self::Stream;
                let name = whole.split(|byte| *byte == 0).next().unwrap_or_default();
                let name = String::from_utf8_lossy(name).into_owned();
                Ok(Some(Opening::DeviceName(name)))
            }
            Self::Stream | Self::Packets => Ok(None),
        }
    }
}

impl From<OpeningError> for ScreenError {
    fn from(error: OpeningError) -> Self {
        match error {
            OpeningError::BadDummy(byte) => Self::BadDummy(byte),
            OpeningError::Disabled => Self::Disabled,
            OpeningError::Configuration => Self::Configuration,
            OpeningError::EmptyPacket => Self::EmptyPacket,
            OpeningError::TooLong(length) => Self::TooLong(length),
        }
    }
}

impl From<OpeningError> for SoundError {
    fn from(error: OpeningError) -> Self {
        match error {
            OpeningError::BadDummy(byte) => Self::BadDummy(byte),
            OpeningError::Disabled => Self::Disabled,
            OpeningError::Configuration => Self::Configuration,
            OpeningError::EmptyPacket => Self::EmptyPacket,
            OpeningError::TooLong(length) => Self::TooLong(length),
        }
    }
}
