//! Queue of inputs. Never waits: decides who may give inputs, their order, and which are dropped when they pile up.

mod waiting;

use std::time::Duration;

use domain::phones::ScreenCause;
use domain::play::{Input, InputMethod, Orientation, TEXT_AGE_MAX_MS};
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::{Notify, broadcast, watch};
use tokio::time::Instant;

use self::waiting::Waiting;
pub use self::waiting::{QUEUE_MAX, QUEUE_TEXT_MAX_BYTES, SCROLL_MAX};
use super::InputRefused;

/// Answers kept for a controller that is slow to hear them.
const ANSWERS_KEPT: usize = 16;

/// Result of setting the phone's clipboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClipboardAnswer {
    /// Sequence number of the input.
    pub sequence: u32,
    /// Whether the phone confirmed it.
    pub confirmed: bool,
}

/// Whether and how inputs reach the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputAccess {
    /// Inputs reach the phone by this method; while it is [`InputMethod::Switching`] none does.
    Open(InputMethod),
    /// No input reaches the phone, for this cause. The next controller may try again.
    Barred(ScreenCause),
}

impl Default for InputAccess {
    fn default() -> Self {
        Self::Open(InputMethod::Injected)
    }
}

/// A command for the dispatcher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// An input of the controller, with the orientation of the picture that it was made on, if it is known.
    Input(Input, Option<Orientation>),
    /// Release all fingers and keys: the controller changed.
    Release,
}

/// Inputs that wait for the phone.
#[derive(Debug)]
pub struct InputQueue {
    state: Mutex<State>,
    filled: Notify,
    /// Whether anybody controls the phone.
    controlled: watch::Sender<bool>,
    answers: broadcast::Sender<ClipboardAnswer>,
    access: watch::Sender<InputAccess>,
}

impl Default for InputQueue {
    fn default() -> Self {
        Self {
            state: Mutex::default(),
            filled: Notify::default(),
            controlled: watch::Sender::default(),
            answers: broadcast::Sender::new(ANSWERS_KEPT),
            access: watch::Sender::default(),
        }
    }
}

#[derive(Debug, Default)]
struct State {
    epoch: Option<u32>,
    open: bool,
    waiting: Waiting,
    /// When the command that is being carried out was queued.
    current_since: Option<Instant>,
    /// Time from queueing to completion of the newest command.
    last_latency: Duration,
    /// When the oldest dropped input was queued, while nothing was completed since.
    dropped_since: Option<Instant>,
    /// Number of dropped inputs of this epoch.
    dropped: u64,
    /// Whether each input takes the phone long (shell commands).
    slow: bool,
    /// Least age at which an input is dropped, whatever its kind.
    age_least: Duration,
}

impl State {
    /// Drops inputs that have waited too long.
    fn drop_stale(&mut self, now: Instant) {
        let oldest = self.waiting.since();
        let least = if self.slow {
            self.age_least.max(Duration::from_millis(TEXT_AGE_MAX_MS))
        } else {
            self.age_least
        };
        let count = self.waiting.drop_stale(now, least);
        if count > 0 {
            self.dropped += count as u64;
            self.dropped_since = self.dropped_since.or(oldest);
        }
    }

    /// When the oldest input that has not taken effect was queued.
    fn oldest_unfinished(&self) -> Option<Instant> {
        let times = [self.dropped_since, self.current_since, self.waiting.since()];
        times.into_iter().flatten().min()
    }
}

