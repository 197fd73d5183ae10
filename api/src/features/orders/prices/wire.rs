//! Requests and answers about configurations and prices.

use domain::codes;
use domain::orders::price::{Tier, Tiers};
use domain::orders::shelf::{
    self, Form, InvalidConfiguration, NewConfiguration, NoDayToCome, Offer, OfferForm, Warning,
};
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use store::orders::{PriceVersion, ShelfError, StoredConfiguration};
use utoipa::ToSchema;

use crate::AppState;
use crate::http::ApiError;

/// A configuration as an operator writes it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfigurationBody {
    /// Id of the configuration; none when it is made.
    configuration_id: Option<i64>,
    /// Number of changes that the operator saw; none when it is made.
    version: Option<i64>,
    /// Name in Chinese, 1 to 30 characters; no other configuration has it.
    #[serde(default)]
    name_zh: String,
    /// Name in English, 1 to 30 characters.
    #[serde(default)]
    name_en: String,
    /// Short name, such as `S4`; may be empty.
    #[serde(default)]
    code: String,
    /// Version of Android, 1 to 40 characters.
    #[serde(default)]
    android_version: String,
    /// Processor, 1 to 40 characters.
    #[serde(default)]
    chip: String,
    /// Processor cores; 0: nothing is said of them.
    #[serde(default)]
    cores: i32,
    /// Memory; 0: nothing is said of it.
    #[serde(default)]
    memory_mb: i32,
    /// Storage; 0: nothing is said of it.
    #[serde(default)]
    storage_gb: i32,
    /// Pad type, 0 to 5.
    pad_type: i16,
    /// Dots per inch of phones that are added later, 72 to 960.
    dpi: i32,
    /// Whether members can buy it, not only renew it.
    on_sale: bool,
}

impl ConfigurationBody {
    /// Id and version of the configuration to change.
    pub fn seen(&self) -> Result<(i64, i64), ApiError> {
        self.configuration_id
            .zip(self.version)
            .ok_or(ApiError::Refused(codes::BAD_REQUEST))
    }

    pub fn parse(self) -> Result<NewConfiguration, ApiError> {
        let form = Form {
            name_zh: self.name_zh,
            name_en: self.name_en,
            code: self.code,
            android_version: self.android_version,
            chip: self.chip,
            cores: self.cores,
            memory_mb: self.memory_mb,
            storage_gb: self.storage_gb,
            pad_type: self.pad_type,
            dpi: self.dpi,
            on_sale: self.on_sale,
        };
        NewConfiguration::parse(&form).map_err(in_field)
    }
}

fn in_field(fault: InvalidConfiguration) -> ApiError {
    ApiError::in_field(fault.field().to_owned(), |lang| fault.text(lang).to_owned())
}

/// Names a configuration as the operator saw it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeenBody {
    /// Id of the configuration.
    configuration_id: i64,
    /// Number of changes that the operator saw.
    version: i64,
}

impl SeenBody {
    /// Id and version.
    pub const fn seen(&self) -> (i64, i64) {
        (self.configuration_id, self.version)
    }
}

/// A package with its prices.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PricedPackageBody {
    /// Days, 1 to 3,650; each package of a configuration has others.
    days: i64,
    /// Whether members can choose it.
    on_sale: bool,
    /// Prices by quantity: the first from 1, each later one from more; at most 10.
    tiers: Vec<PricedTierBody>,
}

/// Price of each phone from a quantity on.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PricedTierBody {
    from: i64,
    /// Price in fen, from 1 on.
    unit_fen: i64,
}

/// All prices of a configuration, as a draft.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceDraftBody {
    #[serde(flatten)]
    seen: SeenBody,
    /// 1 to 12 packages.
    packages: Vec<PricedPackageBody>,
}

/// A configuration as the operator saw it, and its prices: days, whether they are on sale, and prices by quantity.
type Drafted = ((i64, i64), Vec<(i64, bool, Tiers)>);

impl PriceDraftBody {
    pub fn parse(self) -> Result<Drafted, ApiError> {
        let form = |offer: PricedPackageBody| OfferForm {
            days: offer.days,
            on_sale: offer.on_sale,
            tiers: offer
                .tiers
                .into_iter()
                .map(|tier| Tier {
                    from: tier.from,
                    unit_fen: tier.unit_fen,
                })
                .collect(),
        };
        let forms: Vec<OfferForm> = self.packages.into_iter().map(form).collect();
        let prices = shelf::parse_prices(&forms).map_err(|fault| {
            ApiError::in_field(fault.field(), |lang| fault.text(lang).to_owned())
        })?;
        Ok((self.seen.seen(), prices))
    }
}

/// Day from which the draft is to hold.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleBody {
    #[serde(flatten)]
    seen: SeenBody,
    /// A day to come within a year in the operator's zone, such as `2026-12-01`; now when left out.
    from_day: Option<String>,
}

impl ScheduleBody {
    pub fn parse(self, state: &AppState) -> Result<((i64, i64), i64), ApiError> {
        let begin = shelf::begin_of(self.from_day.as_deref(), state.zone(), state.now_ms());
        let from_ms = begin.map_err(|NoDayToCome| {
            ApiError::in_field("fromDay".to_owned(), |lang| {
                NoDayToCome::text(lang).to_owned()
            })
        })?;
        Ok((self.seen.seen(), from_ms))
    }
}

/// Configurations as operators see them.
#[derive(Serialize, ToSchema)]
pub struct ConfigurationsView {
    /// On sale first, then by name.
    list: Vec<KeptConfigurationView>,
    /// Today in the operator's zone, such as `2026-11-27`.
    today: String,
    /// This server's clock, Unix milliseconds.
    now: i64,
}

