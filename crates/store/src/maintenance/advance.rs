//! Steps of maintenance that come due by themselves: its start, phones whose operation ended, its end.

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use domain::maintenance::{Scope, Target};
use domain::notices::MaintenanceNews;
use domain::zone::Zone;

use super::{MaintenanceError, PHONES_AT_ONCE, Row, Site, add_phones, locked, phones_of, tell};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{maintenance_phones, maintenances, phones};
use crate::error::StoreError;
use crate::phones::lock;

/// Phones whose status a step of maintenance changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Advanced {
    /// Ids of phones that were taken out of service.
    pub taken: Vec<i64>,
    /// Ids of phones that are in service again.
    pub freed: Vec<i64>,
}

/// Carries out what is due.
pub async fn advance<Hosts>(
    store: &Store,
    site: Site<Hosts>,
    now_ms: i64,
) -> Result<Advanced, StoreError>
where
    Hosts: Fn(&str) -> Vec<i64> + Send + 'static,
{
    let due = store.run(move |conn| due(conn, now_ms)).await?;
    if due.is_empty() {
        return Ok(Advanced::default());
    }
    store
        .write(move |tx| {
            let mut advanced = Advanced::default();
            for id in &due {
                let row = match locked(tx, *id) {
                    Ok(row) => row,
                    Err(MaintenanceError::Fault(fault)) => return Err(fault),
                    Err(_) => continue,
                };
                if row.ended_ms.is_some() {
                    continue;
                }
                let now = (site.zone, now_ms);
                if row.until_ms.is_some_and(|until_ms| until_ms <= now_ms) {
                    advanced.freed.extend(free(tx, &row, now)?);
                } else if row.started_ms.is_some() {
                    advanced.taken.extend(take(tx, row.id, now_ms)?);
                } else {
                    add_newcomers(tx, &row, &site.phones_of_host, now)?;
                    advanced.taken.extend(begin(tx, &row, now_ms)?);
                }
            }
            Ok(advanced)
        })
        .await
}

/// Maintenance that starts or ends now, or waits for phones whose operation has ended.
fn due(conn: &mut AnyConn, now_ms: i64) -> Result<Vec<i64>, StoreError> {
    let waiting = maintenance_phones::table
        .inner_join(phones::table)
        .filter(maintenance_phones::maintenance_id.eq(maintenances::id))
        .filter(maintenance_phones::held_ms.is_null())
        .filter(phones::operation_id.is_null());
    Ok(maintenances::table
        .filter(maintenances::ended_ms.is_null())
        .filter(maintenances::from_ms.le(now_ms))
        .filter(
            maintenances::started_ms
                .is_null()
                .or(maintenances::until_ms.le(now_ms).assume_not_null())
                .or(exists(waiting)),
        )
        .order(maintenances::id)
        .select(maintenances::id)
        .load(conn)?)
}

/// Phones that came to the host or the configuration since the maintenance was planned. Their owners are told now.
fn add_newcomers(
    tx: &mut AnyConn,
    row: &Row,
    phones_of_host: &impl Fn(&str) -> Vec<i64>,
    now: (Zone, i64),
) -> Result<(), StoreError> {
    let target = match (row.scope()?, &row.host, row.configuration_id) {
        (Scope::Host, Some(name), _) => Target::Host(name.clone()),
        (Scope::Configuration, _, Some(id)) => Target::Configuration(id),
        _ => return Ok(()),
    };
    let now_there = match phones_of(tx, &target, phones_of_host) {
        Ok(ids) => ids,
        Err(MaintenanceError::Fault(fault)) => return Err(fault),
        // All phones of the host or the configuration are gone: the maintenance keeps those that it named before.
        Err(_) => return Ok(()),
    };
    let known: Vec<i64> = maintenance_phones::table
        .filter(maintenance_phones::maintenance_id.eq(row.id))
        .select(maintenance_phones::phone_id)
        .load(tx)?;
    let newcomers: Vec<i64> = now_there
        .into_iter()
        .filter(|id| !known.contains(id))
        .collect();
    add_phones(tx, row.id, &newcomers)?;
    tell(tx, row, MaintenanceNews::Begun, &newcomers, now)
}

