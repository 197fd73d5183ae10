//! Buying, renewing, upgrading and paying: kinds, states, limits and times. Prices are in [`price`], refunds in [`refund`], what
//! operators sell in [`shelf`].
//!
//! Money is integer fen, with checked arithmetic; the only divisions round a price up.

pub mod bills;
pub mod ledger;
pub mod pace;
pub mod price;
pub mod refund;
pub mod refusal;
pub mod schedule;
pub mod shelf;
pub mod takings;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use thiserror::Error;

pub use refusal::Refusal;

use crate::lang::{Lang, Words};
use crate::phones::rental::Retention;
use crate::points::PointRules;
use crate::text;
use crate::zone::Zone;

/// A day of a rental.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Limit of phones in one purchase.
pub const QUANTITY_MAX: i64 = 500;
/// Limit of phones in one renewal.
pub const LINES_MAX: usize = 200;
/// Longest package, and longest way to a common date: ten years.
pub const DAYS_MAX: i64 = 3650;
/// Highest total of an order: the limit of both wallets.
pub const TOTAL_MAX_FEN: i64 = 10_000_000_000;
/// Highest price of a phone in a package.
pub const UNIT_MAX_FEN: i64 = 100_000_000;
/// Steps of a price.
pub const TIERS_MAX: usize = 10;
/// Payments that may be begun for one order.
pub const ATTEMPTS_MAX: i64 = 20;
/// Shortest time to pay that an attempt may have left: wallets take no payment that ends sooner than a minute from now, the rest
/// is for the request.
pub const ATTEMPT_MIN_MS: i64 = 75 * 1000;
/// Time within which the same order without a key counts as the second half of a double click.
pub const DOUBLE_CLICK_MS: i64 = 10 * 1000;
/// Time before now from which on order records are shown when the query names no start.
pub const RECORDS_MS: i64 = 90 * DAY_MS;
/// Longest idempotency key, in bytes.
const KEY_MAX_BYTES: usize = 128;
/// Longest reason, in characters.
pub const REASON_MAX_CHARS: usize = 200;

const _: () = assert!(
    QUANTITY_MAX < i64::MAX / UNIT_MAX_FEN,
    "no quantity of any price overflows"
);

/// Time for which an order may wait for its payment, in minutes: a code of WeChat Pay's is good for two hours, and a wallet takes no
/// payment that ends sooner than a minute from now.
pub const PAY_MINUTES: RangeInclusive<i64> = 2..=120;
/// Limits of unpaid orders of one member that an operator may set.
pub const OPEN_ORDERS: RangeInclusive<i64> = 1..=100;
/// Default of [`PAY_MINUTES`].
pub const PAY_MINUTES_DEFAULT: i64 = 15;
/// Default of [`OPEN_ORDERS`].
pub const OPEN_ORDERS_DEFAULT: i64 = 5;

const MINUTE_MS: i64 = 60 * 1000;

const _: () = assert!(
    ATTEMPT_MIN_MS < *PAY_MINUTES.start() * MINUTE_MS,
    "the shortest order can be paid"
);

/// Rules for orders that an operator may set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderRules {
    /// Time for which an order waits for its payment.
    pub pay_ms: i64,
    /// Time for which phones are kept after their rental, and can be renewed.
    pub retention: Retention,
    /// Limit of unpaid orders of one member.
    pub open_max: i64,
    /// Time zone in which days end.
    pub zone: Zone,
    /// Points that orders earn and take.
    pub points: PointRules,
}

impl Default for OrderRules {
    fn default() -> Self {
        Self {
            pay_ms: PAY_MINUTES_DEFAULT * MINUTE_MS,
            retention: Retention::default(),
            open_max: OPEN_ORDERS_DEFAULT,
            zone: Zone::default(),
            points: PointRules::default(),
        }
    }
}

impl OrderRules {
    /// Rules from an operator's settings; none when a value lies outside [`PAY_MINUTES`] or [`OPEN_ORDERS`].
    pub fn of(pay_minutes: i64, retention: Retention, open_max: i64, zone: Zone) -> Option<Self> {
        let fine = PAY_MINUTES.contains(&pay_minutes) && OPEN_ORDERS.contains(&open_max);
        fine.then_some(Self {
            pay_ms: pay_minutes.saturating_mul(MINUTE_MS),
            retention,
            open_max,
            zone,
            points: PointRules::default(),
        })
    }

    /// Replaces the rules for points by an operator's.
    #[must_use]
    pub const fn with_points(mut self, points: PointRules) -> Self {
        self.points = points;
        self
    }

    /// Whether a day ends at this moment.
    pub fn is_day_end(&self, at_ms: i64) -> bool {
        self.zone.day_of(at_ms) != self.zone.day_of(at_ms.saturating_sub(1))
    }
}

