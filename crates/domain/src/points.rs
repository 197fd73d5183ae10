//! Points: earned by what is paid, spent in orders, taken back and given back by refunds, and gone a year after they were earned.
//!
//! A point is worth a fen of an order's price: [`PER_YUAN`] points are one yuan.

use std::ops::RangeInclusive;

use crate::lang::Lang;
use crate::orders::{self, DAY_MS, coded};
use crate::text::display::format_fen;

/// Points that are worth one yuan of an order's price.
pub const PER_YUAN: i64 = 100;
/// Time for which earned points can be spent.
pub const VALID_MS: i64 = 365 * DAY_MS;
/// Most points that an operator gives or takes at a time.
pub const ADJUSTED_MAX: i64 = 1_000_000;
/// Points that an operator may give for each whole yuan that is paid.
pub const EARNED_PER_YUAN: RangeInclusive<i64> = 0..=100;
/// Share of an order's price that an operator may let points pay, in percent.
pub const SHARE_PERCENT: RangeInclusive<i64> = 0..=100;
/// Default of [`EARNED_PER_YUAN`].
pub const EARNED_PER_YUAN_DEFAULT: i64 = 1;
/// Default of [`SHARE_PERCENT`].
pub const SHARE_PERCENT_DEFAULT: i64 = 20;

const FEN_PER_YUAN: i64 = 100;

const _: () = assert!(
    PER_YUAN == FEN_PER_YUAN,
    "an order's points are its discount in fen"
);

/// Rules for points that an operator may set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointRules {
    /// Points for each whole yuan that is paid; 0: none are earned.
    pub earned_per_yuan: i64,
    /// Largest share of an order's price that points pay, in percent; 0: none are spent.
    pub share_percent: i64,
}

impl Default for PointRules {
    fn default() -> Self {
        Self {
            earned_per_yuan: EARNED_PER_YUAN_DEFAULT,
            share_percent: SHARE_PERCENT_DEFAULT,
        }
    }
}

impl PointRules {
    /// Rules from an operator's settings; none when a value lies outside its range.
    pub fn of(earned_per_yuan: i64, share_percent: i64) -> Option<Self> {
        let fine =
            EARNED_PER_YUAN.contains(&earned_per_yuan) && SHARE_PERCENT.contains(&share_percent);
        fine.then_some(Self {
            earned_per_yuan,
            share_percent,
        })
    }

    /// Most points that an order of this price takes from a member who can spend `available`.
    pub fn most(&self, price_fen: i64, available: i64) -> i64 {
        let share = i128::from(price_fen) * i128::from(self.share_percent) / 100;
        let share = i64::try_from(share).unwrap_or(i64::MAX);
        available.min(share).max(0)
    }

    /// Points that pay a renewal that is made by itself: the whole price, whatever the share that points pay of other orders; none where no
    /// points are spent at all.
    pub const fn whole(&self, price_fen: i64) -> Option<i64> {
        match self.share_percent {
            0 => None,
            _ => Some(price_fen),
        }
    }
}

/// Worth of points in an order, in fen.
pub const fn worth_fen(points: i64) -> i64 {
    points
}

/// Number of points that are worth an amount in fen.
pub const fn of_worth(fen: i64) -> i64 {
    fen
}

/// Points that a paid amount earns: `per_yuan` for each whole yuan.
pub const fn earned(paid_fen: i64, per_yuan: i64) -> i64 {
    if paid_fen <= 0 {
        return 0;
    }
    (paid_fen / FEN_PER_YUAN).saturating_mul(per_yuan)
}

/// Points to be taken back, in all, once `refunded_fen` of `paid_fen` were refunded.
pub const fn taken_back(paid_fen: i64, refunded_fen: i64, per_yuan: i64) -> i64 {
    earned(paid_fen, per_yuan) - earned(paid_fen.saturating_sub(refunded_fen), per_yuan)
}

