//! Any bytes as what a sync service is asked.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::sync_request(data));
