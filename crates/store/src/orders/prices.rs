//! Prices of a configuration by version: those that held, those in force, and at most one that is to come: a draft, or prices from a day on.

use diesel::prelude::*;
use domain::orders::price::Tiers;
use domain::orders::shelf::Offer;
use serde_json::{Value, json};

use super::configuration_change::{ShelfError, bump};
use super::shelf::{offers_of, offers_text};
use crate::Store;
use crate::audit::{self, Author};
use crate::db::conn::AnyConn;
use crate::db::schema::{configurations, packages, price_versions};
use crate::error::StoreError;
use crate::secrets::new_id;

/// Versions of one configuration that are shown.
const SHOWN_MAX: i64 = 8;

/// A version of all prices of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceVersion {
    pub id: i64,
    /// Number for people, from 1 for each configuration.
    pub number: i64,
    /// Moment from which it holds, Unix milliseconds; none: a draft.
    pub from_ms: Option<i64>,
    /// Moment from which the next one holds, Unix milliseconds.
    pub until_ms: Option<i64>,
    /// Packages with their prices, the shortest first.
    pub offers: Vec<Offer>,
    /// Time of the last change, Unix milliseconds.
    pub changed_ms: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = price_versions)]
struct Row {
    id: i64,
    number: i64,
    from_ms: Option<i64>,
    until_ms: Option<i64>,
    packages: String,
    changed_ms: i64,
}

impl TryFrom<Row> for PriceVersion {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.id,
            number: row.number,
            from_ms: row.from_ms,
            until_ms: row.until_ms,
            offers: offers_of(&row.packages)?,
            changed_ms: row.changed_ms,
        })
    }
}

/// The last versions of a configuration, the newest first.
pub(super) fn versions_of(
    conn: &mut AnyConn,
    configuration_id: i64,
) -> Result<Vec<PriceVersion>, StoreError> {
    let rows: Vec<Row> = price_versions::table
        .filter(price_versions::configuration_id.eq(configuration_id))
        .order(price_versions::number.desc())
        .limit(SHOWN_MAX)
        .select(Row::as_select())
        .load(conn)?;
    rows.into_iter().map(PriceVersion::try_from).collect()
}

/// The version that is to come: a draft, or one that holds from a later moment on.
fn next_of(
    tx: &mut AnyConn,
    configuration_id: i64,
    now_ms: i64,
) -> Result<Option<PriceVersion>, StoreError> {
    let row: Option<Row> = price_versions::table
        .filter(price_versions::configuration_id.eq(configuration_id))
        .filter(
            price_versions::from_ms
                .is_null()
                .or(price_versions::from_ms.gt(now_ms)),
        )
        .select(Row::as_select())
        .first(tx)
        .optional()?;
    row.map(PriceVersion::try_from).transpose()
}

/// Id of a configuration's package of so many days, which is made where there is none.
fn package_id(
    tx: &mut AnyConn,
    configuration_id: i64,
    days: i64,
    now_ms: i64,
) -> Result<i64, StoreError> {
    let known: Option<i64> = packages::table
        .filter(packages::configuration_id.eq(configuration_id))
        .filter(packages::days.eq(days))
        .select(packages::id)
        .first(tx)
        .optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    let id = new_id();
    diesel::insert_into(packages::table)
        .values((
            packages::id.eq(id),
            packages::configuration_id.eq(configuration_id),
            packages::days.eq(days),
            packages::created_ms.eq(now_ms),
        ))
        .execute(tx)?;
    Ok(id)
}

/// A version to be stored.
struct New<'a> {
    configuration_id: i64,
    from_ms: Option<i64>,
    offers: &'a [Offer],
    by: Option<i64>,
    now_ms: i64,
}

fn insert(tx: &mut AnyConn, new: &New<'_>) -> Result<(), StoreError> {
    let last: Option<i64> = price_versions::table
        .filter(price_versions::configuration_id.eq(new.configuration_id))
        .select(diesel::dsl::max(price_versions::number))
        .first(tx)?;
    diesel::insert_into(price_versions::table)
        .values((
            price_versions::id.eq(new_id()),
            price_versions::configuration_id.eq(new.configuration_id),
            price_versions::number.eq(last.unwrap_or_default() + 1),
            price_versions::from_ms.eq(new.from_ms),
            price_versions::packages.eq(offers_text(new.offers)?),
            price_versions::changed_by.eq(new.by),
            price_versions::changed_ms.eq(new.now_ms),
        ))
        .execute(tx)?;
    Ok(())
}

