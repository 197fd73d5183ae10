//! Any bytes as what a controller sends.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::control_message(data));
