//! Prices of phones: packages with prices by quantity, renewals, a common date, and the difference to a better configuration.

use serde::{Deserialize, Serialize};

use super::{
    DAY_MS, DAYS_MAX, LINES_MAX, OrderRules, QUANTITY_MAX, Refusal, TIERS_MAX, TOTAL_MAX_FEN,
    UNIT_MAX_FEN,
};

/// The package by which days are priced, where a configuration has it.
pub const BASE_DAYS: i64 = 30;

/// A price by quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tier {
    /// Least quantity from which the price holds.
    pub from: i64,
    /// Price of each phone of the order.
    pub unit_fen: i64,
}

/// Prices by quantity: the first from one phone on, each later one from more. A price that is higher for more phones is allowed; the operator
/// who sets it is warned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Tier>", into = "Vec<Tier>")]
pub struct Tiers {
    first: Tier,
    more: Vec<Tier>,
}

/// Prices by quantity that break the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "prices begin at one phone, each later one at more phones, between 1 fen and a million yuan, ten at most"
)]
pub struct InvalidTiers;

impl TryFrom<Vec<Tier>> for Tiers {
    type Error = InvalidTiers;

    fn try_from(mut tiers: Vec<Tier>) -> Result<Self, InvalidTiers> {
        let priced = tiers
            .iter()
            .all(|tier| (1..=UNIT_MAX_FEN).contains(&tier.unit_fen) && tier.from <= QUANTITY_MAX);
        let rising = tiers.windows(2).all(|pair| pair[0].from < pair[1].from);
        if tiers.is_empty() || tiers.len() > TIERS_MAX || !priced || !rising {
            return Err(InvalidTiers);
        }
        let first = tiers.remove(0);
        if first.from != 1 {
            return Err(InvalidTiers);
        }
        Ok(Self { first, more: tiers })
    }
}

impl From<Tiers> for Vec<Tier> {
    fn from(tiers: Tiers) -> Self {
        let mut all = vec![tiers.first];
        all.extend(tiers.more);
        all
    }
}

impl Tiers {
    /// Price of a single phone.
    pub const fn list_fen(&self) -> i64 {
        self.first.unit_fen
    }

    /// The tiers, ascending by quantity.
    pub fn iter(&self) -> impl Iterator<Item = &Tier> {
        std::iter::once(&self.first).chain(&self.more)
    }

    fn of(&self, quantity: i64) -> &Tier {
        self.more
            .iter()
            .rev()
            .find(|tier| tier.from <= quantity)
            .unwrap_or(&self.first)
    }

    /// The next price from more phones, where that is lower.
    fn after(&self, quantity: i64) -> Option<&Tier> {
        let now_fen = self.of(quantity).unit_fen;
        let next = self.more.iter().find(|tier| tier.from > quantity);
        next.filter(|tier| tier.unit_fen < now_fen)
    }
}

/// A package: a number of days of a configuration, with its prices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Package {
    pub id: i64,
    pub configuration_id: i64,
    /// Number of days.
    pub days: i64,
    /// Prices by quantity.
    pub tiers: Tiers,
}

impl Package {
    /// Bought time in milliseconds.
    pub const fn bought_ms(&self) -> i64 {
        self.days.saturating_mul(DAY_MS)
    }

    /// Price of a day of one phone, rounded up to a fen.
    pub fn per_day_fen(&self) -> i64 {
        up(self.tiers.list_fen().into(), self.days.into()).unwrap_or(self.tiers.list_fen())
    }

    /// Percentage by which a day is cheaper than with `other`, rounded down; never negative.
    pub fn saving_percent(&self, other: &Self) -> i64 {
        let own = i128::from(self.tiers.list_fen()) * i128::from(other.days);
        let theirs = i128::from(other.tiers.list_fen()) * i128::from(self.days);
        if theirs <= 0 || own >= theirs {
            return 0;
        }
        i64::try_from((theirs - own) * 100 / theirs).unwrap_or_default()
    }
}

