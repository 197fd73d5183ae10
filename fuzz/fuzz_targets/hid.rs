//! Any bytes as a virtual device: how long its descriptor is, the descriptor, and reports of it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_wire::hid::{FINGERS_MAX, Plugged};
/// As many bytes as a report of ours has at most.
const REPORT: usize = 61;
fuzz_target!(|data: &[u8]| {
    let Some((length, rest)) = data.split_first() else {
        return;
    };
    let (descriptor, reports) = rest.split_at(rest.len().min(usize::from(*length) * 4));
    let Ok(plugged) = Plugged::parse(descriptor) else {
        return;
    };
    for report in reports.chunks(REPORT) {
        let _ = plugged.keys(report);
        let fingers = plugged.fingers(report);
        assert!(fingers.len() <= FINGERS_MAX);
        assert!(fingers.iter().all(|finger| (0.0..=1.0).contains(&finger.at.0)));
        assert!(fingers.iter().all(|finger| (0.0..=1.0).contains(&finger.at.1)));
    }
});
