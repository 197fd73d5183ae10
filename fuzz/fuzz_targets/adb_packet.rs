//! Any bytes as packets of a connection that is agreed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_fuzz::same_in_pieces;
use phone_wire::packet::{Agreement, PAYLOAD_MAX_BYTES, Packets, VERSION};
fuzz_target!(|data: &[u8]| {
    let mut packets = Packets::handshake();
    if let Some(agreement) = Agreement::with_peer(VERSION, PAYLOAD_MAX_BYTES) {
        packets.agree(agreement);
    }
    same_in_pieces(&packets, data);
});
