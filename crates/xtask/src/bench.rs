//! Benchmarks, which print lines of JSON. Most values are ratios to a baseline that is measured in the same run.

use crate::sh::{self, Failure, Step};
use crate::{postgres, setup, web};

/// Runs all benchmarks, or the named ones: `relay`, `phone-link`, `lines`, `list` (a million phones in both databases: some minutes), `notices`,
/// `operators` (a million orders), `company` (a thousand sub-accounts), `announce`,
/// `handsets`, `server`, `delay`, `worker`, `worker-garbage`, `worker-growth` (five minutes of a stream), `decoder`, `list-batches`,
/// `list-scroll`, `arrival`, `uploads` (2 GiB, some minutes).
pub fn all(only: &[&str]) -> Result<(), Failure> {
    setup::for_tests()?;
    web::build()?;
    let wanted = |name: &str| only.is_empty() || only.contains(&name);
    // These benchmarks start the server's binary.
    if [
        "phone-link",
        "announce",
        "handsets",
        "server",
        "delay",
        "worker",
        "worker-garbage",
        "worker-growth",
        "list-batches",
        "list-scroll",
        "arrival",
        "uploads",
    ]
    .iter()
    .any(|name| wanted(name))
    {
        Step::new("cargo")
            .args(["build", "--release", "--package", "owldeck"])
            .run()?;
    }
    for package in ["relay", "phone-link"] {
        if wanted(package) {
            Step::new("cargo")
                .args(["bench", "--package", package])
                .run()?;
        }
    }
    if wanted("lines") {
        Step::new("cargo")
            .args(["bench", "--package", "owldeck", "--bench", "lines"])
            .run()?;
    }
    for bench in ["list", "notices", "operators", "company"] {
        if wanted(bench) {
            store(bench)?;
        }
    }
    for name in [
        "announce",
        "handsets",
        "server",
        "delay",
        "worker",
        "worker-garbage",
        "worker-growth",
        "decoder",
        "list-batches",
        "list-scroll",
        "arrival",
        "uploads",
    ] {
        if wanted(name) {
            script(name).run()?;
        }
    }
    Ok(())
}

/// Makes a step that runs a script of `e2e/bench` with the release binary.
pub fn script(name: &str) -> Step {
    Step::new("node")
        .arg(format!("bench/{name}.mjs"))
        .env("OWLDECK_BINARY", sh::target_dir().join("release/owldeck"))
        .inside("e2e")
}

/// Runs a benchmark of the store, on SQLite and, where it is installed, on PostgreSQL.
fn store(bench: &str) -> Result<(), Failure> {
    let server = postgres::start()?;
    let mut bench = Step::new("cargo").args(["bench", "--package", "store", "--bench", bench]);
    if let Some(server) = &server {
        bench = bench.env(postgres::ENV_URL, &server.url);
    }
    bench.run()
}
