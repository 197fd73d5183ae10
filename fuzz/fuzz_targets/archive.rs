//! Any bytes as an archive: its table is read, each file is unpacked within a limit, and what says it is an app is read as one.
#![no_main]

use std::io::{self, Cursor, Write};

use libfuzzer_sys::fuzz_target;
use unpack::{Archive, Memory, app};

/// What may come out of one file: little, so that its limit is met.
const FILE_MAX_BYTES: u64 = 8 * 1024;
/// For an app that is read: what its files may claim to hold.
const MEMORY_MAX_BYTES: u64 = 1024 * 1024;

/// Takes so many bytes and not one more.
struct Limited(u64);

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.0.checked_sub(bytes.len() as u64);
        self.0 = left.expect("no more comes out than may");
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fuzz_target!(|data: &[u8]| {
    let Ok(mut archive) = Archive::open(Cursor::new(data)) else {
        return;
    };
    let entries = archive.find(64, |_| true).unwrap_or_default();
    for entry in &entries {
        let most = entry.bytes_max(FILE_MAX_BYTES);
        let _ = archive.unpack(entry, most, &mut Limited(most));
    }
    let _ = app::read(&mut archive, &Memory::new(MEMORY_MAX_BYTES));
});
