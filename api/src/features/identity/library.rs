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
