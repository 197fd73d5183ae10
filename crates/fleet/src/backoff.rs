//! Waits before a phone or a host is tried again: [`domain::backoff`] with the fleet's times and chance.

use std::time::Duration;

use domain::backoff::{Backoff, Schedule};
use rand::RngExt;

/// The first wait is short, so that a link that was cut by accident comes back at once.
const FIRST_MS: u32 = 250;
const SECOND_MS: u32 = 1_000;

/// A back-off whose waits double from a second to `longest`, each between half and the whole of its step.
pub fn up_to(longest: Duration) -> Backoff {
    Backoff::new(Schedule {
        first_ms: FIRST_MS,
        second_ms: SECOND_MS,
        longest_ms: u32::try_from(longest.as_millis()).unwrap_or(u32::MAX),
        least_ms: 0,
        jitter: (0.5, 1.0),
    })
}

/// Counts a try and returns the wait before it.
pub fn next(backoff: &mut Backoff) -> Duration {
    let chance = rand::rng().random_range(0.0..=1.0);
    Duration::from_millis(backoff.next_ms(chance).into())
}
