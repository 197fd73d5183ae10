//! Error that ends a screen session, and whether another session may follow.

use domain::phones::ScreenCause;
use phone_link::wire::screen::ScreenError as VideoError;
use phone_link::{FileError, OpenError, ScreenError};
use thiserror::Error;

/// Exit status of a killed process in a shell: 128 and the signal.
const EXIT_KILLED: u8 = 128 + 9;

/// Reason for the end of a screen session.
#[derive(Debug, Error)]
pub enum ScreenSessionError {
    /// The link was lost or given up.
    #[error("the link was lost")]
    Link,
    /// The phone's screen server ended or did not start in time, or a screenshot in its place failed; another try may do.
    #[error("{1}")]
    Server(Option<ScreenCause>, String),
    /// The screen server cannot start on this phone with these options.
    #[error("{1}")]
    Unrecoverable(Option<ScreenCause>, String),
    /// The phone sent what is no screen session, or one that cannot be shown; the next session may be better. The link stays usable, since its
    /// streams are independent of each other.
    #[error("{1}")]
    Broken(ScreenCause, String),
}

impl ScreenSessionError {
    /// Cause that members are told; `None` where there is none for them.
    pub const fn cause(&self) -> Option<ScreenCause> {
        match self {
            Self::Server(cause, _) | Self::Unrecoverable(cause, _) => *cause,
            Self::Broken(cause, _) => Some(*cause),
            Self::Link => None,
        }
    }

    /// Error of the phone's screen server in words of this server, without a cause for members.
    pub fn server(words: &str) -> Self {
        Self::Server(None, words.to_owned())
    }

    /// Error for pictures that cannot be shown.
    pub fn broken(words: impl Into<String>) -> Self {
        Self::Broken(ScreenCause::BrokenPicture, words.into())
    }
}

impl From<ScreenError> for ScreenSessionError {
    fn from(error: ScreenError) -> Self {
        let words = error.to_string();
        match error {
            ScreenError::Link(_) | ScreenError::Open(OpenError::Link(_)) => Self::Link,
            ScreenError::Install(cause) => match &*cause {
                FileError::Link(_) | FileError::Open(OpenError::Link(_)) => Self::Link,
                FileError::Sync(_) | FileError::Unexpected => Self::broken(words),
                _ => Self::Server(None, words),
            },
            ScreenError::Arguments(_) => Self::Unrecoverable(None, words),
            ScreenError::VersionMismatch => {
                Self::Unrecoverable(Some(ScreenCause::VersionMismatch), words)
            }
            ScreenError::BrokenServerFile => {
                Self::Unrecoverable(Some(ScreenCause::BrokenServerFile), words)
            }
            ScreenError::NoEncoder
            | ScreenError::OtherCodec
            | ScreenError::Video(VideoError::Disabled | VideoError::Configuration) => {
                Self::Unrecoverable(Some(ScreenCause::NoEncoder), words)
            }
            ScreenError::Video(_)
            | ScreenError::BadConfig
            | ScreenError::Sound(_)
            | ScreenError::NoSoundEncoder
            | ScreenError::Device(_) => Self::broken(words),
            ScreenError::Ended {
                exit: Some(EXIT_KILLED),
                ..
            } => Self::Server(Some(ScreenCause::Killed), words),
            ScreenError::Open(_) | ScreenError::Ended { .. } | ScreenError::StartTimeout => {
                Self::Server(None, words)
            }
        }
    }
}
