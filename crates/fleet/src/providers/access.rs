//! Access of a provider to one of its phones.

use phone_link::{Link, ShellCommand, ShellOutput};
use tokio::sync::watch;

use super::ProviderError;

/// Access of a provider to a phone: the phone's address, and its link while there is one. Made by the fleet.
#[derive(Debug, Clone)]
pub struct PhoneAccess {
    address: String,
    link: watch::Receiver<Option<Link>>,
}

impl PhoneAccess {
    pub(crate) const fn new(address: String, link: watch::Receiver<Option<Link>>) -> Self {
        Self { address, link }
    }

    /// `host:port` of its adbd.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The phone's link. There is one only while its system is up.
    pub fn link(&self) -> Result<Link, ProviderError> {
        self.link.borrow().clone().ok_or(ProviderError::Unreachable)
    }

    /// Runs a shell command on the phone.
    pub async fn shell(&self, command: &ShellCommand) -> Result<ShellOutput, ProviderError> {
        Ok(self.link()?.shell(command).await?)
    }
}
