//! Prices of phones, for the pages of buying: the server's own prices, packages in, quotes or words out.

use domain::lang::Lang;
use domain::orders::price::{self, AlignedLine, Package, Tier, Tiers};
use domain::orders::{self, OrderRules, Reason, Refusal};
use domain::points::{self, PointRules};
use domain::zone::{self, Shift, Zone};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::lang;

/// Figures before the steps of a package: number of steps, id, days.
const HEAD: usize = 3;

/// Packages from one row of figures: of each the number of its steps, its id, its days, then of each step the quantity and the price.
fn packages(figures: &[f64]) -> Result<Vec<Package>, JsError> {
    let mut rest = figures;
    let mut read = Vec::new();
    while let Some((&[steps, id, days], after)) = rest.split_first_chunk::<HEAD>() {
        let (tiers, after) = after
            .split_at_checked(steps as usize * 2)
            .ok_or_else(|| JsError::new("a package is cut off"))?;
        let tiers = tiers.chunks_exact(2).map(|tier| Tier {
            from: tier[0] as i64,
            unit_fen: tier[1] as i64,
        });
        read.push(Package {
            id: id as i64,
            configuration_id: 0,
            days: days as i64,
            tiers: Tiers::try_from(tiers.collect::<Vec<_>>())?,
        });
        rest = after;
    }
    if rest.is_empty() {
        Ok(read)
    } else {
        Err(JsError::new("a package is cut off"))
    }
}

fn only(figures: &[f64]) -> Result<Package, JsError> {
    let mut read = packages(figures)?.into_iter();
    read.next().ok_or_else(|| JsError::new("no package"))
}

/// Packages of a configuration as they are shown, the shortest first. Six figures each: id, days, price of one phone, price of a day
/// rounded up, percent that a day is cheaper than with the shortest, and 1 for the one by which days are priced.
#[wasm_bindgen(js_name = packageViews)]
pub fn package_views(figures: &[f64]) -> Result<Vec<f64>, JsError> {
    let mut packages = packages(figures)?;
    packages.sort_by_key(|package| package.days);
    let base = price::base_package(&packages).map(|package| package.id);
    let shown = packages.iter().flat_map(|package| {
        let saving = packages
            .first()
            .map_or(0, |shortest| package.saving_percent(shortest));
        let fields = [
            package.id,
            package.days,
            package.tiers.list_fen(),
            package.per_day_fen(),
            saving,
            i64::from(base == Some(package.id)),
        ];
        fields.map(|field| field as f64)
    });
    Ok(shown.collect())
}

