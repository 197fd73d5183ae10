//! Input and output types of the orders.

use domain::lang::LocalizedName;
use domain::orders::price::Package;
use domain::orders::refund::{Cause, RefundState};
use domain::orders::{Kind, OrderState, PayWay, Refusal, Wallet};
use serde::Serialize;
use thiserror::Error;

use crate::error::{StoreError, faults};

/// Why an order, a payment or a refund is not made.
#[derive(Debug, Error)]
pub enum OrderError {
    /// A rule refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(OrderError);

/// A configuration that can be rented, with its stock and prices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    pub id: i64,
    /// Name for people.
    pub name: LocalizedName,
    /// Short name, such as `S4`.
    pub code: String,
    /// Cores of the processor; 0 where unknown.
    pub cores: i32,
    /// Memory in MB.
    pub memory_mb: i32,
    /// Storage in GB.
    pub storage_gb: i32,
    /// Version of Android.
    pub android_version: String,
    /// The processor's name.
    pub chip: String,
    /// Pad type of the specification.
    pub pad_type: i16,
    /// Dots per inch.
    pub dpi: i32,
    /// Whether the configuration can be bought, not only renewed.
    pub on_sale: bool,
    /// Free phones by carrier (1 mobile, 2 unicom, 3 telecom); a carrier without any is missing.
    pub free: Vec<(i16, i64)>,
    /// Number of phones that are reserved for the buyer's own unpaid orders.
    pub reserved: i64,
    /// The packages on sale, shortest first.
    pub packages: Vec<Package>,
}

impl Configuration {
    /// Free phones of all carriers.
    pub fn stock(&self) -> i64 {
        self.free.iter().map(|(_, count)| count).sum()
    }
}

/// An order before its price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Draft {
    /// A purchase of phones out of stock.
    Purchase {
        configuration_id: i64,
        /// Carrier of the phones; none: any.
        carrier: Option<i16>,
        package_id: i64,
        /// Number of phones.
        quantity: i64,
    },
    /// A renewal: phone and package of each line.
    Renewal {
        /// Lines, in the order shown.
        lines: Vec<(i64, i64)>,
    },
    /// A renewal of phones to one common date.
    Align {
        /// Ids of the phones, in the order shown.
        phone_ids: Vec<i64>,
        /// The common date, the end of a day; Unix milliseconds.
        to_ms: i64,
    },
    /// An upgrade of a phone to another configuration.
    Upgrade {
        phone_id: i64,
        /// Id of the new configuration.
        configuration_id: i64,
    },
}

/// A draft with the buyer's confirmation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NewOrder {
    pub draft: Draft,
    /// The amount to pay that the buyer saw: the price without what points pay.
    pub expected_total_fen: i64,
    /// Points that pay a part of the price.
    pub points: i64,
    /// Whether the agreement was accepted.
    pub agreed: bool,
    /// The version of the agreement that was shown; none where nobody says it.
    pub agreement: Option<i64>,
}

/// Price of a draft, nothing stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoted {
    /// Kind of the order.
    pub kind: Kind,
    /// The configuration's name; with several the first one's.
    pub spec_name: LocalizedName,
    /// Lines, in the order asked.
    pub lines: Vec<Line>,
    /// Sum of the lines, each priced by itself.
    pub list_fen: i64,
    /// Total to pay.
    pub total_fen: i64,
    /// Points that pay a part of the price.
    pub points: i64,
    /// Most points that the order takes now.
    pub points_most: i64,
    /// Number of points that the buyer can spend now.
    pub points_available: i64,
}

/// A line of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The phone that is renewed or upgraded.
    pub phone_id: Option<i64>,
    /// The phone's id for people.
    pub owl_id: Option<String>,
    /// The phone's name when the order was made.
    pub alias: Option<String>,
    /// Package's id; none for a common date and an upgrade.
    pub package_id: Option<i64>,
    /// Days to pay.
    pub days: i64,
    /// Number of phones.
    pub quantity: i64,
    /// Price of the line by itself.
    pub list_fen: i64,
    /// Price of each phone.
    pub unit_fen: i64,
    /// Price to pay.
    pub total_fen: i64,
    /// Time by which the rental grows, in milliseconds.
    pub bought_ms: i64,
    /// The common date, if there is one.
    pub align_ms: Option<i64>,
    /// The rental's end when the order was made; none for a purchase.
    pub old_expire_ms: Option<i64>,
    /// The rental's end after the order: foreseen until the order is paid, then as it was given.
    pub new_expire_ms: Option<i64>,
}

