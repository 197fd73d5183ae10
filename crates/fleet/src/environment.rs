//! State that all phones of a fleet share: the key and limits of their links, and permits that bound the work that costs the server much.

use std::sync::Arc;

use phone_link::{KeyPair, ServerFile};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, broadcast};

use crate::health::Health;
use crate::options::{FleetOptions, Timing, UnixMicros};

/// Most phones that connect at the same time, so that a server with hundreds of phones does not begin with as many handshakes.
const CONNECTS_AT_ONCE: usize = 16;
/// Most screenshots that are converted at the same time: each keeps a processor busy for a moment and takes memory of [`unpack::MEMORY`].
const CONVERSIONS_AT_ONCE: usize = 2;
/// Most screenshots that are on their way to callers at the same time: each takes up to 24 MB.
const SCREENSHOTS_AT_ONCE: usize = 8;
/// Most files that are transferred at the same time, of all phones together.
const TRANSFERS_AT_ONCE: usize = 32;
/// Health changes kept for a reader that is slow; one that missed some reads [`crate::Fleet::health`].
const HEALTH_EVENTS_KEPT: usize = 4096;

pub struct Environment {
    pub server_file: Option<ServerFile>,
    /// Key for phones that ask for one.
    pub key: Option<Arc<KeyPair>>,
    /// Runtime of the phones' tasks.
    pub runtime: Handle,
    pub clock: UnixMicros,
    pub timing: Timing,
    /// Permits for connecting.
    pub connects: Semaphore,
    /// Permits for converting screenshots.
    pub conversions: Semaphore,
    /// Permits for screenshots of callers.
    pub screenshots: Semaphore,
    /// Permits for file transfers.
    pub transfers: Arc<Semaphore>,
    /// Changes of every phone's health.
    pub health: broadcast::Sender<Health>,
}

impl Environment {
    pub fn new(options: FleetOptions, key: Option<Arc<KeyPair>>) -> Self {
        Self {
            server_file: options.server_file,
            key,
            runtime: options.runtime,
            clock: options.clock,
            timing: options.timing,
            connects: Semaphore::new(CONNECTS_AT_ONCE),
            conversions: Semaphore::new(CONVERSIONS_AT_ONCE),
            screenshots: Semaphore::new(SCREENSHOTS_AT_ONCE),
            transfers: Arc::new(Semaphore::new(TRANSFERS_AT_ONCE)),
            health: broadcast::Sender::new(HEALTH_EVENTS_KEPT),
        }
    }
}
