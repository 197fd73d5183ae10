//! Background work: a step that is repeated for ever after a pause, or as soon as its worker is woken.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::MissedTickBehavior;

/// Wakes one worker before its pause is over. A wakeup that comes during a step starts the next step after it. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Wakeup(Arc<Notify>);

impl Wakeup {
    /// Has the worker begin its next step now.
    pub fn wake(&self) {
        self.0.notify_one();
    }

    /// Waits until the worker was woken since the last return.
    pub async fn woken(&self) {
        self.0.notified().await;
    }
}

/// Does a step at once and repeats it for ever, with `pause` between the beginnings of two steps; a step that takes longer delays the next one.
pub async fn repeat<F: Future<Output = ()>>(pause: Duration, mut step: impl FnMut() -> F) {
    let mut every = tokio::time::interval(pause);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        step().await;
    }
}

/// Repeats a step as [`repeat`] does, and also runs it whenever `wakeup` is woken.
pub async fn repeat_or_woken<F: Future<Output = ()>>(
    pause: Duration,
    wakeup: &Wakeup,
    mut step: impl FnMut() -> F,
) {
    let mut every = tokio::time::interval(pause);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = every.tick() => {}
            () = wakeup.woken() => {}
        }
        step().await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::time::{Instant, sleep, timeout};

    use super::*;

    const PAUSE: Duration = Duration::from_secs(10);

    /// Seconds at which steps begin within `time`, when each takes `takes`.
    async fn steps_within(time: Duration, takes: Duration) -> Vec<u64> {
        let (begun, start) = (parking_lot::Mutex::new(Vec::new()), Instant::now());
        let endless = repeat(PAUSE, || {
            begun.lock().push(start.elapsed().as_secs());
            sleep(takes)
        });
        timeout(time, endless).await.expect_err("endless");
        begun.into_inner()
    }

    #[tokio::test(start_paused = true)]
    async fn the_first_step_is_at_once_and_the_next_after_the_pause() {
        let begun = steps_within(Duration::from_secs(25), Duration::ZERO).await;
        assert_eq!(begun, [0, 10, 20]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_step_delays_the_next_and_none_is_made_up_for() {
        let begun = steps_within(Duration::from_mins(1), Duration::from_secs(25)).await;
        assert_eq!(begun, [0, 25, 50]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_wakeup_begins_a_step_before_the_pause_is_over() {
        let (count, wakeup) = (Arc::new(AtomicU32::new(0)), Wakeup::default());
        let worker = tokio::spawn({
            let (count, wakeup) = (Arc::clone(&count), wakeup.clone());
            async move {
                repeat_or_woken(PAUSE, &wakeup, || {
                    count.fetch_add(1, Ordering::SeqCst);
                    std::future::ready(())
                })
                .await;
            }
        });
        // The paused clock goes on once the worker waits.
        sleep(Duration::from_millis(1)).await;
        assert_eq!(count.load(Ordering::SeqCst), 1);
        wakeup.wake();
        sleep(Duration::from_millis(1)).await;
        assert_eq!(count.load(Ordering::SeqCst), 2);
        sleep(PAUSE).await;
        assert_eq!(count.load(Ordering::SeqCst), 3);
        worker.abort();
    }
}
