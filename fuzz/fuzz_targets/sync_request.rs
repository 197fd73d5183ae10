//! Any bytes as what a sync service is asked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_fuzz::same_in_pieces;
use phone_wire::sync::SyncRequests;
fuzz_target!(|data: &[u8]| {
    same_in_pieces(&SyncRequests, data);
});
