//! Any bytes as what an app says of itself: a manifest and the table of resources that it names texts of.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::archives::app(data));
