//! Buying, renewing, upgrading and paying: kinds, states, limits and times. Prices are in [`price`], money back in [`refund`].
//!
//! Money is integer fen, counted with checks; nobody divides but to round a price up.

pub mod price;
pub mod refund;
pub mod refusal;
pub mod schedule;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use refusal::Refusal;

use crate::lang::{Lang, Words};
use crate::text;
use crate::zone::Zone;

/// A day of a rental.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Phones of one purchase.
pub const QUANTITY_MAX: i64 = 500;
/// Phones of one renewal.
pub const LINES_MAX: usize = 200;
/// Longest package, and longest way to a common date: ten years.
pub const DAYS_MAX: i64 = 3650;
/// Dearest order: what both wallets take at most.
pub const TOTAL_MAX_FEN: i64 = 10_000_000_000;
/// Dearest phone of a package.
pub const UNIT_MAX_FEN: i64 = 100_000_000;
/// Steps of a price.
pub const TIERS_MAX: usize = 10;
/// Payments that may be begun for one order.
pub const ATTEMPTS_MAX: i64 = 20;
/// Wallets take no payment that ends sooner than a minute from now; the rest is the way there.
pub const ATTEMPT_MIN_MS: i64 = 75 * 1000;
/// An order that is made again within this time without a key is the second half of a double click.
pub const DOUBLE_CLICK_MS: i64 = 10 * 1000;
/// Order records are shown from so long ago when nobody says otherwise.
pub const RECORDS_MS: i64 = 90 * DAY_MS;
/// Longest key of a call that may be repeated.
const KEY_MAX_BYTES: usize = 128;
/// Longest reason.
const REASON_MAX_CHARS: usize = 200;

const _: () = assert!(
    QUANTITY_MAX < i64::MAX / UNIT_MAX_FEN,
    "no quantity of any price overflows"
);

/// How long an order may wait for its payment, in minutes: a code of WeChat Pay's is good for two hours, and a wallet takes no payment that ends sooner
/// than a minute from now.
pub const PAY_MINUTES: RangeInclusive<i64> = 2..=120;
/// How long after its end a rental may be renewed, in days.
pub const GRACE_DAYS: RangeInclusive<i64> = 1..=365;
/// How many orders of one member may wait at a time.
pub const OPEN_ORDERS: RangeInclusive<i64> = 1..=100;
/// Where nobody sets it.
pub const PAY_MINUTES_DEFAULT: i64 = 15;
/// Where nobody sets it.
pub const GRACE_DAYS_DEFAULT: i64 = 7;
/// Where nobody sets it.
pub const OPEN_ORDERS_DEFAULT: i64 = 5;

const MINUTE_MS: i64 = 60 * 1000;

const _: () = assert!(
    ATTEMPT_MIN_MS < *PAY_MINUTES.start() * MINUTE_MS,
    "the shortest order can be paid"
);

/// What an operator may set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderRules {
    /// How long an order waits for its payment.
    pub pay_ms: i64,
    /// How long after its end a rental can be renewed.
    pub grace_ms: i64,
    /// Orders of one member that may wait at a time.
    pub open_max: i64,
    /// Where a day ends.
    pub zone: Zone,
}

impl Default for OrderRules {
    fn default() -> Self {
        Self {
            pay_ms: PAY_MINUTES_DEFAULT * MINUTE_MS,
            grace_ms: GRACE_DAYS_DEFAULT * DAY_MS,
            open_max: OPEN_ORDERS_DEFAULT,
            zone: Zone::default(),
        }
    }
}

impl OrderRules {
    /// As an operator sets them; none for what lies outside [`PAY_MINUTES`], [`GRACE_DAYS`] or [`OPEN_ORDERS`].
    pub fn of(pay_minutes: i64, grace_days: i64, open_max: i64, zone: Zone) -> Option<Self> {
        let fine = PAY_MINUTES.contains(&pay_minutes)
            && GRACE_DAYS.contains(&grace_days)
            && OPEN_ORDERS.contains(&open_max);
        fine.then_some(Self {
            pay_ms: pay_minutes.saturating_mul(MINUTE_MS),
            grace_ms: grace_days.saturating_mul(DAY_MS),
            open_max,
            zone,
        })
    }

    /// Until when an expired rental keeps its data and can be renewed.
    pub const fn kept_until(&self, expire_ms: i64) -> i64 {
        expire_ms.saturating_add(self.grace_ms)
    }

    /// Whether a rental can be renewed: until the last moment of its grace, no longer at its end.
    pub const fn renewable(&self, expire_ms: i64, now_ms: i64) -> bool {
        now_ms < self.kept_until(expire_ms)
    }