impl InputQueue {
    /// Creates a queue that drops no input before the age `least`.
    pub fn keeping(least: Duration) -> Self {
        let queue = Self::default();
        queue.lock().age_least = least;
        queue
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Gives control to an epoch, unless a newer one has it.
    pub fn grant(&self, epoch: u32) {
        let mut state = self.lock();
        if state.epoch.is_none_or(|held| held < epoch) {
            state.epoch = Some(epoch);
            self.reset(state);
            let barred = |access: &InputAccess| matches!(access, InputAccess::Barred(_));
            (self.access).send_if_modified(|access| {
                barred(access) && std::mem::take(access) != InputAccess::default()
            });
        }
    }

    /// Takes control from an epoch, if it has it.
    pub fn revoke(&self, epoch: u32) {
        let mut state = self.lock();
        if state.epoch == Some(epoch) {
            state.epoch = None;
            self.reset(state);
        }
    }

    /// Drops what the last controller queued and releases what it holds.
    fn reset(&self, mut state: MutexGuard<'_, State>) {
        (state.current_since, state.last_latency) = (None, Duration::ZERO);
        (state.dropped_since, state.dropped) = (None, 0);
        state.waiting.clear();
        state.waiting.release(Instant::now());
        self.controlled.send_replace(state.epoch.is_some());
        drop(state);
        self.filled.notify_one();
    }

    /// Sets whether the phone's screen is open: only then inputs are taken. Inputs that wait are dropped, and inputs are no longer barred, since
    /// the phone's owner may have allowed them meanwhile.
    pub fn set_open(&self, open: bool) {
        let mut state = self.lock();
        state.open = open;
        state.waiting.clear();
        (state.current_since, state.dropped_since) = (None, None);
        drop(state);
        self.set_access(InputAccess::default());
    }

    /// Sets whether each input takes the phone long: then all may wait as long as texts.
    pub fn set_slow(&self, slow: bool) {
        self.lock().slow = slow;
    }

    /// Sets whether and how inputs reach the phone.
    pub fn set_access(&self, access: InputAccess) {
        (self.access).send_if_modified(|known| std::mem::replace(known, access) != access);
    }

    /// Subscribes to whether and how inputs reach the phone.
    pub fn access(&self) -> watch::Receiver<InputAccess> {
        self.access.subscribe()
    }

    /// Whether anybody controls the phone.
    pub fn is_controlled(&self) -> bool {
        self.lock().epoch.is_some()
    }

    /// Waits until somebody controls the phone.
    pub async fn controlled(&self) {
        // Waiting cannot fail, since the sender is a field of the queue.
        let _ = self.controlled.subscribe().wait_for(|on| *on).await;
    }

    /// Whether inputs of this epoch act.
    pub fn is_controlled_by(&self, epoch: u32) -> bool {
        self.lock().epoch == Some(epoch)
    }

    /// Subscribes to results of [`Input::SetClipboard`]. An input that is dropped, for whatever reason, gets none.
    pub fn answers(&self) -> broadcast::Receiver<ClipboardAnswer> {
        self.answers.subscribe()
    }

    /// Publishes a result.
    pub fn answer(&self, answer: ClipboardAnswer) {
        // Fails only when no controller listens.
        let _ = self.answers.send(answer);
    }

    /// Age of this epoch's oldest input that waits or was dropped; zero when none.
    pub fn oldest_pending_age(&self, epoch: u32) -> Duration {
        let state = self.lock();
        if state.epoch != Some(epoch) {
            return Duration::ZERO;
        }
        let times = [state.dropped_since, state.waiting.since()];
        let since = times.into_iter().flatten().min();
        since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Number of dropped inputs of this epoch: more came than the phone takes, or they waited too long.
    pub fn dropped(&self, epoch: u32) -> u64 {
        let mut state = self.lock();
        if state.epoch != Some(epoch) {
            return 0;
        }
        state.drop_stale(Instant::now());
        state.dropped
    }

    /// Time from queueing to completion of this epoch's newest input, or the age of the oldest that is not completed.
    pub fn lag(&self, epoch: u32) -> Duration {
        let state = self.lock();
        if state.epoch != Some(epoch) {
            return Duration::ZERO;
        }
        (state.oldest_unfinished()).map_or(state.last_latency, |since| {
            since.elapsed().max(state.last_latency)
        })
    }

    /// Takes an input that was made on a picture of this orientation, or says why not.
    pub fn put(
        &self,
        epoch: u32,
        orientation: Option<Orientation>,
        input: &Input,
    ) -> Result<(), InputRefused> {
        let mut state = self.lock();
        if state.epoch != Some(epoch) {
            return Err(InputRefused::NotController);
        }
        if !state.open {
            return Err(InputRefused::NoScreen);
        }
        // Lifting what was pressed before is always allowed.
        if let InputAccess::Open(InputMethod::Switching) | InputAccess::Barred(_) =
            *self.access.borrow()
            && !input.lifts()
        {
            return Err(InputRefused::Forbidden);
        }
        let now = Instant::now();
        // Stale inputs are dropped first, so that they take no space.
        state.drop_stale(now);
        let taken = state.waiting.take(input, orientation, now);
        if let Err(InputRefused::Busy | InputRefused::TooManyPointers) = taken {
            state.dropped += 1;
        }
        let taken = taken?;
        drop(state);
        if taken {
            self.filled.notify_one();
        }
        Ok(())
    }

    /// Notes that the command that was taken last is completed.
    fn done(&self) {
        let mut state = self.lock();
        if let Some(since) = state.current_since.take() {
            state.last_latency = since.elapsed();
            state.dropped_since = None;
        }
    }

    fn pop(&self) -> Option<Command> {
        let mut state = self.lock();
        state.drop_stale(Instant::now());
        let since = state.waiting.since();
        let command = state.waiting.pop();
        if command.is_none() {
            // The dispatcher has caught up.
            state.dropped_since = None;
        }
        state.current_since = since;
        command
    }

    /// The next command; waits for one. Nothing is lost when the future is dropped.
    pub async fn next(&self) -> Command {
        self.done();
        loop {
            if let Some(command) = self.pop() {
                return command;
            }
            self.filled.notified().await;
        }
    }
}

#[cfg(test)]
mod tests;
