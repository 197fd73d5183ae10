//! Record of the last calls that failed by a fault of ours: bounded, in memory, the same fault of the same call once with its number.

use std::collections::{BTreeSet, VecDeque};

use parking_lot::Mutex;

/// Most failed calls that are kept.
const KEPT: usize = 100;
/// Members that are told apart for one failed call.
const MEMBERS: usize = 1000;
/// Longest reason, in characters.
const REASON_CHARS: usize = 300;

/// The last failed calls, the newest first.
#[derive(Default)]
pub struct FailedCalls(Mutex<VecDeque<FailedCall>>);

/// A call that failed, for one reason, however often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedCall {
    /// Time of the last one, Unix milliseconds.
    pub at_ms: i64,
    /// Method and path pattern of the call.
    pub call: String,
    /// The error with its causes.
    pub reason: String,
    /// Number of times.
    pub times: u64,
    /// Members to whom it happened.
    pub members: BTreeSet<i64>,
    /// Id of the last request.
    pub request_id: String,
}

impl FailedCalls {
    /// Records a failed call: counted where the call failed for the same reason before, else in place of the oldest.
    pub fn record(
        &self,
        call: String,
        reason: &str,
        member_id: Option<i64>,
        request_id: &str,
        at_ms: i64,
    ) {
        let reason: String = reason.chars().take(REASON_CHARS).collect();
        let mut calls = self.0.lock();
        let known =
            (calls.iter()).position(|failed| failed.call == call && failed.reason == reason);
        let known = known.and_then(|at| calls.remove(at));
        let mut failed = known.unwrap_or_else(|| FailedCall {
            at_ms,
            call,
            reason,
            times: 0,
            members: BTreeSet::new(),
            request_id: String::new(),
        });
        failed.at_ms = at_ms;
        failed.times = failed.times.saturating_add(1);
        request_id.clone_into(&mut failed.request_id);
        if let Some(member_id) = member_id.filter(|_| failed.members.len() < MEMBERS) {
            failed.members.insert(member_id);
        }
        calls.push_front(failed);
        calls.truncate(KEPT);
    }

    /// The newest failed calls.
    pub fn newest(&self, count: usize) -> Vec<FailedCall> {
        self.0.lock().iter().take(count).cloned().collect()
    }

    /// Failed calls that are kept, the newest first.
    pub fn all(&self) -> Vec<FailedCall> {
        self.newest(KEPT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_fault_of_the_same_call_is_counted_and_comes_first() {
        let calls = FailedCalls::default();
        calls.record("GET /a".to_owned(), "disk", Some(1), "r1", 10);
        calls.record("GET /b".to_owned(), "disk", None, "r2", 20);
        calls.record("GET /a".to_owned(), "disk", Some(2), "r3", 30);
        calls.record("GET /a".to_owned(), "net", Some(2), "r4", 25);
        let kept = calls.all();
        let short: Vec<_> = kept
            .iter()
            .map(|failed| (failed.call.as_str(), failed.reason.as_str(), failed.times))
            .collect();
        assert_eq!(
            short,
            [
                ("GET /a", "net", 1),
                ("GET /a", "disk", 2),
                ("GET /b", "disk", 1)
            ]
        );
        assert_eq!((kept[1].request_id.as_str(), kept[1].at_ms), ("r3", 30));
        assert_eq!(kept[1].members, BTreeSet::from([1, 2]));
    }

    #[test]
    fn no_more_than_its_bound_is_kept_and_no_longer_reason() {
        let calls = FailedCalls::default();
        for n in 0..=KEPT {
            calls.record(
                format!("GET /{n}"),
                &"错".repeat(REASON_CHARS + 1),
                None,
                "r",
                0,
            );
        }
        let kept = calls.all();
        assert_eq!(kept.len(), KEPT);
        assert_eq!(kept[0].call, format!("GET /{KEPT}"));
        assert_eq!(kept[KEPT - 1].call, "GET /1", "the oldest went");
        assert_eq!(kept[0].reason.chars().count(), REASON_CHARS);
        assert_eq!(calls.newest(5).len(), 5);
    }
}
