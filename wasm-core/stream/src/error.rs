//! Errors of the stream. Each ends in a dropped picture, a reconnection or an event to the page; nothing traps.

use thiserror::Error;

use domain::play::Malformed;

/// A failure of the stream, for the console and for the callers of the module's exports.
#[derive(Debug, Error)]
pub enum StreamError {
    /// The message is not one of ours.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The message has more bytes than any of its kind.
    #[error("{0} bytes are too many")]
    TooLong(u32),
    /// The key picture has no readable sequence parameter set.
    #[error("no usable picture configuration: {0}")]
    Configuration(&'static str),
    /// The key picture's sequence parameter set cannot be read.
    #[error("no usable picture configuration: {0}")]
    Parameters(#[from] h264::ParameterError),
    /// The page gave a value that no input has.
    #[error("{0} is out of range")]
    Range(&'static str),
    /// The browser refused.
    #[error("{0}")]
    Browser(String),
}
