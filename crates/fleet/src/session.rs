//! One run of the phone's screen server: its pictures to the relay, its clipboard to the watchers, the desk's orders to it.

use std::sync::Arc;
use std::time::Duration;

use domain::phones::ScreenCause;
use domain::play::{CLIPBOARD_MAX_BYTES, Size, Stage};
use phone_link::wire::control::ControlMessage;
use phone_link::wire::device::{self, DeviceMessage};
use phone_link::wire::screen::ScreenError as VideoError;
use phone_link::{
    ControlSender, DeviceMessages, FileError, Link, OpenError, ScreenError, ScreenPacket,
    ScreenSession, VideoStream,
};
use relay::{Resets, Source};
use thiserror::Error;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use crate::fleet::UnixMicros;
use crate::input::Hand;
use crate::phone::Phone;
use crate::picture::Stamper;
use crate::screen::{Kind, Outlets};
use crate::stills;

/// For the first picture after the screen opened; a standing screen sends one too.
const FIRST_PICTURE_PATIENCE: Duration = Duration::from_secs(8);

/// What a shell says of a process that was killed: 128 and the signal.
const EXIT_KILLED: u8 = 128 + 9;

const _: () = assert!(
    device::CLIPBOARD_MAX_BYTES <= CLIPBOARD_MAX_BYTES,
    "a browser takes whatever a phone copies"
);

/// Why a session is over.
#[derive(Debug, Error)]
pub enum Lost {
    /// The link was lost or given up.
    #[error("the link was lost")]
    Link,
    /// The phone's screen server ended or did not start in time; another try may do.
    #[error("{1}")]
    Server(Option<ScreenCause>, String),
    /// It will not start on this phone, at least not so.
    #[error("{1}")]
    Hopeless(Option<ScreenCause>, String),
    /// The phone sent what is not a screen session.
    #[error("{0}")]
    Broken(String),
}

impl Lost {
    /// What members may be told of it.
    pub const fn cause(&self) -> Option<ScreenCause> {
        match self {
            Self::Server(cause, _) | Self::Hopeless(cause, _) => *cause,
            Self::Link | Self::Broken(_) => None,
        }
    }

    fn server(words: &str) -> Self {
        Self::Server(None, words.to_owned())
    }
}

/// Opens a session until `deadline` and runs it until it is lost.
pub async fn run(
    phone: &Phone,
    link: &Link,
    kind: Kind,
    outlets: &mut Outlets,
    deadline: Instant,
) -> Lost {
    let Some(server_file) = &phone.environment.server_file else {
        return stills::run(phone, link, kind, outlets).await;
    };
    let options = kind.options(phone.rung());
    let opening = link.open_screen(server_file, &options);
    let session = match timeout_at(deadline, opening).await {
        Err(_) => return Lost::server("the screen did not open in time"),
        Ok(Err(error)) => return Lost::from(error),
        Ok(Ok(session)) => session,
    };
    let ScreenSession {
        video,
        control,
        device,
        ..
    } = session;
    outlets.stage.send_replace(Stage::FirstFrame);
    outlets.source.restart();
    let resets = outlets.source.resets();
    let (sized, size) = watch::channel(None);
    let (acks, acked) = watch::channel(0);
    let pictures = Pictures {
        clock: &phone.environment.clock,
        source: &mut outlets.source,
        stamper: &mut outlets.stamper,
        sizes: [&sized, &outlets.size],
    };
    let hand = control.as_ref().map(|control| Hand {
        desk: &phone.desk,
        grip: &mut outlets.grip,
        control,
        size,
        acked,
        sequence: 0,
        paste_patience: phone.environment.timing.paste_patience,
    });
    tokio::select! {
        // Pictures first: their error says most.
        biased;
        lost = pictures.pass(video) => lost,
        error = listen(device, &outlets.clipboard, &acks) => error.into(),
        () = work(hand) => Lost::server("the phone takes no input any more"),
        never = reset(control.as_ref(), resets) => match never {},
    }
}

struct Pictures<'a> {
    clock: &'a UnixMicros,
    source: &'a mut Source,
    stamper: &'a mut Stamper,
    /// For the hand and for those who watch.
    sizes: [&'a watch::Sender<Option<Size>>; 2],
}

