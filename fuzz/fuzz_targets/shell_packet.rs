//! Any bytes as shell v2.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::shell_packet(data));
