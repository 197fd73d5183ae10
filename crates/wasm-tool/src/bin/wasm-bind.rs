//! `wasm-bindgen`, from the very version that the modules are built with.
fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(std::env::args_os())
}
