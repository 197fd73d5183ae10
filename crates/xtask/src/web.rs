//! The web app, built by Vite and compressed once, so that the binary serves it as it is.

use crate::fingerprint;
use crate::sh::{self, Failure, Step};

/// Builds `webapp/dist` unless nothing changed.
pub fn build() -> Result<(), Failure> {
    let pkg = std::fs::read_to_string(sh::root().join("wasm-core/pkg/.stamp"))?;
    let fingerprint = format!("{pkg}{}", fingerprint::of(&["webapp"])?);
    let stamp = sh::root().join("webapp/dist/.stamp");
    if fingerprint::fresh(&stamp, &fingerprint) {
        return Ok(());
    }
    Step::new("npm")
        .args(["run", "build"])
        .inside("webapp")
        .run()?;
    fingerprint::write(&stamp, &fingerprint)
}
