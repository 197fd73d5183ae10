//! Any bytes as the command line of scrcpy's server.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::server_args(data));
