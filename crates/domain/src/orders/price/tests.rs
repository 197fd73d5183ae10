use super::*;

fn package(id: i64, days: i64, tiers: &[(i64, i64)]) -> Package {
    let tiers = tiers.iter().map(|(from, unit_fen)| Tier {
        from: *from,
        unit_fen: *unit_fen,
    });
    Package {
        id,
        configuration_id: 1,
        days,
        tiers: Tiers::try_from(tiers.collect::<Vec<_>>()).unwrap(),
    }
}

/// The package in the specification's picture of the buying page.
fn month() -> Package {
    package(
        30,
        30,
        &[(1, 4_500), (10, 4_200), (30, 3_900), (100, 3_600)],
    )
}

#[test]
fn the_picture_of_the_buying_page_adds_up() {
    let quote = quote(&month(), 26).unwrap();
    assert_eq!(
        quote,
        Quote {
            unit_fen: 4_200,
            list_unit_fen: 4_500,
            list_fen: 117_000,
            discount_fen: 7_800,
            total_fen: 109_200,
            next_tier: Some(NextTier {
                from: 30,
                unit_fen: 3_900,
                total_fen: 117_000
            }),
        }
    );
}

#[test]
fn a_price_changes_at_its_tier_and_not_before() {
    for (quantity, unit) in [
        (1, 4_500),
        (9, 4_500),
        (10, 4_200),
        (29, 4_200),
        (30, 3_900),
        (99, 3_900),
        (100, 3_600),
        (500, 3_600),
    ] {
        let quote = quote(&month(), quantity).unwrap();
        assert_eq!((quote.unit_fen, quote.total_fen), (unit, unit * quantity));
        assert_eq!(quote.next_tier.is_none(), quantity >= 100);
    }
}

#[test]
fn nobody_buys_none_less_than_none_or_too_many() {
    for quantity in [0, -1, i64::MIN, 501, 1_000_000_000, i64::MAX] {
        assert_eq!(
            quote(&month(), quantity),
            Err(Refusal::Quantity),
            "{quantity}"
        );
    }
}

#[test]
fn an_order_dearer_than_a_wallet_takes_is_refused() {
    let gold = package(1, 30, &[(1, UNIT_MAX_FEN)]);
    assert_eq!(quote(&gold, 100).unwrap().total_fen, TOTAL_MAX_FEN);
    assert_eq!(quote(&gold, 101), Err(Refusal::Total));
}

#[test]
fn prices_begin_at_one_and_quantities_rise() {
    for bad in [
        &[][..],
        &[(2, 10)],
        &[(1, 10), (1, 9)],
        &[(1, 10), (5, 9), (4, 8)],
        &[(1, 0)],
        &[(1, -5)],
        &[(1, UNIT_MAX_FEN + 1)],
        &[(1, 10), (501, 9)],
    ] {
        let tiers: Vec<Tier> = bad
            .iter()
            .map(|(from, unit_fen)| Tier {
                from: *from,
                unit_fen: *unit_fen,
            })
            .collect();
        assert_eq!(Tiers::try_from(tiers), Err(InvalidTiers), "{bad:?}");
    }
    let eleven = (1..=11).map(|from| Tier { from, unit_fen: 5 });
    assert!(Tiers::try_from(eleven.clone().take(10).collect::<Vec<_>>()).is_ok());
    assert!(Tiers::try_from(eleven.collect::<Vec<_>>()).is_err());
}

#[test]
fn a_price_that_rises_with_the_quantity_takes_nothing_off() {
    let odd = package(30, 30, &[(1, 4_500), (10, 5_000), (20, 4_000)]);
    let few = quote(&odd, 9).unwrap();
    assert_eq!((few.unit_fen, few.next_tier), (4_500, None));
    let ten = quote(&odd, 10).unwrap();
    assert_eq!(
        (ten.total_fen, ten.list_fen, ten.discount_fen),
        (50_000, 50_000, 0)
    );
    assert_eq!(ten.next_tier.map(|next| next.from), Some(20));
    let lines = quote_renewal(&[&odd; 10]).unwrap();
    assert_eq!((lines.total_fen, lines.discount_fen), (50_000, 0));
}

