//! Input of a phone: the queue of its inputs, and the fingers and keys that are pressed on it.

use crate::input::{InputQueue, PressedState};
use crate::options::Timing;

pub struct PhoneInput {
    pub queue: InputQueue,
    /// Fingers and keys that are pressed, locked by the session that acts on the phone. They outlive lost sessions and screens, so that the next
    /// session releases them.
    pub pressed: tokio::sync::Mutex<PressedState>,
}

impl PhoneInput {
    /// Creates the input of a phone that nobody controls.
    pub fn new(timing: &Timing) -> Self {
        Self {
            queue: InputQueue::keeping(timing.input_age_least),
            pressed: tokio::sync::Mutex::default(),
        }
    }
}
