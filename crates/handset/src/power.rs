//! Power and boots of a phone.

use std::time::Duration;

use rand::RngExt as _;
use tokio::time::Instant;

/// Request by the phone's power button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PowerRequest {
    Reboot,
    Off,
    /// The phone breaks down; after this time it is switched on again, `None` for never.
    Die(Option<Duration>),
}

/// A boot: one run of the phone's system, from switching on to switching off.
#[derive(Debug)]
pub(crate) struct Boot {
    /// Content of `/proc/sys/kernel/random/boot_id`, which differs for each boot.
    pub(crate) id: String,
    started: Instant,
    /// Time at which the system is up; `None` when the boot never ends.
    ready: Option<Instant>,
}

impl Boot {
    /// Starts a boot; the system is up after `takes`, never with `None`.
    pub(crate) fn begin(takes: Option<Duration>) -> Self {
        let chance: u128 = rand::rng().random();
        let digits = format!("{chance:032x}");
        let parts = [
            &digits[..8],
            &digits[8..12],
            &digits[12..16],
            &digits[16..20],
            &digits[20..],
        ];
        let started = Instant::now();
        Self {
            id: parts.join("-"),
            started,
            ready: takes.map(|takes| started + takes),
        }
    }

    /// Whether `sys.boot_completed` is 1.
    pub(crate) fn is_complete(&self) -> bool {
        self.ready.is_some_and(|ready| Instant::now() >= ready)
    }

    pub(crate) fn uptime(&self) -> Duration {
        self.started.elapsed()
    }
}
