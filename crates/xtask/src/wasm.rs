//! Builder of the browser's wasm modules: compiles them for size, makes their glue by the version of wasm-bindgen in Cargo.lock, and shrinks them
//! by wasm-opt.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fingerprint;
use crate::sh::{self, Failure, Step};

/// Modules and their options of wasm-opt, which prefer a small size to speed except for the decoder.
const MODULES: [(&str, &[&str]); 3] = [
    // Functions that are called once are not inlined: with inlining the module is 3 % smaller, but larger when compressed (127 KB, not 121).
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
/// Inputs of the modules: their sources, and the files that name the versions of the compiler and of wasm-opt.
const INPUTS: [&str; 9] = [
    "crates/domain/src",
    "crates/domain/Cargo.toml",
    "crates/wasm-tool",
    "wasm-core",
    "Cargo.lock",
    "Cargo.toml",
    ".cargo",
    "rust-toolchain.toml",
    "webapp/package-lock.json",
];
/// Features that rustc uses for wasm32 by default. wasm-opt must be given their names.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Builds the modules, unless nothing has changed since the last time. They are kept in the target folder, so that a fresh clone with the same
/// sources takes them from there.
pub fn build() -> Result<(), Failure> {
    if std::env::var_os("RUSTFLAGS").is_some() {
        return Err(Failure("RUSTFLAGS is set: it would replace the flags of .cargo/config.toml that the wasm modules need".into()));
    }
    let fingerprint = fingerprint::of(&INPUTS)?;
    let pkg = sh::root().join("wasm-core/pkg");
    let kept = sh::target_dir().join("modules");
    if fingerprint::fresh(&stamp(&pkg), &fingerprint) {
        return Ok(());
    }
    if !fingerprint::fresh(&stamp(&kept), &fingerprint) {
        make(&kept)?;
        fingerprint::write(&stamp(&kept), &fingerprint)?;
    }
    for (module, _) in MODULES {
        let (from, to) = (kept.join(module), pkg.join(module));
        let _ = fs::remove_dir_all(&to);
        fs::create_dir_all(&to)?;
        for file in fs::read_dir(from)? {
            let file = file?;
            fs::copy(file.path(), to.join(file.file_name()))?;
        }
    }
    fingerprint::write(&stamp(&pkg), &fingerprint)
}

/// Stamp of a folder with modules.
fn stamp(folder: &Path) -> PathBuf {
    folder.join(".stamp")
}

/// Compiles the modules, and makes their packages in `folder`.
fn make(folder: &Path) -> Result<(), Failure> {
    tool()?;
    let packages = MODULES.iter().flat_map(|(module, _)| ["--package", module]);
    // The modules are linted in this build, as a separate check would compile all their dependencies once more.
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
    sh::beside_each_other(
        MODULES.map(|(module, shrink)| move || finish(module, shrink, &folder.join(module))),
    )
}

/// Makes the JavaScript glue of one module in `out`, and shrinks the module.
fn finish(module: &str, shrink: &[&str], out: &Path) -> Result<(), Failure> {
    let target = sh::target_dir();
    let _ = fs::remove_dir_all(out);
    Step::new(target.join("tool/wasm-bind"))
        .arg(
            target
                .join("wasm32-unknown-unknown/wasm")
                .join(format!("{module}.wasm")),
        )
        .arg(module)
        .arg(out)
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

/// Builds the program that makes the modules' glue, which contains wasm-bindgen.
fn tool() -> Result<(), Failure> {
    Step::new("cargo")
        .args(["build", "--profile", "tool", "--package", "wasm-tool"])
        .linted()
        .run()
}

/// Runs the rules' test vectors in wasm, as plain Rust tests in Node's WASI.
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
