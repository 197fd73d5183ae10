//! Sound of the phone: a scrcpy server of its own with nothing but the audio socket, so that pictures may start and stop while the
//! sound goes on.

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

/// Bit rate of opus, bits a second: music without audible faults.
const OPUS_BIT_RATE: u32 = 96_000;
/// Bit rate of AAC, bits a second: higher than that of opus, for the AAC encoders on phones are plainer.
const AAC_BIT_RATE: u32 = 128_000;
/// The only configuration of AAC that is taken (ISO/IEC 14496-3, 1.6.2.1): LC, 48,000 samples a second, left and right, 1024 a packet.
pub const AAC_CONFIG: [u8; 2] = [0x11, 0x90];
/// Bytes that may follow the configuration: "no spectral band replication" (1.6.6.1), as some encoders say.
const AAC_PLAIN: [u8; 3] = [0x56, 0xE5, 0x00];

/// Packet of sound, in the [`SoundCodec`] that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoundPacket {
    /// Time of the first sample in microseconds, by the clock of the phone's pictures.
    pub pts_us: u64,
    /// Raw samples of at most half a second, or one packet of opus or AAC.
    pub data: Bytes,
}

/// Receiver of a running sound stream's packets; dropping it ends the phone's server.
#[derive(Debug)]
pub struct SoundStream {
    stream: Stream,
    decoder: Decoder<SoundEvents>,
    process: Arc<Process>,
}

impl Link {
    /// Puts the server on the phone if it is not there and starts it for sound alone. [`ScreenError::NoSoundEncoder`],
    /// [`SoundError::Disabled`] and [`SoundError::Configuration`] say that this phone gives none, or none of this kind.
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
                // The socket is polled before its server: a reason on the socket says more than the server's end, which follows at once.
                biased;
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
    // Listening alone does not turn the screen on; and the file stays for the next session.
    args.power_on = false;
    args.cleanup = false;
    (args.others).push(("audio_codec".to_owned(), codec.into_str().to_owned()));
    let bit_rate = match codec {
        SoundCodec::Raw => None,
        SoundCodec::Opus => Some(OPUS_BIT_RATE),
        SoundCodec::Aac => Some(AAC_BIT_RATE),
    };
    if let Some(bit_rate) = bit_rate {
        (args.others).push(("audio_bit_rate".to_owned(), bit_rate.to_string()));
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
        match sound.event().await {
            Ok(SoundEvent::Stream(begun)) if begun != codec => {
                return Err(SoundError::OtherCodec(begun as u32).into());
            }
            // AAC announces its exact configuration before the first packet.
            Ok(SoundEvent::Stream(_)) if codec == SoundCodec::Aac => {}
            Ok(SoundEvent::Stream(_)) => return Ok(sound),
            Ok(SoundEvent::Config(config)) if is_plain(&config) => return Ok(sound),
            Ok(SoundEvent::Config(_) | SoundEvent::Packet { .. }) => {
                return Err(ScreenError::NoSoundEncoder);
            }
            Ok(SoundEvent::Dummy | SoundEvent::DeviceName(_)) => {}
            // The code does not tell a phone that forbids recording from one without this encoder; the log does.
            Err(ScreenError::Sound(SoundError::Disabled)) => {
                return Err(match sound.process.last_words().await {
                    ScreenError::NoSoundEncoder => ScreenError::NoSoundEncoder,
                    _ => SoundError::Disabled.into(),
                });
            }
            Err(error) => return Err(error),
        }
    }
}

fn is_plain(config: &[u8]) -> bool {
    let rest = config.strip_prefix(&AAC_CONFIG);
    rest.is_some_and(|rest| rest.is_empty() || rest == AAC_PLAIN)
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
    /// Whether the phone reported that it cannot capture sound, or has no encoder of the wanted codec.
    pub const fn is_soundless(&self) -> bool {
        self.lacks_sound_encoder() || matches!(self, Self::Sound(SoundError::Disabled))
    }

    /// Whether the phone cannot make this kind of sound, which stays so while it runs.
    pub const fn lacks_sound_encoder(&self) -> bool {
        matches!(
            self,
            Self::NoSoundEncoder | Self::Sound(SoundError::Configuration)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_kind_of_aac_that_browsers_are_told_of_is_taken() {
        for (config, plain) in [
            (&[0x11, 0x90][..], true),
            (&[0x11, 0x90, 0x56, 0xE5, 0x00], true),
            // 44,100 a second; one channel; 960 a packet; with replication, told at the end and at the front; nothing.
            (&[0x12, 0x10], false),
            (&[0x11, 0x88], false),
            (&[0x11, 0x94], false),
            (&[0x11, 0x90, 0x56, 0xE5, 0x98], false),
            (&[0x29, 0x91, 0x88, 0x00], false),
            (&[], false),
        ] {
            assert_eq!(is_plain(config), plain, "{config:02x?}");
        }
    }
}