/// Breakdown of a price; or the reason in words why there is none.
#[derive(Default, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct PriceView {
    /// Reason why it cannot be bought so; the amounts are then nothing.
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
    /// Lines of an order: the price of each, and the days that each pays.
    lines: Vec<f64>,
    line_days: Vec<f64>,
    /// End of each rental after an order of lines.
    expire_ms: Vec<f64>,
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
    package: &[f64],
    quantity: f64,
    lang_tag: &str,
) -> Result<Ts<PriceView>, JsError> {
    let package = only(package)?;
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

/// Price of a renewal: a package and a present end for each phone.
#[wasm_bindgen(js_name = quoteRenewal)]
pub fn quote_renewal(
    figures: &[f64],
    ends_ms: &[f64],
    now_ms: f64,
    lang_tag: &str,
) -> Result<Ts<PriceView>, JsError> {
    let packages = packages(figures)?;
    let chosen: Vec<&Package> = packages.iter().collect();
    let view = match price::quote_renewal(&chosen) {
        Err(refusal) => refused(refusal, lang(lang_tag)),
        Ok(quote) => PriceView {
            list_fen: quote.list_fen as f64,
            discount_fen: quote.discount_fen as f64,
            total_fen: quote.total_fen as f64,
            lines: quote
                .lines
                .iter()
                .map(|line| line.total_fen as f64)
                .collect(),
            line_days: packages.iter().map(|package| package.days as f64).collect(),
            expire_ms: packages
                .iter()
                .zip(ends_ms)
                .map(|(package, end)| {
                    orders::extended(*end as i64, package.bought_ms(), now_ms as i64) as f64
                })
                .collect(),
            ..PriceView::default()
        },
    };
    Ok(view.into_ts()?)
}

/// Offset of the operator's zone in minutes east of UTC; `shifts` has moments and offsets by turns.
fn offset_in(shifts: &[f64], at_ms: i64) -> i32 {
    let shifts: Vec<Shift> = shifts
        .chunks_exact(2)
        .map(|shift| Shift {
            from_ms: shift[0] as i64,
            offset_minutes: shift[1] as i32,
        })
        .collect();
    zone::offset_at(&shifts, at_ms).unwrap_or(Zone::default().offset_minutes(at_ms))
}

/// Rules as they are right before a moment, at which a day may end.
fn rules_before(shifts: &[f64], at_ms: i64) -> OrderRules {
    OrderRules {
        zone: Zone::of_minutes(offset_in(shifts, at_ms.saturating_sub(1))).unwrap_or_default(),
        ..OrderRules::default()
    }
}

/// Price of letting rentals end together: the base package and the present end of each.
#[wasm_bindgen(js_name = quoteAlign)]
pub fn quote_align(
    bases: &[f64],
    ends_ms: &[f64],
    to_ms: f64,
    now_ms: f64,
    shifts: &[f64],
    lang_tag: &str,
) -> Result<Ts<PriceView>, JsError> {
    let bases = packages(bases)?;
    let ends = ends_ms.iter().map(|end| *end as i64);
    let lines: Vec<(&Package, i64)> = bases.iter().zip(ends).collect();
    let (to_ms, now_ms) = (to_ms as i64, now_ms as i64);
    let view = match price::quote_align(&rules_before(shifts, to_ms), &lines, to_ms, now_ms) {
        Err(refusal) => refused(refusal, lang(lang_tag)),
        Ok((aligned, quote)) => PriceView {
            list_fen: quote.list_fen as f64,
            discount_fen: quote.discount_fen as f64,
            total_fen: quote.total_fen as f64,
            lines: aligned.iter().map(line_total).collect(),
            line_days: aligned.iter().map(|line| line.days as f64).collect(),
            expire_ms: lines
                .iter()
                .zip(&aligned)
                .map(|((_, end), line)| orders::extended(*end, line.bought_ms, now_ms) as f64)
                .collect(),
            ..PriceView::default()
        },
    };
    Ok(view.into_ts()?)
}

const fn line_total(line: &AlignedLine) -> f64 {
    line.total_fen as f64
}

/// Price of going on with a phone of another configuration; `days` of the first line are those that are left.
#[wasm_bindgen(js_name = quoteUpgrade)]
pub fn quote_upgrade(
    present: &[f64],
    target: &[f64],
    expire_ms: f64,
    now_ms: f64,
    lang_tag: &str,
) -> Result<Ts<PriceView>, JsError> {
    let (present, target) = (only(present)?, only(target)?);
    let view = match price::quote_upgrade(&present, &target, expire_ms as i64, now_ms as i64) {
        Err(refusal) => refused(refusal, lang(lang_tag)),
        Ok(quote) => PriceView {
            list_fen: quote.total_fen as f64,
            total_fen: quote.total_fen as f64,
            lines: vec![quote.total_fen as f64],
            line_days: vec![quote.days as f64],
            ..PriceView::default()
        },
    };
    Ok(view.into_ts()?)
}

/// Day of a moment in the operator's zone, counted from 1970-01-01.
#[wasm_bindgen(js_name = dayOf)]
pub fn day_of(at_ms: f64, shifts: &[f64]) -> f64 {
    zone::day_of(at_ms as i64, offset_in(shifts, at_ms as i64)) as f64
}

/// End of a day in the operator's zone; Unix milliseconds.
#[wasm_bindgen(js_name = dayEnd)]
pub fn day_end(day: f64, shifts: &[f64]) -> f64 {
    zone::day_end(day as i64, |ms| offset_in(shifts, ms)) as f64
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

/// Amount in fen of typed yuan; none for what is no amount.
#[wasm_bindgen(js_name = parseYuan)]
pub fn parse_yuan(text: &str) -> Option<f64> {
    domain::display::parse_yuan(text).map(|fen| fen as f64)
}

/// Limits of orders.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct OrderLimits {
    quantity_max: f64,
    lines_max: usize,
    days_max: f64,
    records_ms: f64,
    day_ms: f64,
}

/// Limits of orders.
#[wasm_bindgen(js_name = orderLimits)]
pub fn order_limits() -> Result<Ts<OrderLimits>, JsError> {
    let limits = OrderLimits {
        quantity_max: orders::QUANTITY_MAX as f64,
        lines_max: orders::LINES_MAX,
        days_max: orders::DAYS_MAX as f64,
        records_ms: orders::RECORDS_MS as f64,
        day_ms: orders::DAY_MS as f64,
    };
    Ok(limits.into_ts()?)
}

/// Most points that an order of this price takes from somebody who has so many.
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
