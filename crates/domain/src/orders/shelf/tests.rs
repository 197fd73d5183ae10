use super::*;

fn form() -> Form {
    Form {
        name_zh: "标准型".to_owned(),
        name_en: "Standard".to_owned(),
        code: "S4".to_owned(),
        android_version: "10".to_owned(),
        chip: "Orion865".to_owned(),
        cores: 4,
        memory_mb: 6144,
        storage_gb: 64,
        pad_type: 5,
        dpi: 320,
        on_sale: true,
    }
}

fn offer(days: i64, tiers: &[(i64, i64)]) -> OfferForm {
    let tier = |(from, unit_fen): &(i64, i64)| Tier {
        from: *from,
        unit_fen: *unit_fen,
    };
    OfferForm {
        days,
        on_sale: true,
        tiers: tiers.iter().map(tier).collect(),
    }
}

#[test]
fn each_fact_of_a_configuration_has_its_bounds() {
    assert_eq!(
        NewConfiguration::parse(&form()).unwrap().name.en,
        "Standard"
    );
    let refused = |change: fn(&mut Form)| {
        let mut form = form();
        change(&mut form);
        NewConfiguration::parse(&form).unwrap_err().field()
    };
    assert_eq!(refused(|f| f.name_zh = " \n".to_owned()), "nameZh");
    assert_eq!(refused(|f| f.name_en = "x".repeat(31)), "nameEn");
    assert_eq!(refused(|f| f.code = "x".repeat(41)), "code");
    assert_eq!(refused(|f| f.android_version.clear()), "androidVersion");
    assert_eq!(refused(|f| f.chip = "x".repeat(41)), "chip");
    assert_eq!(refused(|f| f.cores = 257), "cores");
    assert_eq!(refused(|f| f.memory_mb = -1), "memoryMb");
    assert_eq!(refused(|f| f.storage_gb = (1 << 20) + 1), "storageGb");
    assert_eq!(refused(|f| f.pad_type = 6), "padType");
    assert_eq!(refused(|f| f.dpi = 71), "dpi");
    let plain = Form {
        code: String::new(),
        name_en: "x".repeat(30),
        ..form()
    };
    assert!(NewConfiguration::parse(&plain).is_ok());
}

#[test]
fn prices_are_sorted_by_days_and_each_fault_names_its_field() {
    let fine = parse_prices(&[offer(30, &[(1, 4_500), (10, 4_600)]), offer(7, &[(1, 1)])]).unwrap();
    assert_eq!(fine.iter().map(|one| one.0).collect::<Vec<_>>(), [7, 30]);
    for (forms, field) in [
        (vec![], "packages"),
        (vec![offer(0, &[(1, 1)])], "packages.0.days"),
        (vec![offer(3_651, &[(1, 1)])], "packages.0.days"),
        (
            vec![offer(7, &[(1, 1)]), offer(7, &[(1, 1)])],
            "packages.1.days",
        ),
        (vec![offer(7, &[])], "packages.0.tiers"),
        (vec![offer(7, &[(2, 1)])], "packages.0.tiers"),
        (vec![offer(7, &[(1, 9), (1, 8)])], "packages.0.tiers"),
        (vec![offer(7, &[(1, 9), (501, 8)])], "packages.0.tiers"),
        (
            vec![offer(7, &[(1, 9), (2, 0)])],
            "packages.0.tiers.1.unitFen",
        ),
        (
            vec![offer(7, &[(1, UNIT_MAX_FEN + 1)])],
            "packages.0.tiers.0.unitFen",
        ),
    ] {
        assert_eq!(parse_prices(&forms).unwrap_err().field(), field);
    }
    let many: Vec<OfferForm> = (1..=13).map(|days| offer(days, &[(1, 1)])).collect();
    assert!(parse_prices(&many[..12]).is_ok());
    assert_eq!(parse_prices(&many), Err(InvalidPrices::Packages));
}

#[test]
fn prices_that_do_not_fall_are_a_warning_where_they_are_on_sale() {
    let offers = |on_sale| {
        let mut form = offer(30, &[(1, 45), (10, 45), (30, 50), (100, 40)]);
        form.on_sale = on_sale;
        let (days, on_sale, tiers) = parse_prices(&[form]).unwrap().remove(0);
        [Offer {
            id: 1,
            days,
            on_sale,
            tiers,
        }]
    };
    let of = |from, unit_fen, dearer| Warning {
        days: 30,
        from,
        unit_fen,
        dearer,
    };
    assert_eq!(
        warnings(&offers(true)),
        [of(10, 45, false), of(30, 50, true)]
    );
    assert!(warnings(&offers(false)).is_empty());
}

#[test]
fn prices_hold_from_the_begin_of_a_day_to_come_in_the_operators_zone() {
    // 2027-01-15 16:00 UTC is midnight in Shanghai.
    let (zone, midnight) = (Zone::default(), 1_800_028_800_000);
    assert_eq!(
        begin_of(Some("2027-01-16"), zone, midnight - 1),
        Ok(midnight)
    );
    assert_eq!(begin_of(None, zone, 17), Ok(17));
    for (day, now_ms) in [
        ("2027-01-16", midnight),
        ("2027-01-16 00:00:00", midnight - 1),
        ("2027-13-01", midnight),
        ("", midnight),
        ("2028-01-18", midnight),
    ] {
        assert_eq!(begin_of(Some(day), zone, now_ms), Err(NoDayToCome), "{day}");
    }
}
