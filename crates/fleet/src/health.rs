//! Health of phones: whether a phone can be used, and why not.

use domain::phones::Unwell;
use phone_link::{LinkError, OpenError, ShellError};
use thiserror::Error;

/// Why a phone is unhealthy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PhoneFault {
    /// No connection, or it was cut.
    #[error("the phone cannot be reached: {0}")]
    Unreachable(String),
    /// The phone accepts connections but did not answer the probe in time.
    #[error("the phone does not answer")]
    Silent,
    /// The phone asks for a key or encryption that this server does not have, or its owner has not accepted this server's key yet.
    #[error("the phone refuses the connection: {0}")]
    Refused(String),
    /// The phone is booting.
    #[error("the phone is starting")]
    Starting,
    /// The phone violated its protocol.
    #[error("the phone sent broken bytes: {0}")]
    BrokenBytes(String),
}

impl PhoneFault {
    /// The reason as members are told.
    pub const fn unwell(&self) -> Unwell {
        match self {
            Self::Unreachable(_) => Unwell::Unreachable,
            Self::Silent => Unwell::Silent,
            Self::Refused(_) => Unwell::Refused,
            Self::Starting => Unwell::Starting,
            Self::BrokenBytes(_) => Unwell::BrokenBytes,
        }
    }
}

/// A phone's state as its connection supervisor sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Health {
    pub phone_id: i64,
    /// Whether it can be used.
    pub healthy: bool,
    /// Why not; `None` when healthy.
    pub reason: Option<PhoneFault>,
}

impl From<LinkError> for PhoneFault {
    fn from(error: LinkError) -> Self {
        match error {
            violation if violation.is_protocol_violation() => {
                Self::BrokenBytes(violation.to_string())
            }
            LinkError::AuthRequired | LinkError::NotApproved | LinkError::TlsRequired => {
                Self::Refused(error.to_string())
            }
            LinkError::HandshakeTimeout | LinkError::Stalled => Self::Silent,
            other => Self::Unreachable(other.to_string()),
        }
    }
}

impl From<ShellError> for PhoneFault {
    fn from(error: ShellError) -> Self {
        match error {
            ShellError::Link(cause) | ShellError::Open(OpenError::Link(cause)) => cause.into(),
            ShellError::Timeout(_) | ShellError::Open(OpenError::Timeout) => Self::Silent,
            ShellError::Broken(_) | ShellError::TooMuchOutput(_) => {
                Self::BrokenBytes(error.to_string())
            }
            other => Self::Unreachable(other.to_string()),
        }
    }
}
