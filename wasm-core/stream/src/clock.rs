//! Estimate of the server's clock, by which a picture's age is known.
//!
//! A pong tells what the server's clock showed half a round trip ago, as in NTP; the shortest round trip of a window gives the
//! most exact estimate. Times are Unix microseconds; the local clock only has to run evenly.

use std::collections::VecDeque;

/// Number of pongs remembered: half a minute at one a second, so that after a change of the network's route the old times are forgotten
/// soon.
pub const WINDOW: usize = 30;
/// Longest round trip of a pong that is used, in microseconds.
pub const LONGEST_RTT_US: u64 = 60_000_000;
/// Generous bound of how far two clocks drift apart within the window, in microseconds.
const DRIFT_US: u64 = 20_000;

#[derive(Debug, Clone, Copy)]
struct Sample {
    rtt_us: u64,
    /// Local clock minus the server's.
    offset_us: i64,
}

impl Sample {
    /// Whether the two samples contradict each other, so that a clock was set between them: each is wrong by half its round trip at most,
    /// and clocks drift a little.
    const fn denies(self, other: Self) -> bool {
        let apart = self.offset_us.abs_diff(other.offset_us);
        apart > u64::midpoint(self.rtt_us, other.rtt_us) + DRIFT_US
    }
}

/// Estimator of the offset between the two clocks.
#[derive(Debug, Default)]
pub struct ServerClock {
    pongs: VecDeque<Sample>,
    /// Offset by the session's greeting, which serves until the first pong; wrong by the time that the greeting took.
    greeting_us: Option<i64>,
}

impl ServerClock {
    /// Takes the session's greeting: a first rough guess.
    pub fn hello(&mut self, server_us: u64, now_us: u64) {
        self.greeting_us = Some(difference(now_us, server_us));
    }

    /// Takes an answered ping: sent at `echo_us` of the local clock, answered at `server_us`, here at `now_us`.
    pub fn pong(&mut self, echo_us: u64, server_us: u64, now_us: u64) {
        let Some(rtt_us) = now_us
            .checked_sub(echo_us)
            .filter(|rtt| *rtt <= LONGEST_RTT_US)
        else {
            return;
        };
        let sample = Sample {
            rtt_us,
            offset_us: difference(echo_us + rtt_us / 2, server_us),
        };
        // After one of the clocks was set, the earlier pongs say nothing about it.
        if self.pongs.iter().any(|before| before.denies(sample)) {
            self.pongs.clear();
        }
        if self.pongs.len() >= WINDOW {
            self.pongs.pop_front();
        }
        self.pongs.push_back(sample);
    }

    /// Newest round trip in microseconds.
    pub fn rtt_us(&self) -> Option<u64> {
        self.pongs.back().map(|s| s.rtt_us)
    }

    /// Present time of the server's clock; `None` before its first word.
    pub fn server_us(&self, now_us: u64) -> Option<u64> {
        self.age_us(0, now_us)
    }

    /// Age of a picture that was drawn at `drawn_us` of the server's clock; 0 when the estimate would make it negative, `None` before the
    /// server's first word.
    pub fn age_us(&self, drawn_us: u64, now_us: u64) -> Option<u64> {
        let best = self
            .pongs
            .iter()
            .min_by_key(|s| s.rtt_us)
            .map(|s| s.offset_us);
        let offset_us = best.or(self.greeting_us)?;
        let age = difference(now_us, drawn_us).saturating_sub(offset_us);
        Some(u64::try_from(age).unwrap_or(0))
    }
}

/// Difference a − b, without overflow.
fn difference(a: u64, b: u64) -> i64 {
    i64::try_from(i128::from(a) - i128::from(b)).unwrap_or(if a > b { i64::MAX } else { i64::MIN })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The local clock is 5 s ahead in every test.
    const AHEAD_US: u64 = 5_000_000;

    fn answer(clock: &mut ServerClock, sent_us: u64, there_us: u64, back_us: u64) {
        clock.pong(
            sent_us,
            sent_us + there_us - AHEAD_US,
            sent_us + there_us + back_us,
        );
    }

    #[test]
    fn without_a_word_from_the_server_no_age_is_claimed() {
        assert_eq!(ServerClock::default().age_us(1, 2), None);
        assert_eq!(ServerClock::default().rtt_us(), None);
    }

    #[test]
    fn the_greeting_serves_until_the_first_pong() {
        let mut clock = ServerClock::default();
        clock.hello(100_000_000, 105_000_000);
        assert_eq!(clock.age_us(100_000_000, 105_040_000), Some(40_000));
        assert_eq!(clock.rtt_us(), None);
    }

    #[test]
    fn the_shortest_round_trip_counts_and_the_newest_is_reported() {
        let mut clock = ServerClock::default();
        answer(&mut clock, 200_000_000, 10_000, 10_000);
        answer(&mut clock, 201_000_000, 400_000, 2_000);
        assert_eq!(clock.rtt_us(), Some(402_000));
        assert_eq!(
            clock.age_us(200_000_000 - AHEAD_US, 200_030_000),
            Some(30_000)
        );
    }

    #[test]
    fn a_round_trip_older_than_the_window_is_forgotten() {
        let mut clock = ServerClock::default();
        answer(&mut clock, 1_000_000_000, 0, 0);
        for i in 1..WINDOW as u64 {
            answer(&mut clock, 1_000_000_000 + i * 1_000_000, 300_000, 100_000);
        }
        let drawn = 2_000_000_000 - AHEAD_US;
        assert_eq!(clock.age_us(drawn, 2_000_500_000), Some(500_000));
        answer(&mut clock, 1_900_000_000, 300_000, 100_000);
        assert_eq!(
            clock.age_us(drawn, 2_000_500_000),
            Some(600_000),
            "the uneven way is all that is left"
        );
    }

    #[test]
    fn a_clock_that_was_set_is_believed_at_once_and_a_slow_answer_is_no_such_clock() {
        let mut clock = ServerClock::default();
        answer(&mut clock, 200_000_000, 10_000, 10_000);
        answer(&mut clock, 201_000_000, 5_000_000, 10_000);
        answer(&mut clock, 207_000_000, 10_000, 5_000_000);
        let drawn = 220_000_000 - AHEAD_US;
        assert_eq!(clock.age_us(drawn, 220_030_000), Some(30_000));
        // The server's clock is set back by 11 s.
        let set_us = 11_000_000;
        clock.pong(221_000_000, 221_020_000 - AHEAD_US - set_us, 221_040_000);
        let drawn = 222_000_000 - AHEAD_US - set_us;
        assert_eq!(clock.age_us(drawn, 222_030_000), Some(30_000));
    }

    #[test]
    fn the_servers_time_is_told_by_the_same_estimate() {
        let mut clock = ServerClock::default();
        assert_eq!(clock.server_us(1), None);
        answer(&mut clock, 200_000_000, 10_000, 10_000);
        assert_eq!(clock.server_us(200_030_000), Some(195_030_000));
    }

    #[test]
    fn nonsense_is_ignored_and_never_overflows() {
        let mut clock = ServerClock::default();
        clock.pong(10, 5, 9);
        clock.pong(0, 5, LONGEST_RTT_US + 1);
        assert_eq!(clock.rtt_us(), None);
        clock.pong(0, 5, LONGEST_RTT_US);
        assert_eq!(clock.rtt_us(), Some(LONGEST_RTT_US));
        clock.hello(u64::MAX, 0);
        assert_eq!(clock.age_us(u64::MAX, 0), Some(0));
        assert!(clock.age_us(0, u64::MAX).is_some());
    }
}
