//! Exponential back-off: the waits between tries, each twice the last one, with jitter where many try at once. The caller brings chance.

/// Wait in milliseconds that begins at `first_ms` and was doubled a number of times, up to `longest_ms`.
pub fn doubled_ms(first_ms: u32, doublings: u32, longest_ms: u32) -> u32 {
    first_ms
        .saturating_mul(1 << doublings.min(u32::BITS - 1))
        .min(longest_ms)
}

/// Waits of a [`Backoff`], in milliseconds: `first`, then `second`, then twice the last one up to `longest`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Schedule {
    /// Wait before the first try.
    pub first_ms: u32,
    /// Wait before the second try.
    pub second_ms: u32,
    /// Upper bound of all waits but the first.
    pub longest_ms: u32,
    /// Lower bound of all waits, jitter included.
    pub least_ms: u32,
    /// Factors of a wait for the chances 0 and 1. Jitter keeps those apart that failed together.
    pub jitter: (f64, f64),
}

/// Counts tries and gives the wait before the next one.
#[derive(Debug, Clone)]
pub struct Backoff {
    schedule: Schedule,
    attempts: u32,
}

impl Backoff {
    /// A back-off before its first try.
    pub const fn new(schedule: Schedule) -> Self {
        Self {
            schedule,
            attempts: 0,
        }
    }

    /// Counts a try and returns the wait before it, in milliseconds. `chance`: 0 to 1.
    pub fn next_ms(&mut self, chance: f64) -> u32 {
        let Schedule {
            first_ms,
            second_ms,
            longest_ms,
            least_ms,
            jitter: (low, high),
        } = self.schedule;
        let step_ms = match self.attempts {
            0 => first_ms,
            n => doubled_ms(second_ms, n - 1, longest_ms),
        };
        self.attempts = self.attempts.saturating_add(1);
        let factor = low + (high - low) * chance.clamp(0.0, 1.0);
        let wait_ms = (f64::from(step_ms) * factor) as u32;
        wait_ms.max(least_ms).min(longest_ms.max(first_ms))
    }

    /// Tries since the last reset.
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }

    /// Starts over: the connection held long enough.
    pub const fn reset(&mut self) {
        self.attempts = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEDULE: Schedule = Schedule {
        first_ms: 250,
        second_ms: 1_000,
        longest_ms: 60_000,
        least_ms: 0,
        jitter: (0.5, 1.0),
    };

    #[test]
    fn a_wait_doubles_up_to_the_longest_however_often() {
        let waits: Vec<u32> = (0..5).map(|n| doubled_ms(15, n, 100)).collect();
        assert_eq!(waits, [15, 30, 60, 100, 100]);
        assert_eq!(doubled_ms(1, 31, u32::MAX), 1 << 31);
        assert_eq!(doubled_ms(3, 31, u32::MAX), u32::MAX);
        assert_eq!(doubled_ms(15, u32::MAX, 100), 100);
        assert_eq!(doubled_ms(200, 0, 100), 100);
    }

    #[test]
    fn waits_double_up_to_the_longest_and_start_over_after_a_reset() {
        let mut backoff = Backoff::new(SCHEDULE);
        let waits: Vec<u32> = (0..9).map(|_| backoff.next_ms(1.0)).collect();
        let expected = [
            250, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
        ];
        assert_eq!(waits, expected);
        (0..100_000).for_each(|_| assert_eq!(backoff.next_ms(1.0), 60_000));
        assert_eq!(backoff.attempts(), 100_009);
        backoff.reset();
        assert_eq!(backoff.next_ms(0.0), 125);
    }

    #[test]
    fn chance_never_leaves_the_limits() {
        let schedule = Schedule {
            first_ms: 500,
            second_ms: 1_000,
            longest_ms: 5_000,
            least_ms: 500,
            jitter: (0.8, 1.2),
        };
        for chance in [-1.0, 0.0, 0.3, 1.0, 7.0, f64::NAN] {
            let mut backoff = Backoff::new(schedule);
            for _ in 0..40 {
                let wait_ms = backoff.next_ms(chance);
                assert!((500..=5_000).contains(&wait_ms), "{chance}: {wait_ms}");
            }
        }
    }
}
