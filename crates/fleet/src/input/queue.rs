//! Takes inputs in without ever waiting: who may give them, in which order they go out, and what is left out when they pile up.

mod waiting;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::phones::ScreenCause;
use domain::play::{Input, InputMethod, Orientation};
use tokio::sync::{Notify, broadcast, watch};
use tokio::time::Instant;

use self::waiting::Waiting;
pub use self::waiting::{QUEUE_MAX, QUEUE_TEXT_MAX_BYTES, SCROLL_MAX};
use super::InputRefused;

/// Answers kept for a controller that is slow to hear them.
const ANSWERS_KEPT: usize = 16;

/// How setting the phone's clipboard went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClipboardAnswer {
    /// What the input carried.
    pub sequence: u32,
    /// Whether the phone confirmed it.
    pub confirmed: bool,
}

/// How what is put on the queue reaches the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputAccess {
    /// So; while it is [`InputMethod::Switching`] nothing does.
    Open(InputMethod),
    /// Not at all, and why: the controller in force only looks on. The next one may try again.
    Barred(ScreenCause),
}

impl Default for InputAccess {
    fn default() -> Self {
        Self::Open(InputMethod::Injected)
    }
}

/// What the dispatcher does next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// An input of the controller, with the orientation of the picture that it was made on, if it is known.
    Input(Input, Option<Orientation>),
    /// Let go of all fingers and keys: the controller changed.
    Release,
}

/// The place where inputs wait for the phone.
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
    /// Since when the command that is carried out now waited.
    doing: Option<Instant>,
    /// How long the newest one took from its coming until it was done.
    took: Duration,
    /// Since when the oldest waited of those that were left out, while nothing was done after them.
    left_since: Option<Instant>,
    /// Inputs of this epoch that were left out.
    left_out: u64,
    /// Whether inputs go by a way that takes its time for each.
    patient: bool,
}

impl State {
    /// Leaves out what has waited too long.
    fn leave_out(&mut self, now: Instant) {
        let oldest = self.waiting.since();
        let count = self.waiting.leave_out(now, self.patient);
        if count > 0 {
            self.left_out += count as u64;
            self.left_since = self.left_since.or(oldest);
        }
    }

    /// Since when the phone owes what was done.
    fn owing(&self) -> Option<Instant> {
        let waits = [self.left_since, self.doing, self.waiting.since()];
        waits.into_iter().flatten().min()
    }
}

impl InputQueue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives control to an epoch, unless a newer one has it.
    pub fn grant(&self, epoch: u32) {
        let mut state = self.lock();
        if state.epoch.is_none_or(|held| held < epoch) {
            state.epoch = Some(epoch);
            self.let_go(state);
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
            self.let_go(state);
        }
    }

    /// What the last controller queued is forgotten and what it holds is released.
    fn let_go(&self, mut state: MutexGuard<'_, State>) {
        (state.doing, state.took) = (None, Duration::ZERO);
        (state.left_since, state.left_out) = (None, 0);
        state.waiting.clear();
        state.waiting.release(Instant::now());
        self.controlled.send_replace(state.epoch.is_some());
        drop(state);
        self.filled.notify_one();
    }

    /// Inputs are taken while the phone's screen is open; what waits when it closes is forgotten, and so is what the phone forbade: its owner
    /// may have allowed it since.
    pub fn set_open(&self, open: bool) {
        let mut state = self.lock();
        state.open = open;
        state.waiting.clear();
        (state.doing, state.left_since) = (None, None);
        drop(state);
        self.set_access(InputAccess::default());
    }

    /// Whether inputs go by a way that takes its time for each: then all may wait as long as texts do elsewhere.
    pub fn set_patient(&self, patient: bool) {
        self.lock().patient = patient;
    }

    /// Inputs go this way from now.
    pub fn set_access(&self, access: InputAccess) {
        (self.access).send_if_modified(|known| std::mem::replace(known, access) != access);
    }

    /// How inputs go.
    pub fn access(&self) -> watch::Receiver<InputAccess> {
        self.access.subscribe()
    }

    /// Whether anybody controls the phone.
    pub fn is_controlled(&self) -> bool {
        self.lock().epoch.is_some()
    }

    /// Waits until somebody controls the phone.
    pub async fn controlled(&self) {
        // The sender is kept here.
        let _ = self.controlled.subscribe().wait_for(|on| *on).await;
    }

    /// Whether inputs of this epoch act.
    pub fn is_controlled_by(&self, epoch: u32) -> bool {
        self.lock().epoch == Some(epoch)
    }

    /// What becomes of [`Input::SetClipboard`] from now on. What is forgotten unread, because the screen closed, is not answered.
    pub fn answers(&self) -> broadcast::Receiver<ClipboardAnswer> {
        self.answers.subscribe()
    }

    /// Tells how one went.
    pub fn answer(&self, answer: ClipboardAnswer) {
        // A controller that left does not mind.
        let _ = self.answers.send(answer);
    }

    /// How long the oldest input of this epoch waits for the phone, left out or not; nothing when none does.
    pub fn waits(&self, epoch: u32) -> Duration {
        let state = self.lock();
        if state.epoch != Some(epoch) {
            return Duration::ZERO;
        }
        let waits = [state.left_since, state.waiting.since()];
        let since = waits.into_iter().flatten().min();
        since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// How many inputs of this epoch were left out so far, because more came than the phone takes or they waited too long.
    pub fn left_out(&self, epoch: u32) -> u64 {
        let mut state = self.lock();
        if state.epoch != Some(epoch) {
            return 0;
        }
        state.leave_out(Instant::now());
        state.left_out
    }

    /// How long the newest input of this epoch was on its way to the phone, or the oldest is that is not there yet.
    pub fn lag(&self, epoch: u32) -> Duration {
        let state = self.lock();
        if state.epoch != Some(epoch) {
            return Duration::ZERO;
        }
        (state.owing()).map_or(state.took, |since| since.elapsed().max(state.took))
    }

    /// Takes an input that was made on a picture of this orientation, or says why not.
    pub fn put(
        &self,
        epoch: u32,
        orientation: Option<Orientation>,
        input: &Input,
    ) -> Result<(), InputRefused> {
        if !input.acts() {
            return Err(InputRefused::NotAnAction);
        }
        let mut state = self.lock();
        if state.epoch != Some(epoch) {
            return Err(InputRefused::NotController);
        }
        if !state.open {
            return Err(InputRefused::NoScreen);
        }
        // What was pressed before may be lifted whatever became of the way.
        if let InputAccess::Open(InputMethod::Switching) | InputAccess::Barred(_) =
            *self.access.borrow()
            && !input.lifts()
        {
            return Err(InputRefused::Forbidden);
        }
        let now = Instant::now();
        // What waits in vain takes nobody's place.
        state.leave_out(now);
        let taken = state.waiting.take(input, orientation, now);
        if let Err(InputRefused::Busy | InputRefused::TooManyPointers) = taken {
            state.left_out += 1;
        }
        let taken = taken?;
        drop(state);
        if taken {
            self.filled.notify_one();
        }
        Ok(())
    }

    /// The command that was given last is carried out.
    fn done(&self) {
        let mut state = self.lock();
        if let Some(since) = state.doing.take() {
            state.took = since.elapsed();
            state.left_since = None;
        }
    }

    fn pop(&self) -> Option<Command> {
        let mut state = self.lock();
        state.leave_out(Instant::now());
        let since = state.waiting.since();
        let command = state.waiting.pop();
        if command.is_none() {
            // Whoever asks for more has caught up.
            state.left_since = None;
        }
        state.doing = since;
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
