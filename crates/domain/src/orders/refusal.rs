//! Why an order, a payment or a refund was not made: each a row of the table of codes.

use thiserror::Error;

use crate::codes::{self, Code};

/// What the rules of buying say no to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Unknown, or somebody else's.
    #[error("no such order")]
    Absent,
    /// None, or more than one order takes.
    #[error("the quantity is out of range")]
    Quantity,
    /// Dearer than a wallet takes.
    #[error("the total is out of range")]
    Total,
    /// No such configuration or package, or it is not sold.
    #[error("the package is not on sale")]
    Package,
    /// The price is another than the one that was shown.
    #[error("the price changed")]
    Price {
        /// What it costs now.
        total_fen: i64,
    },
    /// The agreement was not accepted.
    #[error("the agreement is not accepted")]
    Agreement,
    /// Fewer in stock than were wanted.
    #[error("sold out")]
    SoldOut,
    /// As many orders wait for their payment as a member may have.
    #[error("too many unpaid orders")]
    Open,
    /// No such phone, or somebody else's.
    #[error("no such phone")]
    Phone,
    /// The phone is not the member's own.
    #[error("not the owner of the phone")]
    NotOwner,
    /// A phone twice in one order.
    #[error("the same phone twice")]
    Duplicate,
    /// Not the end of a day, before a rental's end, or too far away.
    #[error("not a date to align to")]
    AlignDate,
    /// A better phone is had only while the rental runs.
    #[error("the rental is over")]
    Expired,
    /// The other configuration costs no more.
    #[error("the other configuration is not dearer")]
    NotDearer,
    /// The key was used for another order.
    #[error("the key was used for something else")]
    Key,
    /// It does not wait for a payment any more.
    #[error("the order does not wait for a payment")]
    NotWaiting,
    /// More payments were begun than one order takes.
    #[error("too many payments were begun")]
    Attempts,
    /// Nothing of it can be given back, or it was asked for already.
    #[error("nothing to give back")]
    NothingBack,
    /// Not more than zero, or more than is left.
    #[error("the amount is out of range")]
    Amount,
    /// No such refund, or nobody waits for a word about it.
    #[error("no such refund")]
    RefundAbsent,
}

impl Refusal {
    /// The row of the table.
    pub const fn code(self) -> Code {
        match self {
            Self::Absent => codes::ORDER_ABSENT,
            Self::Quantity => codes::ORDER_QUANTITY,
            Self::Total => codes::ORDER_TOTAL,
            Self::Package => codes::ORDER_PACKAGE,
            Self::Price { .. } => codes::ORDER_PRICE,
            Self::Agreement => codes::ORDER_AGREEMENT,
            Self::SoldOut => codes::ORDER_SOLD_OUT,
            Self::Open => codes::ORDER_OPEN,
            Self::Phone => codes::PHONE_ABSENT,
            Self::NotOwner => codes::RIGHT_MISSING,
            Self::Duplicate => codes::DUPLICATE_PHONE,
            Self::AlignDate => codes::ORDER_ALIGN_DATE,
            Self::Expired => codes::PHONE_EXPIRED,
            Self::NotDearer => codes::ORDER_NOT_DEARER,
            Self::Key => codes::ORDER_KEY,
            Self::NotWaiting => codes::ORDER_NOT_WAITING,
            Self::Attempts => codes::ORDER_ATTEMPTS,
            Self::NothingBack => codes::ORDER_NOTHING_BACK,
            Self::Amount => codes::ORDER_AMOUNT,
            Self::RefundAbsent => codes::REFUND_ABSENT,
        }
    }
}
