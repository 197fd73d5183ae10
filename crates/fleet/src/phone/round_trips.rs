//! Round-trip times of probes: the newest of a phone, and their summary.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// Most round trips of one phone that are kept: as many as its probes give in [`RTT_WINDOW`].
const RTTS_KEPT: usize = 20;
/// Age beyond which a round trip no longer counts.
const RTT_WINDOW: Duration = Duration::from_mins(5);

/// Summary of the round trips of the last minutes. A round trip lasts from the command `true` over ADB to its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RttSummary {
    /// Median of the round trips.
    pub median: Duration,
    /// 95th percentile of the round trips.
    pub p95: Duration,
    /// Number of samples.
    pub count: usize,
}

/// A phone's newest round trips.
#[derive(Debug, Default)]
pub struct RttStats(VecDeque<(Instant, Duration)>);

impl RttStats {
    /// Records a round trip that ended just now.
    pub fn note(&mut self, took: Duration) {
        if self.0.len() == RTTS_KEPT {
            self.0.pop_front();
        }
        self.0.push_back((Instant::now(), took));
    }

    /// Round trips that ended in the last minutes.
    pub fn lately(&self) -> impl Iterator<Item = Duration> {
        (self.0.iter())
            .filter(|(at, _)| at.elapsed() <= RTT_WINDOW)
            .map(|(_, took)| *took)
    }
}

impl RttSummary {
    /// Summary of these round trips; `None` without any.
    pub fn of(mut took: Vec<Duration>) -> Option<Self> {
        took.sort_unstable();
        // The smallest round trip that this percentage of all round trips does not exceed.
        let at = |percent: usize| took.get((took.len() * percent).div_ceil(100).max(1) - 1);
        Some(Self {
            median: *at(50)?,
            p95: *at(95)?,
            count: took.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn only_the_newest_of_the_last_minutes_count() {
        let mut rtts = RttStats::default();
        for ms in 0..=RTTS_KEPT as u64 {
            rtts.note(Duration::from_millis(ms));
        }
        assert_eq!(rtts.lately().count(), RTTS_KEPT);
        assert_eq!(rtts.lately().next(), Some(Duration::from_millis(1)));
        tokio::time::advance(RTT_WINDOW).await;
        assert_eq!(rtts.lately().count(), RTTS_KEPT);
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(rtts.lately().count(), 0);
    }

    #[test]
    fn median_and_tail_are_round_trips_that_were() {
        let ms = Duration::from_millis;
        assert_eq!(RttSummary::of(Vec::new()), None);
        let of = |count: u64| RttSummary::of((1..=count).rev().map(ms).collect()).expect("some");
        for (count, median, p95) in [(1, 1, 1), (2, 1, 2), (3, 2, 3), (100, 50, 95)] {
            let rtt = of(count);
            assert_eq!((rtt.median, rtt.p95), (ms(median), ms(p95)), "{count}");
        }
    }
}
