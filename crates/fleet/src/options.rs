//! Options of a fleet: clock, runtime, intervals and time limits, and the phones to attach.

use std::sync::Arc;
use std::time::Duration;

use phone_link::ServerFile;
use tokio::runtime::Handle;

/// The server's clock in Unix microseconds.
pub type UnixMicros = Arc<dyn Fn() -> u64 + Send + Sync>;

/// Options of a fleet.
pub struct FleetOptions {
    /// The scrcpy server that is started on phones; without it phones are shown by screenshots.
    pub server_file: Option<ServerFile>,
    /// Multi-threaded runtime for the phones' tasks alone, so that pictures and the server's requests do not delay each other.
    pub runtime: Handle,
    /// Clock that pictures are stamped with.
    pub clock: UnixMicros,
    /// Intervals and time limits.
    pub timing: Timing,
}

/// Intervals and time limits of a fleet. The defaults are the product's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// Pause between two probes of an idle phone.
    pub probe_every: Duration,
    /// Time limit for a probe's answer.
    pub probe_timeout: Duration,
    /// The longest wait between two tries to connect.
    pub backoff_longest: Duration,
    /// Time after which a link or a session counts as steady: its loss is the first of a row, and the waits between tries start over.
    pub steady_after: Duration,
    /// Pause between the last viewer's leaving and stopping the phone's screen server.
    pub linger: Duration,
    /// Time limit for the first picture of a session.
    pub open_timeout: Duration,
    /// Time limit for a key picture from a phone whose stream began without one.
    pub key_timeout: Duration,
    /// Time limit for a lost session to come back.
    pub recovery_timeout: Duration,
    /// Time limit for the phone to confirm a pasted text before the next input.
    pub paste_timeout: Duration,
    /// Pause between the last text that was pasted because it cannot be typed and restoring the phone's clipboard.
    pub typing_pause: Duration,
    /// Longest age of a full picture that a viewer has not taken yet; a small one may be twice as old.
    pub picture_age: Duration,
    /// Least age at which an input that waits is dropped, whatever its kind: zero, but where a machine is too busy for the ages of the kinds.
    pub input_age_least: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            probe_every: Duration::from_secs(15),
            probe_timeout: Duration::from_secs(5),
            backoff_longest: Duration::from_mins(1),
            steady_after: Duration::from_secs(30),
            linger: Duration::from_secs(3),
            open_timeout: Duration::from_secs(8),
            key_timeout: Duration::from_secs(2),
            recovery_timeout: Duration::from_secs(10),
            paste_timeout: Duration::from_secs(3),
            typing_pause: Duration::from_secs(1),
            picture_age: Duration::from_secs(1),
            input_age_least: Duration::ZERO,
        }
    }
}

/// A phone to keep a link to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneSpec {
    /// The phone's id on this server.
    pub phone_id: i64,
    /// `host:port` of its adbd.
    pub address: String,
}
