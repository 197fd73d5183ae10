//! Any bytes as the service of an `OPEN` packet.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::service(data));
