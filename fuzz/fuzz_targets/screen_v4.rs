//! Any bytes as the video socket of scrcpy 4.x.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::screen_v4(data));