/// The price of a purchase, broken down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// Price of each phone.
    pub unit_fen: i64,
    /// Price of a single phone.
    pub list_unit_fen: i64,
    /// Sum of all phones at the price of a single one.
    pub list_fen: i64,
    /// Difference between the list price and the total.
    pub discount_fen: i64,
    /// Total to pay.
    pub total_fen: i64,
    /// The next lower price.
    pub next_tier: Option<NextTier>,
}

/// The next lower price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NextTier {
    /// Quantity from which the price holds.
    pub from: i64,
    /// Price of each phone at that quantity.
    pub unit_fen: i64,
    /// Total at that quantity.
    pub total_fen: i64,
}

/// Price of `quantity` phones with a package: every phone at the price of the tier.
pub fn quote(package: &Package, quantity: i64) -> Result<Quote, Refusal> {
    if !(1..=QUANTITY_MAX).contains(&quantity) {
        return Err(Refusal::Quantity);
    }
    let unit_fen = package.tiers.of(quantity).unit_fen;
    // The list price is the tier's where more phones cost more each, so that the discount is zero and not negative.
    let list_unit_fen = package.tiers.list_fen().max(unit_fen);
    let list_fen = times(list_unit_fen, quantity)?;
    let total_fen = total(times(unit_fen, quantity)?)?;
    Ok(Quote {
        unit_fen,
        list_unit_fen,
        list_fen,
        discount_fen: list_fen - total_fen,
        total_fen,
        next_tier: package.tiers.after(quantity).map(|tier| NextTier {
            from: tier.from,
            unit_fen: tier.unit_fen,
            // Number and price of a tier are bounded by constants whose product fits.
            total_fen: tier.from.saturating_mul(tier.unit_fen),
        }),
    })
}

/// A line's price in a renewal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LinePrice {
    /// Price of the line by itself.
    pub list_fen: i64,
    /// Price to pay.
    pub total_fen: i64,
}

/// The price of an order of lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LinesQuote {
    /// Prices in the order of the lines asked for.
    pub lines: Vec<LinePrice>,
    /// Sum of the lines at the price of a single one.
    pub list_fen: i64,
    /// Difference between the list price and the total.
    pub discount_fen: i64,
    /// Total to pay.
    pub total_fen: i64,
}

/// Price of a renewal, a package for each line: lines that share a package share its price by quantity.
pub fn quote_renewal(packages: &[&Package]) -> Result<LinesQuote, Refusal> {
    check_lines(packages.len())?;
    let lines = packages.iter().map(|package| {
        let alike: i64 = packages
            .iter()
            .map(|other| i64::from(other.id == package.id))
            .sum();
        let total_fen = package.tiers.of(alike).unit_fen;
        LinePrice {
            list_fen: package.tiers.list_fen().max(total_fen),
            total_fen,
        }
    });
    sum(lines.collect())
}

/// Price of extending one rental to a common date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AlignedLine {
    /// Begun days to pay.
    pub days: i64,
    /// Time by which the rental grows, in milliseconds.
    pub bought_ms: i64,
    /// Price to pay.
    pub total_fen: i64,
}

/// Price of extending one rental to a date: each begun day at a day's price of the base package.
pub fn align_line(
    base: &Package,
    old_expire_ms: i64,
    to_ms: i64,
    now_ms: i64,
) -> Result<AlignedLine, Refusal> {
    let bought_ms = to_ms.saturating_sub(old_expire_ms.max(now_ms));
    let days = begun_days(bought_ms);
    if !(1..=DAYS_MAX).contains(&days) {
        return Err(Refusal::AlignDate);
    }
    let total_fen = up(
        i128::from(base.tiers.list_fen()) * i128::from(days),
        base.days.into(),
    )
    .ok_or(Refusal::Total)?;
    Ok(AlignedLine {
        days,
        bought_ms,
        total_fen: total(total_fen)?,
    })
}