/// Points to be given back, in all, once `refunded_fen` of `paid_fen` were refunded: the same share of those that were spent.
pub fn given_back(spent: i64, paid_fen: i64, refunded_fen: i64) -> i64 {
    if paid_fen <= 0 {
        return 0;
    }
    let refunded_fen = refunded_fen.clamp(0, paid_fen);
    let share = i128::from(spent) * i128::from(refunded_fen) / i128::from(paid_fen);
    i64::try_from(share).unwrap_or(spent)
}

coded! {
    /// Type of a record.
    #[cfg_attr(feature = "api", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
    #[cfg_attr(feature = "api", serde(rename_all = "lowercase"), schema(as = PointKindView))]
    Kind {
        /// Earned by, or spent in, buying phones.
        Purchase = 1,
        /// Earned by, or spent in, a renewal.
        Renewal = 2,
        /// Earned by, or spent in, an upgrade.
        Upgrade = 3,
        /// Taken back or given back by a refund.
        Refund = 4,
        /// Points that were not spent in time.
        Expiration = 5,
        /// Given or taken by an operator.
        Adjustment = 6,
    }
}

impl Kind {
    /// The name for people.
    pub const fn title(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Self::Purchase, Lang::Zh) => "购买",
            (Self::Purchase, Lang::En) => "Purchase",
            (Self::Renewal, Lang::Zh) => "续费",
            (Self::Renewal, Lang::En) => "Renewal",
            (Self::Upgrade, Lang::Zh) => "升级",
            (Self::Upgrade, Lang::En) => "Upgrade",
            (Self::Refund, Lang::Zh) => "退款",
            (Self::Refund, Lang::En) => "Refund",
            (Self::Expiration, Lang::Zh) => "过期",
            (Self::Expiration, Lang::En) => "Expiration",
            (Self::Adjustment, Lang::Zh) => "人工调整",
            (Self::Adjustment, Lang::En) => "Adjustment",
        }
    }
}

impl From<orders::Kind> for Kind {
    fn from(kind: orders::Kind) -> Self {
        match kind {
            orders::Kind::Purchase => Self::Purchase,
            orders::Kind::Renewal => Self::Renewal,
            orders::Kind::Upgrade => Self::Upgrade,
        }
    }
}

coded! {
    /// Cause of a record.
    Cause {
        /// An order was paid.
        Earned = 1,
        /// Points paid a part of an order.
        Spent = 2,
        /// Spent points came back with a refund.
        GivenBack = 3,
        /// Earned points went back with a refund.
        TakenBack = 4,
        /// Points were not spent in time.
        Expired = 5,
        /// An operator gave points.
        Given = 6,
        /// An operator took points.
        Taken = 7,
    }
}

/// Facts of a record, for its words.
#[derive(Debug, Clone, Copy)]
pub struct Described<'a> {
    /// Cause of the change.
    pub cause: Cause,
    /// Changed points, without a sign.
    pub points: i64,
    /// The configuration's name of the order.
    pub spec_name: &'a str,
    /// Number of phones of the order.
    pub quantity: i64,
    /// Days of the order's package, if its lines have the same.
    pub days: Option<i64>,
    /// Day on which expired points were earned, `2026-11-18`.
    pub earned_day: &'a str,
    /// Why an operator gave or took them.
    pub reason: &'a str,
}

