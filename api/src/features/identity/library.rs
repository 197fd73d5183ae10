//! The model library: `data/models.tsv`, read once. `data/README.md` says where it comes from.

use std::sync::LazyLock;

use domain::identity::{Keep, NewDevice, ProxyChoice};
use domain::lang::{Lang, Words};

/// A model of phones, every part of it agreeing with the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// `ro.product.brand`.
    pub brand: &'static str,
    /// Name in shops.
    pub name: &'static str,
    /// `ro.product.device`.
    pub device: &'static str,
    /// `ro.product.model`, by which calls name it.
    pub number: &'static str,
    /// Width and height of the upright screen, in pixels.
    pub screen: (u32, u32),
    /// Dots per inch.
    pub dpi: u32,
    /// Android version of its launch.
    pub android: &'static str,
    /// Year of its launch.
    pub year: u32,
    /// Number of its SoC.
    pub soc: &'static str,
}

/// The models, by brand, the newest of each first.
pub static MODELS: LazyLock<Vec<Model>> = LazyLock::new(|| parse(include_str!("data/models.tsv")));

/// The model of this number; with a brand, only one of that brand.
pub fn find(brand: Option<&str>, model: &str) -> Option<&'static Model> {
    let found = MODELS.iter().find(|own| own.number == model)?;
    brand
        .is_none_or(|brand| brand == found.brand)
        .then_some(found)
}

/// The brands in the order of the library, each with its models.
pub fn by_brand() -> impl Iterator<Item = (&'static str, &'static [Model])> {
    MODELS
        .chunk_by(|one, other| one.brand == other.brand)
        .map(|models| (models[0].brand, models))
}

/// Name of a brand for people. A brand that is not in the library keeps its own name: old receipts may name one that was removed.
pub fn brand_name(brand: &str, lang: Lang) -> String {
    let words = match brand {
        "Xiaomi" => Words::new("小米", "Xiaomi"),
        "Redmi" => Words::new("红米", "Redmi"),
        "HUAWEI" => Words::new("华为", "HUAWEI"),
        "HONOR" => Words::new("荣耀", "HONOR"),
        "OnePlus" => Words::new("一加", "OnePlus"),
        "realme" => Words::new("真我", "realme"),
        "samsung" => Words::new("三星", "Samsung"),
        "google" => Words::new("谷歌", "Google"),
        "Sony" => Words::new("索尼", "Sony"),
        "motorola" => Words::new("摩托罗拉", "Motorola"),
        "asus" => Words::new("华硕", "ASUS"),
        "meizu" => Words::new("魅族", "Meizu"),
        "Nokia" => Words::new("诺基亚", "Nokia"),
        brand => return brand.to_owned(),
    };
    words.in_lang(lang).to_owned()
}

impl Model {
    /// The identity of one phone of this model.
    pub fn device(
        &self,
        serial: String,
        android_id: String,
        keep: Keep,
        proxy: ProxyChoice,
    ) -> NewDevice {
        NewDevice {
            brand: self.brand.to_owned(),
            name: self.name.to_owned(),
            device: self.device.to_owned(),
            model: self.number.to_owned(),
            serial,
            android_id,
            screen: self.screen,
            dpi: self.dpi,
            release: self.android.to_owned(),
            soc: self.soc.to_owned(),
            keep,
            proxy,
        }
    }
}

/// Reads the file. A line with other columns is left out, which a test would notice.
fn parse(text: &'static str) -> Vec<Model> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let [
                brand,
                name,
                device,
                number,
                width,
                height,
                dpi,
                android,
                year,
                soc,
            ] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
            Some(Model {
                brand,
                name,
                device,
                number,
                screen: (width.parse().ok()?, height.parse().ok()?),
                dpi: dpi.parse().ok()?,
                android,
                year: year.parse().ok()?,
                soc,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use domain::identity::serial_form;

    use super::*;

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
        let lines = include_str!("data/models.tsv").lines();
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
}
