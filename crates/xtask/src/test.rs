//! The one test command: each stage named and timed, the first failure ends it after the others of its kind were told.

use std::time::Instant;

use crate::postgres;
use crate::sh::{self, Failure, Step};
use crate::{contract, fuzz, setup, tidy, wasm, web};

/// How long each fuzz target runs in tests.
const FUZZ_SECONDS: u32 = 10;

type Stage<'a> = (&'a str, Box<dyn FnOnce() -> Result<(), Failure> + 'a>);

/// Runs all stages, or those whose names are given.
pub fn all(only: &[&str]) -> Result<(), Failure> {
    let started = Instant::now();
    setup::for_tests()?;
    let server = postgres::start()?
        .ok_or_else(|| Failure("PostgreSQL is not installed: its tests cannot run".into()))?;
    let stages: Vec<Stage<'_>> = vec![
        ("tidy", Box::new(tidy::check)),
        (
            "format",
            Box::new(|| Step::new("cargo").args(["fmt", "--all", "--check"]).run()),
        ),
        ("wasm build", Box::new(wasm::build)),
        ("web build", Box::new(web::build)),
        ("lints", Box::new(lints)),
        ("rust", Box::new(|| rust(&server.url))),
        ("fuzz", Box::new(fuzz_targets)),
        ("wasm", Box::new(wasm_tests)),
        ("contract", Box::new(|| contract::generate(true))),
        ("web", Box::new(web_tests)),
        ("browser", Box::new(|| browser(&server))),
    ];
    let mut lines = Vec::new();
    let (mut passed, mut failed) = (0, 0);
    for (name, stage) in stages {
        if !only.is_empty() && !only.contains(&name) {
            continue;
        }
        println!("── {name}");
        let begun = Instant::now();
        let outcome = stage();
        let seconds = begun.elapsed().as_secs_f32();
        match &outcome {
            Ok(()) => passed += 1,
            Err(failure) => {
                failed += 1;
                eprintln!("xtask: {name}: {failure}");
            }
        }
        lines.push(format!(
            "{:>7.1} s  {}  {name}",
            seconds,
            if outcome.is_ok() { "ok    " } else { "FAILED" }
        ));
    }
    drop(server);
    println!("── stages");
    for line in lines {
        println!("{line}");
    }
    println!("{:>7.1} s  in all", started.elapsed().as_secs_f32());
    println!("stages: {passed} passed, {failed} failed");
    if failed == 0 {
        Ok(())
    } else {
        Err(Failure(format!(
            "{failed} of {} stages failed",
            passed + failed
        )))
    }
}

fn lints() -> Result<(), Failure> {
    Step::new("cargo")
        .args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ])
        .run()?;
    Step::new("cargo")
        .args([
            "clippy",
            "--target",
            "wasm32-unknown-unknown",
            "--package",
            "rules",
            "--package",
            "soft",
            "--package",
            "stream",
            "--",
            "-D",
            "warnings",
        ])
        .run()
}

/// Every Rust test; those of the store and the server run on SQLite and on PostgreSQL.
fn rust(pg: &str) -> Result<(), Failure> {
    let nextest = Step::new("cargo").args(["nextest", "--version"]).succeeds();
    let runner: &[&str] = if nextest {
        &["nextest", "run", "--no-fail-fast"]
    } else {
        &["test", "--no-fail-fast"]
    };
    Step::new("cargo")
        .args(runner)
        .args(["--workspace"])
        .env(postgres::ENV_URL, pg)
        .run()
}

/// Every fuzz target for ten seconds; `cargo xtask trust` runs them for long.
fn fuzz_targets() -> Result<(), Failure> {
    fuzz::all(fuzz::Length::Seconds(FUZZ_SECONDS)).map(drop)
}

/// The vectors of the rules, as wasm, in Node.
fn wasm_tests() -> Result<(), Failure> {
    wasm::tools()?;
    let runner = sh::target_dir().join("debug/wasm-test-runner");
    Step::new("cargo")
        .args([
            "test",
            "--target",
            "wasm32-unknown-unknown",
            "--package",
            "domain",
            "--test",
            "it",
        ])
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner)
        .run()
}

fn web_tests() -> Result<(), Failure> {
    Step::new("npm")
        .args(["run", "--silent", "check"])
        .inside("webapp")
        .run()?;
    Step::new("npm")
        .args(["test", "--silent"])
        .inside("webapp")
        .run()?;
    Step::new("npm")
        .args(["run", "--silent", "budget"])
        .inside("webapp")
        .run()
}

/// The browser against the real binary: everything on SQLite, what is marked `@pg` once more on PostgreSQL.
fn browser(server: &postgres::Server) -> Result<(), Failure> {
    Step::new("cargo")
        .args(["build", "--package", "owldeck"])
        .run()?;
    Step::new("npx")
        .args(["tsc", "--project", "../e2e"])
        .inside("webapp")
        .run()?;
    let database = server.create("owldeck_e2e")?;
    Step::new("npm")
        .args(["test", "--silent"])
        .inside("e2e")
        .env("OWLDECK_E2E_PG_URL", database)
        .run()
}
