//! Bills of wallets: what each of them says of a whole day.

use std::time::Duration;

use wallet_wire::{BillError, BillLine};

use super::WalletError;

/// Largest file of a bill: about a hundred thousand lines.
pub(crate) const BILL_MAX_BYTES: usize = 64 * 1024 * 1024;

/// Timeout for the file of a bill.
pub(crate) const BILL_DEADLINE: Duration = Duration::from_mins(1);

/// Bill of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bill {
    /// Lines of the bill.
    Lines(Vec<BillLine>),
    /// The wallet has no bill of that day: nothing moved, or it is not made yet.
    Absent,
}

/// A file that is no whole bill.
pub(crate) fn unreadable(error: &BillError) -> WalletError {
    WalletError::Unverified(error.to_string())
}
