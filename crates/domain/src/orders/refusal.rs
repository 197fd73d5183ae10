//! Refusals of orders, payments and refunds: each has a row in the table of codes.

use thiserror::Error;

use crate::codes::{self, Code};

/// Refusal by the rules of buying.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The order is unknown, or another member's.
    #[error("no such order")]
    Absent,
    /// The number of phones is zero, or above the limit of an order.
    #[error("the quantity is out of range")]
    Quantity,
    /// The total is above what a wallet takes.
    #[error("the total is out of range")]
    Total,
    /// The configuration or package is unknown, or not sold.
    #[error("the package is not on sale")]
    Package,
    /// The price is another than the one that was shown.
    #[error("the price changed")]
    Price {
        /// Price that applies now, in fen.
        total_fen: i64,
    },
    /// The points are more than the order takes, or more than the member has.
    #[error("too many points")]
    Points {
        /// Most points that the order takes now.
        most: i64,
    },
    /// The agreement was not accepted.
    #[error("the agreement is not accepted")]
    Agreement,
    /// The agreement that was shown is not the version in force any more.
    #[error("the agreement changed")]
    AgreementChanged,
    /// The stock is smaller than the order.
    #[error("sold out")]
    SoldOut,
    /// The limit of a member's unpaid orders is reached.
    #[error("too many unpaid orders")]
    Open,
    /// The phone is unknown, or another member's.
    #[error("no such phone")]
    Phone,
    /// The phone is not the member's own.
    #[error("not the owner of the phone")]
    NotOwner,
    /// A phone was named twice in one order.
    #[error("the same phone twice")]
    Duplicate,
    /// The date is not the end of a day, before a rental's end, or too far away.
    #[error("not a date to align to")]
    AlignDate,
    /// The rental is over: an upgrade needs a running one.
    #[error("the rental is over")]
    Expired,
    /// The other configuration costs no more.
    #[error("the other configuration is not dearer")]
    NotDearer,
    /// The key was used for another order.
    #[error("the key was used for something else")]
    Key,
    /// The order does not wait for a payment any more.
    #[error("the order does not wait for a payment")]
    NotWaiting,
    /// More payments were begun than one order takes.
    #[error("too many payments were begun")]
    Attempts,
    /// The order has nothing to refund, or its refund was requested already.
    #[error("nothing to give back")]
    NothingBack,
    /// The amount is not more than zero, or more than is left.
    #[error("the amount is out of range")]
    Amount,
    /// The refund is unknown, or waits for no decision.
    #[error("no such refund")]
    RefundAbsent,
    /// The payment that fits nothing is unknown, or was handled before.
    #[error("no such payment")]
    MismatchAbsent,
    /// The day's bill or the difference is unknown, or the difference was solved before.
    #[error("no such bill or difference")]
    BillAbsent,
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
            Self::Points { .. } => codes::ORDER_POINTS,
            Self::Agreement => codes::ORDER_AGREEMENT,
            Self::AgreementChanged => codes::ORDER_AGREEMENT_CHANGED,
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
            Self::MismatchAbsent => codes::MISMATCH_ABSENT,
            Self::BillAbsent => codes::BILL_ABSENT,
        }
    }
}
