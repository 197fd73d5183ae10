//! Start of a session: file, process, sockets in order, first bytes.
//! Source: scrcpy `doc/develop.md`, `app/src/server.c`.

use std::sync::Arc;
use std::time::Duration;

use phone_wire::Decoder;
use phone_wire::screen::{Codec, SERVER_CLASS, ScreenEvent, ScreenEvents, ServerArgs};
use phone_wire::service::Service;
use phone_wire::sync::MODE_FILE;
use rand::RngExt as _;
use tokio::time::{sleep, timeout};

use super::control::open_control;
use super::process::Process;
use super::{ScreenError, ScreenOptions, ScreenSession, VideoStream};
use crate::error::{FileError, OpenError};
use crate::link::Link;
use crate::server_file::ServerFile;
use crate::stream::{Priority, Stream};

/// Longest time from the server's start to its first bytes.
pub(super) const START_MAX: Duration = Duration::from_secs(10);
/// Pause between two tries of a socket that does not listen yet: the first, and the longest.
const RETRY_FIRST: Duration = Duration::from_millis(50);
const RETRY_MAX: Duration = Duration::from_millis(100);

impl Link {
    /// Puts the server on the phone if it is not there, starts it, and opens its sockets.
    pub async fn open_screen(
        &self,
        file: &ServerFile,
        options: &ScreenOptions,
    ) -> Result<ScreenSession, ScreenError> {
        install(self, file)
            .await
            .map_err(|error| ScreenError::Install(Arc::new(error)))?;
        let args = arguments(file, options);
        let process = start(self, file, &args).await?;
        let begin = async {
            tokio::select! {
                session = begin(self, file, &args, Arc::clone(&process)) => session,
                error = process.ended() => Err(error),
            }
        };
        timeout(START_MAX, begin)
            .await
            .map_err(|_| ScreenError::StartTimeout)?
    }
}

/// Puts the server file on the phone. A file of the right length under the content's own name is the right file.
pub(super) async fn install(link: &Link, file: &ServerFile) -> Result<(), FileError> {
    let _one_at_a_time = link.installing.lock().await;
    let path = file.remote_path();
    let length = file.bytes().len() as u64;
    let there = |stat: Option<phone_wire::sync::Stat>| {
        stat.is_some_and(|stat| stat.is_file() && stat.size == length)
    };
    if there(link.stat(&path).await?) {
        return Ok(());
    }
    link.push(&path, MODE_FILE, 0, &mut file.bytes().as_ref())
        .await?;
    // A phone without room may store less than it acknowledged.
    if there(link.stat(&path).await?) {
        Ok(())
    } else {
        Err(FileError::Cut)
    }
}

fn arguments(file: &ServerFile, options: &ScreenOptions) -> ServerArgs {
    let mut args = ServerArgs::new(file.version().text());
    args.scid = Some(rand::rng().random_range(0..=i32::MAX.cast_unsigned()));
    args.audio = false;
    args.control = options.control;
    args.max_size = options.max_size;
    args.max_fps = options.max_fps;
    args.video_bit_rate = options.video_bit_rate;
    args.video_encoder = options.encoder.map(str::to_owned);
    args.tunnel_forward = true;
    // The file stays for the next session.
    args.cleanup = false;
    // `to_words` writes this option only for a server that knows it.
    args.keep_active = true;
    if options.every_picture_key {
        args.video_codec_options = Some("i-frame-interval=0".to_owned());
    }
    args
}

pub(super) async fn start(
    link: &Link,
    file: &ServerFile,
    args: &ServerArgs,
) -> Result<Arc<Process>, ScreenError> {
    // The words contain no character that is special in a shell: `to_words` refuses them.
    let command = format!(
        "CLASSPATH={} app_process / {SERVER_CLASS} {}",
        file.remote_path(),
        args.to_words()?.join(" ")
    );
    let shell = link
        .open(&Service::shell_v2(command), Priority::Interactive)
        .await?;
    Ok(Arc::new(Process::follow(shell)))
}

/// Opens the sockets in their order and reads what comes before the pictures, which the server sends only after all sockets are open.
async fn begin(
    link: &Link,
    file: &ServerFile,
    args: &ServerArgs,
    process: Arc<Process>,
) -> Result<ScreenSession, ScreenError> {
    let name = args.socket_name().to_string();
    let mut stream = connect(link, &name).await?;
    let control = if args.control {
        Some(connect(link, &name).await?)
    } else {
        None
    };
    let mut decoder = Decoder::new(ScreenEvents::new(file.version().framing()));
    let mut device_name = String::new();
    let size = loop {
        match decoder.pull()? {
            Some(ScreenEvent::Dummy) => {}
            Some(ScreenEvent::DeviceName(name)) => device_name = name,
            Some(ScreenEvent::Stream {
                codec: Codec::H264,
                width,
                height,
            }) => break (width, height),
            Some(ScreenEvent::Stream { .. } | ScreenEvent::Session(_) | ScreenEvent::Packet(_)) => {
                return Err(ScreenError::OtherCodec);
            }
            None => match stream.chunk().await? {
                Some(chunk) => decoder.feed(&chunk),
                // The process knows the reason.
                None => return Err(process.last_words().await),
            },
        }
    };
    let (control, device) = match control {
        Some(stream) => {
            let (sender, messages) = open_control(stream, file.version(), Arc::clone(&process));
            (Some(sender), Some(messages))
        }
        None => (None, None),
    };
    Ok(ScreenSession {
        video: VideoStream::new(stream, decoder, process),
        control,
        device,
        device_name,
        size,
    })
}

pub(super) async fn connect(link: &Link, name: &str) -> Result<Stream, ScreenError> {
    let service = Service::local_abstract(name);
    let mut pause = RETRY_FIRST;
    loop {
        match link.open(&service, Priority::Interactive).await {
            Ok(stream) => return Ok(stream),
            Err(OpenError::Refused) => {
                sleep(pause).await;
                // `domain::backoff` has the waits that double; this crate knows ADB and nothing of the domain.
                pause = (pause * 2).min(RETRY_MAX);
            }
            Err(error) => return Err(error.into()),
        }
    }
}
