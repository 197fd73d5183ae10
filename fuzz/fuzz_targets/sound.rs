//! Any bytes as the audio socket of scrcpy, in both framings.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wires::sound(data));
