//! Any bytes as what the package service answers.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::package_reply(data));
