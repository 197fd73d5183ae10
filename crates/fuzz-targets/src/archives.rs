//! Fuzz targets of compressed data from anyone: nothing comes out beyond its limit, and nothing panics.

use std::io::{self, Cursor, Write};

use spreadsheet::{COLUMNS_MAX, Cell, ROWS_MAX};
use unpack::{Archive, Memory, app};

/// Largest unpacked file in bytes: small, so that the limit is met.
const FILE_MAX_BYTES: u64 = 8 * 1024;
/// Memory for reading an app, in bytes: limit of the sizes that its files claim.
const MEMORY_MAX_BYTES: u64 = 1024 * 1024;

/// Writer that takes so many bytes and not one more.
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

/// Longest text that is kept, in bytes, and most permissions.
const TEXT_MAX_BYTES: usize = 1024;
const PERMISSIONS_MAX: usize = 1000;

/// Reads any bytes as an archive: its table is read, each file is unpacked within a limit, and a manifest and signers are read as those of an app.
pub fn archive(data: &[u8]) {
    let Ok(mut archive) = Archive::open(Cursor::new(data)) else {
        return;
    };
    let entries = archive.find(64, |_| true).unwrap_or_default();
    for entry in &entries {
        let most = entry.bytes_max(FILE_MAX_BYTES);
        let _ = archive.unpack(entry, most, &mut Limited(most));
    }
    let _ = app::signers(&mut archive, |_| {});
    let _ = app::read(&mut archive, &Memory::new(MEMORY_MAX_BYTES));
}

/// Reads any bytes as an app's facts: a manifest and the table of resources that it names texts of.
pub fn app(data: &[u8]) {
    // The first two bytes say where the manifest ends and the table begins.
    let Some((cut, bytes)) = data.split_first_chunk::<2>() else {
        return;
    };
    let cut = usize::from(u16::from_le_bytes(*cut)).min(bytes.len());
    let (manifest, resources) = bytes.split_at(cut);
    let Some(app) = app::parse(manifest, resources) else {
        return;
    };
    let texts = [
        Some(&app.package),
        Some(&app.version_name),
        app.label.as_ref(),
        app.icon.as_ref(),
    ];
    let texts = texts.into_iter().flatten().chain(&app.permissions);
    assert!(texts.into_iter().all(|text| text.len() <= TEXT_MAX_BYTES));
    assert!(app.permissions.len() <= PERMISSIONS_MAX);
}

/// Reads any bytes as a table of an operator's.
pub fn table(data: &[u8]) {
    let Ok(table) = spreadsheet::read(data) else {
        return;
    };
    assert!(table.header.len() <= COLUMNS_MAX && table.rows.len() <= ROWS_MAX);
    for row in &table.rows {
        assert!(row.cells.len() <= COLUMNS_MAX);
        let is_empty = |cell: &Cell| *cell == Cell::Text(String::new());
        assert!(!row.cells.iter().all(is_empty));
    }
}
