//! Any bytes as the command line of scrcpy's server.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_wire::screen::ServerArgs;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    if let Ok(args) = ServerArgs::parse(text.split(' ')) {
        // Words that a shell would take are refused.
        if let Ok(words) = args.to_words() {
            assert!(ServerArgs::parse(words.iter().map(String::as_str)).is_ok());
        }
    }
});
