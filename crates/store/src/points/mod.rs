//! Points: lots that orders earned, what other orders keep and spend of them, and a record of each change with its two entries.
//!
//! Every change is made under the member's row lock, in one transaction with what causes it: the order's mark, the refund, or the sweep.

mod adjust;
mod expire;
mod lots;
mod orders;
mod page;
mod records;
mod refunds;

use domain::orders::Kind;

pub use adjust::{AdjustError, Adjustment, adjust};
pub use expire::{due, expire};
pub(crate) use lots::available;
pub(crate) use orders::{cover, release, reserve, settle};
pub use page::{
    Ending, Filter, Month, PointPage, PointRecord, RecordOrder, Summary, available as available_of,
    page, page_of, summary,
};
pub(crate) use refunds::{PointRefund, refunded};

/// An order as its points see it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PointOrder {
    pub(crate) id: i64,
    pub(crate) member_id: i64,
    pub(crate) kind: Kind,
    /// Points that pay a part of the price.
    pub(crate) points: i64,
    /// Points that each whole yuan of the payment earns.
    pub(crate) rate: i64,
}
