//! Writer of a table of text.

use rust_xlsxwriter::{Format as Look, Workbook, XlsxError};
use thiserror::Error;

use super::is_formula;

/// Kind of a written file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// XLSX, each value as text, so that long numbers keep all their digits.
    Xlsx,
    /// CSV in UTF-8 with a byte order mark.
    Csv,
}

impl Format {
    /// Extension of the file's name.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Xlsx => "xlsx",
            Self::Csv => "csv",
        }
    }

    /// Media type of the file.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }
}

/// Reason why a table is not written: it has more rows than a sheet, or a longer text than a cell may have.
#[derive(Debug, Error)]
#[error("write table")]
pub enum WriteError {
    /// The XLSX file could not be made.
    Xlsx(#[from] XlsxError),
    /// The CSV file could not be made.
    Csv(#[from] csv::Error),
}

/// Writes a header and rows of text. In CSV a text that would be run as a formula gets a leading `'`, which [`super::read`] removes again.
pub fn write(format: Format, header: &[&str], rows: &[Vec<String>]) -> Result<Vec<u8>, WriteError> {
    match format {
        Format::Xlsx => xlsx(header, rows),
        Format::Csv => csv(header, rows),
    }
}

fn xlsx(header: &[&str], rows: &[Vec<String>]) -> Result<Vec<u8>, WriteError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let (bold, text) = (Look::new().set_bold(), Look::new().set_num_format("@"));
    let columns = u16::try_from(header.len()).unwrap_or(u16::MAX);
    for (column, title) in (0..columns).zip(header) {
        // The whole column has the text format, so that values that people add below are not converted either.
        sheet.set_column_format(column, &text)?;
        sheet.set_column_width(column, 20)?;
        sheet.write_string_with_format(0, column, *title, &bold)?;
    }
    for (number, row) in (1..).zip(rows) {
        for (column, value) in (0..columns).zip(row) {
            sheet.write_string_with_format(number, column, value, &text)?;
        }
    }
    Ok(book.save_to_buffer()?)
}

fn csv(header: &[&str], rows: &[Vec<String>]) -> Result<Vec<u8>, WriteError> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer("\u{feff}".as_bytes().to_vec());
    writer.write_record(header)?;
    for row in rows {
        writer.write_record(row.iter().map(|text| harmless(text)))?;
    }
    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()).into())
}

fn harmless(text: &str) -> String {
    if is_formula(text) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}
