//! Tables of text as XLSX and CSV. A table that is read has the values as they were written, or says which cell lost its digits.
//!
//! Spreadsheet programs keep numbers as 64-bit floats: a number of sixteen digits or more may have been changed before it came here, so such a cell
//! is [`Cell::Inexact`] and never guessed. A table that is written holds text alone, so that nothing in it is run as a formula.

mod read;
mod write;
mod xlsx;

pub use read::{Unreadable, read};
pub use write::{Format, WriteError, write};

/// Largest file that is read, in bytes.
pub const FILE_MAX_BYTES: usize = 2 * 1024 * 1024;
/// Limit of rows below the header.
pub const ROWS_MAX: usize = 5_000;
/// Limit of columns.
pub const COLUMNS_MAX: usize = 64;

/// A value of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// The value as it was written, without spaces around it.
    Text(String),
    /// A number whose digits are lost, as it was found: `1.38E+10`.
    Inexact(String),
}

/// A row below the header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Row's number as spreadsheet programs show it: the header is 1.
    pub number: u64,
    /// Values by column; missing ones at the end are empty.
    pub cells: Vec<Cell>,
}

/// A table that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns.
    pub header: Vec<String>,
    /// Rows that have at least one value.
    pub rows: Vec<Row>,
}

impl Table {
    /// Position of the column with one of these names, whatever their case.
    pub fn column(&self, names: &[&str]) -> Option<usize> {
        self.header.iter().position(|title| {
            names
                .iter()
                .any(|name| name.eq_ignore_ascii_case(title.trim()))
        })
    }
}

impl Row {
    /// Value in a column; an empty text where the row has none.
    pub fn at(&self, column: usize) -> Cell {
        self.cells
            .get(column)
            .cloned()
            .unwrap_or_else(|| Cell::Text(String::new()))
    }
}

/// Whether a text would be run as a formula by a spreadsheet program that opens it in a CSV file.
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
}

#[cfg(test)]
mod tests;