impl Described<'_> {
    /// Line for people that says what happened.
    pub fn text(&self, lang: Lang) -> String {
        let worth = format_fen(worth_fen(self.points));
        match (self.cause, lang) {
            (Cause::Earned, _) => {
                let days = match (self.days, lang) {
                    (None, _) => String::new(),
                    (Some(days), Lang::Zh) => format!(" · {days} 天"),
                    (Some(1), Lang::En) => " · 1 day".to_owned(),
                    (Some(days), Lang::En) => format!(" · {days} days"),
                };
                format!("{} × {}{days}", self.spec_name, self.quantity)
            }
            (Cause::Spent, Lang::Zh) => format!("抵扣 ¥{worth}"),
            (Cause::Spent, Lang::En) => format!("Paid ¥{worth} of an order"),
            (Cause::GivenBack, Lang::Zh) => "退还已抵扣的积分".to_owned(),
            (Cause::GivenBack, Lang::En) => "Spent points returned".to_owned(),
            (Cause::TakenBack, Lang::Zh) => "收回随订单获得的积分".to_owned(),
            (Cause::TakenBack, Lang::En) => "Points earned with the order taken back".to_owned(),
            (Cause::Given | Cause::Taken, _) => self.reason.to_owned(),
            (Cause::Expired, Lang::Zh) => format!("{} 获得，未使用", self.earned_day),
            (Cause::Expired, Lang::En) => format!("Earned on {}, not spent", self.earned_day),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_sets_what_is_earned_and_spent_within_ranges() {
        assert_eq!(PointRules::of(1, 20), Some(PointRules::default()));
        for (earned, share, fine) in [
            (0, 0, true),
            (100, 100, true),
            (-1, 20, false),
            (101, 20, false),
            (1, -1, false),
            (1, 101, false),
        ] {
            assert_eq!(
                PointRules::of(earned, share).is_some(),
                fine,
                "{earned} {share}"
            );
        }
    }

    #[test]
    fn an_order_takes_a_share_of_its_price_up_to_all_of_it() {
        let rules = |share_percent| PointRules {
            share_percent,
            ..PointRules::default()
        };
        for (share, price, available, most) in [
            (20, 4500, 5000, 900),
            (20, 4500, 899, 899),
            (20, 4500, 0, 0),
            (20, 4, 100, 0),
            (0, 4500, 5000, 0),
            (100, 4500, 5000, 4500),
            (100, 4500, 4499, 4499),
            (100, i64::MAX, i64::MAX, i64::MAX),
            (20, 0, 5000, 0),
            (20, 4500, -7, 0),
        ] {
            assert_eq!(
                rules(share).most(price, available),
                most,
                "{share} {price} {available}"
            );
        }
        assert_eq!(
            (rules(20).whole(4500), rules(0).whole(4500)),
            (Some(4500), None)
        );
    }

    #[test]
    fn whole_yuan_earn_and_what_is_refunded_earned_nothing() {
        for (fen, per_yuan, points) in [
            (99, 1, 0),
            (100, 1, 1),
            (4599, 2, 90),
            (-100, 1, 0),
            (100, 0, 0),
        ] {
            assert_eq!(earned(fen, per_yuan), points);
        }
        for (refunded, back) in [(0, 0), (50, 0), (51, 1), (150, 1), (151, 2), (250, 2)] {
            assert_eq!(taken_back(250, refunded, 1), back, "{refunded}");
        }
        for (refunded, back) in [
            (0, 0),
            (1, 0),
            (1200, 100),
            (3599, 299),
            (3600, 300),
            (4000, 300),
        ] {
            assert_eq!(given_back(300, 3600, refunded), back, "{refunded}");
        }
        assert_eq!(given_back(300, 0, 100), 0);
    }

    #[test]
    fn a_record_says_what_happened_in_both_languages() {
        let of = |cause, days| Described {
            cause,
            points: 1200,
            spec_name: "S4",
            quantity: 2,
            days,
            earned_day: "2025-11-01",
            reason: "补偿",
        };
        for (cause, days, zh, en) in [
            (
                Cause::Earned,
                Some(30),
                "S4 × 2 · 30 天",
                "S4 × 2 · 30 days",
            ),
            (Cause::Earned, Some(1), "S4 × 2 · 1 天", "S4 × 2 · 1 day"),
            (Cause::Earned, None, "S4 × 2", "S4 × 2"),
            (Cause::Spent, None, "抵扣 ¥12", "Paid ¥12 of an order"),
            (Cause::Given, None, "补偿", "补偿"),
            (
                Cause::Expired,
                None,
                "2025-11-01 获得，未使用",
                "Earned on 2025-11-01, not spent",
            ),
        ] {
            assert_eq!(of(cause, days).text(Lang::Zh), zh);
            assert_eq!(of(cause, days).text(Lang::En), en);
        }
        for kind in Kind::ALL {
            assert_eq!(Kind::from_code(kind.code()), Some(*kind));
        }
        assert_eq!(Kind::from(orders::Kind::Upgrade), Kind::Upgrade);
    }
}
