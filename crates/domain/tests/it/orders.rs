//! Properties of prices and of bought time: whatever is asked, the sum is right or refused, and no day is lost.

use domain::orders::price::{Package, Tier, Tiers, quote, quote_upgrade};
use domain::orders::{
    DAY_MS, DAYS_MAX, QUANTITY_MAX, Refusal, TOTAL_MAX_FEN, UNIT_MAX_FEN, extended, shortened,
};
use proptest::prelude::*;

fn package(id: i64, days: i64, tiers: &[(i64, i64)]) -> Package {
    let tiers = tiers.iter().map(|(from, unit_fen)| Tier {
        from: *from,
        unit_fen: *unit_fen,
    });
    Package {
        id,
        configuration_id: 1,
        days,
        tiers: Tiers::try_from(tiers.collect::<Vec<_>>()).expect("tiers"),
    }
}

fn tiers() -> impl Strategy<Value = Vec<(i64, i64)>> {
    let steps = proptest::collection::vec((1..60_i64, 0..100_000_i64), 0..8);
    (100_000..UNIT_MAX_FEN, steps).prop_map(|(first, steps)| {
        let mut tiers = vec![(1, first)];
        for (more, less) in steps {
            let (from, unit) = tiers[tiers.len() - 1];
            if from + more <= QUANTITY_MAX && unit > less {
                tiers.push((from + more, unit - less));
            }
        }
        tiers
    })
}

proptest! {
    #[test]
    fn any_quantity_of_any_price_adds_up_or_is_refused(tiers in tiers(), quantity in any::<i64>()) {
        match quote(&package(1, 30, &tiers), quantity) {
            Ok(quote) => {
                prop_assert!((1..=QUANTITY_MAX).contains(&quantity));
                prop_assert_eq!(quote.total_fen, quote.unit_fen * quantity);
                prop_assert_eq!(quote.list_fen - quote.discount_fen, quote.total_fen);
                prop_assert!(quote.discount_fen >= 0 && quote.total_fen <= TOTAL_MAX_FEN);
            }
            Err(Refusal::Quantity) => prop_assert!(!(1..=QUANTITY_MAX).contains(&quantity)),
            Err(other) => prop_assert_eq!(other, Refusal::Total),
        }
    }

    #[test]
    fn the_unit_price_is_that_of_the_last_tier_reached(tiers in tiers(), quantity in 1..=QUANTITY_MAX) {
        let expected = tiers.iter().rfind(|(from, _)| *from <= quantity).expect("a tier").1;
        if let Ok(quote) = quote(&package(1, 30, &tiers), quantity) {
            prop_assert_eq!(quote.unit_fen, expected);
        }
    }

    #[test]
    fn a_difference_is_never_free_and_never_too_little(
        (from, to) in (1..UNIT_MAX_FEN, 1..UNIT_MAX_FEN),
        (from_days, to_days) in (1..=DAYS_MAX, 1..=DAYS_MAX),
        left_ms in 1..DAYS_MAX * DAY_MS,
    ) {
        let (present, target) = (package(1, from_days, &[(1, from)]), package(2, to_days, &[(1, to)]));
        match quote_upgrade(&present, &target, left_ms, 0) {
            Ok(quote) => {
                let exact = (i128::from(to) * i128::from(from_days) - i128::from(from) * i128::from(to_days)) * i128::from(quote.days);
                let by = i128::from(from_days) * i128::from(to_days);
                let paid = i128::from(quote.total_fen) * by;
                prop_assert!(quote.total_fen >= 1 && paid >= exact && paid - exact < by);
                prop_assert!(quote.days * DAY_MS >= left_ms && (quote.days - 1) * DAY_MS < left_ms);
            }
            Err(Refusal::NotDearer) => prop_assert!(i128::from(to) * i128::from(from_days) <= i128::from(from) * i128::from(to_days)),
            Err(other) => prop_assert_eq!(other, Refusal::Total),
        }
    }

    #[test]
    fn two_renewals_end_at_the_same_moment_in_either_order(
        (old_ms, now_ms) in (0..4_000_000_000_000_i64, 0..4_000_000_000_000_i64),
        (one_ms, other_ms) in (1..=DAYS_MAX * DAY_MS, 1..=DAYS_MAX * DAY_MS),
        pause_ms in 0..=DAYS_MAX * DAY_MS,
    ) {
        let end_ms = old_ms.max(now_ms) + one_ms + other_ms;
        let both = |first, second| extended(extended(old_ms, first, now_ms), second, now_ms);
        prop_assert_eq!(both(one_ms, other_ms), end_ms);
        prop_assert_eq!(both(other_ms, one_ms), end_ms);
        // An extension that comes later adds to what is left, and nothing of what was paid is lost.
        let (first_ms, later_ms) = (extended(old_ms, one_ms, now_ms), now_ms + pause_ms);
        let last_ms = extended(first_ms, other_ms, later_ms);
        prop_assert_eq!(last_ms, first_ms.max(later_ms) + other_ms);
        prop_assert!(last_ms >= end_ms);
        // Taken back at once, nothing of it is left.
        prop_assert_eq!(shortened(first_ms, one_ms, now_ms), old_ms.max(now_ms));
    }
}
