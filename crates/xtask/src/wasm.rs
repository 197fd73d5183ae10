//! The browser's modules: built for size, bound by the wasm-bindgen that Cargo.lock names, shrunk by wasm-opt.

use std::fs;

use crate::fingerprint;
use crate::sh::{self, Failure, Step};

/// Each module and what wasm-opt makes of it: small before fast, except for the decoder.
const MODULES: [(&str, &[&str]); 3] = [
    ("rules", &["-Oz"]),
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
/// What rustc emits for wasm32 by default; wasm-opt must be told.
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
    let target = sh::target_dir();
    tools()?;
    let packages = MODULES.iter().flat_map(|(module, _)| ["--package", module]);
    Step::new("cargo")
        .args([
            "build",
            "--target",
            "wasm32-unknown-unknown",
            "--profile",
            "wasm",
        ])
        .args(packages)
        .run()?;
    for (module, shrink) in MODULES {
        let out = sh::root().join("wasm-core/pkg").join(module);
        let _ = fs::remove_dir_all(&out);
        Step::new(target.join("debug/wasm-bind"))
            .args(["--target", "bundler", "--out-name", module, "--out-dir"])
            .arg(&out)
            .arg(
                target
                    .join("wasm32-unknown-unknown/wasm")
                    .join(format!("{module}.wasm")),
            )
            .run()?;
        let bound = out.join(format!("{module}_bg.wasm"));
        Step::new("node")
            .arg("webapp/node_modules/binaryen/bin/wasm-opt")
            .args(FEATURES)
            .args(shrink)
            .arg("-o")
            .arg(&bound)
            .arg(&bound)
            .run()?;
    }
    fingerprint::write(&stamp, &fingerprint)
}

/// Builds wasm-bindgen and its test runner.
pub fn tools() -> Result<(), Failure> {
    Step::new("cargo")
        .args(["build", "--package", "wasm-tool"])
        .run()
}
