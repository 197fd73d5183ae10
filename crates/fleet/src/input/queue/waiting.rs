//! Inputs that wait, and how they are merged when more come than the phone takes: moves of a finger, turns of the wheel, repeats of
//! a held key and typed letters are merged into those that wait last; every other input keeps its place or is refused. Inputs that have
//! waited too long are dropped, except lifts.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use domain::play::{
    CLIPBOARD_SET_MAX_BYTES, Input, KeyAction, Orientation, POINTERS_MAX, TEXT_MAX_BYTES,
    TouchAction,
};
use tokio::time::Instant;

use super::Command;
use crate::input::{InputRefused, text};

/// Most inputs that wait for a phone. Beyond them only the release of pressed fingers and keys and the newest place of each finger are taken.
pub const QUEUE_MAX: usize = 256;
/// Most text that waits for a phone, in bytes.
pub const QUEUE_TEXT_MAX_BYTES: usize = 256 * 1024;
/// Most repeats of a held key that wait for a phone: each acts like one more press, and these are about as many as a keyboard sends in a
/// second. With more the phone would go on for long after the key was released.
pub(super) const REPEATS_MAX: usize = 32;
/// Keys held at once; a keyboard does not send more.
pub(super) const KEYS_MAX: usize = 16;
/// Largest turn of the wheel in one message of scrcpy, in 1/256 of a notch; turns are merged up to it.
pub const SCROLL_MAX: i16 = 16 * 256;

const _: () = assert!(
    TEXT_MAX_BYTES <= QUEUE_TEXT_MAX_BYTES && CLIPBOARD_SET_MAX_BYTES <= QUEUE_TEXT_MAX_BYTES,
    "a longest text fits an empty queue"
);

/// A command that waits.
#[derive(Debug)]
struct Entry {
    command: Command,
    /// When the command was queued; an input that is merged into another counts from the first.
    since: Instant,
    /// When the newest input came that was merged into the command; its age counts from then.
    newest: Instant,
}

impl Entry {
    /// Whether the command has waited too long, which none has before the age `least`.
    fn is_stale(&self, now: Instant, least: Duration) -> bool {
        let age_max_ms = match &self.command {
            Command::Input(input, _) => input.age_max_ms(),
            Command::Release => None,
        };
        let age = now.saturating_duration_since(self.newest);
        age_max_ms.is_some_and(|ms| age > Duration::from_millis(ms).max(least))
    }
}

#[derive(Debug, Default)]
pub(super) struct Waiting {
    queue: VecDeque<Entry>,
    text_bytes: usize,
    /// Fingers that are down once the queue is empty.
    fingers: BTreeSet<u32>,
    keys: BTreeSet<u16>,
}

impl Waiting {
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Queues the release of all fingers and keys.
    pub fn release(&mut self, now: Instant) {
        self.queue.push_back(Entry {
            command: Command::Release,
            since: now,
            newest: now,
        });
    }

    pub fn pop(&mut self) -> Option<Command> {
        let command = self.queue.pop_front().map(|entry| entry.command);
        if let Some(Command::Input(input, _)) = &command {
            self.text_bytes -= text_of(input).map_or(0, str::len);
        }
        command
    }

    /// Drops the inputs that have waited too long, which none has before the age `least`, and returns how many. The lift of a finger or key
    /// whose press is dropped stays: it has no effect on the phone.
    pub fn drop_stale(&mut self, now: Instant, least: Duration) -> usize {
        let before = self.queue.len();
        let text_bytes = &mut self.text_bytes;
        self.queue.retain(|entry| {
            let stale = entry.is_stale(now, least);
            if let (true, Command::Input(input, _)) = (stale, &entry.command) {
                *text_bytes -= text_of(input).map_or(0, str::len);
            }
            !stale
        });
        before - self.queue.len()
    }

    /// When the oldest entry was queued.
    pub fn since(&self) -> Option<Instant> {
        self.queue.front().map(|entry| entry.since)
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.queue.len()
    }

