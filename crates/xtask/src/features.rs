//! Check of feature words: the rule, the store, the routes, the screen and the tests of a feature must be found under one name.

use std::fs;
use std::path::Path;

use crate::sh::{self, Failure};

/// Feature words: each names a rule, a store module, routes, a screen and tests.
pub const FEATURES: [&str; 29] = [
    "auth",
    "session",
    "member",
    "points",
    "subaccounts",
    "branding",
    "notices",
    "feedback",
    "phones",
    "operations",
    "replacement",
    "identity",
    "control",
    "apps",
    "uploads",
    "groups",
    "tags",
    "sharing",
    "orders",
    "payments",
    "maintenance",
    "redeem",
    "recycle",
    "play",
    "live",
    "keyaccount",
    "admin",
    "tracking",
    "audit",
];

/// Parts of a feature, and the paths at which each of them may be; `@` stands for the feature word.
const PARTS: [(&str, &[&str]); 6] = [
    (
        "rule",
        &["crates/domain/src/@.rs", "crates/domain/src/@/mod.rs"],
    ),
    (
        "store",
        &["crates/store/src/@.rs", "crates/store/src/@/mod.rs"],
    ),
    ("routes", &["api/src/features/@"]),
    ("API test", &["api/tests/it/@.rs", "api/tests/it/@/mod.rs"]),
    ("screen", &["webapp/src/features/@"]),
    ("browser test", &["e2e/tests/@.spec.ts", "e2e/tests/@"]),
];

/// Word in the table for all parts of a feature.
const ALL: &str = "all";

/// Path of the table of exceptions: the parts that are at another path, or that do not exist.
const TABLE: &str = "docs/features.md";

/// Checks that each part of each feature is found under its feature word, or is listed in the table, and that each folder of features has a
/// feature word as its name.
pub fn check(breaches: &mut Vec<String>) -> Result<(), Failure> {
    for folder in ["api/src/features", "webapp/src/features"] {
        for entry in fs::read_dir(sh::root().join(folder))? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !FEATURES.contains(&&*name) {
                breaches.push(format!("{folder}/{name} is no feature word"));
            }
        }
    }
    let table = fs::read_to_string(sh::root().join(TABLE))?;
    breaches.extend(breaches_of(&table, |path| sh::root().join(path).exists()));
    Ok(())
}

/// Checks a table, given whether a path exists; returns the breaches.
fn breaches_of(table: &str, is_there: impl Fn(&Path) -> bool) -> Vec<String> {
    let rows: Vec<[&str; 3]> = table.lines().filter_map(row).collect();
    let mut breaches = Vec::new();
    for word in FEATURES {
        for (part, paths) in PARTS {
            let under_word = paths
                .iter()
                .any(|path| is_there(Path::new(&path.replace('@', word))));
            let rows = rows
                .iter()
                .filter(|row| row[0] == word && (row[1] == part || row[1] == ALL))
                .count();
            if usize::from(!under_word) != rows {
                let found = if under_word { "found" } else { "not found" };
                breaches.push(format!(
                    "{TABLE}: the {part} of {word} is {found} under its word and has {rows} rows"
                ));
            }
        }
    }
    for [word, part, place] in rows {
        if !FEATURES.contains(&word)
            || !(part == ALL || PARTS.iter().any(|(name, _)| *name == part))
        {
            breaches.push(format!("{TABLE}: there is no {part} of {word}"));
        }
        // Paths are in backquotes.
        for path in place.split('`').skip(1).step_by(2) {
            if !is_there(Path::new(path)) {
                breaches.push(format!("{TABLE}: there is no {path}"));
            }
        }
    }
    breaches
}

/// Cells of a row: the word, the part, and its place or the reason why there is none.
fn row(line: &str) -> Option<[&str; 3]> {
    let cells: Vec<&str> = line.strip_prefix("| ")?.split('|').map(str::trim).collect();
    match cells[..] {
        [word, part, place, ""] if part != "part" => Some([word, part, place]),
        _ => None,
    }
}
