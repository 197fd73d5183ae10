//! Fingers and keys that are pressed on the phone, and their release: when the screen turns, the controller changes or a session was lost.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use domain::play::POINTERS_MAX;
use phone_link::ControlSendError;
use phone_link::wire::control::{self, ControlMessage};
use tokio::time::Instant;

use super::InputDispatcher;
use super::devices::Trial;

/// Time before a turn in which a lifted finger may be down still: the phone drops events that were meant for the former size.
const LIFTED_AGAIN: Duration = Duration::from_secs(5);
/// Time before a loss in which a lifted finger or key may be down still: a stalled phone is found out no later than this.
const LOST_LIFTS: Duration = Duration::from_secs(30);

/// Fingers and keys that are pressed, as the phone believes.
#[derive(Debug, Default)]
pub struct PressedState {
    /// Fingers that are down, with their last normalised position.
    pub(super) fingers: BTreeMap<u32, (u16, u16)>,
    /// Those that were lifted, and when.
    pub(super) lifted: BTreeMap<u32, ((u16, u16), Instant)>,
    pub(super) keys: BTreeSet<u16>,
    /// Those that were lifted, and when.
    pub(super) lifted_keys: BTreeMap<u16, Instant>,
    /// Whether the session was lost that held this: its last messages may never have come.
    pub(super) lost: bool,
    /// State of virtual devices.
    pub(super) trial: Trial,
}

impl PressedState {
    /// A screen begins. What an earlier one could not let go of is still held.
    pub fn begin(&mut self) {
        self.trial = Trial::default();
    }

    /// The session was lost. What was lifted just before is lifted once more by the next one.
    pub fn lose(&mut self) {
        self.lost = true;
    }

    pub(super) fn lift_key(&mut self, keycode: u16) {
        let now = Instant::now();
        (self.lifted_keys).retain(|_, at| now.duration_since(*at) < LOST_LIFTS);
        self.lifted_keys.insert(keycode, now);
    }

    pub(super) fn lift(&mut self, pointer: u32, place: (u16, u16)) {
        let now = Instant::now();
        (self.lifted).retain(|_, (_, at)| now.duration_since(*at) < LOST_LIFTS);
        // No more can be down.
        if self.lifted.len() == POINTERS_MAX {
            let oldest = self.lifted.iter().min_by_key(|(_, (_, at))| *at);
            let oldest = oldest.map(|(pointer, _)| *pointer);
            self.lifted.retain(|pointer, _| Some(*pointer) != oldest);
        }
        self.lifted.insert(pointer, (place, now));
    }

    /// Nothing is pressed any more.
    pub(super) fn let_go(&mut self) {
        self.fingers.clear();
        self.lifted.clear();
        self.keys.clear();
        self.lifted_keys.clear();
    }
}

impl InputDispatcher<'_> {
    /// The picture has another size, so nothing stays pressed. What was lifted just before is lifted once more.
    pub(super) async fn turned(&mut self) -> Result<(), ControlSendError> {
        if self.devices.is_some() {
            return self.devices_turned().await;
        }
        let lost = std::mem::take(&mut self.pressed.lost);
        let within = if lost { LOST_LIFTS } else { LIFTED_AGAIN };
        let lifted = std::mem::take(&mut self.pressed.lifted);
        let lifted_keys = std::mem::take(&mut self.pressed.lifted_keys);
        let mut cancelled = !self.pressed.fingers.is_empty();
        self.release().await?;
        for (pointer, (place, at)) in lifted {
            if at.elapsed() >= within {
                continue;
            }
            // No finger that is down still may click.
            if !std::mem::replace(&mut cancelled, true) {
                self.inject(control::TouchAction::Cancel, pointer, place, 0)
                    .await?;
            }
            self.inject(control::TouchAction::Up, pointer, place, 0)
                .await?;
        }
        // A key is lifted whatever the size is.
        for (keycode, at) in lifted_keys.into_iter().filter(|_| lost) {
            if at.elapsed() < within {
                self.lift_key(keycode).await?;
            }
        }
        Ok(())
    }

    /// Lets go of all fingers and keys. The gesture is taken back first, so that no finger clicks where it happens to be.
    pub(super) async fn release(&mut self) -> Result<(), ControlSendError> {
        if self.devices.is_some() {
            self.pressed.keys.clear();
            self.pressed.lifted.clear();
            self.pressed.lifted_keys.clear();
            self.cancel_fingers().await?;
            return self.lift_keys().await;
        }
        let fingers = self.pressed.fingers.clone();
        if let Some((pointer, place)) = fingers.first_key_value() {
            self.inject(control::TouchAction::Cancel, *pointer, *place, 0)
                .await?;
        }
        for (pointer, place) in fingers {
            self.inject(control::TouchAction::Up, pointer, place, 0)
                .await?;
            self.pressed.fingers.remove(&pointer);
            self.pressed.lift(pointer, place);
        }
        for keycode in self.pressed.keys.clone() {
            self.lift_key(keycode).await?;
            self.pressed.keys.remove(&keycode);
            self.pressed.lift_key(keycode);
        }
        Ok(())
    }

    async fn lift_key(&self, keycode: u16) -> Result<(), ControlSendError> {
        self.send(&ControlMessage::InjectKeycode {
            action: control::KeyAction::Up,
            keycode: keycode.into(),
            repeat: 0,
            meta: 0,
        })
        .await
    }
}
