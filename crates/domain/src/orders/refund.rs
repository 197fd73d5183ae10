//! Refunds: their states, causes and who decides about them.

use super::{DAY_MS, Kind, coded};

/// Age of a payment up to which a whole order is refunded without an operator's decision.
pub const AT_ONCE_MS: i64 = DAY_MS;
/// Limit of refunds for one order, in any state.
pub const REFUNDS_MAX: i64 = 50;

coded! {
    /// State of a refund.
    #[cfg_attr(feature = "api", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
    #[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = RefundStateView))]
    RefundState {
        /// The refund waits for an operator's decision.
        Asked = 0,
        /// The refund is to be sent to the wallet.
        Queued = 1,
        /// The wallet has it.
        Processing = 2,
        /// The money is back.
        Done = 3,
        /// The wallet could not refund the money: an operator looks at it.
        Failed = 4,
        /// An operator refused the refund.
        Refused = 5,
    }
}

impl RefundState {
    /// Whether the refund's amount is reserved and cannot be refunded otherwise.
    pub const fn counts(self) -> bool {
        !matches!(self, Self::Refused)
    }

    /// Whether the refund was agreed to, and the money is not back yet.
    pub const fn pending(self) -> bool {
        matches!(self, Self::Queued | Self::Processing | Self::Failed)
    }

    /// Whether the refund was agreed to, wherever the money is.
    pub const fn agreed(self) -> bool {
        matches!(self, Self::Done) || self.pending()
    }
}

coded! {
    /// Cause of a refund.
    Cause {
        /// The member asked for the refund.
        Asked = 1,
        /// The order was paid twice.
        PaidTwice = 2,
        /// The order was paid when the goods were no longer available.
        SoldOut = 3,
    }
}

/// The way a refund is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Carried out at once, without an operator.
    AtOnce,
    /// Decided by an operator.
    Operator,
}

/// Decides about a refund that a member asks for. `untouched`: the phones are still the buyer's and were not used, or the bought time is
/// still ahead.
pub const fn decision(
    kind: Kind,
    whole: bool,
    paid_ms: i64,
    untouched: bool,
    now_ms: i64,
) -> Decision {
    let kind = matches!(kind, Kind::Purchase | Kind::Renewal);
    let fresh = now_ms < paid_ms.saturating_add(AT_ONCE_MS);
    if kind && whole && fresh && untouched {
        Decision::AtOnce
    } else {
        Decision::Operator
    }
}

/// Whether all of a renewal's bought time is still ahead.
pub const fn time_is_unused(expire_ms: i64, bought_ms: i64, now_ms: i64) -> bool {
    expire_ms.saturating_sub(bought_ms) >= now_ms
}

/// Bought time of one line of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bought {
    /// Price of the line.
    pub fen: i64,
    /// Number of days.
    pub days: i64,
    /// End of the bought time, Unix milliseconds.
    pub until_ms: i64,
}

impl Bought {
    /// Whole days of the bought time that are left.
    pub const fn left_days(self, now_ms: i64) -> i64 {
        let left = self.until_ms.saturating_sub(now_ms) / DAY_MS;
        if left < 0 {
            0
        } else if left > self.days {
            self.days
        } else {
            left
        }
    }
}

/// Worth of the whole days that are left, as a share of what was paid, rounded down.
pub fn unused_fen(paid_fen: i64, lines: &[Bought], now_ms: i64) -> i64 {
    let price: i128 = lines.iter().map(|line| i128::from(line.fen)).sum();
    let left: i128 = lines
        .iter()
        .filter(|line| line.days > 0)
        .map(|line| {
            i128::from(line.fen) * i128::from(line.left_days(now_ms)) / i128::from(line.days)
        })
        .sum();
    if price <= 0 {
        return 0;
    }
    i64::try_from(i128::from(paid_fen) * left / price).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_fresh_untouched_order_goes_back_at_once() {
        let paid = 1_800_000_000_000;
        let last = paid + AT_ONCE_MS - 1;
        for (kind, whole, untouched, now, expected) in [
            (Kind::Purchase, true, true, last, Decision::AtOnce),
            (Kind::Renewal, true, true, last, Decision::AtOnce),
            (Kind::Upgrade, true, true, last, Decision::Operator),
            (Kind::Purchase, false, true, last, Decision::Operator),
            (Kind::Purchase, true, false, last, Decision::Operator),
            (Kind::Purchase, true, true, last + 1, Decision::Operator),
        ] {
            assert_eq!(decision(kind, whole, paid, untouched, now), expected);
        }
    }

    #[test]
    fn whole_days_that_are_left_are_worth_their_share_of_what_was_paid() {
        let now = 1_800_000_000_000;
        let line = |fen, days, left_ms| Bought {
            fen,
            days,
            until_ms: now + left_ms,
        };
        let month = line(22_500, 30, 26 * DAY_MS);
        assert_eq!((month.left_days(now), month.left_days(now + 1)), (26, 25));
        assert_eq!(unused_fen(22_500, &[month], now), 19_500);
        // Points paid a part.
        assert_eq!(unused_fen(11_250, &[month], now), 9_750);
        let over = line(1_400, 7, -1);
        let ahead = line(1_400, 7, 9 * DAY_MS);
        assert_eq!((over.left_days(now), ahead.left_days(now)), (0, 7));
        assert_eq!(unused_fen(2_800, &[over, ahead], now), 1_400);
        assert_eq!(unused_fen(100, &[], now), 0);
        assert_eq!(unused_fen(100, &[line(0, 0, 0)], now), 0);
    }

    #[test]
    fn time_is_unused_until_it_begins() {
        assert!(time_is_unused(1_100, 100, 1_000));
        assert!(!time_is_unused(1_099, 100, 1_000));
    }

    #[test]
    fn what_was_refused_is_not_spoken_for() {
        for state in RefundState::ALL {
            assert_eq!(state.counts(), *state != RefundState::Refused);
        }
        assert!(!RefundState::Asked.pending() && !RefundState::Done.pending());
        assert!(!RefundState::Asked.agreed() && !RefundState::Refused.agreed());
        assert!(RefundState::Failed.agreed() && RefundState::Done.agreed());
    }
}
