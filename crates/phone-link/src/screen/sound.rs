//! The phone's sound: a scrcpy server of its own with nothing but the audio socket, so that a picture may come and go without it.

use std::sync::Arc;

use bytes::Bytes;
use phone_wire::Decoder;
use phone_wire::screen::{ServerArgs, SoundCodec, SoundError, SoundEvent, SoundEvents};
use rand::RngExt as _;
use tokio::time::timeout;

use super::ScreenError;
use super::process::Process;
use super::start::{START_MAX, connect, install, start};
use crate::error::FileError;
use crate::link::Link;
use crate::server_file::ServerFile;
use crate::stream::Stream;

/// Bits a second of opus: music without a fault that one hears.
const OPUS_BIT_RATE: u32 = 96_000;

/// Some sound, as the [`SoundCodec`] that was asked for says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoundPacket {
    /// The phone's time of the first one in microseconds, by the clock of its pictures.
    pub pts_us: u64,
    /// Samples, at most half a second, or a packet of opus.
    pub data: Bytes,
}

/// Gives the packets of a running sound stream; the phone's server ends when it is dropped.
#[derive(Debug)]
pub struct SoundStream {
    stream: Stream,
    decoder: Decoder<SoundEvents>,
    process: Arc<Process>,
}

impl Link {
    /// Puts the server on the phone if it is not there and starts it for sound alone. [`SoundError::Disabled`] and
    /// [`SoundError::Configuration`] say that this phone gives none, or none of this kind.
    pub async fn open_sound(
        &self,
        file: &ServerFile,
        codec: SoundCodec,
    ) -> Result<SoundStream, ScreenError> {
        install(self, file)
            .await
            .map_err(|error: FileError| ScreenError::Install(Arc::new(error)))?;
        let args = arguments(file, codec);
        let process = start(self, file, &args).await?;
        let begin = async {
            tokio::select! {
                sound = begin(self, (file, codec), &args, Arc::clone(&process)) => sound,
                error = process.ended() => Err(error),
            }
        };
        timeout(START_MAX, begin)
            .await
            .map_err(|_| ScreenError::StartTimeout)?
    }
}

fn arguments(file: &ServerFile, codec: SoundCodec) -> ServerArgs {
    let mut args = ServerArgs::new(file.version().text());
    args.scid = Some(rand::rng().random_range(0..=i32::MAX.cast_unsigned()));
    args.video = false;
    args.control = false;
    args.tunnel_forward = true;
    // Who only listens does not light the screen up; and the file stays for the next session.
    args.power_on = false;
    args.cleanup = false;
    (args.others).push(("audio_codec".to_owned(), codec.word().to_owned()));
    if codec == SoundCodec::Opus {
        (args.others).push(("audio_bit_rate".to_owned(), OPUS_BIT_RATE.to_string()));
    }
    args
}

async fn begin(
    link: &Link,
    (file, codec): (&ServerFile, SoundCodec),
    args: &ServerArgs,
    process: Arc<Process>,
) -> Result<SoundStream, ScreenError> {
    let stream = connect(link, &args.socket_name().to_string()).await?;
    let mut sound = SoundStream {
        stream,
        decoder: Decoder::new(SoundEvents::new(file.version().framing())),
        process,
    };
    loop {
        match sound.event().await? {
            SoundEvent::Stream(begun) if begun == codec => return Ok(sound),
            SoundEvent::Stream(other) => return Err(SoundError::OtherCodec(other as u32).into()),
            SoundEvent::Dummy
            | SoundEvent::DeviceName(_)
            | SoundEvent::Config(_)
            | SoundEvent::Packet { .. } => {}
        }
    }
}

impl SoundStream {
    /// The next packet. After an error the stream is over. Loses nothing when the future is dropped.
    pub async fn next(&mut self) -> Result<SoundPacket, ScreenError> {
        loop {
            if let SoundEvent::Packet { pts_us, data } = self.event().await? {
                return Ok(SoundPacket { pts_us, data });
            }
        }
    }

    async fn event(&mut self) -> Result<SoundEvent, ScreenError> {
        loop {
            if let Some(event) = self.decoder.pull()? {
                return Ok(event);
            }
            match self.stream.chunk().await? {
                Some(chunk) => self.decoder.feed(&chunk),
                None => return Err(self.process.last_words().await),
            }
        }
    }
}

impl ScreenError {
    /// Whether the phone says that it gives no sound at all.
    pub const fn is_soundless(&self) -> bool {
        matches!(
            self,
            Self::Sound(SoundError::Disabled | SoundError::Configuration)
        )
    }
}
