//! A screen session: passes the phone's pictures to the relay, its clipboard to the viewers and queued inputs to the phone; changes to
//! another scrcpy process when the quality changes.

mod process;

use std::pin::Pin;
use std::time::Duration;

use causes::causes;
use domain::play::{CLIPBOARD_MAX_BYTES, QualityStep, Stage};
use phone_link::wire::device;
use phone_link::{Link, ScreenPacket, ServerFile};
use relay::Resets;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use self::process::{Outward, Process};
use crate::input::{ClipboardState, ControlChannel, InputDispatcher};
use crate::phone::{Phone, PictureKind, ScreenOutlets};
use crate::screenshots;
use crate::session_error::SessionError;
use crate::video_options::SCREENSHOTS_LEVEL;

/// Pause between two tries of another quality.
const CHANGE_AGAIN_AFTER: Duration = Duration::from_secs(5);
/// Newer processes that the dispatcher may not have taken over yet, because the phone is slow.
const CHANNELS_MAX: usize = 4;
/// Time for the phone to read the last finger's lift before its process is ended.
const FAREWELL: Duration = Duration::from_secs(2);

const _: () = assert!(
    device::CLIPBOARD_MAX_BYTES <= CLIPBOARD_MAX_BYTES,
    "a browser takes whatever a phone copies"
);

/// Opens a session until `deadline` and runs it until it is lost.
pub async fn run(
    phone: &Phone,
    link: &Link,
    kind: PictureKind,
    outlets: &mut ScreenOutlets,
    deadline: Instant,
) -> SessionError {
    let Some(file) = (phone.environment.server_file.as_ref())
        .filter(|_| phone.screens.encoder_fallback_level() < SCREENSHOTS_LEVEL)
    else {
        return screenshots::run(phone, link, kind, outlets).await;
    };
    if kind == PictureKind::Full {
        phone.input.queue.set_slow(false);
    }
    let shown = phone.screens.quality.borrow().aim;
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
        PictureKind::Full => Some(phone.input.pressed.lock().await),
        PictureKind::Small => None,
    };
    let acting = process.channel().zip(pressed.as_deref_mut());
    let dispatcher = dispatch(acting.map(|(channel, pressed)| InputDispatcher {
        inputs: &phone.input.queue,
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
fn tell_shown(phone: &Phone, kind: PictureKind, shown: QualityStep) {
    if kind == PictureKind::Full {
        phone.screens.quality.send_if_modified(|quality| {
            let before = std::mem::replace(&mut quality.shown, shown);
            before != shown
        });
    }
}

/// A change of quality: a new process beside the one that runs.
struct Change<'a> {
    phone: &'a Phone,
    link: &'a Link,
    kind: PictureKind,
    file: &'a ServerFile,
    /// The step that the newest process shows.
    shown: QualityStep,
}

impl Change<'_> {
    /// The process for another quality, when one is wanted, with its first packets. One that does not come up is tried again after
    /// a while; the picture goes on as it is. Dropped, its process is given up and the wish stands.
    async fn next(&mut self) -> (Process, Vec<ScreenPacket>) {
        if self.kind == PictureKind::Small {
            return std::future::pending().await;
        }
        loop {
            let mut aims = self.phone.screens.quality.subscribe();
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