/// Starts maintenance; returns the ids of the phones that were taken out of service.
pub(super) fn begin(tx: &mut AnyConn, row: &Row, now_ms: i64) -> Result<Vec<i64>, StoreError> {
    diesel::update(maintenances::table.find(row.id))
        .set(maintenances::started_ms.eq(now_ms))
        .execute(tx)?;
    take(tx, row.id, now_ms)
}

/// Takes those phones out of service that no operation holds.
fn take(tx: &mut AnyConn, id: i64, now_ms: i64) -> Result<Vec<i64>, StoreError> {
    let waiting: Vec<i64> = maintenance_phones::table
        .filter(maintenance_phones::maintenance_id.eq(id))
        .filter(maintenance_phones::held_ms.is_null())
        .order(maintenance_phones::phone_id)
        .select(maintenance_phones::phone_id)
        .load(tx)?;
    let mut taken = Vec::new();
    for ids in waiting.chunks(PHONES_AT_ONCE) {
        lock(tx, ids)?;
        let idle: Vec<i64> = phones::table
            .filter(among(phones::id, ids))
            .filter(phones::operation_id.is_null())
            .order(phones::id)
            .select(phones::id)
            .load(tx)?;
        diesel::update(
            phones::table
                .filter(among(phones::id, &idle))
                .filter(phones::maintenance.eq(false)),
        )
        .set((
            phones::maintenance.eq(true),
            phones::status_since_ms.eq(now_ms),
        ))
        .execute(tx)?;
        diesel::update(
            maintenance_phones::table
                .filter(maintenance_phones::maintenance_id.eq(id))
                .filter(among(maintenance_phones::phone_id, &idle)),
        )
        .set(maintenance_phones::held_ms.eq(now_ms))
        .execute(tx)?;
        taken.extend(idle);
    }
    Ok(taken)
}

/// Ends maintenance and tells the owners; returns the ids of the phones that are in service again: those that no other maintenance holds, and
/// that need not be wiped before somebody gets them.
pub(super) fn free(tx: &mut AnyConn, row: &Row, now: (Zone, i64)) -> Result<Vec<i64>, StoreError> {
    let (_, now_ms) = now;
    diesel::update(maintenances::table.find(row.id))
        .set(maintenances::ended_ms.eq(now_ms))
        .execute(tx)?;
    let of_it: Vec<(i64, Option<i64>)> = maintenance_phones::table
        .filter(maintenance_phones::maintenance_id.eq(row.id))
        .order(maintenance_phones::phone_id)
        .select((maintenance_phones::phone_id, maintenance_phones::held_ms))
        .load(tx)?;
    let all: Vec<i64> = of_it.iter().map(|(id, _)| *id).collect();
    let held: Vec<i64> = of_it
        .into_iter()
        .filter_map(|(id, held_ms)| held_ms.map(|_| id))
        .collect();
    let mut freed = Vec::new();
    for ids in held.chunks(PHONES_AT_ONCE) {
        lock(tx, ids)?;
        let elsewhere = maintenance_phones::table
            .inner_join(maintenances::table)
            .filter(maintenance_phones::phone_id.eq(phones::id))
            .filter(maintenance_phones::held_ms.is_not_null())
            .filter(maintenances::ended_ms.is_null());
        let some: Vec<i64> = phones::table
            .filter(among(phones::id, ids))
            .filter(phones::left_by.is_null())
            .filter(not(exists(elsewhere)))
            .order(phones::id)
            .select(phones::id)
            .load(tx)?;
        diesel::update(phones::table.filter(among(phones::id, &some)))
            .set((
                phones::maintenance.eq(false),
                phones::status_since_ms.eq(now_ms),
            ))
            .execute(tx)?;
        freed.extend(some);
    }
    let (news, told) = match row.started_ms {
        Some(_) => (MaintenanceNews::Over, &freed),
        None => (MaintenanceNews::Cancelled, &all),
    };
    tell(tx, row, news, told, now)?;
    Ok(freed)
}
