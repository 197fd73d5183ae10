//! Bounds the module's memory: a hostile stream stops its own instance, not the browser.

/// Memory that the largest picture with the most references needs, and some, in bytes (src/parameters.rs).
const MEMORY_MAX_BYTES: u32 = 256 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=--max-memory={MEMORY_MAX_BYTES}");
    }
}
