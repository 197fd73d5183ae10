//! The scrcpy server 3.3 and 4.1 as a phone runs it: started by `app_process`, serves one client over abstract sockets.
//! Source: scrcpy `doc/develop.md`, `server/src/main/java/com/genymobile/scrcpy` (`Server.java`, `DesktopConnection.java`).

pub mod aac;
mod control;
mod encoder;
mod lists;
pub mod opus;
pub mod sound;
mod video;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bytes::Bytes;
use phone_wire::screen::{
    Codec, Framing, LogLevel, ServerArgs, Version, device_name_bytes, stream_header_bytes,
};

use crate::SERVER_VERSION;
use crate::adb::{Closed, Stream};
use crate::fault::InjectedFault;
use crate::phone::Phone;
use crate::shell::Output;

/// Client versions whose protocol this server speaks.
const VERSIONS: [Version; 5] = [
    Version::V3_3_1,
    Version::V3_3_2,
    Version::V3_3_3,
    Version::V3_3_4,
    Version::V4_1,
];
/// Options of the real server that this one accepts: the two that [`sound`] reads, and those that have no effect here.
const OTHER_OPTIONS: [&str; 28] = [
    "audio_codec",
    "audio_bit_rate",
    "audio_source",
    "audio_dup",
    "audio_codec_options",
    "audio_encoder",
    "video_source",
    "display_id",
    "crop",
    "angle",
    "screen_off_timeout",
    "power_off_on_close",
    "capture_orientation",
    "display_ime_policy",
    "new_display",
    "vd_destroy_content",
    "vd_system_decorations",
    "camera_id",
    "camera_facing",
    "camera_size",
    "camera_ar",
    "camera_fps",
    "camera_high_speed",
    "camera_torch",
    "camera_zoom",
    "flex_display",
    "min_size_alignment",
    "ignore_video_encoder_constraints",
];
/// Exit code of a killed process in a shell: 128 and the signal.
const EXIT_KILLED: u8 = 128 + 9;
/// Pictures a second when the client sets no limit.
const DEFAULT_FPS: f32 = 60.0;
/// Fewest and most pictures a second that are drawn for a session.
const FPS_RANGE: std::ops::RangeInclusive<f32> = 0.1..=60.0;

/// Size of the video that a session's client sees now, width and height in one number; 0 before the first picture.
#[derive(Clone, Default)]
struct VideoSize(Arc<AtomicU32>);

impl VideoSize {
    fn set(&self, (width, height): (u16, u16)) {
        self.0.store(
            u32::from(width) << 16 | u32::from(height),
            Ordering::Release,
        );
    }

    fn get(&self) -> (u16, u16) {
        let both = self.0.load(Ordering::Acquire);
        ((both >> 16) as u16, both as u16)
    }
}

struct Log<'a> {
    out: &'a Output,
    level: LogLevel,
}

impl Log<'_> {
    async fn info(&self, text: &str) -> Result<(), Closed> {
        if matches!(self.level, LogLevel::Warn | LogLevel::Error) {
            return Ok(());
        }
        self.out
            .stdout(format!("[server] INFO: {text}\n").as_bytes())
            .await
    }

    async fn warn(&self, text: &str) -> Result<(), Closed> {
        if self.level == LogLevel::Error {
            return Ok(());
        }
        self.out
            .stdout(format!("[server] WARN: {text}\n").as_bytes())
            .await
    }

    async fn error(&self, text: &str) -> Result<(), Closed> {
        self.out
            .stderr(format!("[server] ERROR: {text}\n").as_bytes())
            .await
    }
}

