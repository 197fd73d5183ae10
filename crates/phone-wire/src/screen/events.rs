//! Bytes of a video socket to events: the controller's end.

use bytes::{Buf, Bytes};

use super::version::SESSION_MARK;
use super::{
    Codec, DEVICE_NAME_BYTES, Framing, PACKET_HEADER_BYTES, PACKET_MAX_BYTES, STREAM_HEADER_BYTES,
    ScreenError, Session, VideoPacket, checked_size,
};
use crate::decoder::{Grammar, u32_be_at};

/// Codec number and first session of a 4.x stream.
const STREAM_HEADER_V4_BYTES: usize = 4 + PACKET_HEADER_BYTES;

/// What a video socket gives, in this order; name and head once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScreenEvent {
    /// The byte that proves a forwarded socket is connected.
    Dummy,
    /// The phone's name.
    DeviceName(String),
    /// The stream's codec and first size in pixels. After a rotation the next configuration tells the size, with 4.x a session too.
    Stream {
        /// What the packets hold.
        codec: Codec,
        /// Pixels across, 1 to [`super::SIDE_MAX`].
        width: u16,
        /// Pixels down, 1 to [`super::SIDE_MAX`].
        height: u16,
    },
    /// A new encoding session, only with [`Framing::V4`]; the first one is part of [`Self::Stream`].
    Session(Session),
    /// Pictures.
    Packet(VideoPacket),
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
                Some(_) => Ok(Some(match self.framing {
                    Framing::V3 => STREAM_HEADER_BYTES,
                    Framing::V4 => STREAM_HEADER_V4_BYTES,
                })),
                None => Ok(None),
            },
            Stage::Packets if self.is_session(front) => Ok(Some(PACKET_HEADER_BYTES)),
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
                // Only here can the framings be told apart: the top bit of a width is never set.
                if is_marked(&whole) != (self.framing == Framing::V4) {
                    return Err(ScreenError::OtherFraming);
                }
                let (width, height) = match self.framing {
                    Framing::V3 => checked_size(whole.get_u32(), whole.get_u32())?,
                    Framing::V4 => {
                        let first = session(whole)?;
                        (first.width, first.height)
                    }
                };
                self.stage = Stage::Packets;
                Ok(ScreenEvent::Stream {
                    codec,
                    width,
                    height,
                })
            }
            Stage::Packets if self.is_session(&whole) => session(whole).map(ScreenEvent::Session),
            Stage::Packets => Ok(ScreenEvent::Packet(self.packet(whole))),
        }
    }
}

impl ScreenEvents {
    fn is_session(&self, front: &[u8]) -> bool {
        self.framing == Framing::V4 && is_marked(front)
    }

    fn packet(&self, mut whole: Bytes) -> VideoPacket {
        let head = whole.get_u64();
        let _length = whole.get_u32();
        if head & self.framing.config_flag() != 0 {
            return VideoPacket::Config(whole);
        }
        VideoPacket::Frame {
            pts_us: head & self.framing.pts_mask(),
            key: head & self.framing.key_flag() != 0,
            data: whole,
        }
    }
}

fn is_marked(front: &[u8]) -> bool {
    front
        .first()
        .is_some_and(|byte| byte & SESSION_MARK.to_be_bytes()[0] != 0)
}

fn session(mut whole: Bytes) -> Result<Session, ScreenError> {
    let flags = whole.get_u32();
    let (width, height) = checked_size(whole.get_u32(), whole.get_u32())?;
    Ok(Session {
        width,
        height,
        resized: flags & 1 != 0,
    })
}
