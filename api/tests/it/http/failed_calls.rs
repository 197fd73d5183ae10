//! The record of the last calls that failed by a fault of ours.

use std::collections::BTreeSet;

use api::FailedCalls;

/// Most failed calls that are kept.
const KEPT: usize = 100;
/// Longest reason, in characters.
const REASON_CHARS: usize = 300;

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