    #[cfg(test)]
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.queue.iter().map(|entry| &entry.command)
    }

    #[cfg(test)]
    pub fn text_bytes(&self) -> usize {
        self.text_bytes
    }

    /// Queues an input; `false` when there is nothing to do for it.
    pub fn take(
        &mut self,
        input: &Input,
        orientation: Option<Orientation>,
        now: Instant,
    ) -> Result<bool, InputRefused> {
        let mut since = now;
        match input {
            Input::Touch {
                action, pointer, ..
            } => match action {
                TouchAction::Down => self.finger_down(*pointer)?,
                TouchAction::Move if !self.fingers.contains(pointer) => return Ok(false),
                TouchAction::Move => {
                    since = self.finger_moves(*pointer, orientation).unwrap_or(now);
                }
                // A release always fits: there is one at most for each finger and key that is pressed.
                TouchAction::Up | TouchAction::Cancel if !self.fingers.remove(pointer) => {
                    return Ok(false);
                }
                TouchAction::Up | TouchAction::Cancel => {}
            },
            Input::Key {
                action: KeyAction::Down,
                keycode,
                repeat,
                ..
            } => since = self.key_down(*keycode, *repeat)?.unwrap_or(now),
            Input::Key {
                action: KeyAction::Up,
                keycode,
                ..
            } => {
                if !self.keys.remove(keycode) {
                    return Ok(false);
                }
            }
            Input::Text(_) | Input::Paste(_) if text_of(input) == Some("") => return Ok(false),
            Input::Text(text) => {
                if text.len() > TEXT_MAX_BYTES {
                    return Err(InputRefused::TooLong);
                }
                if self.append_text(text, now) {
                    return Ok(true);
                }
                self.make_room_for(text)?;
            }
            Input::Paste(_) | Input::SetClipboard { .. } => {
                let text = text_of(input).unwrap_or_default();
                if text.len() > CLIPBOARD_SET_MAX_BYTES {
                    return Err(InputRefused::TooLong);
                }
                self.make_room_for(text)?;
            }
            Input::Scroll {
                x,
                y,
                horizontal,
                vertical,
            } => {
                if self.merge_scroll((*x, *y), (*horizontal, *vertical), orientation, now) {
                    return Ok(true);
                }
                self.make_room()?;
            }
            Input::Rotate => self.make_room()?,
        }
        self.queue.push_back(Entry {
            command: Command::Input(input.clone(), orientation),
            since,
            newest: now,
        });
        Ok(true)
    }

    fn finger_down(&mut self, pointer: u32) -> Result<(), InputRefused> {
        if self.fingers.len() == POINTERS_MAX && !self.fingers.contains(&pointer) {
            return Err(InputRefused::TooManyPointers);
        }
        self.make_room()?;
        self.fingers.insert(pointer);
        Ok(())
    }

    /// Makes room for a move; returns when the move that it replaces was queued.
    fn finger_moves(&mut self, pointer: u32, orientation: Option<Orientation>) -> Option<Instant> {
        let since = self.take_replaced_move(pointer, orientation);
        if since.is_none() && self.queue.len() >= QUEUE_MAX {
            // The present position of a finger always finds space: beyond the bound there is at most one for each finger.
            self.drop_superseded_move(Some(pointer));
        }
        since
    }

    /// Makes room for a key press; returns when the repeat that it replaces was queued.
    fn key_down(&mut self, keycode: u16, repeat: u16) -> Result<Option<Instant>, InputRefused> {
        if self.keys.len() == KEYS_MAX && !self.keys.contains(&keycode) {
            return Err(InputRefused::Busy);
        }
        let since = (repeat > 0).then(|| self.crowded_repeat(keycode)).flatten();
        if since.is_some() {
            self.queue.pop_back();
        } else {
            self.make_room()?;
        }
        self.keys.insert(keycode);
        Ok(since)
    }

    /// When the key's last repeat was queued, if as many repeats wait as may.
    fn crowded_repeat(&self, keycode: u16) -> Option<Instant> {
        let repeats = |command: &Command| matches!(command, Command::Input(Input::Key { action: KeyAction::Down, keycode: other, repeat: 1.., .. }, _) if *other == keycode);
        let since = self.queue.back()?.since;
        let last = self.queue.iter().rev().map(|entry| &entry.command);
        (last.take_while(|command| repeats(command)).count() >= REPEATS_MAX).then_some(since)
    }

    fn make_room_for(&mut self, text: &str) -> Result<(), InputRefused> {
        if self.text_bytes + text.len() > QUEUE_TEXT_MAX_BYTES {
            return Err(InputRefused::Busy);
        }
        self.make_room()?;
        self.text_bytes += text.len();
        Ok(())
    }

    /// Appends a text to the one that waits last, if both can be typed and nothing came between, so that a user who types faster than the phone
    /// takes it loses no letter. Returns `false` when that cannot be.
    fn append_text(&mut self, text: &str, now: Instant) -> bool {
        let Some(Entry {
            command: Command::Input(Input::Text(last), _),
            newest,
            ..
        }) = self.queue.back_mut()
        else {
            return false;
        };
        let fits = last.len() + text.len() <= TEXT_MAX_BYTES
            && self.text_bytes + text.len() <= QUEUE_TEXT_MAX_BYTES;
        let joins = fits && text::is_typed(last) && text::is_typed(text);
        if joins {
            last.push_str(text);
            *newest = now;
            self.text_bytes += text.len();
        }
        joins
    }

    /// Adds a wheel turn to the one that waits last, in the same orientation. Returns `false` when that cannot be.
    fn merge_scroll(
        &mut self,
        place: (u16, u16),
        turn: (i16, i16),
        orientation: Option<Orientation>,
        now: Instant,
    ) -> bool {
        let Some(Entry {
            command:
                Command::Input(
                    Input::Scroll {
                        x,
                        y,
                        horizontal,
                        vertical,
                    },
                    last,
                ),
            newest,
            ..
        }) = self.queue.back_mut()
        else {
            return false;
        };
        let sum = |one: i16, other: i16| {
            let sum = one.checked_add(other)?;
            (sum.abs() <= SCROLL_MAX).then_some(sum)
        };
        let (Some(across), Some(up)) = (sum(*horizontal, turn.0), sum(*vertical, turn.1)) else {
            return false;
        };
        if *last != orientation {
            return false;
        }
        (*x, *y) = place;
        (*horizontal, *vertical) = (across, up);
        *newest = now;
        true
    }

    /// Removes the finger's move among those that wait last, in the same orientation, because a newer one replaces it. Returns when the removed
    /// one was queued.
    fn take_replaced_move(
        &mut self,
        pointer: u32,
        orientation: Option<Orientation>,
    ) -> Option<Instant> {
        let mut last_moves = (0..self.queue.len())
            .rev()
            .take_while(|at| moved_pointer(&self.queue[*at].command).is_some());
        let same = |at: &usize| match &self.queue[*at].command {
            command @ Command::Input(_, on) => {
                moved_pointer(command) == Some(pointer) && *on == orientation
            }
            Command::Release => false,
        };
        let at = last_moves.find(same)?;
        self.queue.remove(at).map(|entry| entry.since)
    }

    /// Drops the oldest move that a later input of the same finger supersedes; an input of the finger `coming` is about to be queued. Returns
    /// `false` when there is no such move.
    fn drop_superseded_move(&mut self, coming: Option<u32>) -> bool {
        let changes = |command: &Command, pointer: u32| matches!(command, Command::Input(Input::Touch { pointer: other, .. }, _) if *other == pointer);
        let made_up_for = |at: usize, pointer: u32| {
            let mut later = self.queue.iter().skip(at + 1);
            coming == Some(pointer) || later.any(|entry| changes(&entry.command, pointer))
        };
        let mut all = self.queue.iter().enumerate();
        let oldest = all.position(|(at, entry)| {
            moved_pointer(&entry.command).is_some_and(|pointer| made_up_for(at, pointer))
        });
        oldest.is_some_and(|at| self.queue.remove(at).is_some())
    }

    /// Makes room for one more input, if need be by dropping moves that later ones supersede.
    fn make_room(&mut self) -> Result<(), InputRefused> {
        while self.queue.len() >= QUEUE_MAX {
            if !self.drop_superseded_move(None) {
                return Err(InputRefused::Busy);
            }
        }
        Ok(())
    }
}

/// The text that an input carries.
fn text_of(input: &Input) -> Option<&str> {
    match input {
        Input::Text(text) | Input::SetClipboard { text, .. } => Some(text),
        Input::Paste(text) => Some(text),
        _ => None,
    }
}

/// The finger of a move.
const fn moved_pointer(command: &Command) -> Option<u32> {
    match command {
        Command::Input(
            Input::Touch {
                action: TouchAction::Move,
                pointer,
                ..
            },
            _,
        ) => Some(*pointer),
        _ => None,
    }
}
