//! Web app, built by Vite and compressed once, so that the binary serves it as it is.

use crate::fingerprint;
use crate::setup;
use crate::sh::{self, Failure, Step};
use crate::wasm;

/// Folder in which the app is built; the binary embeds it, so it must exist before the binary is compiled.
pub const DIST: &str = "webapp/dist";

/// Builds the browser's modules and the app with its packages, unless nothing changed.
pub fn build() -> Result<(), Failure> {
    setup::web()?;
    wasm::build()?;
    app()
}

/// Builds `webapp/dist` unless nothing changed; the modules are there.
pub fn app() -> Result<(), Failure> {
    let pkg = std::fs::read_to_string(sh::root().join("wasm-core/pkg/.stamp"))?;
    let fingerprint = format!("{pkg}{}", fingerprint::of(&["webapp"])?);
    let stamp = sh::root().join(DIST).join(".stamp");
    if fingerprint::fresh(&stamp, &fingerprint) {
        return Ok(());
    }
    Step::new("npm")
        .args(["run", "build"])
        .inside("webapp")
        .run()?;
    fingerprint::write(&stamp, &fingerprint)
}