impl Pictures<'_> {
    /// Passes packets on until the session is lost.
    async fn pass(mut self, mut video: VideoStream) -> Lost {
        let first = async {
            while !self.take(video.next().await?) {}
            Ok::<(), ScreenError>(())
        };
        match timeout_at(Instant::now() + FIRST_PICTURE_PATIENCE, first).await {
            Err(_) => return Lost::server("the phone sent no picture"),
            Ok(Err(error)) => return Lost::from(error),
            Ok(Ok(())) => {}
        }
        loop {
            match video.next().await {
                Ok(packet) => self.take(packet),
                Err(error) => return error.into(),
            };
        }
    }

    /// Whether it was a key picture.
    fn take(&mut self, packet: ScreenPacket) -> bool {
        match packet {
            ScreenPacket::Config {
                bytes,
                size: (width, height),
            } => {
                self.stamper.set_config(bytes);
                let size = Some(Size { width, height });
                for sizes in self.sizes {
                    sizes.send_if_modified(|known| std::mem::replace(known, size) != size);
                }
                false
            }
            ScreenPacket::Frame { pts_us, key, bytes } => {
                let frame = self.stamper.frame(pts_us, key, &bytes, (self.clock)());
                self.source.publish(frame);
                key
            }
        }
    }
}

/// Passes on what the phone says by itself.
async fn listen(
    device: Option<DeviceMessages>,
    clipboard: &watch::Sender<Option<Arc<str>>>,
    acks: &watch::Sender<u64>,
) -> ScreenError {
    let Some(mut device) = device else {
        return std::future::pending().await;
    };
    loop {
        match device.next().await {
            Ok(DeviceMessage::Clipboard(text)) => {
                clipboard.send_replace(Some(text.into()));
            }
            Ok(DeviceMessage::AckClipboard(sequence)) => {
                acks.send_replace(sequence);
            }
            // No HID device was made.
            Ok(DeviceMessage::UhidOutput { .. }) => {}
            Err(error) => return error,
        }
    }
}

async fn work(hand: Option<Hand<'_>>) {
    match hand {
        Some(hand) => hand.work().await,
        None => std::future::pending().await,
    }
}

/// Asks the phone for key pictures when viewers need them. A session without control has nothing but key pictures.
async fn reset(control: Option<&ControlSender>, mut resets: Resets) -> std::convert::Infallible {
    let Some(control) = control else {
        return std::future::pending().await;
    };
    loop {
        resets.wanted().await;
        if control
            .send_when_free(&ControlMessage::ResetVideo)
            .await
            .is_err()
        {
            // The hand sees the same and ends the session.
            return std::future::pending().await;
        }
    }
}

impl From<ScreenError> for Lost {
    fn from(error: ScreenError) -> Self {
        let words = error.to_string();
        match error {
            ScreenError::Link(_) | ScreenError::Open(OpenError::Link(_)) => Self::Link,
            ScreenError::Install(cause) => match &*cause {
                FileError::Link(_) | FileError::Open(OpenError::Link(_)) => Self::Link,
                FileError::Sync(_) | FileError::Unexpected => Self::Broken(words),
                _ => Self::Server(None, words),
            },
            ScreenError::Arguments(_) => Self::Hopeless(None, words),
            ScreenError::VersionMismatch => {
                Self::Hopeless(Some(ScreenCause::VersionMismatch), words)
            }
            ScreenError::BrokenServerFile => {
                Self::Hopeless(Some(ScreenCause::BrokenServerFile), words)
            }
            ScreenError::InputForbidden => Self::Hopeless(Some(ScreenCause::NoInputRight), words),
            ScreenError::NoEncoder
            | ScreenError::OtherCodec
            | ScreenError::Video(VideoError::Disabled | VideoError::Configuration) => {
                Self::Hopeless(Some(ScreenCause::NoEncoder), words)
            }
            ScreenError::Video(_)
            | ScreenError::BadConfig
            | ScreenError::NoConfig
            | ScreenError::Device(_) => Self::Broken(words),
            ScreenError::Ended {
                exit: Some(EXIT_KILLED),
                ..
            } => Self::Server(Some(ScreenCause::Killed), words),
            ScreenError::Open(_) | ScreenError::Ended { .. } | ScreenError::StartTimeout => {
                Self::Server(None, words)
            }
        }
    }
}