/// End of a rental after more time was bought: the time left is kept, the time since its end costs nothing.
pub const fn extended(old_expire_ms: i64, bought_ms: i64, now_ms: i64) -> i64 {
    let from = if old_expire_ms > now_ms {
        old_expire_ms
    } else {
        now_ms
    };
    from.saturating_add(bought_ms)
}

/// End of a rental after bought time was taken back: never before now, never later than it was.
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
            /// The complete list of variants.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The stored number, also on the wire.
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
    /// Kind of an order; the wire's `type`.
    Kind {
        /// New phones out of stock.
        Purchase = 1,
        /// More time for phones that the member rents.
        Renewal = 2,
        /// A better configuration for a phone that the member rents.
        Upgrade = 3,
    }
}

coded! {
    /// A payment provider. Its name is that of log lines.
    #[derive(IntoStaticStr)]
    #[strum(serialize_all = "camelCase", const_into_str)]
    Wallet {
        Alipay = 1,
        WechatPay = 2,
    }
}

coded! {
    /// Way to pay at a wallet.
    #[cfg_attr(feature = "api", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
    #[cfg_attr(feature = "api", serde(rename_all = "lowercase"), schema(as = PayWayView))]
    PayWay {
        /// Payment in a browser on a desk: a page or a QR code.
        Pc = 1,
        /// Payment in an app.
        App = 2,
        /// Payment in a browser on a phone.
        H5 = 3,
    }
}

coded! {
    /// State of an order.
    #[derive(IntoStaticStr)]
    #[strum(serialize_all = "camelCase", const_into_str)]
    #[cfg_attr(feature = "api", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
    #[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = OrderStateView))]
    OrderState {
        /// Not paid yet.
        Waiting = 0,
        /// Paid, and the goods were handed over.
        Paid = 1,
        /// Cancelled by its member.
        Cancelled = 2,
        /// Not paid in time.
        #[cfg_attr(feature = "api", serde(rename = "timeout"))]
        #[strum(serialize = "timeout")]
        TimedOut = 3,
        /// The whole amount is being refunded.
        Refunding = 4,
        /// The whole amount was refunded.
        Refunded = 5,
        /// A part of the amount was refunded.
        PartlyRefunded = 6,
        /// Paid when the goods were no longer available: the money is refunded.
        SoldOut = 7,
    }
}

impl OrderState {
    /// State that the pay page shows.
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

    /// The state of a fulfilled order after refunds: `pending` is being refunded and `done` was refunded of `paid`. All in fen.
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

/// State of the pay page; each has a picture of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema), schema(as = PayStateView))]
pub enum PayState {
    /// The order can be paid.
    Pending,
    /// The order was paid.
    Success,
    /// The order was cancelled.
    Cancel,
    /// The order was not paid in time, or the goods are sold out.
    Timeout,
}

/// The text is no valid key or reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a valid text")]
pub struct NotValid;

/// Idempotency key of a call: 1 to 128 visible ASCII characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Reads a key.
    pub fn parse(text: &str) -> Result<Self, NotValid> {
        let fine =
            (1..=KEY_MAX_BYTES).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
        fine.then(|| Self(text.to_owned())).ok_or(NotValid)
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reason for a refund, or for refusing one: 1 to 200 characters in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason(String);

impl Reason {
    /// Reads a reason.
    pub fn parse(text: &str) -> Result<Self, NotValid> {
        let line = text::one_line(text);
        let fine = text::is_seen(&line) && text::count(&line) <= REASON_MAX_CHARS;
        fine.then_some(Self(line)).ok_or(NotValid)
    }

    /// Message for the form about a text that is no reason.
    pub const fn fault(lang: Lang) -> &'static str {
        Words::new(
            "请填写原因，最多 200 个字",
            "Give a reason, 200 characters at most",
        )
        .in_lang(lang)
    }

    /// The reason as text.
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
    fn an_operator_sets_times_and_limits_within_their_ranges() {
        let of = |pay, open| OrderRules::of(pay, Retention::default(), open, Zone::default());
        assert_eq!(of(15, 5), Some(OrderRules::default()));
        for (pay, open, fine) in [
            (2, 1, true),
            (120, 100, true),
            (1, 5, false),
            (121, 5, false),
            (15, 0, false),
            (15, 101, false),
            (i64::MAX, -1, false),
        ] {
            assert_eq!(of(pay, open).is_some(), fine, "{pay} {open}");
        }
        let long = of(30, 9).expect("in range");
        assert_eq!((long.pay_ms, long.open_max), (1_800_000, 9));
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
