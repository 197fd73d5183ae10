//! Maintenance: phones that operators take out of service for a while.
//!
//! `set` holds the actions of operators, `advance` the steps that come due by themselves, `list` what operators and members read.

mod advance;
mod list;
mod set;

use diesel::dsl::exists;
use diesel::prelude::*;
use domain::maintenance::{InvalidMaintenance, Scope, Target};
use domain::notices::{MaintenanceNews, Message, Rented};
use domain::zone::Zone;
use thiserror::Error;

pub use advance::{Advanced, advance};
pub(crate) use list::reasons;
pub use list::{Listed, Page, Reason, page};
pub use set::{Reach, end, reach, set};

use crate::db::among::among;
use crate::db::conn::{AnyConn, each};
use crate::db::schema::{maintenance_phones, maintenances, phones};
use crate::error::{StoreError, faults};
use crate::notices;

/// Phones in one statement: below every database's limit of variables.
const PHONES_AT_ONCE: usize = 500;

/// Why maintenance is not set or ended.
#[derive(Debug, Error)]
pub enum MaintenanceError {
    /// No phone has this id.
    #[error("no phone has this id")]
    Phone(String),
    /// The host or the configuration has no phone.
    #[error(transparent)]
    Refused(InvalidMaintenance),
    /// The maintenance is unknown.
    #[error("no such maintenance")]
    Unknown,
    /// The maintenance is over.
    #[error("the maintenance is over")]
    Over,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(MaintenanceError);

/// Place of maintenance: the operator's zone, in which messages say times, and the phones of hosts, which only the fleet knows.
#[derive(Clone)]
pub struct Site<Hosts> {
    /// Time zone of messages.
    pub zone: Zone,
    /// Ids of the phones of a host.
    pub phones_of_host: Hosts,
}

/// Maintenance as it is stored.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = maintenances)]
struct Row {
    id: i64,
    scope: i16,
    host: Option<String>,
    configuration_id: Option<i64>,
    from_ms: i64,
    until_ms: Option<i64>,
    reason_zh: String,
    reason_en: String,
    started_ms: Option<i64>,
    ended_ms: Option<i64>,
}

impl Row {
    fn scope(&self) -> Result<Scope, StoreError> {
        Scope::from_number(self.scope).ok_or(StoreError::Corrupt("maintenances.scope"))
    }
}

/// Loads maintenance; on PostgreSQL its row is locked.
fn locked(tx: &mut AnyConn, id: i64) -> Result<Row, MaintenanceError> {
    let query = maintenances::table.find(id);
    let row = match tx {
        AnyConn::Pg(c) => query
            .select(Row::as_select())
            .for_update()
            .first(c)
            .optional()?,
        AnyConn::Sqlite(c) => query.select(Row::as_select()).first(c).optional()?,
    };
    row.ok_or(MaintenanceError::Unknown)
}

/// Adds phones to maintenance.
fn add_phones(tx: &mut AnyConn, id: i64, phone_ids: &[i64]) -> Result<(), StoreError> {
    for ids in phone_ids.chunks(PHONES_AT_ONCE) {
        let rows: Vec<_> = ids
            .iter()
            .map(|phone_id| {
                (
                    maintenance_phones::maintenance_id.eq(id),
                    maintenance_phones::phone_id.eq(*phone_id),
                )
            })
            .collect();
        each!(tx, |c| diesel::insert_into(maintenance_phones::table)
            .values(rows.clone())
            .execute(c))?;
    }
    Ok(())
}

/// Ids of the phones that a target names now, in order.
fn phones_of(
    conn: &mut AnyConn,
    target: &Target,
    phones_of_host: &impl Fn(&str) -> Vec<i64>,
) -> Result<Vec<i64>, MaintenanceError> {
    match target {
        Target::Phones(owl_ids) => {
            let known: Vec<(i64, String)> = phones::table
                .filter(among(phones::owl_id, owl_ids.iter().map(String::as_str)))
                .filter(phones::removed_ms.is_null())
                .order(phones::id)
                .select((phones::id, phones::owl_id))
                .load(conn)?;
            let unknown = owl_ids
                .iter()
                .find(|owl_id| !known.iter().any(|(_, known)| known == *owl_id));
            match unknown {
                Some(owl_id) => Err(MaintenanceError::Phone(owl_id.clone())),
                None => Ok(known.into_iter().map(|(id, _)| id).collect()),
            }
        }
        Target::Host(name) => {
            let ids = phones_of_host(name);
            let mut there = Vec::with_capacity(ids.len());
            for some in ids.chunks(PHONES_AT_ONCE) {
                let known = phones::table
                    .filter(among(phones::id, some))
                    .select(phones::id);
                there.extend(known.load::<i64>(conn)?);
            }
            there.sort_unstable();
            if there.is_empty() {
                return Err(MaintenanceError::Refused(InvalidMaintenance::EmptyHost));
            }
            Ok(there)
        }
        Target::Configuration(id) => {
            let there: Vec<i64> = phones::table
                .filter(phones::configuration_id.eq(id))
                .filter(phones::removed_ms.is_null())
                .order(phones::id)
                .select(phones::id)
                .load(conn)?;
            if there.is_empty() {
                return Err(MaintenanceError::Refused(
                    InvalidMaintenance::EmptyConfiguration,
                ));
            }
            Ok(there)
        }
    }
}

/// Whether maintenance keeps a phone out of service.
pub(crate) fn is_held(conn: &mut AnyConn, phone_id: i64) -> Result<bool, StoreError> {
    let held = maintenance_phones::table
        .inner_join(maintenances::table)
        .filter(maintenance_phones::phone_id.eq(phone_id))
        .filter(maintenance_phones::held_ms.is_not_null())
        .filter(maintenances::ended_ms.is_null());
    Ok(diesel::select(exists(held)).get_result(conn)?)
}

/// Tells the owners of phones about a step of their maintenance, each in one message.
fn tell(
    tx: &mut AnyConn,
    row: &Row,
    news: MaintenanceNews,
    phone_ids: &[i64],
    (zone, now_ms): (Zone, i64),
) -> Result<(), StoreError> {
    let mut owned: Vec<(i64, Rented)> = Vec::new();
    for ids in phone_ids.chunks(PHONES_AT_ONCE) {
        let some: Vec<(Option<i64>, i64, String)> = phones::table
            .filter(among(phones::id, ids))
            .filter(phones::owner_id.is_not_null())
            .select((phones::owner_id, phones::id, phones::alias))
            .load(tx)?;
        owned.extend(some.into_iter().filter_map(|(owner_id, phone_id, name)| {
            owner_id.map(|owner_id| (owner_id, Rented { phone_id, name }))
        }));
    }
    owned.sort_unstable_by_key(|(owner_id, phone)| (*owner_id, phone.phone_id));
    let until = row.until_ms.map(|until_ms| zone.moment_of(until_ms));
    for of_one in owned.chunk_by(|(a, _), (b, _)| a == b) {
        let Some((owner_id, _)) = of_one.first() else {
            continue;
        };
        let message = Message::Maintenance {
            news,
            from: zone.moment_of(row.from_ms),
            until: until.clone().unwrap_or_default(),
            reasons: [row.reason_zh.clone(), row.reason_en.clone()],
            phones: of_one.iter().map(|(_, phone)| phone.clone()).collect(),
        };
        notices::write(tx, *owner_id, &message, now_ms)?;
    }
    Ok(())
}
