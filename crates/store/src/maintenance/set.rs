//! Operators' actions: setting maintenance, and ending or cancelling it.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::maintenance::{NewMaintenance, Scope, Target};
use domain::notices::MaintenanceNews;
use domain::zone::Zone;
use serde_json::{Value, json};

use super::advance::{begin, free};
use super::{MaintenanceError, PHONES_AT_ONCE, Row, Site, add_phones, locked, phones_of, tell};
use crate::Store;
use crate::audit;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{maintenances, phones};
use crate::error::StoreError;
use crate::secrets::new_id;
use crate::session::Actor;

/// Noun of maintenance in the audit.
const NOUN: &str = "maintenance";

/// Phones and members that maintenance would reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Number of phones.
    pub phones: i64,
    /// Number of those that are rented.
    pub rented: i64,
    /// Number of their owners.
    pub members: i64,
    /// Number of phones with an operation on its way, which ends first.
    pub busy: i64,
}

/// Counts what maintenance would reach now.
pub async fn reach<Hosts>(
    store: &Store,
    target: Target,
    site: Site<Hosts>,
) -> Result<Reach, MaintenanceError>
where
    Hosts: Fn(&str) -> Vec<i64> + Send + 'static,
{
    store
        .run(move |conn| {
            let ids = phones_of(conn, &target, &site.phones_of_host)?;
            let mut owners = HashSet::new();
            let (mut rented, mut busy) = (0, 0);
            for some in ids.chunks(PHONES_AT_ONCE) {
                let found: Vec<(Option<i64>, Option<i64>)> = phones::table
                    .filter(among(phones::id, some))
                    .select((phones::owner_id, phones::operation_id))
                    .load(conn)?;
                for (owner_id, operation_id) in found {
                    rented += i64::from(owner_id.is_some());
                    busy += i64::from(operation_id.is_some());
                    owners.extend(owner_id);
                }
            }
            Ok(Reach {
                phones: count(ids.len()),
                rented,
                members: count(owners.len()),
                busy,
            })
        })
        .await
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Sets maintenance. Where it starts now, its phones are taken out of service at once, but for those with an operation on its way. Returns
/// its id, and the ids of the phones that were taken.
pub async fn set<Hosts>(
    store: &Store,
    actor: &Actor,
    new: NewMaintenance,
    site: Site<Hosts>,
    now_ms: i64,
) -> Result<(i64, Vec<i64>), MaintenanceError>
where
    Hosts: Fn(&str) -> Vec<i64> + Send + 'static,
{
    let actor = actor.clone();
    store
        .write(move |tx| {
            let ids = phones_of(tx, &new.target, &site.phones_of_host)?;
            let row = insert(tx, &actor, &new, now_ms)?;
            add_phones(tx, row.id, &ids)?;
            audit::record_change(
                tx,
                (&actor, now_ms),
                "maintenance.set",
                (NOUN, row.id),
                [None, Some(values(&new, ids.len()))],
            )?;
            let told = if new.from_ms <= now_ms {
                MaintenanceNews::Begun
            } else {
                MaintenanceNews::Planned
            };
            tell(tx, &row, told, &ids, (site.zone, now_ms))?;
            if new.from_ms > now_ms {
                return Ok((row.id, Vec::new()));
            }
            let taken = begin(tx, &row, now_ms)?;
            Ok((row.id, taken))
        })
        .await
}

fn insert(
    tx: &mut AnyConn,
    actor: &Actor,
    new: &NewMaintenance,
    now_ms: i64,
) -> Result<Row, StoreError> {
    let (scope, host, configuration_id) = match &new.target {
        Target::Phones(_) => (Scope::Phones, None, None),
        Target::Host(name) => (Scope::Host, Some(name.clone()), None),
        Target::Configuration(id) => (Scope::Configuration, None, Some(*id)),
    };
    let [reason_zh, reason_en] = new.reasons.clone();
    let row = Row {
        id: new_id(),
        scope: scope as i16,
        host,
        configuration_id,
        from_ms: new.from_ms,
        until_ms: new.until_ms,
        reason_zh,
        reason_en,
        started_ms: None,
        ended_ms: None,
    };
    diesel::insert_into(maintenances::table)
        .values((
            maintenances::id.eq(row.id),
            maintenances::scope.eq(row.scope),
            maintenances::host.eq(&row.host),
            maintenances::configuration_id.eq(row.configuration_id),
            maintenances::from_ms.eq(row.from_ms),
            maintenances::until_ms.eq(row.until_ms),
            maintenances::reason_zh.eq(&row.reason_zh),
            maintenances::reason_en.eq(&row.reason_en),
            maintenances::created_by.eq(actor.member_id()),
            maintenances::created_ms.eq(now_ms),
        ))
        .execute(tx)?;
    Ok(row)
}

/// Ends maintenance, or cancels it before its start. Returns the ids of the phones that are in service again.
pub async fn end(
    store: &Store,
    actor: &Actor,
    id: i64,
    zone: Zone,
    now_ms: i64,
) -> Result<Vec<i64>, MaintenanceError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let row = locked(tx, id)?;
            if row.ended_ms.is_some() {
                return Err(MaintenanceError::Over);
            }
            audit::record_change(
                tx,
                (&actor, now_ms),
                "maintenance.end",
                (NOUN, id),
                [
                    Some(json!({ "startedTime": row.started_ms, "untilTime": row.until_ms })),
                    Some(json!({ "endedTime": now_ms })),
                ],
            )?;
            Ok(free(tx, &row, (zone, now_ms))?)
        })
        .await
}

/// Values of new maintenance, for the audit.
fn values(new: &NewMaintenance, phones: usize) -> Value {
    json!({
        "target": match &new.target {
            Target::Phones(owl_ids) => json!(owl_ids),
            Target::Host(name) => json!(name),
            Target::Configuration(id) => json!(id),
        },
        "phones": phones,
        "fromTime": new.from_ms,
        "untilTime": new.until_ms,
        "reasonZh": new.reasons[0],
        "reasonEn": new.reasons[1],
    })
}
