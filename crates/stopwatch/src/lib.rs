//! Time limits in tests. On a busy machine a limit may be exceeded without a fault, so the everyday run checks only order and counts;
//! `cargo xtask trust machine` runs the same tests one after the other and checks the times, too.

use std::env;
use std::time::{Duration, Instant};

/// Name of the environment variable that is set in runs that check times.
pub const MEASURE: &str = "OWLDECK_MEASURE";

/// Whether this run checks times.
pub fn measuring() -> bool {
    env::var_os(MEASURE).is_some()
}

/// Stopwatch, which runs from its creation on.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Creates a stopwatch, which runs at once.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Asserts that no more than `limit` has passed; does nothing in a run that does not check times.
    #[track_caller]
    pub fn within(self, limit: Duration) {
        let passed = self.0.elapsed();
        assert!(
            !measuring() || passed <= limit,
            "{passed:?} passed, {limit:?} are promised"
        );
    }
}
