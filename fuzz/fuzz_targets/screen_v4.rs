//! Any bytes as the video socket of scrcpy 4.x.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_fuzz::same_in_pieces;
use phone_wire::screen::{Framing, ScreenEvents};
fuzz_target!(|data: &[u8]| {
    same_in_pieces(&ScreenEvents::new(Framing::V4), data);
});
