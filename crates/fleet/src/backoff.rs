//! Exponential back-off with jitter: short waits at first, then longer ones, never in step with others.

use std::time::Duration;

use rand::RngExt;

/// The first retry: what was cut by accident comes back at once.
const FIRST: Duration = Duration::from_millis(250);
const SECOND: Duration = Duration::from_secs(1);

/// Doubles from [`SECOND`] to the longest wait.
#[derive(Debug)]
pub struct Backoff {
    tries: u32,
    longest: Duration,
}

impl Backoff {
    pub const fn new(longest: Duration) -> Self {
        Self { tries: 0, longest }
    }

    /// Starts over: the connection held long enough.
    pub const fn reset(&mut self) {
        self.tries = 0;
    }

    /// The wait before the next try: between half and the whole of its step.
    pub fn next(&mut self) -> Duration {
        let step = match self.tries {
            0 => FIRST,
            n => SECOND
                .saturating_mul(1 << (n - 1).min(16))
                .min(self.longest),
        };
        self.tries = self.tries.saturating_add(1);
        step.mul_f64(rand::rng().random_range(0.5..=1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_start_over_after_a_reset() {
        let longest = Duration::from_mins(1);
        let mut backoff = Backoff::new(longest);
        let steps = [0.25, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0].map(Duration::from_secs_f64);
        for step in steps {
            let wait = backoff.next();
            assert!(
                wait >= step / 2 && wait <= step,
                "{wait:?} for a step of {step:?}"
            );
        }
        (0..100_000).for_each(|_| assert!(backoff.next() <= longest));
        backoff.reset();
        assert!(backoff.next() <= FIRST);
    }
}
