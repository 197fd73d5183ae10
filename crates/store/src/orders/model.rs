//! What goes into the orders and what comes out of them.

use domain::lang::Name;
use domain::orders::price::Package;
use domain::orders::refund::{Cause, RefundState};
use domain::orders::{Kind, OrderState, PayWay, Refusal, Wallet};
use serde::Serialize;
use thiserror::Error;

use crate::error::{StoreError, faults};

/// Why an order, a payment or a refund was not made.
#[derive(Debug, Error)]
pub enum OrderError {
    /// A rule says no.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(OrderError);

/// What can be rented, with its stock and its prices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    /// Its id.
    pub id: i64,
    /// For people.
    pub name: Name,
    /// Short, for people: `S4`.
    pub code: String,
    /// Cores of the processor; 0 where nobody said.
    pub cores: i32,
    /// Memory.
    pub memory_mb: i32,
    /// Storage.
    pub storage_gb: i32,
    /// Of the system.
    pub android_version: String,
    /// The processor's name.
    pub chip: String,
    /// As in the specification.
    pub pad_type: i16,
    /// Dots per inch.
    pub dpi: i32,
    /// It can be bought, not only renewed.
    pub on_sale: bool,
    /// Free phones by carrier (1 mobile, 2 unicom, 3 telecom); a carrier without any is missing.
    pub free: Vec<(i16, i64)>,
    /// Phones that are kept for the buyer's own orders which wait for their payment.
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

/// What is to be bought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Draft {
    /// Phones out of stock.
    Purchase {
        /// Which.
        configuration_id: i64,
        /// Of this carrier; of any when none is named.
        carrier: Option<i16>,
        /// For how long.
        package_id: i64,
        /// How many.
        quantity: i64,
    },
    /// More time: phone and package of each line.
    Renewal {
        /// In the order shown.
        lines: Vec<(i64, i64)>,
    },
    /// More time, all to one date.
    Align {
        /// In the order shown.
        phone_ids: Vec<i64>,
        /// A day's end, Unix milliseconds.
        to_ms: i64,
    },
    /// Another configuration for a phone.
    Upgrade {
        /// Which phone.
        phone_id: i64,
        /// What it becomes.
        configuration_id: i64,
    },
}

/// A draft that somebody decided for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NewOrder {
    /// What.
    pub draft: Draft,
    /// The price that was shown.
    pub expected_total_fen: i64,
    /// The agreement was read and ticked.
    pub agreed: bool,
}

/// What a draft costs, nothing stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoted {
    /// For what.
    pub kind: Kind,
    /// The configuration's name; of several the first.
    pub spec_name: Name,
    /// In the order asked.
    pub lines: Vec<Line>,
    /// Each as if it were alone.
    pub list_fen: i64,
    /// What is paid.
    pub total_fen: i64,
}

/// A line of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The phone that is renewed or upgraded.
    pub phone_id: Option<i64>,
    /// Its id for people.
    pub owl_id: Option<String>,
    /// Its name when the order was made.
    pub alias: Option<String>,
    /// None for a common date and an upgrade.
    pub package_id: Option<i64>,
    /// Days that are paid.
    pub days: i64,
    /// Phones.
    pub quantity: i64,
    /// As if it were alone.
    pub list_fen: i64,
    /// Of each phone.
    pub unit_fen: i64,
    /// What is paid.
    pub total_fen: i64,
    /// Time that is added.
    pub bought_ms: i64,
    /// The common date.
    pub align_ms: Option<i64>,
    /// The rental's end when the order was made; none for a purchase.
    pub old_expire_ms: Option<i64>,
    /// Its end afterwards: foreseen until the order is paid, then as it was given.
    pub new_expire_ms: Option<i64>,
}

/// An order without its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Keys every call.
    pub id: i64,
    /// For people.
    pub number: String,
    /// Whose.
    pub member_id: i64,
    /// For what.
    pub kind: Kind,
    /// Where it stands.
    pub state: OrderState,
    /// When it was made, Unix milliseconds.
    pub created_ms: i64,
    /// Until when it can be paid, Unix milliseconds.
    pub deadline_ms: i64,
    /// The configuration's name when it was made.
    pub spec_name: Name,
    /// None when lines have different ones.
    pub package_days: Option<i64>,
    /// Phones.
    pub quantity: i64,
    /// Of each phone; none when they differ.
    pub unit_fen: Option<i64>,
    /// Each as if it were alone.
    pub list_fen: i64,
    /// What is to be paid.
    pub total_fen: i64,
    /// What was paid for it.
    pub paid_fen: i64,
    /// What went back of that.
    pub refunded_fen: i64,
    /// When, Unix milliseconds.
    pub paid_ms: Option<i64>,
    /// By whom and how it was paid.
    pub paid_by: Option<(Wallet, PayWay)>,
    /// The wallet's number of the payment.
    pub trade_no: Option<String>,
}

/// A phone that an order brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderPhone {
    /// Keys every call.
    pub phone_id: i64,
    /// Its id for people.
    pub owl_id: String,
    /// Its name now; the first one where it is the member's no longer.
    pub alias: String,
    /// It is the member's no longer.
    pub gone: bool,
}

/// Money that goes back, went back or is asked back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundInfo {
    /// Its number, for people and the wallet.
    pub number: String,
    /// How much.
    pub amount_fen: i64,
    /// Where it stands.
    pub state: RefundState,
    /// Why.
    pub cause: Cause,
    /// The member's words.
    pub reason: String,
    /// The operator's, or the wallet's.
    pub answer: Option<String>,
    /// When, Unix milliseconds.
    pub created_ms: i64,
    /// When it was back, Unix milliseconds.
    pub done_ms: Option<i64>,
}

