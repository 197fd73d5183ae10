//! Slowest tests of a run, from the JUnit reports that every runner writes.

use std::fs;

use crate::sh;

/// Number of tests that are printed.
const TOLD: usize = 10;
/// Paths of the reports, below the target folder: of the Rust tests, of the web app's and of the browser's.
pub const RUST: &str = "nextest/default/junit.xml";
pub const WEB: &str = "junit/web.xml";
pub const BROWSER: &str = "junit/browser.xml";

/// Removes the reports of earlier runs.
pub fn forget() {
    for report in [RUST, WEB, BROWSER] {
        let _ = fs::remove_file(sh::target_dir().join(report));
    }
}

/// Prints the slowest tests of all reports there are.
pub fn tell() {
    let mut tests: Vec<(f32, String)> = [RUST, WEB, BROWSER]
        .iter()
        .filter_map(|report| fs::read_to_string(sh::target_dir().join(report)).ok())
        .flat_map(|report| times(&report))
        .collect();
    tests.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    if tests.is_empty() {
        return;
    }
    println!("── slowest tests");
    for (seconds, name) in tests.iter().take(TOLD) {
        println!("{seconds:>7.1} s  {name}");
    }
}

/// Tests of a report with their seconds.
fn times(report: &str) -> Vec<(f32, String)> {
    report
        .split("<testcase ")
        .skip(1)
        .filter_map(|case| {
            let head = case.split('>').next()?;
            let seconds = attribute(head, "time")?.parse().ok()?;
            let name = attribute(head, "name")?;
            let place = attribute(head, "classname").unwrap_or_default();
            Some((seconds, format!("{place} {name}")))
        })
        .collect()
}

/// Value of an attribute of an element's head.
fn attribute<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = head.split_once(&format!(" {name}=\"")).or_else(|| {
        head.strip_prefix(&format!("{name}=\""))
            .map(|rest| ("", rest))
    })?;
    rest.split_once('"').map(|(value, _)| value)
}
