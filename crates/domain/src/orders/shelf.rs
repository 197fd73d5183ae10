//! The shelf as operators keep it: configurations, and the prices of each one from a time on.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::price::{Tier, Tiers};
use super::{DAYS_MAX, QUANTITY_MAX, TIERS_MAX, UNIT_MAX_FEN};
use crate::lang::{Lang, LocalizedName, Words};
use crate::text;
use crate::zone::Zone;

/// Permission to see configurations, stock and prices of any time.
pub const READ: &str = "trade:price:list";
/// Permission to change configurations and prices.
pub const WRITE: &str = "trade:price:edit";
/// Longest name of a configuration, in characters.
pub const NAME_MAX_CHARS: usize = 30;
/// Longest short name, version and chip, in characters.
pub const FACT_MAX_CHARS: usize = 40;
/// Packages of one configuration.
pub const PACKAGES_MAX: usize = 12;
/// Longest time from now until new prices hold, milliseconds: a year.
pub const AHEAD_MAX_MS: i64 = 366 * super::DAY_MS;

/// Configuration as the operator typed it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Form {
    /// Name in Chinese.
    pub name_zh: String,
    /// Name in English.
    pub name_en: String,
    /// Short name, such as `S4`; may be empty.
    pub code: String,
    /// Version of Android.
    pub android_version: String,
    /// Name of the processor.
    pub chip: String,
    /// Cores of the processor; 0: nothing is said of them.
    pub cores: i32,
    /// Memory in MB; 0: nothing is said of it.
    pub memory_mb: i32,
    /// Storage in GB; 0: nothing is said of it.
    pub storage_gb: i32,
    /// Pad type of the specification.
    pub pad_type: i16,
    /// Dots per inch of new phones.
    pub dpi: i32,
    /// Whether members can buy it.
    pub on_sale: bool,
}

/// Fault in the form of a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidConfiguration {
    /// A name is empty or longer than [`NAME_MAX_CHARS`].
    #[error("a name is empty or too long")]
    LocalizedName(Lang),
    /// The name belongs to another configuration.
    #[error("the name is taken")]
    Taken,
    /// The short name is longer than [`FACT_MAX_CHARS`].
    #[error("the short name is too long")]
    Code,
    /// The version of Android is empty or too long.
    #[error("the version of Android is empty or too long")]
    AndroidVersion,
    /// The chip's name is empty or too long.
    #[error("the chip is empty or too long")]
    Chip,
    /// The cores are out of range.
    #[error("the cores are out of range")]
    Cores,
    /// The memory is out of range.
    #[error("the memory is out of range")]
    Memory,
    /// The storage is out of range.
    #[error("the storage is out of range")]
    Storage,
    /// The pad type is none of the specification's.
    #[error("the pad type is out of range")]
    PadType,
    /// The density is out of range.
    #[error("the density is out of range")]
    Dpi,
}

impl InvalidConfiguration {
    /// Wire name of the field with the fault.
    pub const fn field(self) -> &'static str {
        match self {
            Self::LocalizedName(Lang::Zh) | Self::Taken => "nameZh",
            Self::LocalizedName(Lang::En) => "nameEn",
            Self::Code => "code",
            Self::AndroidVersion => "androidVersion",
            Self::Chip => "chip",
            Self::Cores => "cores",
            Self::Memory => "memoryMb",
            Self::Storage => "storageGb",
            Self::PadType => "padType",
            Self::Dpi => "dpi",
        }
    }

    /// Text of the fault, which the form shows.
    pub const fn text(self, lang: Lang) -> &'static str {
        match self {
            Self::LocalizedName(_) => {
                Words::new("名称须为 1 至 30 个字", "A name has 1 to 30 characters")
            }
            Self::Taken => Words::new(
                "已有同名的配置",
                "Another configuration has this name already",
            ),
            Self::Code => Words::new("型号最多 40 个字", "A model has at most 40 characters"),
            Self::AndroidVersion => Words::new(
                "系统版本须为 1 至 40 个字",
                "The Android version has 1 to 40 characters",
            ),
            Self::Chip => Words::new("芯片须为 1 至 40 个字", "The chip has 1 to 40 characters"),
            Self::Cores => Words::new("核数须为 0 至 256", "Cores go from 0 to 256"),
            Self::Memory => Words::new(
                "内存须为 0 至 1048576 MB",
                "Memory goes from 0 to 1,048,576 MB",
            ),
            Self::Storage => Words::new(
                "存储须为 0 至 1048576 GB",
                "Storage goes from 0 to 1,048,576 GB",
            ),
            Self::PadType => Words::new("型号类型须为 0 至 5", "The pad type goes from 0 to 5"),
            Self::Dpi => Words::new("DPI 须为 72 至 960", "DPI goes from 72 to 960"),
        }
        .in_lang(lang)
    }
}

