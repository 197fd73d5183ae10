//! Any bytes as what a phone says by itself.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::device_message(data));