    /// Whether a day ends at this moment.
    pub fn is_day_end(&self, at_ms: i64) -> bool {
        self.zone.day_of(at_ms) != self.zone.day_of(at_ms.saturating_sub(1))
    }
}

/// When a rental ends after more time was bought: what was left is kept, what was over costs nothing.
pub const fn extended(old_expire_ms: i64, bought_ms: i64, now_ms: i64) -> i64 {
    let from = if old_expire_ms > now_ms {
        old_expire_ms
    } else {
        now_ms
    };
    from.saturating_add(bought_ms)
}

/// When a rental ends after bought time was taken back: never before now, never later than it did.
pub const fn shortened(expire_ms: i64, bought_ms: i64, now_ms: i64) -> i64 {
    let back = expire_ms.saturating_sub(bought_ms);
    let back = if back < now_ms { now_ms } else { back };
    if back > expire_ms { expire_ms } else { back }
}

macro_rules! coded {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $code:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$doc])* $variant = $code),+ }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The number that is stored and travels.
            pub const fn code(self) -> i16 {
                self as i16
            }

            /// Reads the number.
            pub fn from_code(code: i16) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.code() == code)
            }
        }
    };
}
pub(crate) use coded;

coded! {
    /// What an order is for; the wire's `type`.
    Kind {
        /// Phones out of stock.
        Purchase = 1,
        /// More time for phones one has.
        Renewal = 2,
        /// A better phone for one that one has.
        Upgrade = 3,
    }
}

coded! {
    /// Who takes the money.
    Wallet {
        /// The first provider.
        Alipay = 1,
        /// The second.
        WechatPay = 2,
    }
}

coded! {
    /// How it is paid.
    PayWay {
        /// In a browser on a desk: a page or a QR code.
        Pc = 1,
        /// In an app.
        App = 2,
        /// In a browser on a phone.
        H5 = 3,
    }
}

coded! {
    /// Where an order stands.
    OrderState {
        /// Not paid yet.
        Waiting = 0,
        /// Paid, and everybody has what was bought.
        Paid = 1,
        /// Taken back by its member.
        Cancelled = 2,
        /// Not paid in time.
        TimedOut = 3,
        /// All of the money is on its way back.
        Refunding = 4,
        /// All of the money went back.
        Refunded = 5,
        /// Some of the money went back.
        PartlyRefunded = 6,
        /// Paid when it could not be had any more: the money goes back.
        SoldOut = 7,
    }
}

impl OrderState {
    /// Whether the goods were handed over.
    pub const fn is_fulfilled(self) -> bool {
        match self {
            Self::Paid | Self::Refunding | Self::Refunded | Self::PartlyRefunded => true,
            Self::Waiting | Self::Cancelled | Self::TimedOut | Self::SoldOut => false,
        }
    }

    /// The word that travels.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Paid => "paid",
            Self::Cancelled => "cancelled",
            Self::TimedOut => "timeout",
            Self::Refunding => "refunding",
            Self::Refunded => "refunded",
            Self::PartlyRefunded => "partlyRefunded",
            Self::SoldOut => "soldOut",
        }
    }

    /// What the pay page shows.
    pub const fn pay_state(self) -> PayState {
        match self {
            Self::Waiting => PayState::Pending,
            Self::Cancelled => PayState::Cancel,
            Self::TimedOut | Self::SoldOut => PayState::Timeout,
            Self::Paid | Self::Refunding | Self::Refunded | Self::PartlyRefunded => {
                PayState::Success
            }
        }
    }

    /// Where a fulfilled order stands: `pending` goes back, `done` went back, of `paid`. All in fen.
    pub const fn after_refunds(paid_fen: i64, pending_fen: i64, done_fen: i64) -> Self {
        if done_fen >= paid_fen {
            Self::Refunded
        } else if pending_fen.saturating_add(done_fen) >= paid_fen {
            Self::Refunding
        } else if done_fen > 0 {
            Self::PartlyRefunded
        } else {
            Self::Paid
        }
    }
}

/// The four pictures of the pay page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PayState {
    /// It can be paid.
    Pending,
    /// It was.
    Success,
    /// It was taken back.
    Cancel,
    /// It was not paid in time.
    Timeout,
}

impl PayState {
    /// The word that travels.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Success => "success",
            Self::Cancel => "cancel",
            Self::Timeout => "timeout",
        }
    }
}

/// A way to pay that the console shows.
pub const PAY_METHODS: [(Wallet, PayWay); 6] = [
    (Wallet::Alipay, PayWay::Pc),
    (Wallet::Alipay, PayWay::App),
    (Wallet::Alipay, PayWay::H5),
    (Wallet::WechatPay, PayWay::Pc),
    (Wallet::WechatPay, PayWay::App),
    (Wallet::WechatPay, PayWay::H5),
];

