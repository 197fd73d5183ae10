//! Record of the last calls that failed by a fault of ours: bounded, in memory, the same fault of the same call once with its number.

use std::collections::{BTreeSet, VecDeque};

use parking_lot::Mutex;

/// Most faults that are kept.
const KEPT: usize = 100;
/// Members that are told apart for one fault.
const MEMBERS: usize = 1000;
/// Longest reason, in characters.
const REASON_CHARS: usize = 300;

/// The last faults, the newest first.
#[derive(Default)]
pub struct Faults(Mutex<VecDeque<Fault>>);

/// A call that failed, for one reason, however often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
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

impl Faults {
    /// Keeps a fault: counted where its call failed for the same reason before, else in place of the oldest.
    pub fn keep(
        &self,
        call: String,
        reason: &str,
        member_id: Option<i64>,
        request_id: &str,
        at_ms: i64,
    ) {
        let reason: String = reason.chars().take(REASON_CHARS).collect();
        let mut faults = self.0.lock();
        let known = (faults.iter()).position(|fault| fault.call == call && fault.reason == reason);
        let known = known.and_then(|at| faults.remove(at));
        let mut fault = known.unwrap_or_else(|| Fault {
            at_ms,
            call,
            reason,
            times: 0,
            members: BTreeSet::new(),
            request_id: String::new(),
        });
        fault.at_ms = at_ms;
        fault.times = fault.times.saturating_add(1);
        request_id.clone_into(&mut fault.request_id);
        if let Some(member_id) = member_id.filter(|_| fault.members.len() < MEMBERS) {
            fault.members.insert(member_id);
        }
        faults.push_front(fault);
        faults.truncate(KEPT);
    }

    /// The newest faults.
    pub fn newest(&self, count: usize) -> Vec<Fault> {
        self.0.lock().iter().take(count).cloned().collect()
    }

    /// Faults that are kept, the newest first.
    pub fn all(&self) -> Vec<Fault> {
        self.newest(KEPT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_fault_of_the_same_call_is_counted_and_comes_first() {
        let faults = Faults::default();
        faults.keep("GET /a".to_owned(), "disk", Some(1), "r1", 10);
        faults.keep("GET /b".to_owned(), "disk", None, "r2", 20);
        faults.keep("GET /a".to_owned(), "disk", Some(2), "r3", 30);
        faults.keep("GET /a".to_owned(), "net", Some(2), "r4", 25);
        let kept = faults.all();
        let short: Vec<_> = kept
            .iter()
            .map(|fault| (fault.call.as_str(), fault.reason.as_str(), fault.times))
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
        let faults = Faults::default();
        for n in 0..=KEPT {
            faults.keep(
                format!("GET /{n}"),
                &"错".repeat(REASON_CHARS + 1),
                None,
                "r",
                0,
            );
        }
        let kept = faults.all();
        assert_eq!(kept.len(), KEPT);
        assert_eq!(kept[0].call, format!("GET /{KEPT}"));
        assert_eq!(kept[KEPT - 1].call, "GET /1", "the oldest went");
        assert_eq!(kept[0].reason.chars().count(), REASON_CHARS);
        assert_eq!(faults.newest(5).len(), 5);
    }
}