/// An order without its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Id, the key of every call.
    pub id: i64,
    /// Order number for people.
    pub number: String,
    pub member_id: i64,
    /// Kind of the order.
    pub kind: Kind,
    /// State of the order.
    pub state: OrderState,
    /// Time of creation, Unix milliseconds.
    pub created_ms: i64,
    /// Deadline of the payment, Unix milliseconds.
    pub deadline_ms: i64,
    /// The configuration's name when the order was made.
    pub spec_name: LocalizedName,
    /// Days of the package; none when the lines have different ones.
    pub package_days: Option<i64>,
    /// Number of phones.
    pub quantity: i64,
    /// Price of each phone; none when they differ.
    pub unit_fen: Option<i64>,
    /// Sum of the lines, each priced by itself.
    pub list_fen: i64,
    /// Total to pay: the price without what points pay.
    pub total_fen: i64,
    /// Amount that was paid.
    pub paid_fen: i64,
    /// Amount of money that was refunded.
    pub refunded_fen: i64,
    /// Time of the payment, Unix milliseconds.
    pub paid_ms: Option<i64>,
    /// Wallet and way of the payment.
    pub paid_by: Option<(Wallet, PayWay)>,
    /// The wallet's number of the payment.
    pub trade_no: Option<String>,
    /// Points that pay a part of the price.
    pub points: i64,
}

/// A phone that an order brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderPhone {
    /// Phone's id, the key of every call.
    pub phone_id: i64,
    /// The phone's id for people.
    pub owl_id: String,
    /// The phone's present name; its first one where it is no longer the member's.
    pub alias: String,
    /// Whether the phone is no longer the member's.
    pub gone: bool,
}

/// A refund: asked for, running or done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundInfo {
    /// Refund number, for people and the wallet.
    pub number: String,
    /// Amount of the refund; of points their worth.
    pub amount_fen: i64,
    /// Points that come back instead of money: of an order that they paid alone.
    pub points: i64,
    /// State of the refund.
    pub state: RefundState,
    /// Why the money goes back: a member's request, or money that bought nothing.
    pub cause: Cause,
    /// The member's reason.
    pub reason: String,
    /// The operator's answer, or the wallet's message.
    pub answer: Option<String>,
    /// Words of the operator who agreed to it.
    pub note: Option<String>,
    /// Time of the request, Unix milliseconds.
    pub created_ms: i64,
    /// Time at which the money was back, Unix milliseconds.
    pub done_ms: Option<i64>,
}

/// An order with its lines, phones and refunds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullOrder {
    pub order: Order,
    pub lines: Vec<Line>,
    /// Phones that the order brought.
    pub phones: Vec<OrderPhone>,
    /// Refunds, the newest last.
    pub refunds: Vec<RefundInfo>,
    /// Amount for which a refund can be asked; of an order that points paid alone the worth of those that are left.
    pub refundable_fen: i64,
}

/// Filter of orders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only orders of this kind.
    pub kind: Option<Kind>,
    /// Only orders in this state.
    pub state: Option<OrderState>,
    /// Only orders paid by this wallet.
    pub wallet: Option<Wallet>,
    /// Part of a number or a configuration's name.
    pub keyword: Option<String>,
    /// Only orders made at or after this time, Unix milliseconds.
    pub from_ms: Option<i64>,
    /// Only orders made before this time, Unix milliseconds.
    pub until_ms: Option<i64>,
}

/// A page of orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderPage {
    /// Orders, the newest first.
    pub list: Vec<Order>,
    /// Total number of orders.
    pub total: i64,
    /// Amount paid for the matching orders.
    pub paid_fen: i64,
    /// Amount refunded of the matching orders.
    pub refunded_fen: i64,
}

/// A change of an order, for notifying its member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    pub order_id: i64,
    pub member_id: i64,
    /// State of the order after the change.
    pub state: OrderState,
    /// Phones that came, went, or end at another time.
    pub phone_ids: Vec<i64>,
}

/// A payment that was begun at a wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Attempt number, by which the wallet knows it.
    pub number: String,
    pub order_id: i64,
    /// Payment provider at which the payment was begun.
    pub wallet: Wallet,
    /// Way to pay.
    pub way: PayWay,
    /// Amount: the total of the order.
    pub amount_fen: i64,
    /// Subject of the payment, for people.
    pub subject: String,
    /// Time after which the wallet takes no payment, Unix milliseconds.
    pub expires_ms: i64,
    /// The wallet's data for the page; none until the wallet answered.
    pub shown: Option<serde_json::Value>,
}

