//! Any bytes as packets before anything is agreed, with their checksums.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::adb_handshake(data));
