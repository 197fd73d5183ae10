//! Modules of the browser: built for size, bound by the wasm-bindgen that Cargo.lock names, shrunk by wasm-opt.

use std::fs;

use crate::fingerprint;
use crate::sh::{self, Failure, Step};

/// Modules with their options of wasm-opt: small before fast, except for the decoder.
const MODULES: [(&str, &[&str]); 3] = [
    // Functions that are called once stay apart: inlined, the module is 3 % smaller and compresses 5 % worse (127 KB, not 121).
    (
        "rules",
        &[
            "-Oz",
            "--one-caller-inline-max-function-size=0",
            "--strip-producers",
            "--strip-target-features",
        ],
    ),
    ("soft", &["-O3", "--enable-simd"]),
    ("stream", &["-Oz"]),
];
const INPUTS: [&str; 7] = [
    "crates/domain/src",
    "crates/domain/Cargo.toml",
    "crates/wasm-tool",
    "wasm-core",
    "Cargo.lock",
    "Cargo.toml",
    ".cargo",
];
/// Features that rustc emits for wasm32 by default, of which wasm-opt must be told.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Builds the modules unless nothing changed.
pub fn build() -> Result<(), Failure> {
    if std::env::var_os("RUSTFLAGS").is_some() {
        return Err(Failure("RUSTFLAGS is set: it would replace the flags of .cargo/config.toml that the wasm modules need".into()));
    }
    let fingerprint = fingerprint::of(&INPUTS)?;
    let stamp = sh::root().join("wasm-core/pkg/.stamp");
    if fingerprint::fresh(&stamp, &fingerprint) {
        return Ok(());
    }
    tool()?;
    let packages = MODULES.iter().flat_map(|(module, _)| ["--package", module]);
    // The modules are linted where they are built: checking them by themselves would compile all their dependencies once more.
    Step::new("cargo")
        .args([
            "build",
            "--target",
            "wasm32-unknown-unknown",
            "--profile",
            "wasm",
        ])
        .args(packages)
        .linted()
        .run()?;
    sh::beside_each_other(MODULES.map(|(module, shrink)| move || finish(module, shrink)))?;
    fingerprint::write(&stamp, &fingerprint)
}

/// Binds one module and shrinks it.
fn finish(module: &str, shrink: &[&str]) -> Result<(), Failure> {
    let target = sh::target_dir();
    let out = sh::root().join("wasm-core/pkg").join(module);
    let _ = fs::remove_dir_all(&out);
    Step::new(target.join("tool/wasm-bind"))
        .arg(
            target
                .join("wasm32-unknown-unknown/wasm")
                .join(format!("{module}.wasm")),
        )
        .arg(module)
        .arg(&out)
        .run()?;
    let bound = out.join(format!("{module}_bg.wasm"));
    Step::new("node")
        .arg("webapp/node_modules/binaryen/bin/wasm-opt")
        .args(FEATURES)
        .args(shrink)
        .arg("-o")
        .arg(&bound)
        .arg(&bound)
        .run()
}

/// Builds the tool that makes the modules' glue.
fn tool() -> Result<(), Failure> {
    Step::new("cargo")
        .args(["build", "--profile", "tool", "--package", "wasm-tool"])
        .linted()
        .run()
}

/// Runs the rules' vectors as wasm: plain tests, in Node's WASI.
pub fn test() -> Result<(), Failure> {
    Step::new("cargo")
        .args([
            "test",
            "--target",
            "wasm32-wasip1",
            "--package",
            "domain",
            "--test",
            "it",
        ])
        .env(
            "CARGO_TARGET_WASM32_WASIP1_RUNNER",
            format!(
                "node --no-warnings {}",
                sh::root().join("crates/xtask/wasi.mjs").display()
            ),
        )
        .run()
}