fn rewrite(
    tx: &mut AnyConn,
    id: i64,
    offers: &[Offer],
    by: Option<i64>,
    now_ms: i64,
) -> Result<(), StoreError> {
    diesel::update(price_versions::table.find(id))
        .set((
            price_versions::packages.eq(offers_text(offers)?),
            price_versions::changed_by.eq(by),
            price_versions::changed_ms.eq(now_ms),
        ))
        .execute(tx)?;
    Ok(())
}

/// Values of prices for the audit.
fn values(from_ms: Option<i64>, offers: &[Offer]) -> Value {
    json!({ "fromMs": from_ms, "packages": offers })
}

/// Keeps prices as a draft, which nobody buys at; of two operators who saw the same version the second is told.
pub async fn save_draft(
    store: &Store,
    author: Author,
    seen: (i64, i64),
    prices: Vec<(i64, bool, Tiers)>,
) -> Result<(), ShelfError> {
    store
        .write(move |tx| {
            let (configuration_id, now_ms) = (seen.0, author.now_ms);
            bump(tx, &author, seen)?;
            let before = next_of(tx, configuration_id, now_ms)?;
            if before.as_ref().is_some_and(|next| next.from_ms.is_some()) {
                return Err(ShelfError::Scheduled);
            }
            let mut offers = Vec::with_capacity(prices.len());
            for (days, on_sale, tiers) in prices {
                let id = package_id(tx, configuration_id, days, now_ms)?;
                offers.push(Offer {
                    id,
                    days,
                    on_sale,
                    tiers,
                });
            }
            let by = Some(author.actor.member_id());
            if let Some(draft) = &before {
                rewrite(tx, draft.id, &offers, by, now_ms)?;
            } else {
                let new = New {
                    configuration_id,
                    from_ms: None,
                    offers: &offers,
                    by,
                    now_ms,
                };
                insert(tx, &new)?;
            }
            audit::record_change(
                tx,
                &author,
                "price.draft",
                ("configuration", configuration_id),
                [
                    before.map(|draft| values(None, &draft.offers)),
                    Some(values(None, &offers)),
                ],
            )?;
            Ok(())
        })
        .await
}

/// Lets the draft hold from a moment on, now or later. Orders that were made before keep their price.
pub async fn schedule(
    store: &Store,
    author: Author,
    seen: (i64, i64),
    from_ms: i64,
) -> Result<(), ShelfError> {
    store
        .write(move |tx| {
            let (configuration_id, now_ms) = (seen.0, author.now_ms);
            bump(tx, &author, seen)?;
            let draft = match next_of(tx, configuration_id, now_ms)? {
                Some(next) if next.from_ms.is_none() => next,
                Some(_) => return Err(ShelfError::Scheduled),
                None => return Err(ShelfError::NoDraft),
            };
            let last = last_of(tx, configuration_id)?;
            // Two versions never begin at one moment.
            let least_ms = last.as_ref().and_then(|last| last.from_ms).map(|ms| ms + 1);
            let from_ms = from_ms.max(least_ms.unwrap_or(from_ms));
            if let Some(last) = &last {
                diesel::update(price_versions::table.find(last.id))
                    .set(price_versions::until_ms.eq(from_ms))
                    .execute(tx)?;
            }
            diesel::update(price_versions::table.find(draft.id))
                .set((
                    price_versions::from_ms.eq(from_ms),
                    price_versions::changed_by.eq(author.actor.member_id()),
                    price_versions::changed_ms.eq(now_ms),
                ))
                .execute(tx)?;
            audit::record_change(
                tx,
                &author,
                "price.schedule",
                ("configuration", configuration_id),
                [
                    last.map(|last| values(last.from_ms, &last.offers)),
                    Some(values(Some(from_ms), &draft.offers)),
                ],
            )?;
            Ok(())
        })
        .await
}

