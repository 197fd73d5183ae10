//! Names the template after the schema that it is compiled with: the start of the hash of all migrations, their names included.

#![expect(clippy::unwrap_used, reason = "a build that cannot go on has failed")]

use std::fs;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

const FOLDERS: [&str; 2] = ["../store/migrations/sqlite", "../store/migrations/postgres"];

fn main() {
    let mut hash = Sha256::new();
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        let mut migrations: Vec<PathBuf> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().join("up.sql"))
            .collect();
        migrations.sort();
        for migration in migrations {
            hash.update(migration.to_string_lossy().as_bytes());
            hash.update(fs::read(migration).unwrap());
        }
    }
    let start = hash.finalize().first_chunk().copied().unwrap();
    let schema = u64::from_be_bytes(start);
    println!("cargo::rustc-env=OWLDECK_SCHEMA={schema:016x}");
}
