//! The screen of a phone, one for each kind of picture: started at the first viewer, kept alive over short losses, stopped after the last.

use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use domain::phones::ScreenCause;
use domain::play::{EndReason, QualityStep, Size, Stage};
use phone_link::{Link, ScreenOptions};
use relay::{Limits, Relay, Source};
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout_at};

use crate::phone::Phone;
use crate::picture::Stamper;
use crate::quality;
use crate::session::{self, SessionError};
use crate::watch::Watch;

/// The full picture's longest side in pixels: the first that the phone's encoder takes.
const FULL_SIDES: [u16; 3] = [1280, 1024, 800];
/// Android's own encoders, tried by name, in the last size, on a phone whose preferred one takes none: slow, but not the maker's.
const ENCODERS: [&str; 2] = ["c2.android.avc.encoder", "OMX.google.h264.encoder"];
/// Fallback level at which nothing is left but screenshots.
pub const SCREENSHOTS_LEVEL: usize = FULL_SIDES.len() + ENCODERS.len();
/// A phone that is at it gets so many times the timeout: slow is not broken. What fails in the meantime is not tried again after
/// that timeout.
const SLOW: u32 = 2;
/// Pause between two tries to open a session.
const RETRY_PAUSE: Duration = Duration::from_millis(150);
/// A session that is lost so often in a row, each within [`crate::Timing::steady_after`], is given up.
const LOSSES_MAX: u32 = 5;

/// Sessions in a row that may send what cannot be shown.
const BROKEN_MAX: u32 = 2;

/// Kind of picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The full picture, for the controller and viewers.
    Full,
    /// A small picture, for the cells of a wall: every picture is a key picture.
    Small,
}

impl Kind {
    const fn limits(self) -> Limits {
        match self {
            // 1.5 s at 4 Mbit/s; a key picture of a busy screen fits with its group's start.
            Self::Full => Limits {
                lane_bytes: 768 * 1024,
                lane_age: Duration::from_secs(1),
            },
            Self::Small => Limits {
                lane_bytes: 128 * 1024,
                lane_age: Duration::from_secs(2),
            },
        }
    }

    /// `encoder_fallback_level`: how many sizes, then encoders, the phone refused so far. `shown` is the full picture's step.
    pub fn options(self, encoder_fallback_level: usize, shown: QualityStep) -> ScreenOptions {
        let side = FULL_SIDES[encoder_fallback_level.min(FULL_SIDES.len() - 1)];
        let named = encoder_fallback_level.checked_sub(FULL_SIDES.len());
        ScreenOptions {
            encoder: named.and_then(|at| ENCODERS.get(at).copied()),
            ..match self {
                Self::Full => quality::options(shown, side),
                Self::Small => ScreenOptions::small(),
            }
        }
    }
}

/// A running screen: its relay and state for viewers. The phone holds it while the screen's task runs.
pub struct Screen {
    relay: Relay,
    stage: watch::Receiver<Stage>,
    size: watch::Receiver<Option<Size>>,
    clipboard: watch::Receiver<Option<Arc<str>>>,
    cause: watch::Receiver<Option<ScreenCause>>,
    ended: watch::Receiver<Option<EndReason>>,
    task: AbortHandle,
}

/// The sending ends, held by the screen's task.
pub struct Outlets {
    pub source: Source,
    pub stamper: Stamper,
    pub stage: watch::Sender<Stage>,
    pub size: watch::Sender<Option<Size>>,
    pub clipboard: watch::Sender<Option<Arc<str>>>,
    cause: watch::Sender<Option<ScreenCause>>,
    ended: watch::Sender<Option<EndReason>>,
}

impl Screen {
    /// Whether anybody watches it.
    pub fn is_watched(&self) -> bool {
        self.relay.viewers() > 0
    }

