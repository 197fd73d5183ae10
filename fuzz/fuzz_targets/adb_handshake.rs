//! Any bytes as packets before anything is agreed, with their checksums.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_fuzz::same_in_pieces;
use phone_wire::packet::Packets;
fuzz_target!(|data: &[u8]| {
    same_in_pieces(&Packets::handshake(), data);
});
