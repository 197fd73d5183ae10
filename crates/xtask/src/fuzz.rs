//! Runner of the fuzz targets in `fuzz/`: builds them with the coverage that stable compilers offer, and runs as many at a time as there are
//! processors.
//!
//! Nothing but `rustc` and a C++ compiler is needed: `libfuzzer-sys` brings libFuzzer's source, and the flags are those that `cargo fuzz`
//! passes when no sanitizer is asked for. `cargo +nightly fuzz run TARGET` works in the same folder and adds the address sanitizer.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use crate::sh::{self, Failure, Step};

/// Compiler flags by which libFuzzer sees which branches an input takes.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cdebug-assertions -Coverflow-checks -Ccodegen-units=1";
/// Longest input in bytes; longer ones reach no further code, as a packet's header has 24 bytes and a control message seldom more than 64.
const INPUT_MAX_BYTES: u32 = 4096;
/// Time limit of one input, in seconds.
const UNIT_TIMEOUT_S: u32 = 10;
/// Memory limit of a target in MB, of which libFuzzer itself takes about 30.
const MEMORY_MAX_MB: u32 = 512;

/// Result of one target.
pub struct Ran {
    pub target: String,
    /// Number of inputs tried.
    pub runs: u64,
    pub seconds: f32,
    /// Output of libFuzzer, if it found a failing input.
    pub fault: Option<String>,
}

/// Builds every target and runs it on `runs` inputs; fails when an input makes one fail, or when one ends before it has tried them all.
pub fn all(runs: u64) -> Result<Vec<Ran>, Failure> {
    let binaries = build()?;
    let targets = targets()?;
    let waiting = Mutex::new(targets.iter());
    let done = Mutex::new(Vec::new());
    let hands = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    thread::scope(|scope| {
        for _ in 0..hands {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().ok().and_then(|mut waiting| waiting.next());
                    let Some(target) = next else { break };
                    let ran = run(&binaries, target, runs);
                    if let Ok(mut done) = done.lock() {
                        done.push(ran);
                    }
                }
            });
        }
    });
    let done = done.into_inner().unwrap_or_default();
    let ran = done.into_iter().collect::<Result<Vec<_>, _>>()?;
    for one in &ran {
        println!(
            "{:>12} runs {:>7.1} s  {}  {}",
            one.runs,
            one.seconds,
            if one.fault.is_none() {
                "ok    "
            } else {
                "FAILED"
            },
            one.target
        );
        if let Some(fault) = &one.fault {
            eprintln!("{fault}");
        }
    }
    let bad = ran.iter().filter(|one| one.fault.is_some()).count();
    if bad == 0 {
        Ok(ran)
    } else {
        Err(Failure(format!("{bad} of {} fuzz targets", ran.len())))
    }
}

/// Names of the targets. They are taken from the files in the folder, so that none can be forgotten.
fn targets() -> Result<Vec<String>, Failure> {
    let mut names: Vec<String> = std::fs::read_dir(sh::root().join("fuzz/fuzz_targets"))?
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            Some(path.file_stem()?.to_str()?.to_owned())
        })
        .collect();
    names.sort();
    Ok(names)
}

fn build() -> Result<PathBuf, Failure> {
    let version = Step::new("rustc").arg("-vV").output()?;
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .ok_or_else(|| Failure("rustc does not say what it runs on".into()))?;
    let folder = sh::target_dir().join("fuzz");
    Step::new("cargo")
        // With `--target` the flags in RUSTFLAGS do not apply to build scripts and procedural macros.
        .args(["build", "--release", "--locked", "--target", host])
        .env("RUSTFLAGS", COVERAGE)
        .env("CARGO_TARGET_DIR", &folder)
        .inside("fuzz")
        .run()?;
    Ok(folder.join(host).join("release"))
}

fn run(binaries: &Path, target: &str, wanted: u64) -> Result<Ran, Failure> {
    let folder = |kind: &str| sh::target_dir().join("fuzz").join(kind).join(target);
    let (found, harmful) = (folder("corpus"), folder("artifacts"));
    std::fs::create_dir_all(&found)?;
    std::fs::create_dir_all(&harmful)?;
    let begun = Instant::now();
    let mut step = Step::new(binaries.join(target))
        // libFuzzer writes new inputs to the first folder only; the samples of the checkout are read but not changed.
        .arg(&found)
        .arg(sh::root().join("fuzz/samples").join(target))
        .arg(format!("-artifact_prefix={}/", harmful.display()))
        .arg(format!("-max_len={INPUT_MAX_BYTES}"))
        .arg(format!("-timeout={UNIT_TIMEOUT_S}"))
        .arg(format!("-rss_limit_mb={MEMORY_MAX_MB}"))
        .arg("-print_final_stats=1");
    step = step.arg(format!("-runs={wanted}"));
    let (well, said) = step.status_and_stderr()?;
    let runs = said
        .lines()
        .find_map(|line| line.strip_prefix("stat::number_of_executed_units:"))
        .and_then(|number| number.trim().parse().ok())
        .unwrap_or(0);
    Ok(Ran {
        target: target.to_owned(),
        runs,
        seconds: begun.elapsed().as_secs_f32(),
        fault: (!well || runs < wanted).then(|| tail(&said)),
    })
}

/// Last lines of libFuzzer's output, which state the failure and the file with the input.
fn tail(said: &str) -> String {
    let lines: Vec<&str> = said.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}
