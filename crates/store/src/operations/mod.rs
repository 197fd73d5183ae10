//! Operations: long-running changes, with a row for each phone. The only writer of their state.
//!
//! [`start`] makes a batch, [`take`] gives turns, [`advance`] advances an operation by the rule ([`domain::operations::next`]), [`batches`]
//! and [`receipt`] show them. An event of an older generation than the row's changes nothing.

mod advance;
mod disclaimer;
mod left;
mod line;
mod manage;
mod new_device;
mod progress;
mod receipt;
mod records;
mod replacement;
mod request;
mod row;
mod sent;
mod start;
mod transfer;
mod transfer_retry;
mod transfer_state;
mod turns;

pub use advance::{Advance, RunningOperation, advance, due, take_over};
pub use disclaimer::Disclaimed;
pub use left::wipe_left;
pub use manage::{Cancelled, ManageError, Retry, cancel, retry};
pub use new_device::Renewed;
pub(crate) use new_device::alone;
pub use progress::{Progressed, is_current, progress};
pub use receipt::{Batch, BatchPage, BatchQuery, Counts, Receipt, ReceiptRow, batches, receipt};
pub(crate) use records::refresh_file_keys;
pub use records::{Record, RecordPage, RecordQuery, records, sweep_records};
pub use replacement::{Replaceable, Replaced, check_replace, replaced_by_wipe};
pub use request::{OperationRequest, Refused, StartError, Started};
pub use sent::Sent;
pub use start::start;
pub(crate) use start::start_by_server;
pub use transfer::{backup_failed, sweep_transfers};
pub use transfer_retry::{give_up_transfer, held_phone, retry_transfer};
pub(crate) use transfer_state::moved_of;
pub use transfer_state::{TransferState, transfer_states};
pub use turns::take;
