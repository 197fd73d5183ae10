//! Takes inputs in without ever waiting: who may give them, in which order they go out, and what is left out when they pile up.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::play::{
    CLIPBOARD_SET_MAX_BYTES, Input, KeyAction, Lie, POINTERS_MAX, TEXT_MAX_BYTES, TouchAction,
};
use tokio::sync::{Notify, broadcast};

use super::{InputRefused, text};

/// Inputs that wait for a phone. Beyond it only the release of what is already pressed is taken.
pub const QUEUE_MAX: usize = 64;
/// Text that waits for a phone, in bytes.
pub const QUEUE_TEXT_MAX_BYTES: usize = 256 * 1024;
/// Keys held at once; a keyboard does not send more.
const KEYS_MAX: usize = 16;

/// Answers kept for a controller that is slow to hear them.
const ANSWERS_KEPT: usize = 16;

const _: () = assert!(
    TEXT_MAX_BYTES <= QUEUE_TEXT_MAX_BYTES && CLIPBOARD_SET_MAX_BYTES <= QUEUE_TEXT_MAX_BYTES,
    "a longest text fits an empty queue"
);

/// How setting the phone's clipboard went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClipboardAnswer {
    /// What the input carried.
    pub sequence: u32,
    /// Whether the phone confirmed it.
    pub confirmed: bool,
}

/// What the hand does next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// An input of the controller, and how the picture lay that it was made on, if it says so.
    Do(Input, Option<Lie>),
    /// Let go of all fingers and keys: the controller changed.
    Release,
}

/// The place where inputs wait for the phone.
#[derive(Debug)]
pub struct Desk {
    state: Mutex<State>,
    filled: Notify,
    answers: broadcast::Sender<ClipboardAnswer>,
}

impl Default for Desk {
    fn default() -> Self {
        Self {
            state: Mutex::default(),
            filled: Notify::default(),
            answers: broadcast::Sender::new(ANSWERS_KEPT),
        }
    }
}

