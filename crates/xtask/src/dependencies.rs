//! Check of dependencies: which crate may know which, and whether each one is used.

use std::fs;
use std::path::Path;

use crate::fingerprint;
use crate::sh::{self, Failure, Step};

/// For each crate, the crates of the workspace on which it may depend.
const KNOWS: &[(&str, &[&str])] = &[
    ("crates/causes", &[]),
    ("crates/domain", &[]),
    ("crates/h264", &[]),
    ("crates/phone-wire", &[]),
    ("crates/relay", &[]),
    ("crates/unpack", &[]),
    ("crates/spreadsheet", &["unpack"]),
    ("crates/phone-link", &["causes", "h264", "phone-wire"]),
    ("crates/handset", &["causes", "phone-wire", "unpack"]),
    (
        "crates/fleet",
        &["causes", "domain", "phone-link", "relay", "unpack"],
    ),
    ("crates/store", &["causes", "domain"]),
    ("crates/wallet-wire", &[]),
    ("crates/connectors", &["causes", "domain", "wallet-wire"]),
    ("crates/sandbox", &["causes", "domain"]),
    ("crates/fresh-database", &["store"]),
    ("crates/eventually", &[]),
    ("crates/kept-port", &[]),
    ("crates/stopwatch", &[]),
    (
        "crates/fuzz-targets",
        &["phone-wire", "spreadsheet", "unpack", "wallet-wire"],
    ),
    (
        "crates/engine",
        &["causes", "domain", "store", "fleet", "connectors", "unpack"],
    ),
    (
        "api",
        &[
            "causes",
            "domain",
            "store",
            "engine",
            "fleet",
            "spreadsheet",
        ],
    ),
    ("wasm-core/rules", &["domain"]),
    ("wasm-core/soft", &["h264"]),
    ("wasm-core/stream", &["domain", "h264"]),
    (
        "crates/owldeck",
        &[
            "causes",
            "domain",
            "store",
            "engine",
            "fleet",
            "handset",
            "api",
            "relay",
            "phone-link",
            "connectors",
            "sandbox",
        ],
    ),
];
/// Crates that [`KNOWS`] speaks of.
const CRATES: &[&str] = &[
    "causes",
    "domain",
    "h264",
    "phone-wire",
    "phone-link",
    "handset",
    "relay",
    "unpack",
    "spreadsheet",
    "fleet",
    "store",
    "engine",
    "api",
    "owldeck",
    "wallet-wire",
    "connectors",
    "sandbox",
    "fresh-database",
    "eventually",
    "kept-port",
    "stopwatch",
];

/// Packages whose library has another name than the package.
const LIBRARIES: [(&str, &str); 1] = [("md-5", "md5")];
/// Packages that are named only to choose how they are built; another package uses them.
const BUILT_ONLY: [&str; 2] = ["libsqlite3-sys", "pq-sys"];

/// Checks the manifests of all crates.
pub fn check(breaches: &mut Vec<String>) -> Result<(), Failure> {
    walls(breaches)?;
    unused(breaches)?;
    fuzz_lock(breaches);
    Ok(())
}

/// Checks that the fuzz targets' lock file, which is outside the workspace, has the packages on which the crates depend today.
fn fuzz_lock(breaches: &mut Vec<String>) {
    let metadata =
        Step::new("cargo")
            .inside("fuzz")
            .args(["metadata", "--locked", "--format-version", "1"]);
    if !metadata.succeeds() {
        breaches.push("fuzz/Cargo.lock is stale: `cargo update --workspace` in fuzz".into());
    }
}

/// Checks that crates depend on those of the workspace alone that they may know.
fn walls(breaches: &mut Vec<String>) -> Result<(), Failure> {
    for &(folder, knows) in KNOWS {
        let manifest = fs::read_to_string(sh::root().join(folder).join("Cargo.toml"))?;
        let dependencies = manifest
            .split("[dependencies]")
            .nth(1)
            .and_then(|text| text.split("\n[").next())
            .unwrap_or_default();
        for line in dependencies.lines() {
            let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
            if CRATES.contains(&name) && !knows.contains(&name) {
                breaches.push(format!("{folder} may not know {name}"));
            }
        }
    }
    Ok(())
}

/// Checks that each dependency is named in its crate's sources or tests.
fn unused(breaches: &mut Vec<String>) -> Result<(), Failure> {
    for &(folder, _) in KNOWS {
        let folder = sh::root().join(folder);
        let code = code_of(&folder)?;
        let manifest = fs::read_to_string(folder.join("Cargo.toml"))?;
        for package in dependencies_of(&manifest) {
            let library = LIBRARIES.iter().find(|(name, _)| *name == package);
            let library =
                library.map_or_else(|| package.replace('-', "_"), |(_, name)| (*name).to_owned());
            if !BUILT_ONLY.contains(&package) && !names(&code, &library) {
                breaches.push(format!("{} does not use {package}", folder.display()));
            }
        }
    }
    Ok(())
}

fn code_of(folder: &Path) -> Result<String, Failure> {
    let mut code = String::new();
    for path in fingerprint::files(folder)? {
        if path.extension().is_some_and(|ending| ending == "rs") {
            code.push_str(&fs::read_to_string(&path)?);
        }
    }
    Ok(code)
}

/// Packages in the tables of dependencies of a manifest, for tests and for one target too.
fn dependencies_of(manifest: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    manifest.lines().filter_map(move |line| {
        if let Some(table) = line.strip_prefix('[') {
            inside = table.ends_with("dependencies]");
            return None;
        }
        let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
        (inside && !name.is_empty() && !name.starts_with('#')).then_some(name)
    })
}

/// Whether a text has a name as a whole word.
fn names(code: &str, name: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + name.len()..].chars().next();
        !before.is_some_and(in_word) && !after.is_some_and(in_word)
    })
}

#[cfg(test)]
mod tests {
    use super::{dependencies_of, names};

    #[test]
    fn packages_are_read_from_all_tables_of_dependencies() {
        let manifest = "[package]\nname = \"x\"\n\n[dependencies]\n# Why.\nserde = { workspace = true }\n\n[target.'cfg(unix)'.dev-dependencies]\nmd-5.workspace = true\n\n[features]\nall = []\n";
        let found: Vec<&str> = dependencies_of(manifest).collect();
        assert_eq!(found, ["serde", "md-5"]);
    }

    #[test]
    fn a_name_is_found_as_a_whole_word_only() {
        assert!(names("use serde::Serialize;", "serde"));
        assert!(!names("use serde_json::json;", "serde"));
        assert!(!names("", "serde"));
    }
}
