//! Any bytes as the banner of a `CNXN` packet.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_wire::banner::Banner;

fuzz_target!(|data: &[u8]| {
    if let Ok(banner) = Banner::parse(data) {
        // What is written can be read; AOSP's format itself loses `:` and `=`.
        let _ = Banner::parse(banner.to_string().as_bytes());
    }
});
