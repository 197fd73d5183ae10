//! What can be bought: configurations, packages, stock.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::lang::Name;
use domain::orders::OrderState;
use domain::orders::price::{Package, Tier, Tiers};

use super::model::Configuration;
use crate::Store;
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::schema::{configurations, orders, package_tiers, packages, phones};
use crate::secrets::new_id;
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

/// Every configuration that has packages, with its stock and what is kept of it for the buyer's own unpaid orders. Those that are
/// only renewed say so.
pub async fn shelf(store: &Store, buyer: Option<&Actor>) -> Result<Vec<Configuration>, StoreError> {
    let buyer = buyer.map(Actor::member_id);
    store
        .run(move |conn| {
            let rows: Vec<Row> = configurations::table.select(Row::as_select()).load(conn)?;
            let mut packages: HashMap<i64, Vec<Package>> = HashMap::new();
            for package in packages_of(conn, None)? {
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
                        name: Name {
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
            // What is in stock comes first, then what costs less. What the buyer holds is not sold out to them.
            shelf.sort_by_key(|c| {
                let least = c.packages.first().map(Package::per_day_fen);
                (c.stock() + c.reserved == 0, least, c.id)
            });
            Ok(shelf)
        })
        .await
}

/// Phones by configuration that are kept for a member's orders which wait for their payment.
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

/// The packages on sale, shortest first: of one configuration or of all.
pub(super) fn packages_of(
    conn: &mut AnyConn,
    configuration_id: Option<i64>,
) -> Result<Vec<Package>, StoreError> {
    let mut query = package_tiers::table
        .inner_join(packages::table)
        .filter(packages::enabled.eq(true))
        .order((packages::days, packages::id, package_tiers::from_count))
        .select((
            (packages::id, packages::configuration_id, packages::days),
            package_tiers::from_count,
            package_tiers::unit_fen,
        ))
        .into_boxed::<crate::conn::Backend>();
    if let Some(id) = configuration_id {
        query = query.filter(packages::configuration_id.eq(id));
    }
    let rows: Vec<((i64, i64, i64), i64, i64)> = query.load(conn)?;
    rows.chunk_by(|a, b| a.0 == b.0)
        .filter_map(|rows| {
            let ((id, configuration_id, days), ..) = *rows.first()?;
            let tiers = rows.iter().map(|(_, from, unit_fen)| Tier {
                from: *from,
                unit_fen: *unit_fen,
            });
            let package = Tiers::try_from(tiers.collect::<Vec<_>>())
                .map(|tiers| Package {
                    id,
                    configuration_id,
                    days,
                    tiers,
                })
                .map_err(|_| StoreError::Corrupt("prices"));
            Some(package)
        })
        .collect()
}

/// A package to be sold.
pub(crate) struct NewPackage<'a> {
    /// The configuration's name.
    pub(crate) configuration: &'a str,
    pub(crate) days: i64,
    pub(crate) tiers: Tiers,
    pub(crate) enabled: bool,
}

/// Makes a package; none when there is no such configuration, or one of as many days exists.
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
    let id = new_id();
    diesel::insert_into(packages::table)
        .values((
            packages::id.eq(id),
            packages::configuration_id.eq(configuration_id),
            packages::days.eq(new.days),
            packages::enabled.eq(new.enabled),
            packages::created_ms.eq(now_ms),
        ))
        .execute(tx)?;
    for tier in new.tiers.iter() {
        diesel::insert_into(package_tiers::table)
            .values((
                package_tiers::package_id.eq(id),
                package_tiers::from_count.eq(tier.from),
                package_tiers::unit_fen.eq(tier.unit_fen),
            ))
            .execute(tx)?;
    }
    Ok(Some(id))
}
