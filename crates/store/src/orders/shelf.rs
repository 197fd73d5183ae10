//! The shelf: configurations, packages, stock.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::lang::LocalizedName;
use domain::orders::OrderState;
use domain::orders::price::Package;
use domain::orders::shelf::Offer;

use super::model::Configuration;
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::{configurations, orders, phones, price_versions};
use crate::error::StoreError;
use crate::session::Actor;

#[derive(Queryable, Selectable)]
#[diesel(table_name = configurations)]
struct Row {
    id: i64,
    name: String,
    name_en: String,
    code: String,
    cores: i32,
    memory_mb: i32,
    storage_gb: i32,
    android_version: String,
    chip: String,
    pad_type: i16,
    dpi: i32,
    on_sale: bool,
}

/// Every configuration that has packages, with its stock and the phones reserved for the buyer's own unpaid orders. A configuration that is
/// only renewed has `on_sale` unset.
pub async fn shelf(
    store: &Store,
    buyer: Option<&Actor>,
    now_ms: i64,
) -> Result<Vec<Configuration>, StoreError> {
    let buyer = buyer.map(Actor::member_id);
    store
        .run(move |conn| {
            let rows: Vec<Row> = configurations::table.select(Row::as_select()).load(conn)?;
            let mut packages: HashMap<i64, Vec<Package>> = HashMap::new();
            for package in packages_of(conn, None, now_ms)? {
                packages
                    .entry(package.configuration_id)
                    .or_default()
                    .push(package);
            }
            let mut free: HashMap<i64, Vec<(i16, i64)>> = HashMap::new();
            let counts: Vec<(i64, i16, i64)> = phones::table
                .filter(phones::owner_id.is_null())
                .filter(phones::maintenance.eq(false))
                .filter(phones::reserved_by.is_null())
                .group_by((phones::configuration_id, phones::carrier))
                .order((phones::configuration_id, phones::carrier))
                .select((phones::configuration_id, phones::carrier, count_star()))
                .load(conn)?;
            for (id, carrier, count) in counts {
                free.entry(id).or_default().push((carrier, count));
            }
            let mut reserved = match buyer {
                Some(member_id) => reserved_for(conn, member_id)?,
                None => HashMap::new(),
            };
            let mut shelf: Vec<Configuration> = rows
                .into_iter()
                .filter_map(|row| {
                    Some(Configuration {
                        packages: packages.remove(&row.id)?,
                        free: free.remove(&row.id).unwrap_or_default(),
                        reserved: reserved.remove(&row.id).unwrap_or_default(),
                        id: row.id,
                        name: LocalizedName {
                            zh: row.name,
                            en: row.name_en,
                        },
                        code: row.code,
                        cores: row.cores,
                        memory_mb: row.memory_mb,
                        storage_gb: row.storage_gb,
                        android_version: row.android_version,
                        chip: row.chip,
                        pad_type: row.pad_type,
                        dpi: row.dpi,
                        on_sale: row.on_sale,
                    })
                })
                .collect();
            // Configurations in stock come first, then cheaper ones. Phones reserved for the buyer count as stock.
            shelf.sort_by_key(|c| {
                let least = c.packages.first().map(Package::per_day_fen);
                (c.stock() + c.reserved == 0, least, c.id)
            });
            Ok(shelf)
        })
        .await
}

/// Number of phones reserved for a member's unpaid orders, by configuration.
fn reserved_for(conn: &mut AnyConn, member_id: i64) -> Result<HashMap<i64, i64>, StoreError> {
    let counts: Vec<(i64, i64)> = phones::table
        .inner_join(orders::table.on(phones::reserved_by.eq(orders::id.nullable())))
        .filter(orders::member_id.eq(member_id))
        .filter(orders::state.eq(OrderState::Waiting.code()))
        .group_by(phones::configuration_id)
        .select((phones::configuration_id, count_star()))
        .load(conn)?;
    Ok(counts.into_iter().collect())
}

/// The packages on sale at a moment, shortest first: of one configuration or of all.
pub(super) fn packages_of(
    conn: &mut AnyConn,
    configuration_id: Option<i64>,
    now_ms: i64,
) -> Result<Vec<Package>, StoreError> {
    let mut query = price_versions::table
        .filter(price_versions::from_ms.le(now_ms))
        .filter(
            price_versions::until_ms
                .is_null()
                .or(price_versions::until_ms.gt(now_ms)),
        )
        .order(price_versions::configuration_id)
        .select((price_versions::configuration_id, price_versions::packages))
        .into_boxed::<crate::db::conn::Backend>();
    if let Some(id) = configuration_id {
        query = query.filter(price_versions::configuration_id.eq(id));
    }
    let rows: Vec<(i64, String)> = query.load(conn)?;
    let mut packages = Vec::new();
    for (configuration_id, text) in rows {
        let offers = offers_of(&text)?.into_iter();
        packages.extend(offers.filter(|offer| offer.on_sale).map(|offer| Package {
            id: offer.id,
            configuration_id,
            days: offer.days,
            tiers: offer.tiers,
        }));
    }
    Ok(packages)
}

/// Reads the packages of a version of prices.
pub(super) fn offers_of(text: &str) -> Result<Vec<Offer>, StoreError> {
    serde_json::from_str(text).map_err(|_| StoreError::Corrupt("prices"))
}

/// Writes the packages of a version of prices.
pub(super) fn offers_text(offers: &[Offer]) -> Result<String, StoreError> {
    serde_json::to_string(offers).map_err(|_| StoreError::Corrupt("prices"))
}