#[derive(Debug, Default)]
struct State {
    epoch: Option<u32>,
    open: bool,
    queue: VecDeque<Order>,
    text_bytes: usize,
    /// What is pressed once the queue is worked off.
    fingers: BTreeSet<u32>,
    keys: BTreeSet<u16>,
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives control to an epoch, unless a newer one has it.
    pub fn grant(&self, epoch: u32) {
        let mut state = self.lock();
        if state.epoch.is_none_or(|held| held < epoch) {
            state.epoch = Some(epoch);
            self.let_go(state);
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
        state.clear();
        state.queue.push_back(Order::Release);
        drop(state);
        self.filled.notify_one();
    }

    /// Inputs are taken while the phone's screen is open; what waits when it closes is forgotten.
    pub fn set_open(&self, open: bool) {
        let mut state = self.lock();
        state.open = open;
        state.clear();
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

    /// Takes an input made on a picture that lay so, or says why not. A move that finds no room is left out: a later one says more.
    pub fn put(&self, epoch: u32, lie: Option<Lie>, input: &Input) -> Result<(), InputRefused> {
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
        let taken = state.take(input, lie)?;
        drop(state);
        if taken {
            self.filled.notify_one();
        }
        Ok(())
    }

    /// The next order; waits for one. Nothing is lost when the future is dropped.
    pub async fn next(&self) -> Order {
        loop {
            if let Some(order) = self.lock().pop() {
                return order;
            }
            self.filled.notified().await;
        }
    }
}

impl State {
    fn clear(&mut self) {
        self.queue.clear();
        self.text_bytes = 0;
        self.fingers.clear();
        self.keys.clear();
    }

    fn pop(&mut self) -> Option<Order> {
        let order = self.queue.pop_front();
        if let Some(Order::Do(
            Input::Text(text) | Input::Paste(text) | Input::SetClipboard { text, .. },
            _,
        )) = &order
        {
            self.text_bytes -= text.len();
        }
        order
    }

    /// `false` when it was left out as of no consequence.
    fn take(&mut self, input: &Input, lie: Option<Lie>) -> Result<bool, InputRefused> {
        match input {
            Input::Touch {
                action: TouchAction::Down,
                pointer,
                ..
            } => {
                if self.fingers.len() == POINTERS_MAX && !self.fingers.contains(pointer) {
                    return Err(InputRefused::TooManyPointers);
                }
                self.make_room()?;
                self.fingers.insert(*pointer);
            }
            Input::Touch {
                action: TouchAction::Move,
                pointer,
                ..
            } => {
                if !self.fingers.contains(pointer) || !self.place_move(*pointer, input, lie) {
                    return Ok(false);
                }
            }
            // A release always has its place: there is one at most for each finger and key that is pressed.
            Input::Touch {
                action: TouchAction::Up | TouchAction::Cancel,
                pointer,
                ..
            } => {
                if !self.fingers.remove(pointer) {
                    return Ok(false);
                }
            }
            Input::Key {
                action: KeyAction::Down,
                keycode,
                ..
            } => {
                if self.keys.len() == KEYS_MAX && !self.keys.contains(keycode) {
                    return Err(InputRefused::Busy);
                }
                self.make_room()?;
                self.keys.insert(*keycode);
            }
            Input::Key {
                action: KeyAction::Up,
                keycode,
                ..
            } => {
                if !self.keys.remove(keycode) {
                    return Ok(false);
                }
            }
            Input::Text(text) | Input::Paste(text) => {
                if text.is_empty() {
                    return Ok(false);
                }
                if text.len() > TEXT_MAX_BYTES {
                    return Err(InputRefused::TooLong);
                }
                if matches!(input, Input::Text(_)) && self.joins(text) {
                    return Ok(true);
                }
                self.make_room_for(text)?;
            }
            Input::SetClipboard { text, .. } => {
                if text.len() > CLIPBOARD_SET_MAX_BYTES {
                    return Err(InputRefused::TooLong);
                }
                self.make_room_for(text)?;
            }
            Input::Scroll { .. } | Input::Rotate => self.make_room()?,
            Input::Ping { .. }
            | Input::Ack { .. }
            | Input::Reset
            | Input::Stay
            | Input::Subscribe
            | Input::Unsubscribe
            | Input::Listen(_)
            | Input::Mute
            | Input::ShareClipboard(_)
            | Input::Quality(_) => {
                return Err(InputRefused::NotAnAction);
            }
        }
        if !is_move(input) {
            self.queue.push_back(Order::Do(input.clone(), lie));
        }
        Ok(true)
    }

    fn make_room_for(&mut self, text: &str) -> Result<(), InputRefused> {
        if self.text_bytes + text.len() > QUEUE_TEXT_MAX_BYTES {
            return Err(InputRefused::Busy);
        }
        self.make_room()?;
        self.text_bytes += text.len();
        Ok(())
    }

    /// Puts a text behind the one that waits last, if both can be typed and nothing came between: who types faster than the phone
    /// takes it loses no letter. `false` when it cannot be.
    fn joins(&mut self, text: &str) -> bool {
        let Some(Order::Do(Input::Text(last), _)) = self.queue.back_mut() else {
            return false;
        };
        let fits = last.len() + text.len() <= TEXT_MAX_BYTES
            && self.text_bytes + text.len() <= QUEUE_TEXT_MAX_BYTES;
        let joins = fits && text::is_typed(last) && text::is_typed(text);
        if joins {
            last.push_str(text);
            self.text_bytes += text.len();
        }
        joins
    }

    /// Puts a move at the end, or in place of the finger's last one if nothing else came since. `false` when there is no room.
    fn place_move(&mut self, pointer: u32, input: &Input, lie: Option<Lie>) -> bool {
        let merges = matches!(self.queue.back(), Some(Order::Do(Input::Touch { action: TouchAction::Move, pointer: last, .. }, _)) if *last == pointer);
        if merges {
            self.queue.pop_back();
        } else if self.queue.len() >= QUEUE_MAX {
            return false;
        }
        self.queue.push_back(Order::Do(input.clone(), lie));
        true
    }

    /// Room for one more, if need be by leaving out the oldest move.
    fn make_room(&mut self) -> Result<(), InputRefused> {
        if self.queue.len() < QUEUE_MAX {
            return Ok(());
        }
        let is_move = |order: &Order| matches!(order, Order::Do(input, _) if is_move(input));
        let oldest = self
            .queue
            .iter()
            .position(is_move)
            .ok_or(InputRefused::Busy)?;
        self.queue.remove(oldest);
        if self.queue.len() < QUEUE_MAX {
            Ok(())
        } else {
            Err(InputRefused::Busy)
        }
    }
}

const fn is_move(input: &Input) -> bool {
    matches!(
        input,
        Input::Touch {
            action: TouchAction::Move,
            ..
        }
    )
}

#[cfg(test)]
mod tests;
