//! Any bytes as shell v2.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_fuzz::same_in_pieces;
use phone_wire::shell::ShellPackets;
fuzz_target!(|data: &[u8]| {
    same_in_pieces(&ShellPackets, data);
});
