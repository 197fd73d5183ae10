//! Reasons why Android does not install or remove a package: its codes and messages.

use std::fmt;

use causes::causes;

/// Code of Android's package manager, and details.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) code: &'static str,
    pub(crate) detail: String,
}

impl Failure {
    pub(crate) fn new(code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
        }
    }

    /// Failure of the host's disk.
    pub(crate) fn storage(error: &std::io::Error) -> Self {
        tracing::warn!(error = %causes(error), "store package failed");
        Self::no_room()
    }

    pub(crate) fn no_room() -> Self {
        Self::new(
            "INSTALL_FAILED_INSUFFICIENT_STORAGE",
            "Failed to override installation location",
        )
    }

    pub(crate) fn no_session(id: u32) -> Self {
        Self::new(
            "java.lang.SecurityException",
            format!("Caller has no access to session {id}"),
        )
    }
}

impl fmt::Display for Failure {
    /// Message as `pm` prints it between its brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)?;
        if self.detail.is_empty() {
            return Ok(());
        }
        write!(f, ": {}", self.detail)
    }
}
