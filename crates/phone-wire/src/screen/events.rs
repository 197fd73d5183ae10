//! Bytes of a video socket to events: the controller's end.
//! Source: scrcpy `app/src/demuxer.c`.

use bytes::{Buf, Bytes};

use super::opening::{Opening, Stage};
use super::version::SESSION_MARK;
use super::{
    Codec, Framing, PACKET_HEADER_BYTES, PACKET_MAX_BYTES, STREAM_HEADER_BYTES, ScreenError,
    Session, VideoPacket, checked_size,
};
use crate::decoder::Grammar;

/// Bytes of the head of a 4.x stream: codec number and first session packet.
const STREAM_HEADER_V4_BYTES: usize = 4 + PACKET_HEADER_BYTES;

/// Event of a video socket. The variants come in this order, the first three once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScreenEvent {
    /// The first byte, 0, which proves that a forwarded socket is connected.
    Dummy,
    /// Name of the phone.
    DeviceName(String),
    /// Codec and first size of the stream. After a rotation the next configuration has the new size, with 4.x a session packet too.
    Stream {
        /// Codec of the packets.
        codec: Codec,
        /// Width in pixels, 1 to [`super::SIDE_MAX`].
        width: u16,
        /// Height in pixels, 1 to [`super::SIDE_MAX`].
        height: u16,
    },
    /// A session packet: a new encoding session, only with [`Framing::V4`]; the first one is part of [`Self::Stream`].
    Session(Session),
    /// Packet of pictures.
    Packet(VideoPacket),
}

/// Grammar of [`ScreenEvent`]s on a first socket opened with `tunnel_forward=true` and all metadata on.
#[derive(Debug, Clone)]
pub struct ScreenEvents {
    framing: Framing,
    stage: Stage,
}

impl ScreenEvents {
    /// Grammar that starts at the dummy byte.
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
        if self.stage == Stage::Packets && self.is_session(front) {
            return Ok(Some(PACKET_HEADER_BYTES));
        }
        let head_bytes = match self.framing {
            Framing::V3 => STREAM_HEADER_BYTES,
            Framing::V4 => STREAM_HEADER_V4_BYTES,
        };
        let measured = self.stage.measure(front, head_bytes, PACKET_MAX_BYTES);
        measured.map_err(Into::into)
    }

    fn parse(&mut self, mut whole: Bytes) -> Result<ScreenEvent, ScreenError> {
        match self.stage.open(&whole)? {
            Some(Opening::Dummy) => return Ok(ScreenEvent::Dummy),
            Some(Opening::DeviceName(name)) => return Ok(ScreenEvent::DeviceName(name)),
            None => {}
        }
        if self.stage == Stage::Packets {
            return if self.is_session(&whole) {
                session(whole).map(ScreenEvent::Session)
            } else {
                Ok(ScreenEvent::Packet(self.packet(whole)))
            };
        }
        let number = whole.get_u32();
        let codec = Codec::from_repr(number).ok_or(ScreenError::UnknownCodec(number))?;
        // The framings can be told apart only here: 4.x sets the top bit of the first field, which is never set in the width of 3.x.
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
