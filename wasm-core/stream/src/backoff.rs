//! How long to wait before the next attempt to connect.

/// The first wait.
pub const FIRST_MS: u32 = 500;
/// The longest.
pub const LONGEST_MS: u32 = 5_000;
/// A connection that lasted so long was a good one: the next cut starts over.
pub const GOOD_AFTER_MS: f64 = 10_000.0;

const _: () = assert!(FIRST_MS < LONGEST_MS, "waits grow");

/// Waits that double from [`FIRST_MS`] to [`LONGEST_MS`].
#[derive(Debug, Default)]
pub struct Backoff {
    attempts: u32,
}

impl Backoff {
    /// Counts an attempt and says how many milliseconds to wait before it.
    ///
    /// `chance` (0–1) spreads the browsers that one restart cut off over a fifth of the wait, either way.
    pub fn next_ms(&mut self, chance: f64) -> u32 {
        let doublings = self.attempts.min(8);
        self.attempts = self.attempts.saturating_add(1);
        let base = f64::from(FIRST_MS << doublings).min(f64::from(LONGEST_MS));
        let spread = 0.8 + 0.4 * chance.clamp(0.0, 1.0);
        ((base * spread) as u32).clamp(FIRST_MS, LONGEST_MS)
    }

    /// Attempts since the last good connection.
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }

    /// A connection was cut after `lasted_ms`: a good one starts the count over.
    pub fn lasted(&mut self, lasted_ms: f64) {
        if lasted_ms >= GOOD_AFTER_MS {
            self.attempts = 0;
        }
    }

    /// The next wait is the first again.
    pub fn start_over(&mut self) {
        self.attempts = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_from_half_a_second_to_five() {
        let mut backoff = Backoff::default();
        let waits: Vec<u32> = (0..6).map(|_| backoff.next_ms(0.5)).collect();
        assert_eq!(waits, [500, 1_000, 2_000, 4_000, 5_000, 5_000]);
        assert_eq!(backoff.attempts(), 6);
    }

    #[test]
    fn chance_never_leaves_the_limits() {
        for chance in [-1.0, 0.0, 0.3, 1.0, 7.0, f64::NAN] {
            let mut backoff = Backoff::default();
            for _ in 0..40 {
                let wait = backoff.next_ms(chance);
                assert!((FIRST_MS..=LONGEST_MS).contains(&wait), "{chance}: {wait}");
            }
        }
    }

    #[test]
    fn only_a_connection_that_lasted_starts_over() {
        let mut backoff = Backoff::default();
        backoff.next_ms(0.5);
        backoff.next_ms(0.5);
        backoff.lasted(GOOD_AFTER_MS - 1.0);
        assert_eq!(backoff.attempts(), 2);
        backoff.lasted(GOOD_AFTER_MS);
        assert_eq!(backoff.next_ms(0.5), FIRST_MS);
        backoff.next_ms(0.5);
        backoff.start_over();
        assert_eq!(backoff.attempts(), 0);
    }
}
