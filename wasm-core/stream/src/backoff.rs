//! Waits before a socket is opened again: [`domain::backoff`] with the browser's times.

use domain::backoff::{Backoff, Schedule};

/// Shortest wait in milliseconds, which is also the first.
pub const FIRST_MS: u32 = 500;
/// Longest wait, in milliseconds.
pub const LONGEST_MS: u32 = 5_000;
/// Least duration of a good connection in milliseconds: after one the waits start over.
pub const GOOD_AFTER_MS: f64 = 10_000.0;

const _: () = assert!(FIRST_MS < LONGEST_MS, "waits grow");

/// Waits that double from [`FIRST_MS`] to [`LONGEST_MS`], spread over a fifth either way: a restart cuts off many browsers at once.
pub const fn backoff() -> Backoff {
    Backoff::new(Schedule {
        first_ms: FIRST_MS,
        second_ms: 2 * FIRST_MS,
        longest_ms: LONGEST_MS,
        least_ms: FIRST_MS,
        jitter: (0.8, 1.2),
    })
}

/// Notes a cut after `lasted_ms`: a good connection starts the waits over.
pub const fn note_cut(backoff: &mut Backoff, lasted_ms: f64) {
    if lasted_ms >= GOOD_AFTER_MS {
        backoff.reset();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_from_half_a_second_to_five() {
        let mut backoff = backoff();
        let waits: Vec<u32> = (0..6).map(|_| backoff.next_ms(0.5)).collect();
        assert_eq!(waits, [500, 1_000, 2_000, 4_000, 5_000, 5_000]);
        assert_eq!(backoff.attempts(), 6);
    }

    #[test]
    fn only_a_connection_that_lasted_starts_over() {
        let mut backoff = backoff();
        backoff.next_ms(0.5);
        backoff.next_ms(0.5);
        note_cut(&mut backoff, GOOD_AFTER_MS - 1.0);
        assert_eq!(backoff.attempts(), 2);
        note_cut(&mut backoff, GOOD_AFTER_MS);
        assert_eq!(backoff.next_ms(0.5), FIRST_MS);
    }
}