/// Runs the server from the file `jar` with the arguments after its class; returns its exit code.
pub(crate) async fn run(
    phone: &Arc<Phone>,
    jar: &str,
    words: &[&str],
    out: &Output,
) -> Result<u8, Closed> {
    let log = Log {
        out,
        level: LogLevel::Info,
    };
    let file = phone
        .files
        .resolve(jar)
        .filter(|file| !jar.is_empty() && file.is_file());
    let Some(file) = file else {
        let text = format!(
            "java.lang.ClassNotFoundException: Didn't find class \"{}\" on path: DexPathList[[zip file \"{jar}\"]]\nAborted\n",
            phone_wire::screen::SERVER_CLASS
        );
        out.stderr(text.as_bytes()).await?;
        return Ok(134);
    };
    let args = match ServerArgs::parse(words.iter().copied()) {
        Ok(args) => args,
        Err(error) => {
            log.error(&error.to_string()).await?;
            return Ok(1);
        }
    };
    let own = match phone.fault() {
        InjectedFault::Killed => return killed(out).await,
        InjectedFault::OtherVersion => "1.0",
        _ => SERVER_VERSION,
    };
    let version = Version::parse(&args.version)
        .filter(|version| VERSIONS.contains(version) && own == SERVER_VERSION);
    let Some(version) = version else {
        let why = format!(
            "The server version ({own}) does not match the client ({})",
            args.version
        );
        log.error(&why).await?;
        out.stderr(format!("java.lang.IllegalArgumentException: {why}\n").as_bytes())
            .await?;
        return Ok(1);
    };
    if args.cleanup {
        // The real server deletes its own file; a client that did not ask to keep it pushes it anew.
        let _ = std::fs::remove_file(file);
    }
    let log = Log {
        out,
        level: args.log_level,
    };
    serve(phone, &args, version, &log).await
}

async fn serve(
    phone: &Arc<Phone>,
    args: &ServerArgs,
    version: Version,
    log: &Log<'_>,
) -> Result<u8, Closed> {
    let identity = &phone.identity;
    let unknown = |key: &str| !OTHER_OPTIONS.contains(&key) && !lists::is_option(key);
    for (key, _) in (args.others.iter()).filter(|(key, _)| unknown(key)) {
        log.warn(&format!("Unknown server option: {key}")).await?;
    }
    log.info(&format!(
        "Device: [{0}] {0} {1} (Android {2})",
        identity.brand, identity.model, identity.release
    ))
    .await?;
    let wanted = lists::wanted(args);
    if !wanted.is_empty() {
        for list in wanted {
            list.say(phone, log).await?;
        }
        return Ok(0);
    }
    if args.video && phone.fault() == InjectedFault::NoEncoder {
        let list = lists::video_encoders(phone);
        log.error(&format!(
            "Could not create default video encoder for h264\n{list}"
        ))
        .await?;
        return Ok(1);
    }
    if args.video && args.video_codec != Codec::H264 {
        let codec = args.video_codec.into_str();
        let list = lists::video_encoders(phone);
        log.error(&format!(
            "Could not create default video encoder for {codec}\n{list}"
        ))
        .await?;
        return Ok(1);
    }
    let wanted = usize::from(args.video) + usize::from(args.audio) + usize::from(args.control);
    if wanted == 0 {
        log.error("Nothing to mirror: video, audio and control are all disabled")
            .await?;
        return Ok(1);
    }
    let streams = if args.tunnel_forward {
        accepted(phone, args, wanted).await?
    } else {
        connected(phone, args, wanted).await
    };
    let streams = match streams {
        Ok(streams) => streams,
        Err(why) => {
            log.error(why).await?;
            return Ok(1);
        }
    };
    let mut faults = phone.faults();
    let kill = async {
        // The phone's faults last as long as the phone, so waiting cannot fail earlier.
        let _ = faults
            .wait_for(|fault| *fault == InjectedFault::Killed)
            .await;
    };
    tokio::select! {
        () = session(phone, args, version, streams, log) => Ok(0),
        () = kill => killed(log.out).await,
    }
}

/// Accepts the streams that the client opens one after the other; the inner error is the server's message.
async fn accepted(
    phone: &Arc<Phone>,
    args: &ServerArgs,
    wanted: usize,
) -> Result<Result<Vec<Stream>, &'static str>, Closed> {
    let name = args.socket_name().to_string();
    let Some(mut listener) = phone.sockets.listen(name, wanted) else {
        return Ok(Err("java.io.IOException: Address already in use"));
    };
    let mut streams = Vec::with_capacity(wanted);
    while streams.len() < wanted {
        let stream = listener.accept().await.ok_or(Closed)?;
        if streams.is_empty() && args.send_dummy_byte {
            stream.writer.send(Bytes::from_static(&[0])).await?;
        }
        streams.push(stream);
    }
    Ok(Ok(streams))
}

