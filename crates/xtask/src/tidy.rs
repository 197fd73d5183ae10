//! Check of the project's rules that a compiler does not check: dependencies, sizes of files and folders, and words that may
//! be used in one place only.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::sh::{self, Failure};
use crate::{comments, dependencies, features, fingerprint};

/// Most lines of a file of code; a larger one is split into a folder of files, one for each action.
const LINES_MAX: usize = 500;

/// Most files of code in a folder; a larger folder is split into subfolders.
const FOLDER_MAX: usize = 30;

/// Checks all rules; the failure names every breach.
pub fn check() -> Result<(), Failure> {
    let mut breaches = Vec::new();
    dependencies::check(&mut breaches)?;
    features::check(&mut breaches)?;
    sizes(&mut breaches)?;
    owners(&mut breaches)?;
    answer_codes(&mut breaches)?;
    schemas(&mut breaches)?;
    comments(&mut breaches)?;
    migrations(&mut breaches)?;
    if breaches.is_empty() {
        Ok(())
    } else {
        Err(Failure(format!(
            "{} breaches\n  {}",
            breaches.len(),
            breaches.join("\n  ")
        )))
    }
}

/// Checks the comments of all code.
fn comments(breaches: &mut Vec<String>) -> Result<(), Failure> {
    for path in code()? {
        let text = fs::read_to_string(&path)?;
        for (number, rule) in comments::breaches(&text) {
            breaches.push(format!("{}:{number}: {rule}", shown(&path)));
        }
    }
    Ok(())
}

/// Finds schemas that have the same name, of which the API document would silently keep only one.
fn schemas(breaches: &mut Vec<String>) -> Result<(), Failure> {
    let mut seen: Vec<String> = Vec::new();
    for path in fingerprint::files(&sh::root().join("api/src"))? {
        let text = fs::read_to_string(&path)?;
        let mut derived = false;
        for line in text.lines() {
            if line.starts_with("#[derive(") {
                derived = line.contains("ToSchema");
            }
            let name = line
                .strip_prefix("pub struct ")
                .or_else(|| line.strip_prefix("pub enum "));
            let Some(name) = name.filter(|_| derived) else {
                continue;
            };
            let name: String = name
                .chars()
                .take_while(char::is_ascii_alphanumeric)
                .collect();
            if seen.contains(&name) {
                breaches.push(format!("{}: a second schema {name}", path.display()));
            }
            seen.push(name);
            derived = false;
        }
    }
    Ok(())
}

fn code() -> Result<Vec<PathBuf>, Failure> {
    let mut all = Vec::new();
    for folder in ["crates", "api", "wasm-core", "webapp/src", "e2e"] {
        all.extend(fingerprint::files(&sh::root().join(folder))?);
    }
    all.retain(|path| {
        let generated = path.ends_with("contract/schema.d.ts")
            || path.ends_with("contract/operations.ts")
            || path.ends_with("contract/constants.ts")
            || path.ends_with("contract/codes.ts")
            || path.ends_with("store/src/db/schema.rs");
        let kind = path
            .extension()
            .is_some_and(|e| e == "rs" || e == "ts" || e == "tsx" || e == "mjs");
        kind && !generated
    });
    Ok(all)
}

fn sizes(breaches: &mut Vec<String>) -> Result<(), Failure> {
    let mut folders: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for path in code()? {
        let lines = fs::read_to_string(&path)?.lines().count();
        if lines > LINES_MAX {
            breaches.push(format!("{} has {lines} lines", shown(&path)));
        }
        if let Some(folder) = path.parent() {
            *folders.entry(folder.to_owned()).or_default() += 1;
        }
    }
    for (folder, files) in folders {
        if files > FOLDER_MAX {
            breaches.push(format!("{} has {files} files", shown(&folder)));
        }
    }
    Ok(())
}

