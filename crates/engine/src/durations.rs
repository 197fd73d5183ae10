//! How long operations take: the median of the last runs of a kind at a phone's host. The runs are kept in memory, because they only give an
//! estimate: after a start the usual duration of the kind stands in until the first run ends.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use domain::operations::Kind;
use parking_lot::Mutex;
use store::operations::RunningOperation;

use crate::Engine;

/// Number of last runs that the median is taken of.
const RUNS: usize = 9;

/// The last durations in milliseconds by host and kind: at most [`RUNS`] for each kind of each host.
type Runs = HashMap<String, HashMap<Kind, VecDeque<i64>>>;

/// Durations that were noted since the start.
#[derive(Debug, Clone, Default)]
pub(crate) struct Durations(Arc<Mutex<Runs>>);

impl Durations {
    fn note(&self, host: String, kind: Kind, took_ms: i64) {
        let mut all = self.0.lock();
        let runs = all.entry(host).or_default().entry(kind).or_default();
        if runs.len() == RUNS {
            runs.pop_front();
        }
        runs.push_back(took_ms);
    }

    fn median_ms(&self, host: &str, kind: Kind) -> Option<i64> {
        let mut runs: Vec<i64> = self
            .0
            .lock()
            .get(host)?
            .get(&kind)?
            .iter()
            .copied()
            .collect();
        runs.sort_unstable();
        runs.get(runs.len() / 2).copied()
    }
}

/// Whether a run tells how long the next one takes; a run that moves files depends on their size, so it does not.
const fn is_alike(kind: Kind) -> bool {
    !matches!(kind, Kind::InstallApp | Kind::PushFile | Kind::Transfer)
}

impl Engine {
    /// Notes an operation that ended well.
    pub(crate) fn note_duration(&self, running: &RunningOperation, took_ms: i64) {
        if is_alike(running.kind)
            && let Some(host) = self.fleet.host_of(running.phone_id)
        {
            self.durations.note(host, running.kind, took_ms);
        }
    }

    /// How long an operation on a phone is expected to take, in milliseconds: as the last ones at its host, else as its kind usually does.
    pub fn expected_ms(&self, phone_id: i64, kind: Kind) -> i64 {
        let host = self.fleet.host_of(phone_id);
        host.and_then(|host| self.durations.median_ms(&host, kind))
            .unwrap_or_else(|| kind.expected_ms())
    }

    /// How long the operations during which a member cannot use the phone lately took at its host, in milliseconds; empty where none has run
    /// since the start.
    pub fn estimates(&self, phone_id: i64) -> Vec<(Kind, i64)> {
        let Some(host) = self.fleet.host_of(phone_id) else {
            return Vec::new();
        };
        Kind::ALL
            .into_iter()
            .filter(|kind| kind.boots() || *kind == Kind::PowerOff)
            .filter_map(|kind| Some((kind, self.durations.median_ms(&host, kind)?)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_the_last_runs_is_expected_at_that_host_alone() {
        let durations = Durations::default();
        let at = |host: &str, kind| durations.median_ms(host, kind);
        assert_eq!(at("a", Kind::Reboot), None);
        for took_ms in [2_000, 90_000, 3_000] {
            durations.note("a".to_owned(), Kind::Reboot, took_ms);
        }
        assert_eq!(at("a", Kind::Reboot), Some(3_000));
        assert_eq!(at("a", Kind::PowerOn), None);
        assert_eq!(at("b", Kind::Reboot), None);
        for _ in 0..RUNS {
            durations.note("a".to_owned(), Kind::Reboot, 5_000);
        }
        assert_eq!(at("a", Kind::Reboot), Some(5_000));
        assert_eq!(durations.0.lock()["a"][&Kind::Reboot].len(), RUNS);
    }
}
