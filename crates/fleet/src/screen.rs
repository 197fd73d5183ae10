//! Task of a phone's screen, one for each kind of picture: started for the first viewer, kept alive over short losses of its session, and
//! stopped after the last viewer has left.

use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use domain::phones::ScreenCause;
use domain::play::{EndReason, Stage};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout_at};

use crate::phone::{
    Phone, PictureKind, PictureQuality, Screen, ScreenOutlets, Watch, wait_for_link,
    wait_for_link_loss,
};
use crate::screen_error::ScreenSessionError;
use crate::screen_session;
use crate::video_options::SCREENSHOTS_LEVEL;

/// A session that is opening gets this many times the timeout, since a slow phone is not a broken one. After a failure no other session is
/// tried once the plain timeout is over.
const SLOW_FACTOR: u32 = 2;
/// Pause between two tries to open a session.
const RETRY_PAUSE: Duration = Duration::from_millis(150);
/// Most losses in a row, each within [`crate::Timing::steady_after`], after which another session is tried.
const LOSSES_MAX: u32 = 5;

/// Broken sessions without a good one between them after which the screen is given up.
const BROKEN_MAX: u32 = 2;

/// Joins the viewers of this phone; the first viewer starts the screen.
pub fn watch(phone: &Arc<Phone>, kind: PictureKind) -> Watch {
    phone.screens.join_or_start(kind, || {
        if kind == PictureKind::Full {
            phone.input.queue.set_open(true);
        }
        let limits = kind.limits(phone.environment.timing.picture_age);
        Screen::start(limits, phone.screens.clock.clone(), |outlets| {
            let task = run(Arc::clone(phone), kind, outlets);
            phone.environment.runtime.spawn(task).abort_handle()
        })
    })
}

/// Removes the screen if `ready`, so that nobody can join it any more; returns whether it was removed. The input queue and the quality belong to
/// the full picture and are reset with it.
fn retire(phone: &Phone, kind: PictureKind, ready: impl FnOnce(&Screen) -> bool) -> bool {
    phone.screens.remove(kind, ready, || {
        if kind == PictureKind::Full {
            phone.input.queue.set_open(false);
            phone
                .screens
                .quality
                .send_replace(PictureQuality::default());
            // The encoder may only have been busy, so the fallback to screenshots ends with the screen.
            if phone.screens.encoder_fallback_level() >= SCREENSHOTS_LEVEL {
                phone.screens.reset_encoder_fallback();
            }
        }
    })
}

async fn run(phone: Arc<Phone>, kind: PictureKind, mut outlets: ScreenOutlets) {
    let viewers = outlets.source.viewers();
    let reason = tokio::select! {
        reason = sessions(&phone, kind, &mut outlets) => {
            retire(&phone, kind, |_| true);
            Some(reason)
        }
        () = wait_until_unwatched(&phone, kind, viewers) => None,
    };
    tracing::debug!(phone_id = phone.id, ?kind, ?reason, "screen stopped");
    outlets.ended.send_replace(reason);
}

/// Returns when the screen had no viewers for [`crate::Timing::linger`] and was removed.
async fn wait_until_unwatched(
    phone: &Phone,
    kind: PictureKind,
    mut viewers: watch::Receiver<usize>,
) {
    loop {
        if viewers.wait_for(|count| *count == 0).await.is_err() {
            return;
        }
        let linger = sleep(phone.environment.timing.linger);
        tokio::select! {
            () = linger => {
                if retire(phone, kind, |screen| !screen.is_watched()) {
                    return;
                }
            }
            _ = viewers.wait_for(|count| *count > 0) => {}
        }
    }
}

/// Runs sessions one after the other until the screen is given up; returns the reason.
async fn sessions(phone: &Phone, kind: PictureKind, outlets: &mut ScreenOutlets) -> EndReason {
    let timing = phone.environment.timing;
    let mut links = phone.connection.links();
    let mut deadline = Instant::now() + timing.open_timeout;
    let mut first_link = true;
    let (mut losses, mut broken) = (0, 0);
    if kind == PictureKind::Full {
        phone.input.pressed.lock().await.begin();
    }
    loop {
        outlets.stage.send_if_modified(|stage| {
            std::mem::replace(stage, Stage::Connecting) != Stage::Connecting
        });
        if links.borrow_and_update().is_none() {
            phone.connection.want();
        }
        let Ok(link) = timeout_at(deadline, wait_for_link(&mut links)).await else {
            return EndReason::Offline;
        };
        let (before, started) = (outlets.stamper.count(), Instant::now());
        // The time until the first link was there does not count against the screen.
        if std::mem::take(&mut first_link) {
            deadline = started + timing.open_timeout;
        }
        let slow = started + timing.open_timeout * SLOW_FACTOR;
        let lost = tokio::select! {
            biased;
            lost = screen_session::run(phone, &link, kind, outlets, slow) => lost,
            () = wait_for_link_loss(&mut links) => ScreenSessionError::Link,
        };
        tracing::debug!(phone_id = phone.id, ?kind, error = %causes(&lost), "screen session lost");
        if kind == PictureKind::Full {
            phone.input.pressed.lock().await.mark_lost();
        }
        let pictured = outlets.stamper.count() != before;
        // A session without pictures and without a cause leaves the cause of an earlier session in place.
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
            ScreenSessionError::Unrecoverable(Some(ScreenCause::NoEncoder), _)
                if kind == PictureKind::Full
                    && phone.screens.encoder_fallback_level() < SCREENSHOTS_LEVEL =>
            {
                // An encoder that does not take this size may take a smaller one, and another encoder may take it.
                phone.screens.raise_encoder_fallback();
            }
            ScreenSessionError::Unrecoverable(..) => return EndReason::NotRetrieved,
            ScreenSessionError::Link
            | ScreenSessionError::Server(..)
            | ScreenSessionError::Broken(..)
                if losses > LOSSES_MAX =>
            {
                return final_reason;
            }
            // A broken picture says nothing about the link or about the next session.
            ScreenSessionError::Broken(..) => {
                broken = if pictured { 1 } else { broken + 1 };
                if broken >= BROKEN_MAX {
                    return final_reason;
                }
                sleep(RETRY_PAUSE).await;
            }
            ScreenSessionError::Server(..) if Instant::now() + RETRY_PAUSE >= deadline => {
                return final_reason;
            }
            // A link that just broke may still be offered for a moment, so the next try waits.
            ScreenSessionError::Link | ScreenSessionError::Server(..) => sleep(RETRY_PAUSE).await,
        }
    }
}
