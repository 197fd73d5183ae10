//! Report of the failed and the slowest tests of a run, from the JUnit reports that every test runner writes.

use std::fs;

use crate::sh;

/// Number of slow tests that are printed.
const SLOWEST: usize = 10;
/// Number of characters of a failure's message that are printed; the runner has printed the whole message above.
const MESSAGE: usize = 500;
/// Paths of the reports, relative to the target folder: of the Rust tests, the web app's tests and the browser tests.
pub const RUST: &str = "nextest/default/junit.xml";
pub const WEB: &str = "junit/web.xml";
pub const BROWSER: &str = "junit/browser.xml";

/// Removes the reports of earlier runs.
pub fn forget() {
    for report in [RUST, WEB, BROWSER] {
        let _ = fs::remove_file(sh::target_dir().join(report));
    }
}

/// Test of a report.
struct Case {
    name: String,
    seconds: f32,
    /// Beginning of the message, where the test failed.
    failure: Option<String>,
}

/// Prints the slowest and then the failed tests of all existing reports. Failures come last because a long output is usually cut at its beginning.
pub fn report() {
    let mut cases: Vec<Case> = [RUST, WEB, BROWSER]
        .iter()
        .filter_map(|report| fs::read_to_string(sh::target_dir().join(report)).ok())
        .flat_map(|report| cases(&report))
        .collect();
    if cases.is_empty() {
        return;
    }
    cases.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    println!("── slowest tests");
    for case in cases.iter().take(SLOWEST) {
        println!("{:>7.1} s  {}", case.seconds, case.name);
    }
    for case in &cases {
        if let Some(message) = &case.failure {
            println!("── failed: {}\n{message}", case.name);
        }
    }
}

/// Reads the tests from a report.
fn cases(report: &str) -> Vec<Case> {
    report
        .split("<testcase ")
        .skip(1)
        .filter_map(|case| {
            let (head, body) = case.split_once('>')?;
            let name = attribute(head, "name")?;
            let place = attribute(head, "classname").unwrap_or_default();
            Some(Case {
                name: format!("{place} {name}"),
                seconds: attribute(head, "time")?.parse().ok()?,
                failure: body.split_once("<failure").map(|(_, failure)| {
                    let end = failure.find("</failure").unwrap_or(failure.len());
                    failure[..end].chars().take(MESSAGE).collect()
                }),
            })
        })
        .collect()
}

/// Value of an attribute in an element's start tag.
fn attribute<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = head.split_once(&format!(" {name}=\"")).or_else(|| {
        head.strip_prefix(&format!("{name}=\""))
            .map(|rest| ("", rest))
    })?;
    rest.split_once('"').map(|(value, _)| value)
}
