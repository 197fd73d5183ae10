//! Popups: which of them open, in what order, and what is kept of them once they are confirmed.

use domain::notices::popup::{Popup, Record, confirmed, queue, shows, with_record};

const fn popup(id: i64, frequency: i64, priority: i64) -> Popup {
    Popup {
        id,
        revision: 1,
        frequency,
        priority,
    }
}

fn record(id: i64, revision: i64, last_date: &str, popped: bool) -> Record {
    Record {
        id,
        revision,
        last_date: last_date.to_owned(),
        popped,
    }
}

/// A test vector: frequency, the record if there is one (revision, date, flag), whether the popup is shown on 2026-11-26.
type Vector = (i64, Option<(i64, &'static str, bool)>, bool);
const VECTORS: [Vector; 17] = [
    (1, None, true),
    (1, Some((1, "2026-11-26", true)), true),
    (2, None, true),
    (2, Some((1, "2026-11-26", false)), false),
    (2, Some((1, "2026-11-25", false)), true),
    (2, Some((1, "2026-11-27", false)), true),
    (2, Some((1, "", false)), true),
    // The flag belongs to the other frequency.
    (2, Some((1, "2026-11-25", true)), true),
    (3, None, true),
    (3, Some((1, "", true)), false),
    (3, Some((1, "2026-11-26", false)), true),
    (3, Some((1, "2020-01-01", true)), false),
    // The announcement has changed since.
    (2, Some((0, "2026-11-26", false)), true),
    (3, Some((2, "", true)), true),
    (0, None, false),
    (4, None, false),
    (-1, Some((1, "", false)), false),
];

#[test]
fn frequency_date_flag_and_day_say_whether_one_is_shown() {
    for (frequency, kept, shown) in VECTORS {
        let kept = kept.map(|(revision, date, popped)| record(7, revision, date, popped));
        let one = popup(7, frequency, 0);
        assert_eq!(
            shows(&one, kept.as_ref(), "2026-11-26"),
            shown,
            "{frequency} {kept:?}"
        );
    }
    let other = record(8, 1, "", true);
    assert!(shows(&popup(7, 3, 0), Some(&other), "2026-11-26"));
}

#[test]
fn they_come_by_priority_and_those_of_one_priority_as_they_came() {
    let all = [
        popup(1, 1, 30),
        popup(2, 2, 10),
        popup(3, 3, 20),
        popup(4, 9, 0),
        popup(5, 1, 10),
    ];
    assert_eq!(queue(&all, &[], "2026-11-26"), [2, 5, 3, 1]);
    assert_eq!(queue(&[], &[], "2026-11-26"), [0_i64; 0]);
}

#[test]
fn confirming_one_never_hides_the_others() {
    let all = [popup(1, 3, 1), popup(2, 3, 2), popup(3, 2, 3)];
    let newest = confirmed(&all[2], "2026-11-26").unwrap();
    let records = with_record(Vec::new(), newest);
    assert_eq!(queue(&all, &records, "2026-11-26"), [1, 2]);
    assert_eq!(queue(&all, &records, "2026-11-27"), [1, 2, 3]);
    let records = with_record(records, confirmed(&all[0], "2026-11-26").unwrap());
    assert_eq!(queue(&all, &records, "2026-11-26"), [2]);
    let changed = Popup {
        revision: 2,
        ..all[0]
    };
    assert_eq!(
        queue(&[changed, all[1], all[2]], &records, "2026-11-26"),
        [1, 2]
    );
}

#[test]
fn those_of_every_time_leave_no_record_and_the_newest_three_hundred_are_kept() {
    assert_eq!(confirmed(&popup(1, 1, 0), "2026-11-26"), None);
    assert_eq!(confirmed(&popup(1, 4, 0), "2026-11-26"), None);
    let mut records = Vec::new();
    for id in 0..=300 {
        records = with_record(records, record(id, 1, "", true));
    }
    assert_eq!((records.len(), records[0].id), (300, 1));
    records = with_record(records, record(1, 2, "", true));
    assert_eq!((records.len(), records[299].revision), (300, 2));
}