#[test]
fn tiers_travel_as_a_list() {
    let text = serde_json::to_string(&month()).unwrap();
    assert!(
        text.contains(r#""tiers":[{"from":1,"unitFen":4500},"#),
        "{text}"
    );
    assert_eq!(serde_json::from_str::<Package>(&text).unwrap(), month());
    assert!(serde_json::from_str::<Tiers>(r#"[{"from":2,"unitFen":1}]"#).is_err());
}

#[test]
fn longer_packages_save_by_the_day() {
    let week = package(7, 7, &[(1, 1_400)]);
    for (days, fen, percent, per_day) in [
        (7, 1_400, 0, 200),
        (30, 4_500, 25, 150),
        (90, 12_600, 30, 140),
        (365, 43_800, 40, 120),
    ] {
        let long = package(days, days, &[(1, fen)]);
        assert_eq!(long.saving_percent(&week), percent, "{days}");
        assert_eq!(long.per_day_fen(), per_day);
    }
    assert_eq!(week.saving_percent(&month()), 0, "never negative");
    assert_eq!(package(1, 3, &[(1, 100)]).per_day_fen(), 34, "rounded up");
}

#[test]
fn lines_that_share_a_package_share_its_price() {
    let (month, week) = (month(), package(7, 7, &[(1, 1_400), (2, 1_000)]));
    let mut lines = vec![&month; 9];
    lines.push(&week);
    let nine = quote_renewal(&lines).unwrap();
    assert_eq!(nine.total_fen, 9 * 4_500 + 1_400);
    assert_eq!(nine.discount_fen, 0);
    lines.push(&month);
    let ten = quote_renewal(&lines).unwrap();
    assert_eq!(ten.total_fen, 10 * 4_200 + 1_400);
    assert_eq!(ten.discount_fen, 10 * 300);
    assert_eq!(
        ten.lines[9],
        LinePrice {
            list_fen: 1_400,
            total_fen: 1_400
        }
    );
}

#[test]
fn a_renewal_has_between_one_and_two_hundred_lines() {
    let month = month();
    assert_eq!(quote_renewal(&[]), Err(Refusal::Quantity));
    assert!(quote_renewal(&[&month; 200]).is_ok());
    assert_eq!(quote_renewal(&[&month; 201]), Err(Refusal::Quantity));
}

#[test]
fn begun_days_to_a_common_date_are_paid_by_the_day() {
    let rules = OrderRules::default();
    let (now, month) = (1_800_000_000_000, month());
    // Midnight in Shanghai, eight hours later.
    let midnight = 1_800_028_800_000;
    let to = midnight + 9 * DAY_MS;
    let over = now - DAY_MS;
    let lines = [(&month, now + 1), (&month, to - DAY_MS), (&month, over)];
    let (aligned, quote) = quote_align(&rules, &lines, to, now).unwrap();
    assert_eq!(
        aligned.iter().map(|line| line.days).collect::<Vec<_>>(),
        [10, 1, 10]
    );
    assert_eq!(quote.total_fen, 1_500 + 150 + 1_500);
    assert_eq!(aligned[0].bought_ms, to - now - 1);
    assert_eq!(aligned[2].bought_ms, to - now, "what is over is not paid");
    for (to, why) in [
        (to + 1, "not a day's end"),
        (midnight - DAY_MS, "past"),
        (midnight + 3_650 * DAY_MS, "too far"),
    ] {
        let refused = quote_align(&rules, &lines[..1], to, now);
        assert_eq!(refused, Err(Refusal::AlignDate), "{why}");
    }
    let at_its_end = quote_align(&rules, &[(&month, to)], to, now);
    assert_eq!(at_its_end, Err(Refusal::AlignDate), "nothing to pay");
}

#[test]
fn an_upgrade_costs_the_difference_of_the_days_left() {
    let now = 1_800_000_000_000;
    let better = package(60, 30, &[(1, 6_800)]);
    let quote = quote_upgrade(&month(), &better, now + 10 * DAY_MS, now).unwrap();
    // 23 yuan a month more: 766.67 fen for ten days.
    assert_eq!((quote.days, quote.total_fen), (10, 767));
    let eleven = quote_upgrade(&month(), &better, now + 10 * DAY_MS + 1, now).unwrap();
    assert_eq!((eleven.days, eleven.total_fen), (11, 844));
    let over = quote_upgrade(&month(), &better, now, now);
    assert_eq!(over, Err(Refusal::Expired));
    for target in [&month(), &package(5, 30, &[(1, 4_000)])] {
        let refused = quote_upgrade(&month(), target, now + DAY_MS, now);
        assert_eq!(refused, Err(Refusal::NotDearer));
    }
}

#[test]
fn days_are_priced_by_the_month_or_the_shortest() {
    let week = package(7, 7, &[(1, 1_400)]);
    let year = package(365, 365, &[(1, 43_800)]);
    assert_eq!(
        base_package(&[week.clone(), year.clone(), month()]),
        Some(&month())
    );
    assert_eq!(base_package(&[year, week.clone()]), Some(&week));
    assert_eq!(base_package(&[]), None);
}
