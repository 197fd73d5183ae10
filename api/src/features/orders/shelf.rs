//! Views of the shelf: configurations, packages, prices, wallets.

use domain::lang::Lang;
use domain::orders::PayWay;
use domain::orders::price::{Package, Tier};
use domain::orders::{DAY_MS, DAYS_MAX, OrderRules, Wallet};
use serde::{Deserialize, Serialize};
use store::orders::Configuration;
use utoipa::{IntoParams, ToSchema};

use crate::AppState;
use crate::http::words::OperatorView;

/// Configurations that are sold, and wallets.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShelfView {
    list: Vec<ConfigurationView>,
    /// Wallets that take payments.
    wallets: Vec<WalletView>,
    rules: RulesView,
    points: ShelfPointsView,
    /// Origins whose pages may frame the embedded copies of buying and renewing, and are told what became of an order.
    embed_origins: Vec<String>,
    /// This server's clock, Unix milliseconds.
    now: i64,
}

/// Points that I can spend in an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShelfPointsView {
    /// Points that I have.
    available: i64,
    /// Largest share of an order's price that points pay, in percent.
    share_percent: i64,
    /// Points for each whole yuan of a payment.
    earned_per_yuan: i64,
}

/// Rules of orders that an operator may set.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulesView {
    /// Time that an order waits for its payment, in milliseconds.
    pay_ms: i64,
    /// Time after its rental's end during which a phone stays in the list as it is, in milliseconds.
    grace_ms: i64,
    /// How long it then lies in the recycle bin; until the end of that it can be renewed.
    bin_ms: i64,
    /// Orders of one member that may wait at a time.
    open_max: i64,
    /// Offsets of the operator's zone, in which a day ends: the present one, and each later change, as far as rentals go.
    zone: Vec<ShiftView>,
}

/// Offset from UTC, in minutes to the east, from a moment on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShiftView {
    /// Start of the offset, Unix milliseconds.
    from: i64,
    minutes: i32,
}

impl RulesView {
    fn of(rules: OrderRules, now_ms: i64) -> Self {
        let until_ms = now_ms + 2 * DAYS_MAX * DAY_MS;
        let shifts = rules.zone.shifts(now_ms, until_ms);
        Self {
            pay_ms: rules.pay_ms,
            grace_ms: rules.retention.grace_ms,
            bin_ms: rules.retention.bin_ms,
            open_max: rules.open_max,
            zone: shifts
                .into_iter()
                .map(|shift| ShiftView {
                    from: shift.from_ms,
                    minutes: shift.offset_minutes,
                })
                .collect(),
        }
    }
}

/// A wallet that this server takes money by.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WalletView {
    /// Wallet's number, 1 or 2.
    wallet: i16,
    /// Devices on which it can be paid.
    ways: Vec<PayWay>,
}

/// A configuration that is sold.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfigurationView {
    configuration_id: i64,
    name: String,
    /// Short name; may be empty.
    code: String,
    android_version: String,
    chip: String,
    pad_type: i16,
    dpi: i32,
    /// Processor cores; 0 when nothing is said of them.
    cores: i32,
    memory_mb: i32,
    storage_gb: i32,
    /// Whether it can be bought, not only renewed.
    on_sale: bool,
    /// Phones that can be had now.
    stock: i64,
    /// Stock by network operator.
    free: Vec<FreeView>,
    /// Phones that are kept for my own unpaid orders; not in `stock`.
    reserved: i64,
    /// The shortest first.
    packages: Vec<PackageView>,
}

/// Phones in stock of one network operator.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FreeView {
    operator: OperatorView,
    count: i64,
}

/// Package: a number of days of a configuration.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackageView {
    package_id: i64,
    days: i64,
    /// Prices by quantity, the first from 1.
    tiers: Vec<TierView>,
}

/// Price of each phone from a quantity on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TierView {
    from: i64,
    unit_fen: i64,
}

/// Names a configuration.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PricesQuery {
    /// Id of a configuration that is on sale.
    pub configuration_id: i64,
}

/// The packages of a configuration.
#[derive(Serialize, ToSchema)]
pub struct PricesView {
    list: Vec<PackageView>,
}

impl From<&Tier> for TierView {
    fn from(tier: &Tier) -> Self {
        Self {
            from: tier.from,
            unit_fen: tier.unit_fen,
        }
    }
}

impl From<&Package> for PackageView {
    fn from(package: &Package) -> Self {
        Self {
            package_id: package.id,
            days: package.days,
            tiers: package.tiers.iter().map(Into::into).collect(),
        }
    }
}

impl PricesView {
    /// View of a configuration's packages; empty if the configuration is not on sale.
    pub fn of(shelf: &[Configuration], configuration_id: i64) -> Self {
        let found = shelf.iter().filter(|c| c.id == configuration_id);
        Self {
            list: found.flat_map(|c| &c.packages).map(Into::into).collect(),
        }
    }
}

impl ConfigurationView {
    fn of(c: Configuration, lang: Lang) -> Self {
        Self {
            configuration_id: c.id,
            on_sale: c.on_sale,
            stock: c.stock(),
            reserved: c.reserved,
            free: c
                .free
                .iter()
                .map(|(carrier, count)| FreeView {
                    operator: OperatorView::of(*carrier),
                    count: *count,
                })
                .collect(),
            packages: c.packages.iter().map(Into::into).collect(),
            name: c.name.in_lang(lang).to_owned(),
            code: c.code,
            android_version: c.android_version,
            chip: c.chip,
            pad_type: c.pad_type,
            dpi: c.dpi,
            cores: c.cores,
            memory_mb: c.memory_mb,
            storage_gb: c.storage_gb,
        }
    }
}

impl ShelfView {
    pub fn of(shelf: Vec<Configuration>, available: i64, state: &AppState, lang: Lang) -> Self {
        let now_ms = state.now_ms();
        let wallets = &state.engine.wallets;
        let offered = Wallet::ALL.iter().map(|wallet| WalletView {
            wallet: wallet.code(),
            ways: wallets.ways(*wallet),
        });
        Self {
            wallets: offered.filter(|offered| !offered.ways.is_empty()).collect(),
            list: shelf
                .into_iter()
                .map(|one| ConfigurationView::of(one, lang))
                .collect(),
            rules: RulesView::of(state.engine.order_rules(), now_ms),
            points: ShelfPointsView {
                available,
                share_percent: state.engine.order_rules().points.share_percent,
                earned_per_yuan: state.engine.order_rules().points.earned_per_yuan,
            },
            embed_origins: state.embedders.origins().to_vec(),
            now: now_ms,
        }
    }
}
