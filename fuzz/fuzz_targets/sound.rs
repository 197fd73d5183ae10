//! Any bytes as the audio socket of scrcpy, in both framings.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_fuzz::same_in_pieces;
use phone_wire::screen::{Framing, SoundEvents};
fuzz_target!(|data: &[u8]| {
    same_in_pieces(&SoundEvents::new(Framing::V3), data);
    same_in_pieces(&SoundEvents::new(Framing::V4), data);
});
