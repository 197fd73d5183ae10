//! Names the template after the schema that it is compiled with: the start of the hash of all migrations.

#![expect(clippy::unwrap_used, reason = "a build that cannot go on has failed")]

use std::fs;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

const FOLDER: &str = "../store/migrations/postgres";

fn main() {
    println!("cargo::rerun-if-changed={FOLDER}");
    let mut migrations: Vec<PathBuf> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path().join("up.sql"))
        .collect();
    migrations.sort();
    let mut hash = Sha256::new();
    for migration in migrations {
        hash.update(fs::read(migration).unwrap());
    }
    let start = hash.finalize().first_chunk().copied().unwrap();
    let schema = u64::from_be_bytes(start);
    println!("cargo::rustc-env=OWLDECK_SCHEMA={schema:016x}");
}
