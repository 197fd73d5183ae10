//! Test command. Rust is compiled while the web app is built, and Rust's tests run beside the web app's. The browser tests run last and alone, as
//! they need the whole machine.

use std::fs;
use std::num::NonZero;
use std::thread;

use crate::postgres;
use crate::scratch::Scratch;
use crate::sh::{self, Failure, Step};
use crate::stages::{Stage, Stages};
use crate::{contract, features, setup, slowest, tidy, wasm, web};

/// Time limit of a program in a stage, in minutes, so that the other stages are run and reported even if one hangs.
const LONGEST_MINUTES: u64 = 90;
/// Time limit of a sweep of the browser tests, in minutes.
const SWEEP_MINUTES: u64 = 240;
/// Number of Rust tests that run at the same time for each processor; most of them wait most of the time.
const THREADS_PER_CPU: usize = 3;

/// Cargo's options for all packages of the workspace but `wasm-tool`, which makes the browser's modules and has a target folder of its own.
pub const WORKSPACE: [&str; 3] = ["--workspace", "--exclude", "wasm-tool"];

/// Runs all stages, or the named ones; or the tests of one feature word.
pub fn all(words: &[&str]) -> Result<(), Failure> {
    setup::for_tests()?;
    let _scratch = Scratch::make()?;
    let server = postgres::start()?
        .ok_or_else(|| Failure("PostgreSQL is not installed: its tests cannot run".into()))?;
    slowest::forget();
    let outcome = match words {
        [word] if features::FEATURES.contains(word) => feature(word, &server),
        only => stages(only, &server),
    };
    slowest::report();
    outcome
}

fn stages(only: &[&str], server: &postgres::Server) -> Result<(), Failure> {
    let stages = Stages::new(only);
    stages.beside_each_other([
        vec![
            stage("tidy", tidy::check),
            stage("format", || {
                Step::new("cargo").args(["fmt", "--all", "--check"]).run()
            }),
            stage("compile", compiled),
        ],
        vec![
            stage("packages", setup::npm_for_tests),
            stage("wasm build", wasm::build),
            stage("web build", web::app),
            stage("wasm", wasm::test),
        ],
    ]);
    stages.beside_each_other([
        vec![stage("rust", || rust(&server.url, &[]))],
        vec![stage("web", web_tests)],
    ]);
    stages.beside_each_other([vec![
        stage("contract", || contract::generate(true)),
        stage("browser", || browser(server, &[], Reach::Daily)),
    ]]);
    stages.end()
}

fn stage<'a>(
    name: &'static str,
    run: impl FnOnce() -> Result<(), Failure> + Send + 'a,
) -> Stage<'a> {
    (name, Box::new(run))
}

/// Runs all tests of one feature word: rule, store, routes, screen, browser.
fn feature(word: &str, server: &postgres::Server) -> Result<(), Failure> {
    let stages = Stages::new(&[]);
    let screen = format!("src/features/{word}");
    let mut lanes = vec![
        stage("packages", setup::npm_for_tests),
        stage("wasm build", wasm::build),
        stage("web build", web::app),
        stage("compile", compiled),
        stage("rust", || rust(&server.url, &["--no-tests", "pass", word])),
    ];
    if sh::root().join("webapp").join(&screen).exists() {
        lanes.push(stage("web", || vitest(&[&screen])));
    }
    let specs = fs::read_dir(sh::root().join("e2e/tests"))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .any(|name| name.starts_with(word));
    if specs {
        lanes.push(stage("browser", || {
            browser(server, &[&format!("tests/{word}")], Reach::Daily)
        }));
    }
    stages.beside_each_other([lanes]);
    stages.end()
}

/// Compiles, and lints, everything that the stages run. One command builds all of it: a program that is built by itself would be compiled once
/// more, with another set of dependencies' features.
pub fn compiled() -> Result<(), Failure> {
    fs::create_dir_all(sh::root().join(web::DIST))?;
    Step::new("cargo")
        .args(["build", "--lib", "--bins", "--tests"])
        .args(WORKSPACE)
        .linted()
        .run()
}