/// A configuration that the rules allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewConfiguration {
    /// Name for people.
    pub name: LocalizedName,
    /// Short name; may be empty.
    pub code: String,
    /// Version of Android.
    pub android_version: String,
    /// Name of the processor.
    pub chip: String,
    /// Cores; 0: nothing is said of them.
    pub cores: i32,
    /// Memory in MB; 0: nothing is said of it.
    pub memory_mb: i32,
    /// Storage in GB; 0: nothing is said of it.
    pub storage_gb: i32,
    /// Pad type of the specification.
    pub pad_type: i16,
    /// Dots per inch.
    pub dpi: i32,
    /// Whether members can buy it.
    pub on_sale: bool,
}

impl NewConfiguration {
    /// Checks a form.
    pub fn parse(form: &Form) -> Result<Self, InvalidConfiguration> {
        use InvalidConfiguration as Fault;
        let name =
            |typed: &str, lang| line(typed, NAME_MAX_CHARS).ok_or(Fault::LocalizedName(lang));
        let within = |value: i32, most: i32, fault| {
            (0..=most).contains(&value).then_some(value).ok_or(fault)
        };
        let code = text::one_line(&form.code);
        if text::count(&code) > FACT_MAX_CHARS {
            return Err(Fault::Code);
        }
        if !(0..=5).contains(&form.pad_type) {
            return Err(Fault::PadType);
        }
        if !(72..=960).contains(&form.dpi) {
            return Err(Fault::Dpi);
        }
        Ok(Self {
            name: LocalizedName {
                zh: name(&form.name_zh, Lang::Zh)?,
                en: name(&form.name_en, Lang::En)?,
            },
            code,
            android_version: line(&form.android_version, FACT_MAX_CHARS)
                .ok_or(Fault::AndroidVersion)?,
            chip: line(&form.chip, FACT_MAX_CHARS).ok_or(Fault::Chip)?,
            cores: within(form.cores, 256, Fault::Cores)?,
            memory_mb: within(form.memory_mb, 1 << 20, Fault::Memory)?,
            storage_gb: within(form.storage_gb, 1 << 20, Fault::Storage)?,
            pad_type: form.pad_type,
            dpi: form.dpi,
            on_sale: form.on_sale,
        })
    }
}

/// A visible line of at most so many characters; a character may be made of many bytes.
fn line(typed: &str, most: usize) -> Option<String> {
    let line = text::one_line(typed);
    let fits = text::is_seen(&line) && text::count(&line) <= most && line.len() <= most * 40;
    fits.then_some(line)
}

/// A package with its prices, as a version of prices keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    /// Package's id, the same in each version.
    pub id: i64,
    /// Number of days.
    pub days: i64,
    /// Whether members can choose it.
    pub on_sale: bool,
    /// Prices by quantity.
    pub tiers: Tiers,
}

/// A package with its prices, as the operator typed them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferForm {
    /// Number of days.
    pub days: i64,
    /// Whether members can choose it.
    pub on_sale: bool,
    /// Prices by quantity.
    pub tiers: Vec<Tier>,
}

/// Fault in the prices of a configuration, by the place of the package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidPrices {
    /// There is no package, or more than [`PACKAGES_MAX`].
    #[error("no package, or too many")]
    Packages,
    /// The days of a package are out of range.
    #[error("days are out of range")]
    Days(usize),
    /// Two packages have the same days.
    #[error("two packages of the same days")]
    Twice(usize),
    /// The quantities do not begin at one, do not rise, or are too many.
    #[error("quantities are out of order")]
    Quantities(usize),
    /// A price is below a fen, or above [`UNIT_MAX_FEN`].
    #[error("a price is out of range")]
    Price(usize, usize),
}

impl InvalidPrices {
    /// Wire name of the field with the fault.
    pub fn field(self) -> String {
        match self {
            Self::Packages => "packages".to_owned(),
            Self::Days(at) | Self::Twice(at) => format!("packages.{at}.days"),
            Self::Quantities(at) => format!("packages.{at}.tiers"),
            Self::Price(at, tier) => format!("packages.{at}.tiers.{tier}.unitFen"),
        }
    }

