//! Any bytes as what a sync service answers.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::sync_reply(data));
