//! A screen session: passes the phone's pictures to the relay, its clipboard to the viewers and queued inputs to the phone; changes to
//! another scrcpy process when the quality changes.

mod process;

use std::pin::Pin;
use std::time::Duration;

use causes::causes;
use domain::phones::ScreenCause;
use domain::play::{CLIPBOARD_MAX_BYTES, QualityStep, Stage};
use phone_link::wire::device;
use phone_link::wire::screen::ScreenError as VideoError;
use phone_link::{FileError, Link, OpenError, ScreenError, ScreenPacket, ServerFile};
use relay::Resets;
use thiserror::Error;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use self::process::{Outward, Process};
use crate::input::{ClipboardState, ControlChannel, InputDispatcher};
use crate::phone::Phone;
use crate::screen::{Kind, Outlets, SCREENSHOTS_LEVEL};
use crate::screenshots;

/// Pause between two tries of another quality.
const CHANGE_AGAIN_AFTER: Duration = Duration::from_secs(5);
/// Newer processes that the dispatcher may not have taken over yet, because the phone is slow.
const CHANNELS_MAX: usize = 4;
/// Time for the phone to read the last finger's lift before its process is ended.
const FAREWELL: Duration = Duration::from_secs(2);

/// Exit status of a killed process in a shell: 128 and the signal.
const EXIT_KILLED: u8 = 128 + 9;

const _: () = assert!(
    device::CLIPBOARD_MAX_BYTES <= CLIPBOARD_MAX_BYTES,
    "a browser takes whatever a phone copies"
);

/// Why a session is over.
#[derive(Debug, Error)]
pub enum SessionError {
    /// The link was lost or given up.
    #[error("the link was lost")]
    Link,
    /// The phone's screen server ended or did not start in time; another try may do.
    #[error("{1}")]
    Server(Option<ScreenCause>, String),
    /// The screen server cannot start on this phone with these options.
    #[error("{1}")]
    Unrecoverable(Option<ScreenCause>, String),
    /// The phone sent what is not a screen session, or none that can be shown; another one may be. The link is none the worse for it: its
    /// streams do not know each other.
    #[error("{1}")]
    Broken(ScreenCause, String),
}

impl SessionError {
    /// The cause as members are told.
    pub const fn cause(&self) -> Option<ScreenCause> {
        match self {
            Self::Server(cause, _) | Self::Unrecoverable(cause, _) => *cause,
            Self::Broken(cause, _) => Some(*cause),
            Self::Link => None,
        }
    }

    fn server(words: &str) -> Self {
        Self::Server(None, words.to_owned())
    }

    /// The phone sent what is no picture.
    pub fn broken(words: impl Into<String>) -> Self {
        Self::Broken(ScreenCause::BrokenPicture, words.into())
    }
}

/// Opens a session until `deadline` and runs it until it is lost.
pub async fn run(
    phone: &Phone,
    link: &Link,
    kind: Kind,
    outlets: &mut Outlets,
    deadline: Instant,
) -> SessionError {
    let Some(file) = (phone.environment.server_file.as_ref())
        .filter(|_| phone.encoder_fallback_level() < SCREENSHOTS_LEVEL)
    else {
        return screenshots::run(phone, link, kind, outlets).await;
    };
    if kind == Kind::Full {
        phone.inputs.set_slow(false);
    }
    let shown = phone.quality.borrow().aim;
    let mut process = match Process::open(phone, link, (kind, shown), file, deadline).await {
        Ok(process) => process,
        Err(lost) => return lost,
    };
    outlets.stage.send_replace(Stage::FirstFrame);
    outlets.source.restart();
    let resets = outlets.source.resets();
    let (newer, channels) = mpsc::channel(CHANNELS_MAX);
    let clipboard_state = ClipboardState::default();
    let mut pressed = match kind {
        Kind::Full => Some(phone.pressed.lock().await),
        Kind::Small => None,
    };
    let acting = process.channel().zip(pressed.as_deref_mut());
    let dispatcher = dispatch(acting.map(|(channel, pressed)| InputDispatcher {
        inputs: &phone.inputs,
        link,
        devices: None,
        pressed,
        channel,
        channels,
        next: None,
        sequence: 0,
        paste_timeout: phone.environment.timing.paste_timeout,
        clipboard_state: &clipboard_state,
        put_back_at: None,
        typing_pause: phone.environment.timing.typing_pause,
    }));
    tokio::pin!(dispatcher);
    let mut outward = Outward {
        clock: &phone.environment.clock,
        source: &mut outlets.source,
        stamper: &mut outlets.stamper,
        size: &outlets.size,
        clipboard: &outlets.clipboard,
        clipboard_state: &clipboard_state,
    };
    let first = tokio::select! {
        biased;
        first = process.begin(&phone.environment.timing) => Some(first),
        () = &mut dispatcher => None,
    };
    match first {
        Some(Ok(packets)) => process.pass_all(packets, &mut outward),
        Some(Err(lost)) => return lost,
        None => return process.without_input().await,
    }
    tell_shown(phone, kind, shown);
    let mut change = Change {
        phone,
        link,
        kind,
        file,
        shown,
    };
    in_turn(
        process,
        &mut change,
        &mut outward,
        dispatcher,
        &newer,
        resets,
    )
    .await
}

