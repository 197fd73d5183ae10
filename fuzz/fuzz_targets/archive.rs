//! Any bytes as an archive: its table is read, each file is unpacked within a limit, and what says it is an app is read as one.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::archives::archive(data));