/// The version with no end: the one that is scheduled, or else the prices in force.
fn last_of(tx: &mut AnyConn, configuration_id: i64) -> Result<Option<PriceVersion>, StoreError> {
    let row: Option<Row> = price_versions::table
        .filter(price_versions::configuration_id.eq(configuration_id))
        .filter(price_versions::from_ms.is_not_null())
        .filter(price_versions::until_ms.is_null())
        .select(Row::as_select())
        .first(tx)
        .optional()?;
    row.map(PriceVersion::try_from).transpose()
}

/// Makes prices that are to come a draft again, so that those in force go on.
pub async fn withdraw(store: &Store, author: Author, seen: (i64, i64)) -> Result<(), ShelfError> {
    store
        .write(move |tx| {
            let configuration_id = seen.0;
            bump(tx, &author, seen)?;
            let next = next_of(tx, configuration_id, author.now_ms)?
                .filter(|next| next.from_ms.is_some())
                .ok_or(ShelfError::NoDraft)?;
            diesel::update(price_versions::table.find(next.id))
                .set(price_versions::from_ms.eq(None::<i64>))
                .execute(tx)?;
            diesel::update(
                price_versions::table
                    .filter(price_versions::configuration_id.eq(configuration_id))
                    .filter(price_versions::until_ms.eq(next.from_ms)),
            )
            .set(price_versions::until_ms.eq(None::<i64>))
            .execute(tx)?;
            audit::record_change(
                tx,
                &author,
                "price.withdraw",
                ("configuration", configuration_id),
                [
                    Some(values(next.from_ms, &next.offers)),
                    Some(values(None, &next.offers)),
                ],
            )?;
            Ok(())
        })
        .await
}

/// Drops the draft.
pub async fn discard(store: &Store, author: Author, seen: (i64, i64)) -> Result<(), ShelfError> {
    store
        .write(move |tx| {
            bump(tx, &author, seen)?;
            let draft = next_of(tx, seen.0, author.now_ms)?
                .filter(|next| next.from_ms.is_none())
                .ok_or(ShelfError::NoDraft)?;
            diesel::delete(price_versions::table.find(draft.id)).execute(tx)?;
            audit::record_change(
                tx,
                &author,
                "price.discard",
                ("configuration", seen.0),
                [Some(values(None, &draft.offers)), None],
            )?;
            Ok(())
        })
        .await
}

/// A package of a seed file.
pub(crate) struct NewPackage<'a> {
    /// The configuration's name.
    pub(crate) configuration: &'a str,
    pub(crate) days: i64,
    pub(crate) tiers: Tiers,
    pub(crate) enabled: bool,
}

/// Adds a package to the prices in force; none when there is no such configuration, or it has a package of the same days.
pub(crate) fn create_package(
    tx: &mut AnyConn,
    new: &NewPackage<'_>,
    now_ms: i64,
) -> Result<Option<i64>, StoreError> {
    let configuration: Option<i64> = configurations::table
        .filter(configurations::name.eq(new.configuration))
        .select(configurations::id)
        .first(tx)
        .optional()?;
    let Some(configuration_id) = configuration else {
        return Ok(None);
    };
    let there: i64 = packages::table
        .filter(packages::configuration_id.eq(configuration_id))
        .filter(packages::days.eq(new.days))
        .count()
        .get_result(tx)?;
    if there > 0 {
        return Ok(None);
    }
    let id = package_id(tx, configuration_id, new.days, now_ms)?;
    let last = last_of(tx, configuration_id)?;
    let mut offers = last
        .as_ref()
        .map_or_else(Vec::new, |last| last.offers.clone());
    offers.push(Offer {
        id,
        days: new.days,
        on_sale: new.enabled,
        tiers: new.tiers.clone(),
    });
    offers.sort_by_key(|offer| offer.days);
    if let Some(last) = last {
        rewrite(tx, last.id, &offers, None, now_ms)?;
    } else {
        let new = New {
            configuration_id,
            from_ms: Some(now_ms),
            offers: &offers,
            by: None,
            now_ms,
        };
        insert(tx, &new)?;
    }
    Ok(Some(id))
}
