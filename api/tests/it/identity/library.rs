//! The model library: each line's parts against each other.

use std::collections::{HashMap, HashSet};

use api::internal::{MODELS, brand_name, by_brand, find};
use domain::identity::serial_form;
use domain::lang::Lang;

/// Longest value of a property, in bytes (Android's `PROP_VALUE_MAX` without its NUL).
const PROPERTY_MAX_BYTES: usize = 91;

/// Year of each Android version.
fn android_year(version: &str) -> u32 {
    match version {
        "9" => 2018,
        "10" => 2019,
        "11" => 2020,
        "12" => 2021,
        "13" => 2022,
        other => panic!("no Android {other}"),
    }
}

/// The maker of a SoC by its number.
fn soc_maker(soc: &str) -> &'static str {
    let makers = [
        ("SM", "Qualcomm"),
        ("SDM", "Qualcomm"),
        ("MT", "MediaTek"),
        ("GS", "Google"),
        ("S5E", "Samsung"),
        ("Kirin", "HiSilicon"),
    ];
    let found = makers.iter().find(|(prefix, _)| {
        let rest = soc.strip_prefix(prefix);
        rest.is_some_and(|rest| rest.len() >= 3 && rest.bytes().all(|c| c.is_ascii_digit()))
    });
    found.unwrap_or_else(|| panic!("nobody makes {soc}")).1
}

#[test]
fn every_line_is_read_and_there_are_sixty_models_of_twelve_brands_at_least() {
    let lines = include_str!("../../../src/features/identity/data/models.tsv").lines();
    let written = lines.filter(|line| !line.starts_with('#')).count();
    assert_eq!(MODELS.len(), written);
    assert!(MODELS.len() >= 60, "{}", MODELS.len());
    let brands: Vec<&str> = by_brand().map(|(brand, _)| brand).collect();
    assert!(brands.len() >= 12, "{brands:?}");
    let unique: HashSet<&str> = brands.iter().copied().collect();
    assert_eq!(unique.len(), brands.len(), "a brand stands together");
}

#[test]
fn models_are_unique_and_their_parts_can_be_properties_and_a_fingerprint() {
    let unique: HashSet<&str> = MODELS.iter().map(|model| model.number).collect();
    assert_eq!(unique.len(), MODELS.len());
    for model in MODELS.iter() {
        for part in [model.brand, model.name, model.device, model.number] {
            assert!(!part.is_empty() && part.trim() == part, "{model:?}");
            assert!(part.len() <= PROPERTY_MAX_BYTES, "{model:?}");
            let plain = |c: char| c.is_ascii_graphic() || c == ' ';
            assert!(part.chars().all(plain), "{model:?}");
        }
        // The fingerprint is cut at these.
        for part in [model.brand, model.device] {
            assert!(!part.contains(['/', ':', ' ']), "{model:?}");
        }
        assert_eq!(find(None, model.number), Some(model));
        assert_eq!(find(Some(model.brand), model.number), Some(model));
        assert_eq!(find(Some("other"), model.number), None);
    }
}

#[test]
fn the_density_fits_the_screen_and_the_android_version_its_year() {
    for model in MODELS.iter() {
        let (width, height) = model.screen;
        assert!(width >= 720 && height > width, "{model:?}");
        let ratio = f64::from(height) / f64::from(width);
        assert!((1.7..2.4).contains(&ratio), "{model:?}");
        // Phones are 360 to 480 points wide, of 160 to the inch.
        let points = width * 160 / model.dpi;
        assert!((360..=480).contains(&points), "{model:?}: {points}");
        // A phone comes with the Android of its year, or of one of the two years before.
        let year = android_year(model.android);
        assert!((year..=year + 2).contains(&model.year), "{model:?}");
    }
}

#[test]
fn a_soc_is_of_a_maker_whose_socs_the_brand_uses_and_is_no_older_than_known() {
    let first: HashMap<&str, u32> = [
        ("Kirin980", 2018),
        ("SDM660", 2017),
        ("SM8150", 2019),
        ("SM7150", 2019),
        ("SM8250", 2020),
        ("SM7250", 2019),
        ("SM7125", 2020),
        ("MT6769", 2020),
        ("S5E9830", 2020),
        ("SM8350", 2020),
        ("SM7350", 2021),
        ("SM7225", 2020),
        ("SM7325", 2021),
        ("SM6350", 2020),
        ("SM4350", 2021),
        ("SM6225", 2021),
        ("S5E9840", 2021),
        ("GS101", 2021),
        ("MT6893", 2021),
        ("SM8450", 2021),
        ("SM8475", 2022),
        ("SM6375", 2021),
        ("S5E9925", 2022),
        ("S5E8825", 2022),
        ("MT6895", 2022),
        ("MT6983", 2022),
        ("GS201", 2022),
        ("SM8550", 2022),
        ("MT6985", 2022),
        ("S5E8835", 2023),
    ]
    .into();
    for model in MODELS.iter() {
        let maker = soc_maker(model.soc);
        let own: &[&str] = match model.brand {
            "google" => &["Google", "Qualcomm"],
            "samsung" => &["Samsung", "Qualcomm"],
            "HUAWEI" => &["HiSilicon"],
            _ => &["Qualcomm", "MediaTek"],
        };
        assert!(own.contains(&maker), "{model:?}: {maker}");
        let since = first.get(model.soc).unwrap_or_else(|| panic!("{model:?}"));
        assert!((*since..=since + 3).contains(&model.year), "{model:?}");
    }
}

#[test]
fn each_brand_has_names_and_a_form_of_serial_numbers() {
    for (brand, models) in by_brand() {
        assert!(!brand_name(brand, Lang::Zh).is_empty());
        assert!(brand_name(brand, Lang::En).eq_ignore_ascii_case(brand));
        let drawn = serial_form(brand).draw([7; 16]);
        assert!(drawn.len() >= 8 && drawn.bytes().all(|c| c.is_ascii_alphanumeric()));
        assert!(!serial_form(brand).text(Lang::En).is_empty() && !models.is_empty());
    }
}
