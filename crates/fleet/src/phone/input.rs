//! Input of a phone: what waits for it, and what is pressed on it.

use crate::input::{InputQueue, PressedState};

/// Input of a phone.
#[derive(Default)]
pub struct PhoneInput {
    pub queue: InputQueue,
    /// Fingers and keys that are pressed, held by the session that acts on the phone. They outlive lost sessions and screens, so that the next one
    /// releases them.
    pub pressed: tokio::sync::Mutex<PressedState>,
}
