//! Any bytes as a virtual device: how long its descriptor is, the descriptor, and reports of it.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::hid(data));