/// Opens the streams to a client that listens behind `adb reverse`.
async fn connected(
    phone: &Arc<Phone>,
    args: &ServerArgs,
    wanted: usize,
) -> Result<Vec<Stream>, &'static str> {
    let socket = format!("localabstract:{}", args.socket_name());
    let mut streams = Vec::with_capacity(wanted);
    while streams.len() < wanted {
        let stream = phone.reverses.connect(&socket).await;
        streams.push(stream.ok_or("java.io.IOException: Connection refused")?);
    }
    Ok(streams)
}

/// Output and exit code of a server that was killed.
async fn killed(out: &Output) -> Result<u8, Closed> {
    out.stderr(b"Killed \n").await?;
    Ok(EXIT_KILLED)
}

/// Serves the sockets until any of them closes or the client sends a message that ends the server.
async fn session(
    phone: &Arc<Phone>,
    args: &ServerArgs,
    version: Version,
    streams: Vec<Stream>,
    log: &Log<'_>,
) {
    if args.send_device_meta
        && let Some(first) = streams.first()
        && first
            .writer
            .send(Bytes::copy_from_slice(&device_name_bytes(
                &phone.identity.model,
            )))
            .await
            .is_err()
    {
        return;
    }
    let mut streams = streams.into_iter();
    let mut take = |wanted: bool| wanted.then(|| streams.next()).flatten();
    let (video, audio, control) = (take(args.video), take(args.audio), take(args.control));
    if args.power_on {
        phone.act(|locked| locked.device.set_awake(true)).await;
    }
    let fps = args
        .max_fps
        .unwrap_or(DEFAULT_FPS)
        .clamp(*FPS_RANGE.start(), *FPS_RANGE.end());
    let period = Duration::from_secs_f32(1.0 / fps);
    let mut watch = phone.watch(video.is_some().then_some(period));
    let session = watch.id;
    let size = VideoSize::default();
    let resets = tokio::sync::Notify::new();
    let showing = async {
        match video {
            Some(stream) => {
                video::run(
                    phone,
                    (args, version.framing()),
                    stream,
                    &mut watch.frames,
                    period,
                    &size,
                    &resets,
                )
                .await;
            }
            None => std::future::pending().await,
        }
    };
    let listening = async {
        match audio {
            Some(stream) => sound::run(phone, (args, version.framing(), log), stream).await,
            None => std::future::pending().await,
        }
    };
    let controlling = async {
        match control {
            Some(stream) => {
                control::run(phone, (args, version, log), stream, session, &size, &resets).await;
            }
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = showing => {}
        () = listening => {}
        () = controlling => {}
    }
    if args.control {
        // A finger that was down when the client left is lifted.
        phone
            .act(move |locked| {
                let (device, screen) = locked.with_screen();
                screen.release(device, session);
            })
            .await;
    }
}

/// Width and height of the video for a screen, in pixels: the long side at most `max_size`, where 0 is no limit, both sides multiples of 8, as
/// the real server rounds.
pub fn video_size((width, height): (u16, u16), max_size: u16) -> (u16, u16) {
    let (long, short) = (width.max(height), width.min(height));
    let (long, short) = if max_size == 0 || max_size >= long {
        (long, short)
    } else {
        let new_long = (max_size & !7).max(8);
        let exact = u32::from(new_long) * u32::from(short) / u32::from(long);
        (new_long, exact as u16)
    };
    let long = (long & !7).max(8);
    // The short side is rounded to the nearest multiple of 8.
    let short = ((short + 4) & !7).clamp(8, long);
    if width > height {
        (long, short)
    } else {
        (short, long)
    }
}

/// Bytes before the pictures: codec and size; with 4.x the codec alone, for each encoding session has a packet with its size.
fn stream_head(args: &ServerArgs, framing: Framing, (width, height): (u16, u16)) -> Bytes {
    if !args.send_codec_meta {
        return Bytes::new();
    }
    match framing {
        Framing::V3 => {
            Bytes::copy_from_slice(&stream_header_bytes(args.video_codec, width, height))
        }
        Framing::V4 => Bytes::copy_from_slice(&args.video_codec.to_bytes()),
    }
}
