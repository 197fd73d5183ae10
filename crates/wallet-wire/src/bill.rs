//! Bills: a wallet's statement of all payments and refunds of a day, as a table.

use thiserror::Error;

use crate::Fen;

/// Kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BillKind {
    /// A buyer paid.
    Payment,
    /// A buyer was paid back.
    Refund,
}

/// A line of a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillLine {
    /// Kind of the line.
    pub kind: BillKind,
    /// The wallet's number of the payment.
    pub trade_no: String,
    /// Our number of the payment, or of the refund.
    pub number: String,
    /// Amount that came in or went back.
    pub amount: Fen,
}

/// Reason why bytes are no complete bill.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BillError {
    /// The line that ends the table is missing: the file was cut off.
    #[error("the bill has no end")]
    Cut,
    /// A column is missing; the value is its title.
    #[error("the bill has no column {0}")]
    Column(&'static str),
    /// A line has an invalid value; the value is the line's number, counted from 1 without head and foot.
    #[error("line {0} of the bill cannot be read")]
    Line(usize),
}

/// Titles of a table's columns, in their order.
pub(crate) struct Columns(Vec<String>);

impl Columns {
    /// Takes the titles from the header row.
    pub(crate) fn new(titles: &csv::StringRecord) -> Self {
        Self(titles.iter().map(|title| title.trim().to_owned()).collect())
    }

    /// Whether a row has no more cells than there are titles. More of them mean an unquoted comma in a name, which shifts all cells behind it.
    pub(crate) fn fits(&self, row: &csv::StringRecord) -> bool {
        row.len() <= self.0.len()
    }

    /// Index of the column with a title.
    pub(crate) fn place(&self, title: &'static str) -> Result<usize, BillError> {
        let place = self.0.iter().position(|known| known == title);
        place.ok_or(BillError::Column(title))
    }
}

/// CSV reader of a bill; rows may differ in length.
pub(crate) fn reader(text: &str) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .quoting(false)
        .from_reader(text.trim_start_matches('\u{feff}').as_bytes())
}

/// Makes a line; `None` where a number is empty.
pub(crate) fn line(kind: BillKind, trade_no: &str, number: &str, amount: Fen) -> Option<BillLine> {
    let fine = !trade_no.is_empty() && !number.is_empty();
    fine.then(|| BillLine {
        kind,
        trade_no: trade_no.to_owned(),
        number: number.to_owned(),
        amount,
    })
}