/// An order with all that belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullOrder {
    /// Itself.
    pub order: Order,
    /// What was bought.
    pub lines: Vec<Line>,
    /// What it brought.
    pub phones: Vec<OrderPhone>,
    /// Newest last.
    pub refunds: Vec<RefundInfo>,
    /// A refund can be asked for.
    pub refundable_fen: i64,
}

/// Which orders to show.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of this kind.
    pub kind: Option<Kind>,
    /// In this state.
    pub state: Option<OrderState>,
    /// Paid by this wallet.
    pub wallet: Option<Wallet>,
    /// Part of a number or a configuration's name.
    pub keyword: Option<String>,
    /// Made at or after, Unix milliseconds.
    pub from_ms: Option<i64>,
    /// Made before, Unix milliseconds.
    pub until_ms: Option<i64>,
}

/// A page of orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderPage {
    /// Newest first.
    pub list: Vec<Order>,
    /// How many there are in all.
    pub total: i64,
    /// Paid for all of them.
    pub paid_fen: i64,
    /// Back of all of them.
    pub refunded_fen: i64,
}

/// Something about an order changed: whom to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// Which.
    pub order_id: i64,
    /// Whose.
    pub member_id: i64,
    /// Where it stands now.
    pub state: OrderState,
    /// Phones that came, went, or end at another moment.
    pub phone_ids: Vec<i64>,
}

/// A payment that was begun at a wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// What the wallet knows it by.
    pub number: String,
    /// Of which order.
    pub order_id: i64,
    /// At which wallet.
    pub wallet: Wallet,
    /// How.
    pub way: PayWay,
    /// All of it.
    pub amount_fen: i64,
    /// What is bought, for people.
    pub subject: String,
    /// The wallet takes nothing afterwards, Unix milliseconds.
    pub expires_ms: i64,
    /// What the wallet said is to be shown; none until it did.
    pub shown: Option<serde_json::Value>,
}

/// Money came in, as a wallet says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The attempt's number.
    pub attempt: String,
    /// The wallet's number of the payment.
    pub trade_no: String,
    /// How much.
    pub amount_fen: i64,
    /// When, Unix milliseconds, if the wallet says so.
    pub paid_ms: Option<i64>,
}

/// What money that came in did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// Everybody has what was bought.
    Fulfilled(Changed),
    /// It was known before.
    Again,
    /// It goes back: paid twice, or sold out.
    RefundQueued(Changed),
    /// Another amount, another wallet, or a number that belongs to another payment. It was noted.
    Mismatch,
    /// No payment of that number was begun.
    Unknown,
}

/// Something that is due at a wallet. Whoever gets it has it for a while alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Due {
    /// Ask whether it was paid: [`super::settle`] or [`super::attempt_closed`], or nothing.
    Look(Attempt),
    /// Its order waits no longer: end it at the wallet, then [`super::attempt_closed`].
    Close(Attempt),
    /// It was not paid in time: end its attempts at the wallet, then [`super::timed_out`], whatever the wallet said.
    TimeOut {
        /// The order.
        order_id: i64,
        /// Its open attempts.
        attempts: Vec<Attempt>,
    },
    /// Send a refund or ask about it, then [`super::refund_outcome`].
    Refund(RefundJob),
}

/// A refund for a wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundJob {
    /// Its number.
    pub number: String,
    /// The attempt that was paid.
    pub attempt: String,
    /// At which wallet.
    pub wallet: Wallet,
    /// How much goes back.
    pub amount_fen: i64,
    /// How much was paid.
    pub paid_fen: i64,
    /// For the buyer.
    pub reason: String,
    /// The wallet has it: ask, do not send.
    pub sent: bool,
}

/// What a wallet says about a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It has none of that number: to be sent.
    Absent,
    /// It is on its way.
    Processing,
    /// The money went back.
    Done {
        /// When, Unix milliseconds, if the wallet says so.
        at_ms: Option<i64>,
    },
    /// It did not arrive. The wallet's word.
    Failed(String),
}

/// A refund was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requested {
    /// The refund.
    pub refund: RefundInfo,
    /// Whom to tell.
    pub changed: Changed,
}

/// An operator's word about a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Yes, or yes to less.
    Approve {
        /// How much; all that was asked when none is named.
        amount_fen: Option<i64>,
    },
    /// No.
    Refuse {
        /// In words.
        reason: domain::orders::Reason,
    },
    /// One that failed is sent again.
    Retry,
}

/// A refund as operators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundRow {
    /// Itself.
    pub refund: RefundInfo,
    /// Of which order.
    pub order: Order,
    /// Whose, as the account is named.
    pub member: String,
}

/// Money that came in under a number of ours and fits nothing: another amount, another wallet, another payment's number. Or a payment of
/// which its wallet proved nothing until nobody asked any more: without a number of the wallet's, and of nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Who says so.
    pub wallet: Wallet,
    /// The attempt's number, as the wallet has it.
    pub attempt: String,
    /// The wallet's number of the payment.
    pub trade_no: String,
    /// How much came.
    pub amount_fen: i64,
    /// How much was asked for; none if no such attempt was begun.
    pub asked_fen: Option<i64>,
    /// For which order.
    pub order_no: Option<String>,
    /// How often it was said.
    pub times: i64,
    /// When first, Unix milliseconds.
    pub created_ms: i64,
}

/// A page of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MismatchPage {
    /// Newest first.
    pub list: Vec<Mismatch>,
    /// How many there are in all.
    pub total: i64,
}

/// A page of refunds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundPage {
    /// Newest first.
    pub list: Vec<RefundRow>,
    /// How many there are in all.
    pub total: i64,
}
