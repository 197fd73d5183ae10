//! Bills: what a wallet says of a whole day, as lines of a table.

use thiserror::Error;

use crate::Fen;

/// Kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BillKind {
    /// Money that came in.
    Payment,
    /// Money that went back.
    Refund,
}

/// A line of a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillLine {
    /// Whether money came in or went back.
    pub kind: BillKind,
    /// Number of the payment by the wallet.
    pub trade_no: String,
    /// Number by us: of the payment, or of the refund.
    pub number: String,
    /// Amount.
    pub amount: Fen,
}

/// Reason why bytes are no whole bill.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BillError {
    /// The end of the bill is missing: it was cut.
    #[error("the bill has no end")]
    Cut,
    /// A column is missing; with its title.
    #[error("the bill has no column {0}")]
    Column(&'static str),
    /// A line has a value that no such line has; with its number, counted from 1 without head and foot.
    #[error("line {0} of the bill cannot be read")]
    Line(usize),
}

/// Rows of a table and the places of its columns, by their titles.
pub(crate) struct Columns(Vec<String>);

impl Columns {
    /// Reads the row of titles.
    pub(crate) fn new(titles: &csv::StringRecord) -> Self {
        Self(titles.iter().map(|title| title.trim().to_owned()).collect())
    }

    /// Whether a row has no more cells than there are titles: a comma within a name would move all that follow.
    pub(crate) fn fits(&self, row: &csv::StringRecord) -> bool {
        row.len() <= self.0.len()
    }

    /// Place of a column.
    pub(crate) fn place(&self, title: &'static str) -> Result<usize, BillError> {
        let place = self.0.iter().position(|known| known == title);
        place.ok_or(BillError::Column(title))
    }
}

/// Reader of a bill's text; rows may differ in length.
pub(crate) fn reader(text: &str) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .quoting(false)
        .from_reader(text.trim_start_matches('\u{feff}').as_bytes())
}

/// A line whose numbers are there.
pub(crate) fn line(kind: BillKind, trade_no: &str, number: &str, amount: Fen) -> Option<BillLine> {
    let fine = !trade_no.is_empty() && !number.is_empty();
    fine.then(|| BillLine {
        kind,
        trade_no: trade_no.to_owned(),
        number: number.to_owned(),
        amount,
    })
}
