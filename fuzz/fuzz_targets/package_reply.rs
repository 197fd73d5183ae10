//! Any bytes as what the package service answers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_wire::package::{PackageEntry, PackageReply};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let _ = PackageReply::parse(&text).session();
    let _ = PackageEntry::parse(&text);
});
