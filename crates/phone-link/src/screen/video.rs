//! Pictures of a session.

use std::sync::Arc;

use bytes::Bytes;
use phone_wire::Decoder;
use phone_wire::screen::{ScreenEvent, ScreenEvents, VideoPacket};

use super::ScreenError;
use super::process::Process;
use super::sps::picture_size;
use crate::stream::Stream;

/// Packet of a session's video.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScreenPacket {
    /// SPS and PPS in Annex B, before the first picture and whenever the size or the encoder changes.
    Config {
        /// Bytes of the configuration.
        bytes: Bytes,
        /// Size of the pictures in pixels, width and height, each 1 to 4096.
        size: (u16, u16),
    },
    /// Access unit in Annex B. A phone that begins in the middle may send one before any configuration.
    Frame {
        /// Time of the picture by the phone's clock, in microseconds.
        pts_us: u64,
        /// Whether the picture can be decoded with the configuration alone.
        key: bool,
        /// The access unit, at most 8 MiB.
        bytes: Bytes,
    },
}

/// Receiver of a session's packets.
#[derive(Debug)]
pub struct VideoStream {
    stream: Stream,
    decoder: Decoder<ScreenEvents>,
    process: Arc<Process>,
}

impl VideoStream {
    pub(super) fn new(
        stream: Stream,
        decoder: Decoder<ScreenEvents>,
        process: Arc<Process>,
    ) -> Self {
        Self {
            stream,
            decoder,
            process,
        }
    }

    /// The next packet. After an error the session is over. Loses nothing when the future is dropped.
    pub async fn next(&mut self) -> Result<ScreenPacket, ScreenError> {
        loop {
            match self.decoder.pull()? {
                Some(ScreenEvent::Packet(next)) => return packet(next),
                // The size in a session packet (4.x) is ignored, for the configuration that follows has it too.
                Some(_) => {}
                None => match self.stream.chunk().await? {
                    Some(chunk) => self.decoder.feed(&chunk),
                    None => return Err(self.process.last_words().await),
                },
            }
        }
    }
}

fn packet(packet: VideoPacket) -> Result<ScreenPacket, ScreenError> {
    match packet {
        VideoPacket::Config(bytes) => {
            let size = picture_size(&bytes)?;
            Ok(ScreenPacket::Config { bytes, size })
        }
        VideoPacket::Frame { pts_us, key, data } => Ok(ScreenPacket::Frame {
            pts_us,
            key,
            bytes: data,
        }),
    }
}
