//! The one test command: each stage named and timed, the first failure ends it after the others of its kind were told.

use std::fs;
use std::num::NonZero;
use std::thread;
use std::time::Instant;

use crate::postgres;
use crate::sh::{self, Failure, Step};
use crate::{contract, fuzz, setup, tidy, wasm, web};

/// How long each fuzz target runs in tests.
const FUZZ_SECONDS: u32 = 10;
/// No part of a stage may take longer: what hangs is ended, and the other stages are told of all the same.
const LONGEST_MINUTES: u64 = 45;
/// How many Rust tests run beside each other for each processor: most of them wait.
const BESIDE: usize = 3;

/// Everything but the maker of the browser's modules: without it the features are those of the command alone, and each stage finds built what
/// another needed.
const HOUSE: [&str; 3] = ["--workspace", "--exclude", "wasm-tool"];

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

/// Compiles all that stages run, linted on the way; nothing where it is built. One command for all of them: asked for by itself, a program would
/// be compiled once more, with the features that it alone wants.
pub fn compiled() -> Result<(), Failure> {
    Step::new("cargo")
        .args(["build", "--all-targets"])
        .args(HOUSE)
        .linted()
        .run()
}

fn lints() -> Result<(), Failure> {
    compiled()?;
    Step::new("cargo")
        .args(["build", "--package", "wasm-tool"])
        .linted()
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
        &["nextest", "run"]
    } else {
        &["test"]
    };
    let mut step = Step::new("cargo")
        .args(runner)
        .args(HOUSE)
        .arg("--no-fail-fast")
        .linted()
        .env(postgres::ENV_URL, pg);
    if nextest {
        let hands = thread::available_parallelism().map_or(1, NonZero::get);
        step = step.args(["--test-threads", &(hands * BESIDE).to_string()]);
    }
    step.within_minutes(LONGEST_MINUTES).run()
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
        .within_minutes(LONGEST_MINUTES)
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
        .within_minutes(LONGEST_MINUTES)
        .run()?;
    Step::new("npm")
        .args(["run", "--silent", "budget"])
        .inside("webapp")
        .run()
}

/// The browser against the real binary: everything on SQLite, what is marked `@pg` once more on PostgreSQL.
fn browser(server: &postgres::Server) -> Result<(), Failure> {
    compiled()?;
    Step::new("npx")
        .args(["tsc", "--project", "../e2e"])
        .inside("webapp")
        .run()?;
    let database = server.create("owldeck_e2e")?;
    let mut failures = Vec::new();
    // Both are run, whatever became of the first.
    for part in ["pages", "pictures"] {
        let told = sh::target_dir().join(format!("e2e-{part}-failures.txt"));
        let _ = fs::remove_file(&told);
        let outcome = Step::new("npm")
            .args(["test", "--silent"])
            .inside("e2e")
            .env("OWLDECK_E2E_PG_URL", &database)
            .env("OWLDECK_E2E_PART", part)
            .env("OWLDECK_E2E_FAILURES", &told)
            .within_minutes(LONGEST_MINUTES)
            .run();
        if let Err(failure) = outcome {
            let told = fs::read_to_string(&told).unwrap_or_default();
            failures.push(format!("{part}: {failure}\n{told}"));
        }
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(Failure(failures.join("\n")))
    }
}
