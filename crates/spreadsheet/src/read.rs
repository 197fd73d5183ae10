//! Reader of a table from an untrusted file.

use encoding_rs::GBK;
use thiserror::Error;

use super::{COLUMNS_MAX, Cell, FILE_MAX_BYTES, ROWS_MAX, Row, Table, is_formula, xlsx};

/// Reason why a file is not read as a table.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file is larger than [`FILE_MAX_BYTES`].
    #[error("the file is too large")]
    TooLarge,
    /// The table has more rows or columns than the limits, or the file unpacks to more than such tables need.
    #[error("the table has too many rows or columns")]
    TooMany,
    /// The text is neither UTF-8 nor GBK.
    #[error("the text is neither UTF-8 nor GBK")]
    Encoding,
    /// The file is empty: it has no header.
    #[error("the table is empty")]
    Empty,
    /// The file is damaged, or of another kind.
    #[error("the file is no XLSX or CSV table")]
    Damaged,
}

/// Reads the first sheet of an XLSX file, or a CSV file in UTF-8 or GBK. Format and charset are detected from the content.
pub fn read(bytes: &[u8]) -> Result<Table, ReadError> {
    if bytes.len() > FILE_MAX_BYTES {
        return Err(ReadError::TooLarge);
    }
    let rows = if bytes.starts_with(b"PK\x03\x04") {
        xlsx::rows(bytes)?
    } else {
        text(bytes)?
    };
    let mut rows = rows.into_iter();
    let header = rows.next().ok_or(ReadError::Empty)?;
    let header = header
        .cells
        .into_iter()
        .map(|cell| match cell {
            Cell::Text(text) | Cell::Inexact(text) => text,
        })
        .collect();
    Ok(Table {
        header,
        rows: rows.collect(),
    })
}

fn empty(cell: &Cell) -> bool {
    *cell == Cell::Text(String::new())
}

fn text(bytes: &[u8]) -> Result<Vec<Row>, ReadError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let decoded = match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => GBK
            .decode_without_bom_handling_and_without_replacement(bytes)
            .ok_or(ReadError::Encoding)?,
    };
    if decoded.contains('\0') {
        return Err(ReadError::Encoding);
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(decoded.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|_| ReadError::Damaged)?;
        let cells: Vec<Cell> = record.iter().map(written).collect();
        if cells.iter().all(empty) {
            continue;
        }
        if rows.len() > ROWS_MAX || cells.len() > COLUMNS_MAX {
            return Err(ReadError::TooMany);
        }
        let number = record.position().map_or(0, csv::Position::record) + 1;
        rows.push(Row { number, cells });
    }
    Ok(rows)
}

fn written(text: &str) -> Cell {
    let text = text.trim();
    if is_rounded(text) {
        return Cell::Inexact(text.to_owned());
    }
    // An apostrophe before a formula was added by `write`, so that the text is not run; it is no part of the value.
    let bare = text.strip_prefix('\'').filter(|rest| is_formula(rest));
    Cell::Text(bare.unwrap_or(text).to_owned())
}

/// Whether a text is a long number that a spreadsheet program rounded, such as `1.38E+10`.
fn is_rounded(text: &str) -> bool {
    let Some((digits, power)) = text.split_once(['E', 'e']) else {
        return false;
    };
    let whole = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    let (before, after) = digits.split_once('.').unwrap_or((digits, "0"));
    whole(before) && whole(after) && power.strip_prefix('+').is_some_and(whole)
}