/// Runs one process after the other until the session is lost.
async fn in_turn(
    mut process: Process,
    change: &mut Change<'_>,
    outward: &mut Outward<'_>,
    mut dispatcher: Pin<&mut impl Future<Output = ()>>,
    newer: &mpsc::Sender<ControlChannel>,
    mut resets: Resets,
) -> SessionError {
    let mut old: Option<Process> = None;
    loop {
        let (next, packets) = tokio::select! {
            biased;
            lost = process.serve(outward, &mut resets) => return lost,
            () = &mut dispatcher => return process.without_input().await,
            () = lingered(&mut old) => {
                old = None;
                continue;
            }
            next = change.next(), if old.is_none() => next,
        };
        // Made before broken: the new process's key picture is there, so that the old one's are missed by nobody.
        let before = std::mem::replace(&mut process, next);
        process.pass_all(packets, outward);
        tell_shown(change.phone, change.kind, change.shown);
        if let Some(channel) = process.channel()
            && newer.try_send(channel).is_err()
        {
            return process.without_input().await;
        }
        old = Some(before);
    }
}

/// Publishes the step that is shown.
fn tell_shown(phone: &Phone, kind: Kind, shown: QualityStep) {
    if kind == Kind::Full {
        phone.quality.send_if_modified(|quality| {
            let before = std::mem::replace(&mut quality.shown, shown);
            before != shown
        });
    }
}

/// A change of quality: a new process beside the one that runs.
struct Change<'a> {
    phone: &'a Phone,
    link: &'a Link,
    kind: Kind,
    file: &'a ServerFile,
    /// The step that the newest process shows.
    shown: QualityStep,
}

impl Change<'_> {
    /// The process for another quality, when one is wanted, with its first packets. One that does not come up is tried again after
    /// a while; the picture goes on as it is. Dropped, its process is given up and the wish stands.
    async fn next(&mut self) -> (Process, Vec<ScreenPacket>) {
        if self.kind == Kind::Small {
            return std::future::pending().await;
        }
        loop {
            let mut aims = self.phone.quality.subscribe();
            let aim = aims.borrow_and_update().aim;
            let opened = async {
                if aim == self.shown {
                    return std::future::pending().await;
                }
                let timing = &self.phone.environment.timing;
                let deadline = Instant::now() + timing.open_timeout;
                let wanted = (self.kind, aim);
                let mut process =
                    Process::open(self.phone, self.link, wanted, self.file, deadline).await?;
                let packets = process.begin(timing).await?;
                Ok::<_, SessionError>((process, packets))
            };
            let opened = tokio::select! {
                opened = opened => opened,
                _ = aims.wait_for(|quality| quality.aim != aim) => continue,
            };
            match opened {
                Ok(next) => {
                    self.shown = aim;
                    return next;
                }
                Err(lost) => {
                    tracing::debug!(phone_id = self.phone.id, ?aim, error = %causes(&lost), "change picture quality failed");
                    sleep(CHANGE_AGAIN_AFTER).await;
                }
            }
        }
    }
}

/// Returns when a replaced process is no longer needed: its fingers are up, or it is lost.
async fn lingered(old: &mut Option<Process>) {
    let Some(process) = old else {
        return std::future::pending().await;
    };
    let left = process.left();
    let done = async {
        left.await;
        sleep(FAREWELL).await;
    };
    tokio::select! {
        () = done => {}
        () = process.linger() => {}
    }
}

async fn dispatch(dispatcher: Option<InputDispatcher<'_>>) {
    match dispatcher {
        Some(dispatcher) => dispatcher.run().await,
        None => std::future::pending().await,
    }
}

impl From<ScreenError> for SessionError {
    fn from(error: ScreenError) -> Self {
        let words = error.to_string();
        match error {
            ScreenError::Link(_) | ScreenError::Open(OpenError::Link(_)) => Self::Link,
            ScreenError::Install(cause) => match &*cause {
                FileError::Link(_) | FileError::Open(OpenError::Link(_)) => Self::Link,
                FileError::Sync(_) | FileError::Unexpected => Self::broken(words),
                _ => Self::Server(None, words),
            },
            ScreenError::Arguments(_) => Self::Unrecoverable(None, words),
            ScreenError::VersionMismatch => {
                Self::Unrecoverable(Some(ScreenCause::VersionMismatch), words)
            }
            ScreenError::BrokenServerFile => {
                Self::Unrecoverable(Some(ScreenCause::BrokenServerFile), words)
            }
            ScreenError::NoEncoder
            | ScreenError::OtherCodec
            | ScreenError::Video(VideoError::Disabled | VideoError::Configuration) => {
                Self::Unrecoverable(Some(ScreenCause::NoEncoder), words)
            }
            ScreenError::Video(_)
            | ScreenError::BadConfig
            | ScreenError::Sound(_)
            | ScreenError::NoSoundEncoder
            | ScreenError::Device(_) => Self::broken(words),
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
