//! Development commands of the project: `cargo xtask run | test | trust | dev | build | bench | contract [--check] | tidy`.

mod bench;
mod comments;
mod contract;
mod dependencies;
mod features;
mod fingerprint;
mod fuzz;
mod postgres;
mod scratch;
mod setup;
mod sh;
mod slowest;
mod stages;
mod test;
mod tidy;
mod trust;
mod wasm;
mod web;

use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use sh::{Failure, Step};

const HELP: &str = "cargo xtask <what>

  run        build everything and start the demo; prints its address and accounts
  test       every test: Rust on SQLite and PostgreSQL, wasm, web app, browser, tidy; or the stages named; or what stands under one feature word
  trust      the long proofs, or those named; prints a scorecard
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

/// Builds the server and, at the same time, the web app that it embeds; prints a line at the start and at the end of each part.
fn prepare() -> Result<(), Failure> {
    fs::create_dir_all(sh::root().join(web::DIST))?;
    timed("checking what this machine has", setup::for_building)?;
    let server = || {
        timed("compiling the server", || {
            Step::new("cargo")
                .arg("build")
                .args(["--package", "owldeck"])
                .run()
        })
    };
    let app = || {
        timed("installing npm packages of the web app", setup::web)?;
        timed("building the browser's wasm modules", wasm::build)?;
        timed("building the web app", web::app)
    };
    let parts: [Box<dyn FnOnce() -> Result<(), Failure> + Send>; 2] =
        [Box::new(server), Box::new(app)];
    sh::beside_each_other(parts)
}

/// Runs a part of the work; prints that it begins, with the seconds that it took last time on this machine, and the seconds that it took now.
fn timed(what: &str, part: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    let file = sh::target_dir()
        .join("took")
        .join(what.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    match fs::read_to_string(&file) {
        Ok(seconds) => println!("xtask: {what}: begun; took {seconds} s last time"),
        Err(_) => println!("xtask: {what}: begun"),
    }
    let begun = Instant::now();
    part()?;
    let seconds = begun.elapsed().as_secs();
    println!("xtask: {what}: done in {seconds} s");
    fs::create_dir_all(file.parent().unwrap_or(&file))?;
    fs::write(&file, seconds.to_string())?;
    Ok(())
}

fn run(demo_options: &[&str]) -> Result<(), Failure> {
    prepare()?;
    Step::new(sh::target_dir().join("debug/owldeck"))
        .arg("demo")
        .args(demo_options.iter().copied())
        .replace()
}

fn dev() -> Result<(), Failure> {
    prepare()?;
    let mut server = Step::new(sh::target_dir().join("debug/owldeck"))
        .arg("demo")
        .start()?;
    let outcome = Step::new("npm").args(["run", "dev"]).inside("webapp").run();
    server.stop();
    outcome
}

/// Builds a release. The server embeds the web app, which is therefore built before the server is compiled.
fn build() -> Result<(), Failure> {
    setup::for_building()?;
    web::build()?;
    Step::new("cargo")
        .args(["build", "--release", "--package", "owldeck"])
        .run()?;
    println!("{}", sh::target_dir().join("release/owldeck").display());
    Ok(())
}
