//! Any bytes as what a controller sends.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_fuzz::same_in_pieces;
use phone_wire::control::ControlMessages;
use phone_wire::screen::Version;
fuzz_target!(|data: &[u8]| {
    for version in Version::ALL {
        same_in_pieces(&ControlMessages::of(version), data);
    }
});
