//! Countries and cities in which proxies are: `data/countries.tsv` and `data/cities.tsv`, read once. `data/README.md` says where they come from.

use std::collections::HashMap;
use std::sync::LazyLock;

use domain::lang::{Lang, Words};

/// A country or region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Country {
    /// ISO 3166-1 number.
    pub id: i32,
    /// ISO 3166-1 letters.
    pub code: &'static str,
    name: Words,
}

/// City in which a proxy can be, from `data/cities.tsv`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct City {
    /// GeoNames number.
    pub id: i64,
    /// Name as GeoNames spells it.
    pub name: &'static str,
}

/// The countries, by their letters.
pub static COUNTRIES: LazyLock<Vec<Country>> = LazyLock::new(|| {
    let rows = rows(include_str!("data/countries.tsv"));
    rows.filter_map(|[id, code, zh, en]: [&str; 4]| {
        Some(Country {
            id: id.parse().ok()?,
            code,
            name: Words::new(zh, en),
        })
    })
    .collect()
});

/// The cities of each country by its number, the largest first.
static CITIES: LazyLock<HashMap<i32, Vec<City>>> = LazyLock::new(|| {
    let mut all: HashMap<i32, Vec<City>> = HashMap::new();
    for [id, country, name] in rows(include_str!("data/cities.tsv")) {
        if let (Ok(id), Ok(country)) = (id.parse(), country.parse()) {
            all.entry(country).or_default().push(City { id, name });
        }
    }
    all
});

/// Lines of a file with so many columns; a line with others is left out, which a test would notice.
fn rows<const N: usize>(text: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok())
}

impl Country {
    /// Name for people.
    pub fn name(&self, lang: Lang) -> &'static str {
        self.name.in_lang(lang)
    }
}

/// The country of this number.
pub fn country(id: i32) -> Option<&'static Country> {
    COUNTRIES.iter().find(|country| country.id == id)
}

/// The cities of a country, the largest first; none for a country that is unknown.
pub fn cities(country: i32) -> &'static [City] {
    CITIES.get(&country).map_or(&[], Vec::as_slice)
}

/// Returns whether the country is known, and whether the city is one of that country; what is not named is right.
pub fn agree(of: Option<i32>, city: Option<i64>) -> (bool, bool) {
    let known = of.is_none_or(|of| country(of).is_some());
    let within = city.is_none_or(|city| {
        let all = of.map_or(&[][..], cities);
        all.iter().any(|one| one.id == city)
    });
    (known, within)
}
