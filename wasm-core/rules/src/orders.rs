//! Prices of phones for the pages of buying, by the server's own rules: packages go in, quotes or the words of a refusal come out.

use domain::lang::Lang;
use domain::orders::price::{self, Package, Tier, Tiers};
use domain::orders::{self, OrderRules, Reason, Refusal};
use domain::points::{self, PointRules};
use domain::zone::{self, Shift, Zone};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::lang;

/// Price by quantity, as the server lists it.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PricedTier {
    from: f64,
    unit_fen: f64,
}

/// Package, as the server lists it.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PricedPackage {
    package_id: f64,
    days: f64,
    #[tsify(type = "readonly PricedTier[]")]
    tiers: Vec<PricedTier>,
}

impl TryFrom<&PricedPackage> for Package {
    type Error = JsError;

    fn try_from(listed: &PricedPackage) -> Result<Self, JsError> {
        let tiers = listed.tiers.iter().map(|tier| Tier {
            from: tier.from as i64,
            unit_fen: tier.unit_fen as i64,
        });
        Ok(Self {
            id: listed.package_id as i64,
            configuration_id: 0,
            days: listed.days as i64,
            tiers: Tiers::try_from(tiers.collect::<Vec<_>>())?,
        })
    }
}

fn package(listed: &Ts<PricedPackage>) -> Result<Package, JsError> {
    Package::try_from(&listed.to_rust()?)
}

/// Phone of a renewal: the package that is bought for it, and its present end.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RenewedPhone {
    package: PricedPackage,
    end_ms: f64,
}

fn renewed(phones: &[Ts<RenewedPhone>]) -> Result<Vec<(Package, i64)>, JsError> {
    let read = |phone: &Ts<RenewedPhone>| -> Result<(Package, i64), JsError> {
        let phone = phone.to_rust()?;
        Ok((Package::try_from(&phone.package)?, phone.end_ms as i64))
    };
    phones.iter().map(read).collect()
}

/// Package of a configuration as it is shown.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PackageView {
    package_id: f64,
    days: f64,
    /// Price of one phone.
    list_fen: f64,
    /// Price of one phone and day, rounded up.
    per_day_fen: f64,
    /// Percentage by which a day is cheaper than with the shortest package.
    saving_percent: f64,
    /// Whether this is the package by which a configuration's single days are priced.
    base: bool,
}

/// Packages of a configuration as they are shown, the shortest first.
#[wasm_bindgen(js_name = packageViews, unchecked_return_type = "PackageView[]")]
#[expect(
    clippy::needless_pass_by_value,
    reason = "the border hands over what it made"
)]
pub fn package_views(packages: Vec<Ts<PricedPackage>>) -> Result<Vec<Ts<PackageView>>, JsError> {
    let mut sorted: Vec<Package> = Vec::with_capacity(packages.len());
    for given in &packages {
        let package = package(given)?;
        let at = sorted.partition_point(|other| other.days <= package.days);
        sorted.insert(at, package);
    }
    let packages = sorted;
    let base = price::base_package(&packages).map(|package| package.id);
    let shown = packages.iter().map(|package| {
        let saving = packages
            .first()
            .map_or(0, |shortest| package.saving_percent(shortest));
        let view = PackageView {
            package_id: package.id as f64,
            days: package.days as f64,
            list_fen: package.tiers.list_fen() as f64,
            per_day_fen: package.per_day_fen() as f64,
            saving_percent: saving as f64,
            base: base == Some(package.id),
        };
        Ok(view.into_ts()?)
    });
    shown.collect()
}

/// Line of an order.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LineView {
    total_fen: f64,
    /// Number of days that the line pays for.
    days: f64,
    /// End of the rental after the order.
    expire_ms: f64,
}

/// Breakdown of a price; or the reason in words why there is none.
#[derive(Default, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct PriceView {
    /// Reason in words why this cannot be bought; the amounts are then 0.
    fault: Option<String>,
    /// Price of each phone.
    unit_fen: f64,
    /// Sum of the list prices for single phones.
    list_fen: f64,
    discount_fen: f64,
    total_fen: f64,
    /// Quantity from which the next lower price holds; 0 where there is none.
    next_from: f64,
    next_unit_fen: f64,
    next_total_fen: f64,
    /// Lines of a renewal or an upgrade.
    lines: Vec<LineView>,
}

fn refused(refusal: Refusal, lang: Lang) -> PriceView {
    PriceView {
        fault: Some(refusal.code().text(lang).to_owned()),
        ..PriceView::default()
    }
}

