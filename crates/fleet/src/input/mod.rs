//! From a controller's inputs to the phone's control messages: [`queue`] takes them in, [`dispatcher`] carries them out.

mod clipboard;
mod dispatcher;
mod probe;
mod queue;
pub mod text;

use thiserror::Error;

pub use clipboard::ClipboardState;
pub use dispatcher::{ControlChannel, InputDispatcher, PressedState};
pub use queue::{
    ClipboardAnswer, Command, InputAccess, InputQueue, QUEUE_MAX, QUEUE_TEXT_MAX_BYTES,
};

/// Why an input was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InputRefused {
    /// The phone is not in the fleet.
    #[error("the phone is not attached")]
    UnknownPhone,
    /// The phone is controlled by nobody, or by another epoch.
    #[error("this epoch does not control the phone")]
    NotController,
    /// The phone's full picture is not running.
    #[error("the phone's screen is not open")]
    NoScreen,
    /// The phone forbids input, or does not allow it yet.
    #[error("the phone forbids controlling its input")]
    Forbidden,
    /// The phone is slower than the inputs; this one was dropped.
    #[error("too many inputs wait for the phone")]
    Busy,
    /// More fingers than a phone follows.
    #[error("too many fingers")]
    TooManyPointers,
    /// The text is longer than one input may carry.
    #[error("the text is too long")]
    TooLong,
}
