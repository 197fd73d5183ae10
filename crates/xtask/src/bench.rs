//! Benchmarks: ratios against a yardstick in the same run, printed as lines of JSON.

use crate::sh::{Failure, Step};
use crate::{setup, wasm, web};

/// Runs all, or those whose names are given: `relay`, `server`, `worker`, `decoder`.
pub fn all(only: &[&str]) -> Result<(), Failure> {
    setup::for_tests()?;
    wasm::build()?;
    web::build()?;
    let wanted = |name: &str| only.is_empty() || only.contains(&name);
    for package in ["relay", "phone-link"] {
        if wanted(package) {
            Step::new("cargo")
                .args(["bench", "--package", package])
                .run()?;
        }
    }
    if wanted("server") || wanted("worker") {
        Step::new("cargo")
            .args(["build", "--release", "--package", "owldeck"])
            .run()?;
    }
    for script in ["server", "worker", "decoder"] {
        if wanted(script) {
            Step::new("node")
                .arg(format!("bench/{script}.mjs"))
                .inside("e2e")
                .run()?;
        }
    }
    Ok(())
}
