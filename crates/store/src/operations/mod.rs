//! Operations: what takes time, a row for each phone. The only writer of their state.
//!
//! [`start`] makes a batch, [`advance`] moves one operation on by the rule ([`domain::operations::next`]), [`batches`] and
//! [`receipt`] show them. Whoever holds an older generation than the row's changes nothing.

mod advance;
mod left;
mod receipt;
mod row;
mod start;

pub use advance::{Advance, Running, advance, due, take, take_over};
pub use left::wipe_left;
pub use receipt::{Batch, BatchPage, BatchQuery, Counts, Receipt, ReceiptRow, batches, receipt};
pub use start::{Ask, ManageError, Refused, StartError, Started, cancel, retry, start};
