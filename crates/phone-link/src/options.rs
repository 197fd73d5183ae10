//! Times of a link.

use std::time::Duration;

/// How long a link waits for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkOptions {
    /// For the TCP connection.
    pub connect_timeout: Duration,
    /// For the phone's banner.
    pub handshake_timeout: Duration,
    /// For a stream's OKAY.
    pub open_timeout: Duration,
    /// For the phone to take bytes that are ready; then it counts as dead.
    pub write_timeout: Duration,
    /// Between two bytes of a file.
    pub file_timeout: Duration,
    /// For the answer to [`crate::Link::probe`].
    pub probe_timeout: Duration,
}

impl Default for LinkOptions {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(5),
            handshake_timeout: Duration::from_secs(10),
            open_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_secs(15),
            file_timeout: Duration::from_secs(30),
            probe_timeout: Duration::from_secs(5),
        }
    }
}