    /// Called under the phone's lock of screens.
    pub fn start(phone: &Arc<Phone>, kind: Kind) -> Self {
        let (source, relay) = Relay::new(kind.limits());
        let (stage_out, stage) = watch::channel(Stage::Connecting);
        let (size_out, size) = watch::channel(None);
        let (clipboard_out, clipboard) = watch::channel(None);
        let (cause_out, cause) = watch::channel(None);
        let (ended_out, ended) = watch::channel(None);
        let outlets = Outlets {
            source,
            stamper: Stamper::new(phone.drawn.clone()),
            stage: stage_out,
            size: size_out,
            clipboard: clipboard_out,
            cause: cause_out,
            ended: ended_out,
        };
        if kind == Kind::Full {
            phone.inputs.set_open(true);
        }
        let task = phone
            .environment
            .runtime
            .spawn(run(Arc::clone(phone), kind, outlets))
            .abort_handle();
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

    pub fn join(&self) -> Watch {
        Watch {
            viewer: self.relay.join(),
            stage: self.stage.clone(),
            size: self.size.clone(),
            clipboard: self.clipboard.clone(),
            cause: self.cause.clone(),
            ended: self.ended.clone(),
        }
    }

    pub fn want_key(&self) {
        self.relay.want_key();
    }

    pub fn abort(&self) {
        self.task.abort();
    }

    fn watched(&self) -> bool {
        self.relay.viewers() > 0
    }
}

async fn run(phone: Arc<Phone>, kind: Kind, mut outlets: Outlets) {
    let viewers = outlets.source.viewers();
    let reason = tokio::select! {
        reason = sessions(&phone, kind, &mut outlets) => {
            phone.retire(kind, |_| true);
            Some(reason)
        }
        () = unwatched(&phone, kind, viewers) => None,
    };
    tracing::debug!(phone_id = phone.id, ?kind, ?reason, "screen stopped");
    outlets.ended.send_replace(reason);
}

/// Returns when nobody has watched for a while; then nobody can join any more.
async fn unwatched(phone: &Phone, kind: Kind, mut viewers: watch::Receiver<usize>) {
    loop {
        if viewers.wait_for(|count| *count == 0).await.is_err() {
            return;
        }
        let linger = sleep(phone.environment.timing.linger);
        tokio::select! {
            () = linger => {
                if phone.retire(kind, |screen| !screen.watched()) {
                    return;
                }
            }
            _ = viewers.wait_for(|count| *count > 0) => {}
        }
    }
}

/// Runs one session after the other until none can be had; returns why.
async fn sessions(phone: &Phone, kind: Kind, outlets: &mut Outlets) -> EndReason {
    let timing = phone.environment.timing;
    let mut links = phone.link.subscribe();
    let mut deadline = Instant::now() + timing.open_timeout;
    let mut first_link = true;
    let (mut losses, mut broken) = (0, 0);
    if kind == Kind::Full {
        phone.pressed.lock().await.begin();
    }
    loop {
        outlets.stage.send_if_modified(|stage| {
            std::mem::replace(stage, Stage::Connecting) != Stage::Connecting
        });
        if links.borrow_and_update().is_none() {
            phone.hurry.notify_one();
        }
        let Ok(link) = timeout_at(deadline, linked(&mut links)).await else {
            return EndReason::Offline;
        };
        let (before, started) = (outlets.stamper.count(), Instant::now());
        // The time that the link took does not count against the screen.
        if std::mem::take(&mut first_link) {
            deadline = started + timing.open_timeout;
        }
        let slow = started + timing.open_timeout * SLOW;
        let lost = tokio::select! {
            biased;
            lost = session::run(phone, &link, kind, outlets, slow) => lost,
            () = unlinked(&mut links) => SessionError::Link,
        };
        tracing::debug!(phone_id = phone.id, ?kind, error = %causes(&lost), "screen session lost");
        if kind == Kind::Full {
            phone.pressed.lock().await.lose();
        }
        let pictured = outlets.stamper.count() != before;
        // A try that only ran out of time does not unsay what an earlier one was told.
        if pictured || lost.cause().is_some() {
            outlets.cause.send_replace(lost.cause());
        }
        if pictured {
            deadline = Instant::now() + timing.recovery_timeout;
            losses = if started.elapsed() >= timing.steady_after {
                1
            } else {
                losses + 1
            };
        }
        let final_reason = if outlets.stamper.count() == 0 {
            EndReason::NotRetrieved
        } else {
            EndReason::StreamLeft
        };
        match lost {
            SessionError::Unrecoverable(Some(ScreenCause::NoEncoder), _)
                if kind == Kind::Full && phone.encoder_fallback_level() < SCREENSHOTS_LEVEL =>
            {
                // An encoder that does not take this size may take a smaller one, and another encoder may take it.
                phone.raise_encoder_fallback();
            }
            SessionError::Unrecoverable(..) => return EndReason::NotRetrieved,
            SessionError::Link | SessionError::Server(..) | SessionError::Broken(..)
                if losses > LOSSES_MAX =>
            {
                return final_reason;
            }
            // A broken picture says nothing about the link or another picture.
            SessionError::Broken(..) => {
                broken = if pictured { 1 } else { broken + 1 };
                if broken >= BROKEN_MAX {
                    return final_reason;
                }
                sleep(RETRY_PAUSE).await;
            }
            SessionError::Server(..) if Instant::now() + RETRY_PAUSE >= deadline => {
                return final_reason;
            }
            // A link that just broke may still be on offer for a moment.
            SessionError::Link | SessionError::Server(..) => sleep(RETRY_PAUSE).await,
        }
    }
}

/// The link, once there is one.
pub async fn linked(links: &mut watch::Receiver<Option<Link>>) -> Link {
    match links
        .wait_for(Option::is_some)
        .await
        .map(|link| link.clone())
    {
        Ok(Some(link)) => link,
        // The phone is gone, and with it this task.
        Ok(None) | Err(_) => std::future::pending().await,
    }
}

async fn unlinked(links: &mut watch::Receiver<Option<Link>>) {
    // The supervisor puts none between one link and the next; a change that was not seen is one too.
    if links.changed().await.is_err() {
        // The phone is gone, and with it this task.
        std::future::pending::<()>().await;
    }
}
