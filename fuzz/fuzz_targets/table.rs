//! Any bytes as a table of an operator's: it is read within its limits, or refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::archives::table(data));
