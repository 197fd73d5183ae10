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