/// Not a text of this kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a valid text")]
pub struct NotValid;

/// The key under which a call may be repeated: 1 to 128 visible ASCII characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Reads it.
    pub fn parse(text: &str) -> Result<Self, NotValid> {
        let fine =
            (1..=KEY_MAX_BYTES).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
        fine.then(|| Self(text.to_owned())).ok_or(NotValid)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why money is wanted back, or is not given back: 1 to 200 characters in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason(String);

impl Reason {
    /// Reads it.
    pub fn parse(text: &str) -> Result<Self, NotValid> {
        let line = text::one_line(text);
        let fine = text::is_seen(&line) && text::count(&line) <= REASON_MAX_CHARS;
        fine.then_some(Self(line)).ok_or(NotValid)
    }

    /// What the form says of a text that is none.
    pub const fn fault(lang: Lang) -> &'static str {
        Words::new(
            "请填写原因，最多 200 个字",
            "Give a reason, 200 characters at most",
        )
        .in_lang(lang)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        for state in OrderState::ALL {
            assert_eq!(OrderState::from_code(state.code()), Some(*state));
        }
        for wallet in Wallet::ALL {
            assert_eq!(Wallet::from_code(wallet.code()), Some(*wallet));
        }
        assert_eq!(Kind::from_code(0), None);
        assert_eq!(PayWay::from_code(4), None);
    }

    #[test]
    fn grace_ends_at_its_moment() {
        let rules = OrderRules::default();
        let end = 1_800_000_000_000;
        assert!(rules.renewable(end, end + 7 * DAY_MS - 1));
        assert!(!rules.renewable(end, end + 7 * DAY_MS));
    }

    #[test]
    fn an_operator_sets_times_and_limits_within_their_ranges() {
        let of = |pay, grace, open| OrderRules::of(pay, grace, open, Zone::default());
        assert_eq!(of(15, 7, 5), Some(OrderRules::default()));
        for (pay, grace, open, fine) in [
            (2, 1, 1, true),
            (120, 365, 100, true),
            (1, 7, 5, false),
            (121, 7, 5, false),
            (15, 0, 5, false),
            (15, 366, 5, false),
            (15, 7, 0, false),
            (15, 7, 101, false),
            (i64::MAX, i64::MIN, -1, false),
        ] {
            assert_eq!(of(pay, grace, open).is_some(), fine, "{pay} {grace} {open}");
        }
        let short = of(30, 2, 9).expect("in range");
        assert_eq!((short.pay_ms, short.grace_ms), (1_800_000, 2 * DAY_MS));
    }

    #[test]
    fn a_day_ends_at_midnight_of_the_zone() {
        let rules = OrderRules::default();
        // 2027-01-15 16:00 UTC is midnight in Shanghai.
        let midnight = 1_800_028_800_000;
        assert!(rules.is_day_end(midnight));
        assert!(!rules.is_day_end(midnight + 1) && !rules.is_day_end(midnight - 1));
    }

    #[test]
    fn bought_time_is_added_to_what_is_left_and_taken_back_until_now() {
        let now = 1_000;
        assert_eq!(extended(5_000, 10, now), 5_010);
        assert_eq!(extended(500, 10, now), 1_010);
        assert_eq!(extended(i64::MAX, 10, now), i64::MAX);
        assert_eq!(shortened(5_010, 10, now), 5_000);
        assert_eq!(shortened(1_005, 10, now), now);
        assert_eq!(shortened(900, 10, now), 900, "over already");
    }

    #[test]
    fn an_order_stands_where_its_money_is() {
        for (pending, done, state) in [
            (0, 0, OrderState::Paid),
            (40, 0, OrderState::Paid),
            (100, 0, OrderState::Refunding),
            (60, 40, OrderState::Refunding),
            (0, 40, OrderState::PartlyRefunded),
            (0, 100, OrderState::Refunded),
        ] {
            assert_eq!(OrderState::after_refunds(100, pending, done), state);
        }
    }

    #[test]
    fn a_key_is_visible_and_a_reason_is_a_line() {
        assert!(Key::parse(&"k".repeat(128)).is_ok());
        for bad in ["", "a b", "键", &"k".repeat(129)] {
            assert_eq!(Key::parse(bad), Err(NotValid), "{bad}");
        }
        assert_eq!(Reason::parse(" 买\n错了 ").unwrap().as_str(), "买 错了");
        assert!(Reason::parse(&"多".repeat(200)).is_ok());
        for bad in ["", " \n ", &"多".repeat(201)] {
            assert_eq!(Reason::parse(bad), Err(NotValid), "{bad}");
        }
    }
}
