//! Any bytes as packets of a connection that is agreed.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::adb_packet(data));
