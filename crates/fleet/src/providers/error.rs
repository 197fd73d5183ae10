//! Errors of actions on phones.

use domain::phones::Unable;
use phone_link::{OpenError, ShellError};
use thiserror::Error;

/// Longest error text of a phone or host that is kept, in characters.
const WORDS_MAX_CHARS: usize = 200;

/// Why an action on a phone failed, or why its outcome is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProviderError {
    /// The phone was never attached to the fleet, or is detached.
    #[error("phone {0} is not attached")]
    UnknownPhone(i64),
    /// The phone's provider cannot do this; the reason has words for members.
    #[error("the phone's provider cannot do this: {}", .0.into_str())]
    Unable(Unable),
    /// There is no link to the phone now, and this needs one.
    #[error("there is no link to the phone")]
    Unreachable,
    /// The phone, or the host that runs it, refused, in its own words. Nothing changed.
    #[error("refused: {0}")]
    Refused(String),
    /// The phone broke down during the action, in its host's words.
    #[error("the phone broke down: {0}")]
    BrokeDown(String),
    /// The host that runs the phone is down, or went down meanwhile; it is being restarted.
    #[error("the phones' host is down")]
    HostDown,
    /// No answer in time, or the link was lost after the command: the outcome is unknown.
    #[error("no answer, the outcome is unknown")]
    Timeout,
    /// An answer that makes no sense.
    #[error("broken answer: {0}")]
    Broken(String),
}

impl ProviderError {
    /// Whether the action may have taken effect all the same, wholly or in part: ask for evidence before it is tried again.
    pub const fn may_have_happened(&self) -> bool {
        match self {
            Self::BrokeDown(_) | Self::HostDown | Self::Timeout | Self::Broken(_) => true,
            Self::UnknownPhone(_) | Self::Unable(_) | Self::Unreachable | Self::Refused(_) => false,
        }
    }

    /// A refusal in words from outside, which are cut to one short line.
    pub(super) fn refused(words: &str) -> Self {
        Self::Refused(short(words))
    }
}

/// The first line of words from outside, without control characters, cut where it is too long.
pub(super) fn short(words: &str) -> String {
    let line = words.trim().lines().next().unwrap_or_default();
    line.chars()
        .filter(|c| !c.is_control())
        .take(WORDS_MAX_CHARS)
        .collect()
}

impl From<OpenError> for ProviderError {
    fn from(error: OpenError) -> Self {
        match error {
            // A service starts as it is opened, so the request may have arrived although the answer did not.
            OpenError::Link(_) | OpenError::Timeout => Self::Timeout,
            OpenError::Refused | OpenError::TooManyStreams(_) | OpenError::TooLong(_) => {
                Self::refused(&error.to_string())
            }
        }
    }
}

impl From<ShellError> for ProviderError {
    fn from(error: ShellError) -> Self {
        match error {
            ShellError::Open(error) => error.into(),
            // The link may have been lost after the command.
            ShellError::Link(_) | ShellError::Timeout(_) | ShellError::Cut => Self::Timeout,
            ShellError::Unsupported | ShellError::Argument(_) => Self::refused(&error.to_string()),
            ShellError::TooMuchOutput(_) | ShellError::Broken(_) => {
                Self::Broken(short(&error.to_string()))
            }
        }
    }
}