/// Words that may be used only under certain paths: the word, the paths, and the reason.
const HOMES: [(&str, &[&str], &str); 10] = [
    (
        "diesel::",
        // fresh-database makes and removes the tests' databases without the store.
        &["crates/store", "crates/fresh-database"],
        "only the store knows Diesel",
    ),
    (
        "insert_into(tickets::table)",
        &["crates/store/src/tickets"],
        "one ticket issuer",
    ),
    (
        "SystemTime::now",
        // These are the clock of the server and that of a simulated phone, which is a machine of its own.
        &["crates/engine/src/clock.rs", "crates/handset/src/clock.rs"],
        "one wall clock",
    ),
    (
        "as &dyn std::error::Error",
        &[],
        "an error is logged as `error = %causes(&error)`",
    ),
    (
        "%error",
        &[],
        "an error is logged as `error = %causes(&error)`",
    ),
    ("fetch(", &["webapp/src/core"], "only core touches HTTP"),
    (
        "localStorage",
        &["webapp/src/core"],
        "only core touches storage",
    ),
    (
        " lazy(",
        &["webapp/src/ui/lazyWithRetry.tsx"],
        "parts that come later have a place for not coming",
    ),
    (
        "internal::",
        &[],
        "a crate's internal parts are for its own tests",
    ),
    (
        ".route(",
        &["crates/owldeck", "api/src/features/payments/callbacks.rs"],
        "routes are services with a document",
    ),
];

/// Checks that the web app uses answer codes only by their generated names.
fn answer_codes(breaches: &mut Vec<String>) -> Result<(), Failure> {
    for path in code()? {
        let shown = shown(&path);
        if !shown.starts_with("webapp/src") {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let typed = text
            .split(|c: char| !(c.is_ascii_digit() || c == '_'))
            .map(|word| word.replace('_', ""))
            .any(|number| {
                number.len() == 10
                    && ["1001", "1002", "1004", "1011", "4100"]
                        .iter()
                        .any(|class| number.starts_with(class))
            });
        if typed {
            breaches.push(format!(
                "{shown}: an answer code is written by its name in contract/constants.ts"
            ));
        }
    }
    Ok(())
}

fn owners(breaches: &mut Vec<String>) -> Result<(), Failure> {
    for path in code()? {
        let shown = shown(&path);
        let test = shown.contains("/tests/")
            || shown.contains("/test/")
            || shown.contains(".test.")
            || shown.starts_with("e2e")
            || shown.starts_with("crates/xtask");
        if test {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        for (words, homes, rule) in HOMES {
            let spoken = text.lines().any(|line| {
                // The call `refetch(` asks the store's cache, not the server.
                let line = line.replace("refetch(", "");
                line.contains(words) && !line.trim_start().starts_with("//")
            });
            let scope = if words == "fetch(" || words == "localStorage" {
                "webapp/src"
            } else {
                ""
            };
            if spoken
                && shown.starts_with(scope)
                && !homes.iter().any(|home| shown.starts_with(home))
            {
                breaches.push(format!("{shown}: {rule}"));
            }
        }
    }
    Ok(())
}

/// Checks that both databases have migrations of equal names.
fn migrations(breaches: &mut Vec<String>) -> Result<(), Failure> {
    let names = |kind: &str| -> Result<Vec<String>, Failure> {
        let mut names = Vec::new();
        for entry in fs::read_dir(sh::root().join("crates/store/migrations").join(kind))? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    };
    if names("sqlite")? != names("postgres")? {
        breaches.push("the two databases have different migrations".into());
    }
    // Diesel would run only one of two migrations with the same number.
    let all = names("sqlite")?;
    for pair in all.windows(2) {
        let number = |name: &str| name.split('_').next().map(str::to_owned);
        if number(&pair[0]) == number(&pair[1]) {
            breaches.push(format!(
                "migrations {} and {} have one number",
                pair[0], pair[1]
            ));
        }
    }
    Ok(())
}

fn shown(path: &Path) -> String {
    path.strip_prefix(sh::root())
        .unwrap_or(path)
        .to_string_lossy()
        .into_owned()
}
