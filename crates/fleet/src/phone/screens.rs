//! Screens of a phone: the running one of each kind of picture, which viewers join, and the state that outlives it (quality, encoder, clock).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use domain::phones::ScreenCause;
use domain::play::{EndReason, Size, Stage};
use parking_lot::Mutex;
use relay::{Limits, Relay, Source, Viewer};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::quality::PictureQuality;
use crate::picture::{PhoneClock, Stamper};

/// Kind of picture that a viewer watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureKind {
    /// The full picture, for the controller and viewers.
    Full,
    /// A small picture, for the cells of a wall: every picture is a key picture.
    Small,
}

impl PictureKind {
    /// Limits of a viewer's lane, where a full picture may be as old as `age`.
    pub(crate) const fn limits(self, age: Duration) -> Limits {
        match self {
            // 1.5 s at 4 Mbit/s: room for a key picture of a busy screen and the first pictures after it.
            Self::Full => Limits {
                lane_bytes: 768 * 1024,
                lane_age: age,
            },
            Self::Small => Limits {
                lane_bytes: 128 * 1024,
                lane_age: age.saturating_mul(2),
            },
        }
    }
}

/// A viewer's subscription to a phone's picture; dropping it ends it.
pub struct Watch {
    /// The pictures: whole messages for slot 0.
    pub viewer: Viewer,
    /// Stage of the session; falls back to [`Stage::Connecting`] while it recovers.
    pub stage: watch::Receiver<Stage>,
    /// The picture's size, once known.
    pub size: watch::Receiver<Option<Size>>,
    /// The newest text copied on the phone since the session began; only with the full picture.
    pub clipboard: watch::Receiver<Option<Arc<str>>>,
    /// Cause of the newest session's loss or failure, where the phone told one; `None` for any other reason.
    pub cause: watch::Receiver<Option<ScreenCause>>,
    ended: watch::Receiver<Option<EndReason>>,
}

impl Watch {
    /// Waits until the screen is given up, and returns the reason. The future borrows nothing, so that it may be polled beside the receivers.
    pub fn ended(&self) -> impl Future<Output = EndReason> + Send + use<> {
        let mut ended = self.ended.clone();
        async move {
            let reason = ended
                .wait_for(Option::is_some)
                .await
                .ok()
                .and_then(|reason| *reason);
            // The phone was detached, so no task is left to give a reason.
            reason.unwrap_or(EndReason::Offline)
        }
    }
}

/// A running screen as viewers find it: its relay and the receiving ends of its state.
pub struct Screen {
    relay: Relay,
    stage: watch::Receiver<Stage>,
    size: watch::Receiver<Option<Size>>,
    clipboard: watch::Receiver<Option<Arc<str>>>,
    cause: watch::Receiver<Option<ScreenCause>>,
    ended: watch::Receiver<Option<EndReason>>,
    task: AbortHandle,
}

/// A running screen as its task fills it: the sending ends.
pub struct ScreenOutlets {
    pub source: Source,
    pub stamper: Stamper,
    pub stage: watch::Sender<Stage>,
    pub size: watch::Sender<Option<Size>>,
    pub clipboard: watch::Sender<Option<Arc<str>>>,
    pub cause: watch::Sender<Option<ScreenCause>>,
    pub ended: watch::Sender<Option<EndReason>>,
}

impl Screen {
    /// Creates a screen and has `spawn` start its task. Its pictures are timed by `clock` and wait within `limits`.
    pub fn start(
        limits: Limits,
        clock: PhoneClock,
        spawn: impl FnOnce(ScreenOutlets) -> AbortHandle,
    ) -> Self {
        let (source, relay) = Relay::new(limits);
        let (stage_out, stage) = watch::channel(Stage::Connecting);
        let (size_out, size) = watch::channel(None);
        let (clipboard_out, clipboard) = watch::channel(None);
        let (cause_out, cause) = watch::channel(None);
        let (ended_out, ended) = watch::channel(None);
        let task = spawn(ScreenOutlets {
            source,
            stamper: Stamper::new(clock),
            stage: stage_out,
            size: size_out,
            clipboard: clipboard_out,
            cause: cause_out,
            ended: ended_out,
        });
        Self {
            relay,
            stage,
            size,
            clipboard,
            cause,
            ended,
            task,
        }
    }

    /// Whether the screen has viewers.
    pub fn is_watched(&self) -> bool {
        self.relay.viewers() > 0
    }

    fn join(&self) -> Watch {
        Watch {
            viewer: self.relay.join(),
            stage: self.stage.clone(),
            size: self.size.clone(),
            clipboard: self.clipboard.clone(),
            cause: self.cause.clone(),
            ended: self.ended.clone(),
        }
    }
}

/// Screens of a phone.
#[derive(Default)]
pub struct Screens {
    running: Mutex<RunningScreens>,
    /// Quality of the full picture; reset whenever the picture stops.
    pub quality: watch::Sender<PictureQuality>,
    /// Number of picture sizes, then encoders, that the phone refused.
    encoder_fallback_level: AtomicUsize,
    /// Estimate of the phone's clock.
    pub clock: PhoneClock,
}

#[derive(Default)]
struct RunningScreens {
    full: Option<Screen>,
    small: Option<Screen>,
}

impl RunningScreens {
    const fn of_kind(&mut self, kind: PictureKind) -> &mut Option<Screen> {
        match kind {
            PictureKind::Full => &mut self.full,
            PictureKind::Small => &mut self.small,
        }
    }
}

impl Screens {
    /// Joins the viewers of the running screen of this kind; without one `start` makes it, under the lock, so that two viewers never start two.
    pub fn join_or_start(&self, kind: PictureKind, start: impl FnOnce() -> Screen) -> Watch {
        let mut running = self.running.lock();
        running.of_kind(kind).get_or_insert_with(start).join()
    }

    /// Removes the screen of this kind if `ready`, and calls `removed`: both under the lock, so that nobody can join meanwhile. Only a screen's own
    /// task does this.
    pub fn remove(
        &self,
        kind: PictureKind,
        ready: impl FnOnce(&Screen) -> bool,
        removed: impl FnOnce(),
    ) -> bool {
        let mut running = self.running.lock();
        let screen = running.of_kind(kind);
        let removes = screen.as_ref().is_none_or(ready);
        if removes {
            *screen = None;
            removed();
        }
        removes
    }

    /// Whether anybody watches the full picture.
    pub fn is_watched(&self) -> bool {
        let running = self.running.lock();
        running.full.as_ref().is_some_and(Screen::is_watched)
    }

    /// Asks the running screen of this kind for a key picture.
    pub fn want_key(&self, kind: PictureKind) {
        if let Some(screen) = self.running.lock().of_kind(kind) {
            screen.relay.want_key();
        }
    }

    /// Ends all running screens' tasks.
    pub fn abort(&self) {
        let running = std::mem::take(&mut *self.running.lock());
        [running.full, running.small]
            .iter()
            .flatten()
            .for_each(|screen| screen.task.abort());
    }

    /// Number of picture sizes, then encoders, that the phone refused so far.
    pub fn encoder_fallback_level(&self) -> usize {
        self.encoder_fallback_level.load(Ordering::Relaxed)
    }

    /// Notes one more refusal; only the full screen's task does this.
    pub fn raise_encoder_fallback(&self) {
        self.encoder_fallback_level.fetch_add(1, Ordering::Relaxed);
    }

    /// Forgets the refusals, since an encoder that was busy may be free now.
    pub fn reset_encoder_fallback(&self) {
        self.encoder_fallback_level.store(0, Ordering::Relaxed);
    }
}