/// Price of extending rentals to one date: `lines` are base package and present end. The date must be the end of a day.
pub fn quote_align(
    rules: &OrderRules,
    lines: &[(&Package, i64)],
    to_ms: i64,
    now_ms: i64,
) -> Result<(Vec<AlignedLine>, LinesQuote), Refusal> {
    check_lines(lines.len())?;
    if !rules.is_day_end(to_ms) {
        return Err(Refusal::AlignDate);
    }
    let aligned = lines
        .iter()
        .map(|(base, old)| align_line(base, *old, to_ms, now_ms))
        .collect::<Result<Vec<_>, _>>()?;
    let prices = aligned.iter().map(|line| LinePrice {
        list_fen: line.total_fen,
        total_fen: line.total_fen,
    });
    let quote = sum(prices.collect())?;
    Ok((aligned, quote))
}

/// Price of an upgrade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UpgradeQuote {
    /// Begun days that are left of the rental.
    pub days: i64,
    /// Price to pay.
    pub total_fen: i64,
}

/// Price of an upgrade to another configuration: the difference of the prices of a day, for each begun day that is left.
pub fn quote_upgrade(
    present: &Package,
    target: &Package,
    expire_ms: i64,
    now_ms: i64,
) -> Result<UpgradeQuote, Refusal> {
    let days = begun_days(expire_ms.saturating_sub(now_ms));
    if days < 1 {
        return Err(Refusal::Expired);
    }
    let (now_days, then_days) = (i128::from(present.days), i128::from(target.days));
    let difference = i128::from(target.tiers.list_fen()) * now_days
        - i128::from(present.tiers.list_fen()) * then_days;
    if difference <= 0 {
        return Err(Refusal::NotDearer);
    }
    let total_fen = difference
        .checked_mul(days.into())
        .and_then(|sum| up(sum, now_days * then_days))
        .ok_or(Refusal::Total)?;
    Ok(UpgradeQuote {
        days,
        total_fen: total(total_fen)?,
    })
}

/// The package by which a configuration's days are priced: 30 days, else the shortest.
pub fn base_package(packages: &[Package]) -> Option<&Package> {
    packages
        .iter()
        .find(|package| package.days == BASE_DAYS)
        .or_else(|| packages.iter().min_by_key(|package| package.days))
}

const fn begun_days(ms: i64) -> i64 {
    if ms <= 0 { 0 } else { (ms - 1) / DAY_MS + 1 }
}

fn check_lines(count: usize) -> Result<(), Refusal> {
    if (1..=LINES_MAX).contains(&count) {
        Ok(())
    } else {
        Err(Refusal::Quantity)
    }
}

fn sum(lines: Vec<LinePrice>) -> Result<LinesQuote, Refusal> {
    let add = |of: fn(&LinePrice) -> i64| {
        lines
            .iter()
            .try_fold(0_i64, |sum, line| sum.checked_add(of(line)))
            .ok_or(Refusal::Total)
    };
    let list_fen = add(|line| line.list_fen)?;
    let total_fen = total(add(|line| line.total_fen)?)?;
    Ok(LinesQuote {
        lines,
        list_fen,
        discount_fen: list_fen - total_fen,
        total_fen,
    })
}

fn times(unit_fen: i64, quantity: i64) -> Result<i64, Refusal> {
    unit_fen.checked_mul(quantity).ok_or(Refusal::Total)
}

/// Checks a total: more than zero, and not more than a wallet takes.
fn total(fen: i64) -> Result<i64, Refusal> {
    if (1..=TOTAL_MAX_FEN).contains(&fen) {
        Ok(fen)
    } else {
        Err(Refusal::Total)
    }
}

/// A quotient rounded up; none where it does not fit.
fn up(of: i128, by: i128) -> Option<i64> {
    if of < 0 || by <= 0 {
        return None;
    }
    let whole = of / by + i128::from(of % by != 0);
    i64::try_from(whole).ok()
}

#[cfg(test)]
mod tests;