/// Price of a number of phones with a package.
#[wasm_bindgen(js_name = quotePurchase)]
pub fn quote_purchase(
    chosen: &Ts<PricedPackage>,
    quantity: f64,
    lang_tag: &str,
) -> Result<Ts<PriceView>, JsError> {
    let package = package(chosen)?;
    let view = match price::quote(&package, quantity as i64) {
        Err(refusal) => refused(refusal, lang(lang_tag)),
        Ok(quote) => {
            let next = quote.next_tier;
            PriceView {
                unit_fen: quote.unit_fen as f64,
                list_fen: quote.list_fen as f64,
                discount_fen: quote.discount_fen as f64,
                total_fen: quote.total_fen as f64,
                next_from: next.map_or(0, |tier| tier.from) as f64,
                next_unit_fen: next.map_or(0, |tier| tier.unit_fen) as f64,
                next_total_fen: next.map_or(0, |tier| tier.total_fen) as f64,
                ..PriceView::default()
            }
        }
    };
    Ok(view.into_ts()?)
}

/// Price of a renewal.
#[wasm_bindgen(js_name = quoteRenewal)]
#[expect(
    clippy::needless_pass_by_value,
    reason = "the border hands over what it made"
)]
pub fn quote_renewal(
    phones: Vec<Ts<RenewedPhone>>,
    now_ms: f64,
    lang_tag: &str,
) -> Result<Ts<PriceView>, JsError> {
    let phones = renewed(&phones)?;
    let chosen: Vec<&Package> = phones.iter().map(|(package, _)| package).collect();
    let view = match price::quote_renewal(&chosen) {
        Err(refusal) => refused(refusal, lang(lang_tag)),
        Ok(quote) => PriceView {
            list_fen: quote.list_fen as f64,
            discount_fen: quote.discount_fen as f64,
            total_fen: quote.total_fen as f64,
            lines: quote
                .lines
                .iter()
                .zip(&phones)
                .map(|(line, (package, end))| LineView {
                    total_fen: line.total_fen as f64,
                    days: package.days as f64,
                    expire_ms: orders::extended(*end, package.bought_ms(), now_ms as i64) as f64,
                })
                .collect(),
            ..PriceView::default()
        },
    };
    Ok(view.into_ts()?)
}

/// Change of the operator's time zone: `minutes` east of UTC from the moment `from` on.
#[derive(Serialize, Deserialize, Tsify)]
pub struct ZoneShift {
    from: f64,
    minutes: i32,
}

fn shifts(zone: &[Ts<ZoneShift>]) -> Result<Vec<Shift>, JsError> {
    let read = |shift: &Ts<ZoneShift>| -> Result<Shift, JsError> {
        let ZoneShift { from, minutes } = shift.to_rust()?;
        Ok(Shift {
            from_ms: from as i64,
            offset_minutes: minutes,
        })
    };
    zone.iter().map(read).collect()
}

/// Offset of the operator's zone in minutes east of UTC.
fn offset_in(shifts: &[Shift], at_ms: i64) -> i32 {
    zone::offset_at(shifts, at_ms).unwrap_or(Zone::default().offset_minutes(at_ms))
}

/// Rules with the zone that holds right before `at_ms`, which may be the end of a day.
fn rules_before(shifts: &[Shift], at_ms: i64) -> OrderRules {
    OrderRules {
        zone: Zone::of_minutes(offset_in(shifts, at_ms.saturating_sub(1))).unwrap_or_default(),
        ..OrderRules::default()
    }
}

/// Price of letting rentals end together: each phone with the base package of its configuration.
#[wasm_bindgen(js_name = quoteAlign)]
#[expect(
    clippy::needless_pass_by_value,
    reason = "the border hands over what it made"
)]
pub fn quote_align(
    phones: Vec<Ts<RenewedPhone>>,
    to_ms: f64,
    now_ms: f64,
    zone: Vec<Ts<ZoneShift>>,
    lang_tag: &str,
) -> Result<Ts<PriceView>, JsError> {
    let phones = renewed(&phones)?;
    let lines: Vec<(&Package, i64)> = phones.iter().map(|(base, end)| (base, *end)).collect();
    let (to_ms, now_ms) = (to_ms as i64, now_ms as i64);
    let rules = rules_before(&shifts(&zone)?, to_ms);
    let view = match price::quote_align(&rules, &lines, to_ms, now_ms) {
        Err(refusal) => refused(refusal, lang(lang_tag)),
        Ok((aligned, quote)) => PriceView {
            list_fen: quote.list_fen as f64,
            discount_fen: quote.discount_fen as f64,
            total_fen: quote.total_fen as f64,
            lines: lines
                .iter()
                .zip(&aligned)
                .map(|((_, end), line)| LineView {
                    total_fen: line.total_fen as f64,
                    days: line.days as f64,
                    expire_ms: orders::extended(*end, line.bought_ms, now_ms) as f64,
                })
                .collect(),
            ..PriceView::default()
        },
    };
    Ok(view.into_ts()?)
}