/// Random seed of the property tests. It is fixed, so that a run fails only because of a change; `cargo xtask trust properties` tries new cases.
const PROPERTY_SEED: &str = "1";

/// Runs the Rust tests whose names contain one of `names`, or all; those of the store and the server run on SQLite and on PostgreSQL.
fn rust(pg: &str, names: &[&str]) -> Result<(), Failure> {
    let nextest = Step::new("cargo").args(["nextest", "--version"]).succeeds();
    let runner: &[&str] = if nextest {
        &["nextest", "run"]
    } else {
        &["test"]
    };
    let mut step = Step::new("cargo")
        .args(runner)
        // Not `--lib`, which makes a test harness of each library, even of one without unit tests (`test = false`); `--tests` contains the others.
        .args(["--bins", "--tests"])
        .args(WORKSPACE)
        .arg("--no-fail-fast")
        .args(names)
        .linted()
        .env("PROPTEST_RNG_SEED", PROPERTY_SEED)
        .env(postgres::ENV_URL, pg);
    if nextest {
        let hands = thread::available_parallelism().map_or(1, NonZero::get);
        step = step.args(["--test-threads", &(hands * THREADS_PER_CPU).to_string()]);
    }
    step.within_minutes(LONGEST_MINUTES).run()
}

fn web_tests() -> Result<(), Failure> {
    Step::new("npm")
        .args(["run", "--silent", "check"])
        .inside("webapp")
        .run()?;
    vitest(&[])?;
    Step::new("npm")
        .args(["run", "--silent", "budget"])
        .inside("webapp")
        .run()
}

/// Runs the web app's unit tests below the given folders, or all.
fn vitest(folders: &[&str]) -> Result<(), Failure> {
    let report = sh::target_dir().join(slowest::WEB);
    Step::new("npm")
        .args(["test", "--silent", "--"])
        .args(["--reporter=default", "--reporter=junit"])
        .arg(format!("--outputFile.junit={}", report.display()))
        .args(folders)
        .inside("webapp")
        .within_minutes(LONGEST_MINUTES)
        .run()
}

/// Extent of the browser tests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Each test in one or two dresses, where a dress is a language and a layout (`e2e/shell.ts`).
    Daily,
    /// Each test in all dresses, and the tests that take long.
    Sweep,
}

/// Runs the browser against the real binary: everything on SQLite, tests marked `@pg` once more on PostgreSQL. `choice` has Playwright's arguments
/// that choose tests; without any it runs all.
pub fn browser(server: &postgres::Server, choice: &[&str], reach: Reach) -> Result<(), Failure> {
    compiled()?;
    Step::new("npm")
        .args(["run", "--silent", "types", "--", "--project", "../e2e"])
        .inside("webapp")
        .run()?;
    let failures_file = sh::target_dir().join("e2e-failures.txt");
    let _ = fs::remove_file(&failures_file);
    Step::new("npm")
        .args(["test", "--silent", "--"])
        .args(choice)
        .inside("e2e")
        .env("OWLDECK_BINARY", sh::target_dir().join("debug/owldeck"))
        .env("OWLDECK_E2E_PG_URL", server.create("owldeck_e2e")?)
        .env("OWLDECK_E2E_FAILURES", &failures_file)
        .env(
            "OWLDECK_E2E_SWEEP",
            if reach == Reach::Sweep { "1" } else { "" },
        )
        .env(
            "OWLDECK_E2E_REPORT",
            sh::target_dir().join(slowest::BROWSER),
        )
        .within_minutes(match reach {
            Reach::Daily => LONGEST_MINUTES,
            Reach::Sweep => SWEEP_MINUTES,
        })
        .run()
        .map_err(|failure| {
            let failures = fs::read_to_string(&failures_file).unwrap_or_default();
            Failure(format!("{failure}\n{failures}"))
        })
}