impl ConfigurationsView {
    pub fn of(list: Vec<StoredConfiguration>, zone: Zone, now_ms: i64) -> Self {
        let list = list.into_iter();
        Self {
            list: list
                .map(|kept| KeptConfigurationView::of(kept, now_ms))
                .collect(),
            today: zone.date_of(now_ms),
            now: now_ms,
        }
    }
}

/// A configuration as operators see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptConfigurationView {
    configuration_id: i64,
    /// Number of changes, which a change brings back.
    version: i64,
    name_zh: String,
    name_en: String,
    code: String,
    android_version: String,
    chip: String,
    cores: i32,
    memory_mb: i32,
    storage_gb: i32,
    pad_type: i16,
    dpi: i32,
    on_sale: bool,
    /// Name of the operator who changed it last.
    #[schema(required = true)]
    changed_by: Option<String>,
    /// Time of that change, Unix milliseconds; 0: it came with the server.
    change_time: i64,
    /// Phones that can be had now.
    stock: i64,
    /// Phones that are rented.
    rented: i64,
    /// Members who rent them.
    members: i64,
    /// Members among them whose rental ends within 30 days.
    renewing: i64,
    /// Orders that wait for their payment, at the price at which they were made.
    waiting: i64,
    /// The last prices, the newest first.
    prices: Vec<PriceVersionView>,
}

/// When prices hold.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PriceStageView {
    /// A draft, at which nobody buys.
    Draft,
    /// The prices hold from a moment to come.
    Coming,
    /// Members buy at these prices.
    Now,
    /// The prices held before.
    Past,
}

/// Prices of a configuration from a moment on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceVersionView {
    /// Number for people, from 1 on.
    number: i64,
    stage: PriceStageView,
    /// Moment from which the prices hold, Unix milliseconds; null: a draft. 0: from the begin.
    #[schema(required = true)]
    from_time: Option<i64>,
    /// Time of the last change, Unix milliseconds.
    change_time: i64,
    /// The shortest first.
    packages: Vec<PricedPackageView>,
    /// Prices that are not cheaper than at fewer phones.
    warnings: Vec<PriceWarningView>,
}

/// A package with its prices.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PricedPackageView {
    package_id: i64,
    days: i64,
    on_sale: bool,
    tiers: Vec<PricedTierView>,
}

/// Price of each phone from a quantity on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PricedTierView {
    from: i64,
    unit_fen: i64,
}

/// A price that is not cheaper than at fewer phones.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceWarningView {
    days: i64,
    from: i64,
    unit_fen: i64,
    /// Whether it is dearer; else it is the same.
    dearer: bool,
}

impl From<Warning> for PriceWarningView {
    fn from(warning: Warning) -> Self {
        Self {
            days: warning.days,
            from: warning.from,
            unit_fen: warning.unit_fen,
            dearer: warning.dearer,
        }
    }
}

impl From<Offer> for PricedPackageView {
    fn from(offer: Offer) -> Self {
        let tiers = offer.tiers.iter();
        Self {
            package_id: offer.id,
            days: offer.days,
            on_sale: offer.on_sale,
            tiers: tiers
                .map(|tier| PricedTierView {
                    from: tier.from,
                    unit_fen: tier.unit_fen,
                })
                .collect(),
        }
    }
}

impl PriceVersionView {
    fn of(version: PriceVersion, now_ms: i64) -> Self {
        let stage = match (version.from_ms, version.until_ms) {
            (None, _) => PriceStageView::Draft,
            (Some(from_ms), _) if from_ms > now_ms => PriceStageView::Coming,
            (Some(_), Some(until_ms)) if until_ms <= now_ms => PriceStageView::Past,
            (Some(_), _) => PriceStageView::Now,
        };
        let warnings = shelf::warnings(&version.offers).into_iter();
        Self {
            number: version.number,
            stage,
            from_time: version.from_ms,
            change_time: version.changed_ms,
            warnings: warnings.map(Into::into).collect(),
            packages: version.offers.into_iter().map(Into::into).collect(),
        }
    }
}

impl KeptConfigurationView {
    pub fn of(kept: StoredConfiguration, now_ms: i64) -> Self {
        let facts = kept.facts;
        let versions = kept.versions.into_iter();
        Self {
            configuration_id: kept.id,
            version: kept.version,
            name_zh: facts.name.zh,
            name_en: facts.name.en,
            code: facts.code,
            android_version: facts.android_version,
            chip: facts.chip,
            cores: facts.cores,
            memory_mb: facts.memory_mb,
            storage_gb: facts.storage_gb,
            pad_type: facts.pad_type,
            dpi: facts.dpi,
            on_sale: facts.on_sale,
            changed_by: kept.changed_by,
            change_time: kept.changed_ms,
            stock: kept.stock,
            rented: kept.rented,
            members: kept.members,
            renewing: kept.renewing,
            waiting: kept.waiting,
            prices: versions
                .map(|version| PriceVersionView::of(version, now_ms))
                .collect(),
        }
    }
}

impl From<ShelfError> for ApiError {
    fn from(error: ShelfError) -> Self {
        match error {
            ShelfError::Absent => Self::Refused(codes::CONFIGURATION_ABSENT),
            ShelfError::Refused(fault) => in_field(fault),
            ShelfError::Changed => Self::Refused(codes::CHANGED_MEANWHILE),
            ShelfError::Scheduled => Self::Refused(codes::PRICES_COMING),
            ShelfError::NoDraft => Self::Refused(codes::PRICES_NO_DRAFT),
            ShelfError::Fault(fault) => fault.into(),
        }
    }
}
