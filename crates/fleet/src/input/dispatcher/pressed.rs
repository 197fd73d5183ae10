//! Fingers and keys that are pressed on the phone, and their release: when the screen turns, the controller changes or a session was lost.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use domain::play::POINTERS_MAX;
use phone_link::ControlSendError;
use phone_link::wire::control::{self, ControlMessage};
use tokio::time::Instant;

use super::InputDispatcher;
use super::devices::DeviceState;

/// A finger that was lifted at most this long before the screen turned may still be down: the phone drops events that were meant for the former size.
const RELIFT_AFTER_TURN: Duration = Duration::from_secs(5);
/// A finger or key that was lifted at most this long before a session was lost may still be down: a stalled phone is noticed no later than this.
const RELIFT_AFTER_LOSS: Duration = Duration::from_secs(30);

/// Fingers and keys that are pressed on the phone, or may still be so.
#[derive(Debug, Default)]
pub struct PressedState {
    /// Fingers that are down, with their last normalised position.
    pub(super) fingers: BTreeMap<u32, (u16, u16)>,
    /// Fingers that were lifted lately, with their last normalised position and the time.
    pub(super) lifted: BTreeMap<u32, ((u16, u16), Instant)>,
    pub(super) keys: BTreeSet<u16>,
    /// Keys that were lifted lately, with the time.
    pub(super) lifted_keys: BTreeMap<u16, Instant>,
    /// Whether the session that pressed these was lost, so that its last messages may not have arrived.
    pub(super) lost: bool,
    /// State of virtual devices.
    pub(super) device_state: DeviceState,
}

impl PressedState {
    /// Begins a screen, for which virtual devices were not tried yet. What an earlier screen could not release stays pressed.
    pub fn begin(&mut self) {
        self.device_state = DeviceState::default();
    }

    /// Notes that the session was lost: the next one lifts once more what was lifted just before.
    pub fn mark_lost(&mut self) {
        self.lost = true;
    }

    pub(super) fn note_key_lifted(&mut self, keycode: u16) {
        let now = Instant::now();
        (self.lifted_keys).retain(|_, at| now.duration_since(*at) < RELIFT_AFTER_LOSS);
        self.lifted_keys.insert(keycode, now);
    }

    pub(super) fn note_lifted(&mut self, pointer: u32, place: (u16, u16)) {
        let now = Instant::now();
        (self.lifted).retain(|_, (_, at)| now.duration_since(*at) < RELIFT_AFTER_LOSS);
        // No more fingers can be down.
        if self.lifted.len() == POINTERS_MAX {
            let oldest = self.lifted.iter().min_by_key(|(_, (_, at))| *at);
            let oldest = oldest.map(|(pointer, _)| *pointer);
            self.lifted.retain(|pointer, _| Some(*pointer) != oldest);
        }
        self.lifted.insert(pointer, (place, now));
    }

    /// Forgets all that is pressed or was lifted lately.
    pub(super) fn clear(&mut self) {
        self.fingers.clear();
        self.lifted.clear();
        self.keys.clear();
        self.lifted_keys.clear();
    }
}

impl InputDispatcher<'_> {
    /// Handles a new size of the picture: releases all that is pressed, and lifts once more what was lifted just before.
    pub(super) async fn on_size_changed(&mut self) -> Result<(), ControlSendError> {
        if self.devices.is_some() {
            return self.on_size_changed_with_devices().await;
        }
        let lost = std::mem::take(&mut self.pressed.lost);
        let within = if lost {
            RELIFT_AFTER_LOSS
        } else {
            RELIFT_AFTER_TURN
        };
        let lifted = std::mem::take(&mut self.pressed.lifted);
        let lifted_keys = std::mem::take(&mut self.pressed.lifted_keys);
        let mut cancelled = !self.pressed.fingers.is_empty();
        self.release().await?;
        for (pointer, (place, at)) in lifted {
            if at.elapsed() >= within {
                continue;
            }
            // The gesture is cancelled first, so that a finger that is still down does not click.
            if !std::mem::replace(&mut cancelled, true) {
                self.inject(control::TouchAction::Cancel, pointer, place, 0)
                    .await?;
            }
            self.inject(control::TouchAction::Up, pointer, place, 0)
                .await?;
        }
        // The phone heeds the lift of a key at any size, so keys are lifted once more only after a loss.
        for (keycode, at) in lifted_keys.into_iter().filter(|_| lost) {
            if at.elapsed() < within {
                self.lift_key(keycode).await?;
            }
        }
        Ok(())
    }

    /// Releases all fingers and keys. The gesture is cancelled first, so that no finger clicks where it happens to be.
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
            self.pressed.note_lifted(pointer, place);
        }
        for keycode in self.pressed.keys.clone() {
            self.lift_key(keycode).await?;
            self.pressed.keys.remove(&keycode);
            self.pressed.note_key_lifted(keycode);
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
