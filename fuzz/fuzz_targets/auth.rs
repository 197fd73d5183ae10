//! Any bytes as `AUTH` packets and the lines of a phone's key file.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::auth(data));
