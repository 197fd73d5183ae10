//! Fingerprints of inputs, by which work is skipped if its inputs have not changed: a stamp file has the hash of all inputs of the last time.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::sh::{self, Failure};

/// Hashes the names and contents of files and folders, whose paths are relative to the root of the checkout.
pub fn of(inputs: &[&str]) -> Result<String, Failure> {
    let mut hasher = DefaultHasher::new();
    for input in inputs {
        let path = sh::root().join(input);
        for file in files(&path)? {
            file.strip_prefix(sh::root())
                .unwrap_or(&file)
                .hash(&mut hasher);
            fs::read(&file)?.hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Files under a path, or the file itself, sorted; folders that tools generate are left out.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(if path.exists() {
            vec![path.to_path_buf()]
        } else {
            Vec::new()
        });
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?.path();
        let name = entry
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !matches!(
            name.as_str(),
            "node_modules"
                | "target"
                | "dist"
                | "pkg"
                | ".git"
                | "test-results"
                | "playwright-report"
        ) {
            found.extend(files(&entry)?);
        }
    }
    found.sort();
    Ok(found)
}

/// Whether `stamp` holds `fingerprint`.
pub fn fresh(stamp: &Path, fingerprint: &str) -> bool {
    fs::read_to_string(stamp).is_ok_and(|text| text == fingerprint)
}

/// Writes a stamp.
pub fn write(stamp: &Path, fingerprint: &str) -> Result<(), Failure> {
    if let Some(folder) = stamp.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(stamp, fingerprint)?;
    Ok(())
}
