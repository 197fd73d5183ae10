//! Promised seconds in tests. A busy machine is slow, not wrong: the everyday run judges order and counts, and times are judged
//! where `cargo xtask trust machine` runs the same tests one after the other.

use std::env;
use std::time::{Duration, Instant};

/// The variable that is set where times are judged.
pub const MEASURE: &str = "OWLDECK_MEASURE";

/// Whether times are judged in this run.
pub fn measuring() -> bool {
    env::var_os(MEASURE).is_some()
}

/// Runs from its making.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts one.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Asserts, where times are judged, that no more than `limit` has passed.
    #[track_caller]
    pub fn within(self, limit: Duration) {
        let passed = self.0.elapsed();
        assert!(
            !measuring() || passed <= limit,
            "{passed:?} passed, {limit:?} are promised"
        );
    }
}
