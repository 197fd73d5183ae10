//! Options of a link.

use std::sync::Arc;
use std::time::Duration;

use crate::key::KeyPair;

/// Timeouts and other options of a link.
#[derive(Debug, Clone)]
pub struct LinkOptions {
    /// Timeout for the TCP connection.
    pub connect_timeout: Duration,
    /// Timeout for the phone's banner.
    pub handshake_timeout: Duration,
    /// Timeout for the phone's owner to accept our key on its screen.
    pub approval_timeout: Duration,
    /// Timeout for a stream's OKAY.
    pub open_timeout: Duration,
    /// Timeout for the phone to take bytes that are ready; then it counts as dead.
    pub write_timeout: Duration,
    /// Timeout between two bytes of a file.
    pub file_timeout: Duration,
    /// Timeout for the answer to [`crate::Link::probe`].
    pub probe_timeout: Duration,
    /// Key for phones that ask for one; without it they are refused.
    pub key: Option<Arc<KeyPair>>,
    /// Whether `delayed_ack` is announced. Phones with Android 14 or newer then acknowledge by bytes, so that a write need not wait for
    /// the round trip of the one before.
    pub delayed_ack: bool,
}

impl Default for LinkOptions {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(5),
            handshake_timeout: Duration::from_secs(10),
            approval_timeout: Duration::from_mins(3),
            open_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_secs(15),
            file_timeout: Duration::from_secs(30),
            probe_timeout: Duration::from_secs(5),
            key: None,
            delayed_ack: true,
        }
    }
}

/// Progress of connecting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ConnectStage {
    /// The TCP connection is being made.
    #[default]
    Connecting,
    /// Connected; the first packets are exchanged.
    Greeting,
    /// The phone does not know our key and asks its owner.
    WaitingForApproval,
}
