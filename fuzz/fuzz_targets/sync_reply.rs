//! Any bytes as what a sync service answers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_fuzz::same_in_pieces;
use phone_wire::sync::{Expect, SyncReplies};
fuzz_target!(|data: &[u8]| {
    for expect in [Expect::File, Expect::List, Expect::List2] {
        let mut replies = SyncReplies::default();
        replies.expect(expect);
        same_in_pieces(&replies, data);
    }
});
