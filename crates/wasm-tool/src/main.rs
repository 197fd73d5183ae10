//! `wasm-bind MODULE.wasm NAME FOLDER`: binds a module for the bundler by the wasm-bindgen that Cargo.lock names, so that the maker of the
//! glue and the crate in the module are always of one version. It stands on wasm-bindgen's library alone: its command line brings an HTTP stack.

use std::env;

use anyhow::bail;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [module, name, folder] = words.as_slice() else {
        bail!("usage: wasm-bind MODULE.wasm NAME FOLDER");
    };
    Bindgen::new()
        .input_path(module)
        .out_name(name)
        .bundler(true)?
        .typescript(true)
        .generate(folder)
}
