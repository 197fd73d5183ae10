//! Countries and cities in which proxies are: the files against each other.

use std::collections::HashSet;

use api::internal::{COUNTRIES, agree, cities, country};
use domain::lang::Lang;

const COUNTRIES_FILE: &str = include_str!("../../../src/features/identity/data/countries.tsv");
const CITIES_FILE: &str = include_str!("../../../src/features/identity/data/cities.tsv");

/// Number of a file's lines, without its comments.
fn written(text: &str) -> usize {
    text.lines().filter(|line| !line.starts_with('#')).count()
}

#[test]
fn every_line_is_read_and_each_country_has_cities_of_its_own() {
    assert_eq!(COUNTRIES.len(), written(COUNTRIES_FILE));
    assert!(COUNTRIES.len() > 200);
    let ids: HashSet<i32> = COUNTRIES.iter().map(|one| one.id).collect();
    let codes: HashSet<&str> = COUNTRIES.iter().map(|one| one.code).collect();
    assert_eq!((ids.len(), codes.len()), (COUNTRIES.len(), COUNTRIES.len()));
    let mut cities_seen = HashSet::new();
    for country in COUNTRIES.iter() {
        assert_eq!(country.code.len(), 2, "{country:?}");
        assert!(!country.name(Lang::Zh).is_empty() && !country.name(Lang::En).is_empty());
        let own = cities(country.id);
        assert!(!own.is_empty(), "{country:?}");
        assert!(
            own.iter()
                .all(|city| cities_seen.insert(city.id) && !city.name.is_empty())
        );
    }
    assert_eq!(cities_seen.len(), written(CITIES_FILE));
}

#[test]
fn a_city_belongs_to_its_country_alone() {
    let japan = country(392).unwrap();
    assert_eq!((japan.code, japan.name(Lang::Zh)), ("JP", "日本"));
    let tokyo = cities(392)[0];
    assert_eq!(tokyo.name, "Tokyo");
    assert_eq!(agree(Some(392), Some(tokyo.id)), (true, true));
    assert_eq!(agree(Some(156), Some(tokyo.id)), (true, false));
    assert_eq!(agree(None, Some(tokyo.id)), (true, false));
    assert_eq!(agree(Some(1), None), (false, true));
    assert_eq!(agree(None, None), (true, true));
}