/// A payment that a wallet reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The attempt's number.
    pub attempt: String,
    /// The wallet's number of the payment.
    pub trade_no: String,
    /// Amount of the payment.
    pub amount_fen: i64,
    /// Time of the payment, Unix milliseconds, if the wallet reports it.
    pub paid_ms: Option<i64>,
}

/// Effect of a reported payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// The order is fulfilled.
    Fulfilled(Changed),
    /// The payment was known before.
    Again,
    /// The money is refunded: paid twice, or sold out.
    RefundQueued(Changed),
    /// The amount or wallet differs, or the number belongs to another payment. The mismatch was stored.
    Mismatch,
    /// No attempt has that number.
    Unknown,
}

/// Due work at a wallet. The server that takes it has it alone for a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Due {
    /// Ask whether the attempt was paid: [`super::settle`] or [`super::attempt_closed`], or nothing.
    Look(Attempt),
    /// The order is no longer unpaid: end the attempt at the wallet, then [`super::attempt_closed`].
    Close(Attempt),
    /// The order was not paid in time: end its attempts at the wallet, then [`super::timed_out`], whatever the wallet answered.
    TimeOut {
        order_id: i64,
        /// The order's open attempts.
        attempts: Vec<Attempt>,
    },
    /// Send a refund or ask about it, then [`super::refund_outcome`].
    Refund(RefundJob),
}

/// A refund for a wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundJob {
    /// Number of the refund, by which the wallet knows it.
    pub number: String,
    /// Number of the attempt that was paid.
    pub attempt: String,
    /// Payment provider that sends the money back.
    pub wallet: Wallet,
    /// Amount of the refund.
    pub amount_fen: i64,
    /// Amount that was paid.
    pub paid_fen: i64,
    /// Reason, for the buyer.
    pub reason: String,
    /// Whether the wallet has the refund already: ask, do not send.
    pub sent: bool,
}

/// A wallet's report about a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The wallet has no refund of that number: it is to be sent.
    Absent,
    /// The refund is under way.
    Processing,
    /// The money went back.
    Done {
        /// Time of the refund, Unix milliseconds, if the wallet reports it.
        at_ms: Option<i64>,
    },
    /// The refund did not arrive. The wallet's message.
    Failed(String),
}

/// A requested refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requested {
    pub refund: RefundInfo,
    /// The change of the order.
    pub changed: Changed,
}

/// An operator's decision about a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Approved, for the whole amount or less.
    Approve {
        /// Amount; none: the whole amount that was asked for.
        amount_fen: Option<i64>,
        /// Words to the member.
        note: Option<domain::orders::Reason>,
    },
    /// Refused, so no money goes back.
    Refuse {
        /// The operator's reason.
        reason: domain::orders::Reason,
    },
    /// Send a failed refund again.
    Retry,
}

/// A refund as operators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundRow {
    pub refund: RefundInfo,
    pub order: Order,
    /// Name of the member's account.
    pub member: String,
}

/// A payment under a number of this server that does not fit its attempt: another amount, another wallet, another payment's number. Or a
/// payment of which its wallet proved nothing until asking ended: without a number of the wallet's, and of amount zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Wallet that reports the payment.
    pub wallet: Wallet,
    /// The attempt's number, as the wallet has it.
    pub attempt: String,
    /// The wallet's number of the payment.
    pub trade_no: String,
    /// Amount that came.
    pub amount_fen: i64,
    /// Amount that was asked for; none if no such attempt was begun.
    pub asked_fen: Option<i64>,
    /// Order number.
    pub order_no: Option<String>,
    /// Number of reports.
    pub times: i64,
    /// Time of the first report, Unix milliseconds.
    pub created_ms: i64,
    pub id: i64,
    pub order_id: Option<i64>,
    /// Note of the operator who handled it, and when.
    pub handled: Option<(String, i64)>,
}

/// A page of mismatches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MismatchPage {
    /// Mismatches, the newest first.
    pub list: Vec<Mismatch>,
    /// Total number of mismatches.
    pub total: i64,
}

/// A page of refunds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundPage {
    /// Refunds, the newest first.
    pub list: Vec<RefundRow>,
    /// Total number of refunds.
    pub total: i64,
}
