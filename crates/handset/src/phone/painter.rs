//! Painter that draws a phone's screen while somebody watches it.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::Phone;
use crate::clock;

/// Pause between two looks whether the property of [`crate::screen::frame_stamp`] was set meanwhile.
const LOOK_FOR_CORNER: Duration = Duration::from_millis(250);

/// Draws while somebody watches: at once, after a change, and when the minute changes, never faster than the fastest watcher wants.
pub(super) async fn paint(phone: Arc<Phone>) {
    let mut last = None;
    loop {
        due(&phone, last).await;
        last = Some(Instant::now());
        old_news(&phone).await;
        let drawing = phone.clone();
        phone.off_thread(move || drawing.draw_for_watchers()).await;
        news(&phone).await;
    }
}

/// Returns when the fastest watcher may have a picture after the `last`.
async fn due(phone: &Phone, last: Option<Instant>) {
    loop {
        let due = match (phone.period(), last) {
            (None, _) => None,
            (Some(_), None) => return,
            (Some(period), Some(last)) => Some(last + period),
        };
        tokio::select! {
            () = async { match due { Some(due) => tokio::time::sleep_until(due).await, None => std::future::pending().await } } => return,
            // A faster watcher that joins ends the wait for a slower one.
            () = phone.joined.notified() => {}
        }
    }
}

/// Consumes a notification that came before the next picture is drawn, for that picture shows its change.
async fn old_news(phone: &Phone) {
    tokio::select! {
        biased;
        () = phone.changed.notified() => {}
        () = std::future::ready(()) => {}
    }
}

/// Waits until there is something to draw. A notification may be lost with a painter that is being ended, so the next painter begins with a
/// picture.
async fn news(phone: &Phone) {
    loop {
        tokio::select! {
            () = phone.changed.notified() => return,
            () = tokio::time::sleep(Duration::from_micros(clock::to_next_minute_us())) => return,
            () = tokio::time::sleep(phone.corner_period().unwrap_or(LOOK_FOR_CORNER)) => {
                if phone.corner_period().is_some() {
                    return;
                }
            }
        }
    }
}
