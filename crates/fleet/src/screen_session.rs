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

use self::process::{Process, SessionOutputs};
use crate::input::{ClipboardState, ControlChannel, InputDispatcher};
use crate::phone::{Phone, PictureKind, ScreenOutlets};
use crate::screen_error::ScreenSessionError;
use crate::screenshots;
use crate::video_options::SCREENSHOTS_LEVEL;

/// Pause before another quality is tried again whose process did not come up.
const SWITCH_RETRY_PAUSE: Duration = Duration::from_secs(5);
/// Most control channels of newer processes that wait for the dispatcher, which changes to them late on a slow phone.
const CHANNELS_MAX: usize = 4;
/// Time for the phone to read the last finger's lift before its process is ended.
const LIFT_GRACE: Duration = Duration::from_secs(2);

const _: () = assert!(
    device::CLIPBOARD_MAX_BYTES <= CLIPBOARD_MAX_BYTES,
    "a browser takes whatever a phone copies"
);

/// Opens a session before `deadline` and runs it until it is lost.
pub async fn run(
    phone: &Phone,
    link: &Link,
    kind: PictureKind,
    outlets: &mut ScreenOutlets,
    deadline: Instant,
) -> ScreenSessionError {
    let Some(file) = (phone.environment.server_file.as_ref())
        .filter(|_| phone.screens.encoder_fallback_level() < SCREENSHOTS_LEVEL)
    else {
        return screenshots::run(phone, link, kind, outlets).await;
    };
    if kind == PictureKind::Full {
        phone.input.queue.set_slow(false);
    }
    let shown = phone.screens.quality.borrow().target;
    let mut process = match Process::open(phone, link, (kind, shown), file, deadline).await {
        Ok(process) => process,
        Err(lost) => return lost,
    };
    outlets.stage.send_replace(Stage::FirstFrame);
    outlets.source.restart();
    let resets = outlets.source.resets();
    let (channel_queue, channels) = mpsc::channel(CHANNELS_MAX);
    let clipboard_state = ClipboardState::default();
    let mut pressed = match kind {
        PictureKind::Full => Some(phone.input.pressed.lock().await),
        PictureKind::Small => None,
    };
    let acting = process.channel().zip(pressed.as_deref_mut());
    let dispatcher = dispatch(acting.map(|(channel, pressed)| InputDispatcher {
        phone_id: phone.id,
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
        restore_clipboard_at: None,
        typing_pause: phone.environment.timing.typing_pause,
    }));
    tokio::pin!(dispatcher);
    let mut outputs = SessionOutputs {
        clock: &phone.environment.clock,
        source: &mut outlets.source,
        stamper: &mut outlets.stamper,
        size: &outlets.size,
        clipboard: &outlets.clipboard,
        clipboard_state: &clipboard_state,
    };
    let first = tokio::select! {
        biased;
        first = process.read_first_key_picture(&phone.environment.timing) => Some(first),
        () = &mut dispatcher => None,
    };
    match first {
        Some(Ok(packets)) => process.publish_all(packets, &mut outputs),
        Some(Err(lost)) => return lost,
        None => return process.end_cause().await,
    }
    publish_shown_step(phone, kind, shown);
    let mut switch = QualitySwitch {
        phone,
        link,
        kind,
        file,
        shown,
    };
    run_processes(
        process,
        &mut switch,
        &mut outputs,
        dispatcher,
        &channel_queue,
        resets,
    )
    .await
}

/// Runs processes one after the other until the session is lost.
async fn run_processes(
    mut process: Process,
    switch: &mut QualitySwitch<'_>,
    outputs: &mut SessionOutputs<'_>,
    mut dispatcher: Pin<&mut impl Future<Output = ()>>,
    channel_queue: &mpsc::Sender<ControlChannel>,
    mut resets: Resets,
) -> ScreenSessionError {
    let mut old: Option<Process> = None;
    loop {
        let (next, packets) = tokio::select! {
            biased;
            lost = process.serve(outputs, &mut resets) => return lost,
            () = &mut dispatcher => return process.end_cause().await,
            () = wait_until_released(&mut old) => {
                old = None;
                continue;
            }
            next = switch.next(), if old.is_none() => next,
        };
        // The new process's key picture is there before the old process is left, so that viewers see no gap.
        let before = std::mem::replace(&mut process, next);
        process.publish_all(packets, outputs);
        publish_shown_step(switch.phone, switch.kind, switch.shown);
        if let Some(channel) = process.channel()
            && channel_queue.try_send(channel).is_err()
        {
            return process.end_cause().await;
        }
        old = Some(before);
    }
}

/// Publishes the step that the full picture shows.
fn publish_shown_step(phone: &Phone, kind: PictureKind, shown: QualityStep) {
    if kind == PictureKind::Full {
        phone.screens.quality.send_if_modified(|quality| {
            let before = std::mem::replace(&mut quality.shown, shown);
            before != shown
        });
    }
}

/// Switches the full picture to another quality by starting a new process beside the running one.
struct QualitySwitch<'a> {
    phone: &'a Phone,
    link: &'a Link,
    kind: PictureKind,
    file: &'a ServerFile,
    /// Step that the newest process shows.
    shown: QualityStep,
}

impl QualitySwitch<'_> {
    /// Waits until another quality is wanted, and returns its process with its first packets. A process that does not come up is tried again
    /// after [`SWITCH_RETRY_PAUSE`], while the picture goes on as it is. When the future is dropped, the new process ends and the quality stays
    /// wanted.
    async fn next(&mut self) -> (Process, Vec<ScreenPacket>) {
        if self.kind == PictureKind::Small {
            return std::future::pending().await;
        }
        loop {
            let mut qualities = self.phone.screens.quality.subscribe();
            let target = qualities.borrow_and_update().target;
            let opened = async {
                if target == self.shown {
                    return std::future::pending().await;
                }
                let timing = &self.phone.environment.timing;
                let deadline = Instant::now() + timing.open_timeout;
                let wanted = (self.kind, target);
                let mut process =
                    Process::open(self.phone, self.link, wanted, self.file, deadline).await?;
                let packets = process.read_first_key_picture(timing).await?;
                Ok::<_, ScreenSessionError>((process, packets))
            };
            let opened = tokio::select! {
                opened = opened => opened,
                _ = qualities.wait_for(|quality| quality.target != target) => continue,
            };
            match opened {
                Ok(next) => {
                    self.shown = target;
                    return next;
                }
                Err(lost) => {
                    tracing::debug!(phone_id = self.phone.id, step = ?target, error = %causes(&lost), "change picture quality failed");
                    sleep(SWITCH_RETRY_PAUSE).await;
                }
            }
        }
    }
}

/// Returns when a replaced process is no longer needed: its fingers are up, or it is lost.
async fn wait_until_released(old: &mut Option<Process>) {
    let Some(process) = old else {
        return std::future::pending().await;
    };
    let released = process.released();
    let done = async {
        released.await;
        sleep(LIFT_GRACE).await;
    };
    tokio::select! {
        () = done => {}
        () = process.drain() => {}
    }
}

async fn dispatch(dispatcher: Option<InputDispatcher<'_>>) {
    match dispatcher {
        Some(dispatcher) => dispatcher.run().await,
        None => std::future::pending().await,
    }
}