    /// Text of the fault, which the form shows.
    pub const fn text(self, lang: Lang) -> &'static str {
        match self {
            Self::Packages => Words::new(
                "套餐须有 1 至 12 个",
                "A configuration has 1 to 12 packages",
            ),
            Self::Days(_) => Words::new("天数须为 1 至 3650", "Days go from 1 to 3,650"),
            Self::Twice(_) => Words::new(
                "已有相同天数的套餐",
                "Another package has as many days already",
            ),
            Self::Quantities(_) => Words::new(
                "阶梯须从 1 台开始，台数依次增加、不超过 500，最多 10 档",
                "Steps begin at 1 phone and rise to 500 at most; there are at most 10",
            ),
            Self::Price(..) => Words::new(
                "价格须为 0.01 至 1000000 元",
                "A price goes from ¥0.01 to ¥1,000,000",
            ),
        }
        .in_lang(lang)
    }
}

/// Checks the prices of a configuration: days, whether they are on sale, and prices by quantity, the shortest first.
pub fn parse_prices(forms: &[OfferForm]) -> Result<Vec<(i64, bool, Tiers)>, InvalidPrices> {
    if !(1..=PACKAGES_MAX).contains(&forms.len()) {
        return Err(InvalidPrices::Packages);
    }
    let mut offers: Vec<(i64, bool, Tiers)> = Vec::with_capacity(forms.len());
    for (at, form) in forms.iter().enumerate() {
        if !(1..=DAYS_MAX).contains(&form.days) {
            return Err(InvalidPrices::Days(at));
        }
        if offers.iter().any(|(days, ..)| *days == form.days) {
            return Err(InvalidPrices::Twice(at));
        }
        let priced = |tier: &Tier| (1..=UNIT_MAX_FEN).contains(&tier.unit_fen);
        if let Some(tier) = form.tiers.iter().position(|tier| !priced(tier)) {
            return Err(InvalidPrices::Price(at, tier));
        }
        let tiers =
            Tiers::try_from(form.tiers.clone()).map_err(|_| InvalidPrices::Quantities(at))?;
        let place = offers.partition_point(|(days, ..)| *days < form.days);
        offers.insert(place, (form.days, form.on_sale, tiers));
    }
    Ok(offers)
}

/// Oddity of prices that an operator may want, but hardly means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Warning {
    /// Days of the package.
    pub days: i64,
    /// Quantity from which the price holds.
    pub from: i64,
    /// The price, in fen.
    pub unit_fen: i64,
    /// Whether the price is dearer than at fewer phones; else it is the same.
    pub dearer: bool,
}

/// Prices on sale that are not cheaper than at fewer phones.
pub fn warnings(offers: &[Offer]) -> Vec<Warning> {
    let mut found = Vec::new();
    for offer in offers.iter().filter(|offer| offer.on_sale) {
        let mut before: Option<i64> = None;
        for tier in offer.tiers.iter() {
            if let Some(fen) = before.filter(|fen| tier.unit_fen >= *fen) {
                found.push(Warning {
                    days: offer.days,
                    from: tier.from,
                    unit_fen: tier.unit_fen,
                    dearer: tier.unit_fen > fen,
                });
            }
            before = Some(tier.unit_fen);
        }
    }
    found
}

/// The day from which prices are to hold is past, too far away, or no day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a day to come")]
pub struct NoDayToCome;

impl NoDayToCome {
    /// Text of the fault, which the form shows.
    pub const fn text(lang: Lang) -> &'static str {
        Words::new(
            "请选择一年以内、今天之后的日期",
            "Choose a day after today and within a year",
        )
        .in_lang(lang)
    }
}

/// Moment from which prices are to hold: the begin of a day to come in the operator's zone, or now where none is named.
pub fn begin_of(day: Option<&str>, zone: Zone, now_ms: i64) -> Result<i64, NoDayToCome> {
    let Some(day) = day else {
        return Ok(now_ms);
    };
    let is_day = day.len() == "2026-12-01".len();
    zone.parse_time(day)
        .filter(|at_ms| is_day && *at_ms > now_ms && *at_ms <= now_ms + AHEAD_MAX_MS)
        .ok_or(NoDayToCome)
}

const _: () = assert!(TIERS_MAX == 10 && QUANTITY_MAX == 500, "as the text says");

#[cfg(test)]
mod tests;
