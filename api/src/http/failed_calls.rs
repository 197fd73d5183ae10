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
