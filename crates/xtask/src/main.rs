//! The project's chores: `cargo xtask run | test | trust | dev | build | bench | contract [--check] | tidy`.

mod bench;
mod contract;
mod fingerprint;
mod fuzz;
mod postgres;
mod setup;
mod sh;
mod test;
mod tidy;
mod trust;
mod wasm;
mod web;

use std::process::ExitCode;

use sh::{Failure, Step};

const HELP: &str = "cargo xtask <what>

  run        build everything and start the demo; prints its address and accounts
  test       every test: Rust on SQLite and PostgreSQL, wasm, web app, browser, tidy
  trust      the long proofs, or those named: fuzz, properties; prints a scorecard
  dev        the demo, and the web app with hot reload beside it
  build      target/release/owldeck with the web app inside
  bench      benchmarks, as ratios within one run
  contract   write contract/openapi.json and the TypeScript made of it; --check only compares
  tidy       the house rules";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rest: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let outcome = match words.first().map(String::as_str) {
        Some("run") => run(&rest),
        Some("test") => test::all(&rest),
        Some("trust") => trust::all(&rest),
        Some("dev") => dev(),
        Some("build") => build(),
        Some("bench") => bench::all(&rest),
        Some("contract") => contract::generate(rest.contains(&"--check")),
        Some("tidy") => tidy::check(),
        _ => {
            println!("{HELP}");
            return if words.is_empty() || words[0] == "--help" {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            };
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Everything that the binary carries or is made of.
fn prepare() -> Result<(), Failure> {
    setup::for_building()?;
    wasm::build()?;
    web::build()
}

fn run(demo_options: &[&str]) -> Result<(), Failure> {
    prepare()?;
    Step::new("cargo")
        .args(["build", "--package", "owldeck"])
        .run()?;
    Step::new(sh::target_dir().join("debug/owldeck"))
        .arg("demo")
        .args(demo_options.iter().copied())
        .replace()
}

fn dev() -> Result<(), Failure> {
    prepare()?;
    Step::new("cargo")
        .args(["build", "--package", "owldeck"])
        .run()?;
    let mut server = Step::new(sh::target_dir().join("debug/owldeck"))
        .arg("demo")
        .start()?;
    let outcome = Step::new("npm").args(["run", "dev"]).inside("webapp").run();
    server.stop();
    outcome
}

fn build() -> Result<(), Failure> {
    prepare()?;
    Step::new("cargo")
        .args(["build", "--release", "--package", "owldeck"])
        .run()?;
    println!("{}", sh::target_dir().join("release/owldeck").display());
    Ok(())
}
