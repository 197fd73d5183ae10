//! Any bytes as the banner of a `CNXN` packet.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::banner(data));