/// Price of going on with a phone of another configuration: one line, whose days are those that are left.
#[wasm_bindgen(js_name = quoteUpgrade)]
pub fn quote_upgrade(
    present: &Ts<PricedPackage>,
    target: &Ts<PricedPackage>,
    expire_ms: f64,
    now_ms: f64,
    lang_tag: &str,
) -> Result<Ts<PriceView>, JsError> {
    let (present, target) = (package(present)?, package(target)?);
    let view = match price::quote_upgrade(&present, &target, expire_ms as i64, now_ms as i64) {
        Err(refusal) => refused(refusal, lang(lang_tag)),
        Ok(quote) => PriceView {
            list_fen: quote.total_fen as f64,
            total_fen: quote.total_fen as f64,
            lines: vec![LineView {
                total_fen: quote.total_fen as f64,
                days: quote.days as f64,
                expire_ms,
            }],
            ..PriceView::default()
        },
    };
    Ok(view.into_ts()?)
}

/// Day of a moment in the operator's zone, counted from 1970-01-01.
#[wasm_bindgen(js_name = dayOf)]
#[expect(
    clippy::needless_pass_by_value,
    reason = "the border hands over what it made"
)]
pub fn day_of(at_ms: f64, zone: Vec<Ts<ZoneShift>>) -> Result<f64, JsError> {
    let at_ms = at_ms as i64;
    Ok(zone::day_of(at_ms, offset_in(&shifts(&zone)?, at_ms)) as f64)
}

/// End of a day in the operator's zone; Unix milliseconds.
#[wasm_bindgen(js_name = dayEnd)]
#[expect(
    clippy::needless_pass_by_value,
    reason = "the border hands over what it made"
)]
pub fn day_end(day: f64, zone: Vec<Ts<ZoneShift>>) -> Result<f64, JsError> {
    let shifts = shifts(&zone)?;
    Ok(zone::day_end(day as i64, |ms| offset_in(&shifts, ms)) as f64)
}

/// Message about a reason of a refund; none when it is fine.
#[wasm_bindgen(js_name = checkReason)]
pub fn check_reason(text: &str, lang_tag: &str) -> Option<String> {
    let fine = Reason::parse(text).is_ok();
    (!fine).then(|| Reason::fault(lang(lang_tag)).to_owned())
}

/// Message about the amount of a refund; none when it is fine.
#[wasm_bindgen(js_name = checkRefund)]
pub fn check_refund(fen: f64, left_fen: f64, lang_tag: &str) -> Option<String> {
    let fine = fen >= 1.0 && fen <= left_fen;
    (!fine).then(|| Refusal::Amount.code().text(lang(lang_tag)).to_owned())
}

/// Parses typed yuan; returns the amount in fen, none if the text is no amount.
#[wasm_bindgen(js_name = parseYuan)]
pub fn parse_yuan(text: &str) -> Option<f64> {
    domain::text::display::parse_yuan(text).map(|fen| fen as f64)
}

/// Most points that an order of this price takes from a member who has `available` points.
#[wasm_bindgen(js_name = pointsMost)]
pub fn points_most(price_fen: f64, available: f64, share_percent: f64) -> f64 {
    let rules = PointRules {
        share_percent: share_percent as i64,
        ..PointRules::default()
    };
    rules.most(price_fen as i64, available as i64) as f64
}

/// Worth of points in an order, in fen.
#[wasm_bindgen(js_name = pointsWorth)]
pub fn points_worth(points: f64) -> f64 {
    points::worth_fen(points as i64) as f64
}

/// Points that a payment earns.
#[wasm_bindgen(js_name = pointsEarned)]
pub fn points_earned(paid_fen: f64, per_yuan: f64) -> f64 {
    points::earned(paid_fen as i64, per_yuan as i64) as f64
}
