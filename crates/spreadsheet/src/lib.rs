//! Tables of text as XLSX and CSV.
//!
//! Spreadsheet programs keep numbers as 64-bit floats, so a program may have rounded a number of sixteen digits or more before the file came
//! here. Reading therefore yields such a cell as [`Cell::Inexact`], every other one exactly as it was written. A written table has only cells of
//! text, so that none of them is run as a formula.

mod read;
mod write;
mod xlsx;

pub use read::{ReadError, read};
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
    /// A number whose digits are lost or may be wrong, in the file's notation: `1.38E+10`. A date is such a number, too.
    Inexact(String),
}

/// A row below the header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Number of the row as spreadsheet programs show it; the header is row 1.
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
    /// Index of the column that has one of these names, ignoring case.
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

/// Whether a spreadsheet program that opens a CSV file would run this text as a formula.
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
}

#[cfg(test)]
mod tests;
