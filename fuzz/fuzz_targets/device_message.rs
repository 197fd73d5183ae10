//! Any bytes as what a phone says by itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_fuzz::same_in_pieces;
use phone_wire::device::DeviceMessages;
fuzz_target!(|data: &[u8]| {
    same_in_pieces(&DeviceMessages, data);
});
