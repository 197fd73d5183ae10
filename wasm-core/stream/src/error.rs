//! What can go wrong here. All of it ends in a dropped picture, a reconnection or an event to the page; nothing traps.

use thiserror::Error;

use domain::play::Malformed;

/// A failure of the stream, for the console and for the callers of the module's exports.
#[derive(Debug, Error)]
pub enum StreamError {
    /// A message that is not one of ours.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// A message of more bytes than any of its kind has.
    #[error("{0} bytes are too many")]
    TooLong(u32),
    /// A key picture without a readable sequence parameter set.
    #[error("no usable picture configuration: {0}")]
    Configuration(&'static str),
    /// A value of the page that no input has.
    #[error("{0} is out of range")]
    Range(&'static str),
    /// The browser refused.
    #[error("{0}")]
    Browser(String),
}
