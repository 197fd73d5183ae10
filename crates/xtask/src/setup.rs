//! Installer of what a machine lacks for building and testing: Rust targets, npm packages and, as root on Debian, Debian packages.

use std::iter;
use std::path::Path;

use crate::fingerprint;
use crate::sh::{self, Failure, Step};

/// Debian packages that speed up building: an assembler for the H.264 encoder.
const DEBIAN_FOR_BUILDING: [&str; 1] = ["nasm"];
/// Debian packages that tests need: a browser and a Chinese font; a database server; the programs against which handset and phone-link are
/// tested, namely `adb`, tools that make APKs, and an H.264 decoder; a tool that makes certificates; and a client of the tus protocol.
const DEBIAN_FOR_TESTS: [&str; 10] = [
    "chromium-headless-shell",
    "fonts-noto-cjk",
    "postgresql",
    "adb",
    "aapt",
    "android-framework-res",
    "apksigner",
    "ffmpeg",
    "openssl",
    "python3-tuspy",
];

/// Least major version of Node.js that can build the web app.
const NODE_MAJOR_MIN: u32 = 20;

/// Rust targets beside the machine's own: of the browser's modules, and of the rules' test vectors in Node.
const TARGETS: [&str; 2] = ["wasm32-unknown-unknown", "wasm32-wasip1"];
/// Folders with npm packages that only tests need, beside those of `webapp`.
const NPM_FOR_TESTS: [&str; 4] = [
    "e2e/strangers-link",
    "e2e",
    "e2e/strangers/scrcpy",
    "e2e/strangers/s3rver",
];

/// Installs everything that compiling needs but the npm packages, which [`web`] installs at the same time.
pub fn for_building() -> Result<(), Failure> {
    node()?;
    rust_targets()?;
    debian(&DEBIAN_FOR_BUILDING)
}

/// Installs the npm packages of the web app.
pub fn web() -> Result<(), Failure> {
    npm("webapp")
}

/// Installs the programs that `test` needs beyond building.
pub fn for_tests() -> Result<(), Failure> {
    for_building()?;
    debian(&DEBIAN_FOR_TESTS)
}

/// Installs the npm packages that tests need, those of the web app among them.
pub fn npm_for_tests() -> Result<(), Failure> {
    let folders = iter::once("webapp").chain(NPM_FOR_TESTS);
    sh::beside_each_other(folders.map(|folder| move || npm(folder)))
}

fn node() -> Result<(), Failure> {
    let version = Step::new("node")
        .arg("--version")
        .output()
        .map_err(|_| Failure("Node.js 20 or newer is needed".into()))?;
    let major = version
        .trim_start_matches('v')
        .split('.')
        .next()
        .and_then(|n| n.parse::<u32>().ok())
        .unwrap_or(0);
    if major < NODE_MAJOR_MIN {
        return Err(Failure(format!(
            "Node.js {NODE_MAJOR_MIN} or newer is needed, this is {}",
            version.trim()
        )));
    }
    Ok(())
}

fn rust_targets() -> Result<(), Failure> {
    let sysroot = Step::new("rustc").args(["--print", "sysroot"]).output()?;
    let installed = Path::new(sysroot.trim()).join("lib/rustlib");
    let missing: Vec<&str> = TARGETS
        .into_iter()
        .filter(|target| !installed.join(target).exists())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Step::new("rustup")
        .args(["target", "add"])
        .args(missing)
        .run()
}

/// Installs missing packages, as root on a machine with apt; elsewhere prints what would help.
fn debian(packages: &[&str]) -> Result<(), Failure> {
    let missing: Vec<&str> = packages
        .iter()
        .copied()
        .filter(|package| !installed(package))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let root = Step::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|id| id.trim() == "0");
    if !root || !Path::new("/usr/bin/apt-get").exists() {
        eprintln!(
            "xtask: not installed and worth having: {}",
            missing.join(" ")
        );
        return Ok(());
    }
    println!("installing {}", missing.join(" "));
    Step::new("apt-get").args(["update", "-qq"]).quiet().run()?;
    Step::new("apt-get")
        .args(["install", "-y", "-qq", "--no-install-recommends"])
        .args(missing)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .quiet()
        .run()
}

fn installed(package: &str) -> bool {
    Step::new("dpkg").args(["-s", package]).succeeds()
}

/// Installs a folder's npm packages when its lock file changed since they were installed.
fn npm(folder: &str) -> Result<(), Failure> {
    let lock = format!("{folder}/package-lock.json");
    let fingerprint = fingerprint::of(&[&lock])?;
    let stamp = sh::root().join(folder).join("node_modules/.owldeck-stamp");
    if fingerprint::fresh(&stamp, &fingerprint) {
        return Ok(());
    }
    println!("installing npm packages of {folder}");
    Step::new("npm")
        // `npm ci` is not used: it fails where a registry lacks an optional package for another platform.
        .args(["install", "--no-save", "--no-audit", "--no-fund"])
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .inside(folder)
        .quiet()
        .run()?;
    fingerprint::write(&stamp, &fingerprint)
}
