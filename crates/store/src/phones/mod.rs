//! Phones: stock and rented, their health, and the list of those a member can see.

mod back;
mod counts;
mod find;
mod initials;
mod list;
#[cfg(test)]
mod plans;
mod reserve;
mod shared;
mod stock;
mod trial;
mod verdict;
mod words;

use diesel::prelude::*;
use domain::phones::{Power, Status, Trouble};

use crate::Store;
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::schema::{operations, phones};

pub(crate) use back::give_back;
pub use counts::Summary;
pub(crate) use counts::by_group;
pub(crate) use find::escaped;
pub(crate) use initials::sort_key;
pub use list::{List, Listed, RunningOn, list};
pub(crate) use reserve::{reserve, unreserve};
pub(crate) use stock::{
    Given, HandOver, NewConfiguration, create_configuration, create_phone, hand_over,
    hand_over_reserved, take_from_stock,
};
pub use stock::{NewPhone, StockError, add_stock};
pub use trial::{TrialError, trial};
pub use verdict::{Verdict, check};

/// A phone as it is stored. Rights to it come from [`crate::access`].
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = phones)]
pub struct Phone {
    /// Keys every call.
    pub id: i64,
    /// For people.
    pub owl_id: String,
    /// Where its adbd listens, `host:port`.
    pub adb: String,
    /// 1 mobile, 2 unicom, 3 telecom.
    pub carrier: i16,
    /// Dots per inch.
    pub dpi: i32,
    /// None: stock.
    pub owner_id: Option<i64>,
    /// Its name.
    pub alias: String,
    /// When it came to its owner, Unix milliseconds.
    pub assign_ms: i64,
    /// When the rental ends, Unix milliseconds.
    pub expire_ms: i64,
    /// Switched on.
    pub power_on: bool,
    /// Reachable and well.
    pub healthy: bool,
    /// Why not, for people; none when healthy.
    pub reason: Option<String>,
    /// Since when the status is as it is, Unix milliseconds.
    pub status_since_ms: i64,
    /// What runs on it.
    pub operation_id: Option<i64>,
    /// The status code that clients see; the database derives it.
    pub status_code: i16,
    /// Its owner's group.
    pub group_id: Option<i64>,
    /// What kind of phone it is.
    pub configuration_id: i64,
    /// Why the change of it failed whose failed status it shows: the stored word.
    pub failed_reason: Option<String>,
}

impl Phone {
    /// The wire status.
    pub fn status(&self) -> Status {
        Status::from_code(self.status_code).unwrap_or(Status::Abnormal)
    }

    /// What is wrong with it, if anything is.
    pub fn trouble(&self) -> Option<Trouble> {
        let (failed, unwell) = (self.failed_reason.as_deref(), self.reason.as_deref());
        Trouble::of(self.status(), self.power(), failed, unwell)
    }

    /// The switch.
    pub fn power(&self) -> Power {
        if self.power_on { Power::On } else { Power::Off }
    }
}

/// Where to reach a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Which phone.
    pub phone_id: i64,
    /// `host:port`.
    pub adb: String,
}

/// How many phones there are and the largest id: changes whenever phones come or go.
pub async fn extent(store: &Store) -> Result<(i64, Option<i64>), StoreError> {
    store
        .run(|conn| {
            phones::table
                .select((diesel::dsl::count_star(), diesel::dsl::max(phones::id)))
                .first(conn)
                .map_err(StoreError::from)
        })
        .await
}

/// Moves phones to other addresses, each given as old and new. All at once, so that ranges may overlap.
pub async fn readdress(store: &Store, moves: Vec<(String, String)>) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            let mut found: Vec<(i64, &str)> = Vec::with_capacity(moves.len());
            for (old, new) in &moves {
                let ids: Vec<i64> = phones::table
                    .filter(phones::adb.eq(old))
                    .select(phones::id)
                    .load(tx)?;
                found.extend(ids.into_iter().map(|id| (id, new.as_str())));
            }
            // Addresses are unique: first out of the way, then in place.
            for (id, _) in &found {
                diesel::update(phones::table.find(*id))
                    .set(phones::adb.eq(format!("moving:{id}")))
                    .execute(tx)?;
            }
            for (id, new) in &found {
                diesel::update(phones::table.find(*id))
                    .set(phones::adb.eq(*new))
                    .execute(tx)?;
            }
            Ok(())
        })
        .await
}

/// Every phone's address: what the fleet looks after.
pub async fn addresses(store: &Store) -> Result<Vec<Address>, StoreError> {
    store
        .run(|conn| {
            let rows: Vec<(i64, String)> = phones::table
                .order(phones::id)
                .select((phones::id, phones::adb))
                .load(conn)?;
            Ok(rows
                .into_iter()
                .map(|(phone_id, adb)| Address { phone_id, adb })
                .collect())
        })
        .await
}

/// Notes whether a phone is well; `reason` says why not. Answers whether that changed anything.
pub async fn set_health(
    store: &Store,
    phone_id: i64,
    unwell: Option<String>,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let healthy = unwell.is_none();
    store
        .write(move |tx| {
            let turned = diesel::update(
                phones::table
                    .find(phone_id)
                    .filter(phones::healthy.ne(healthy)),
            )
            .set((phones::healthy.eq(healthy), phones::reason.eq(&unwell)))
            .execute(tx)?;
            if turned == 1 {
                touch_status(tx, phone_id, now_ms)?;
            }
            if turned == 0 && !healthy {
                // Still unwell, for another reason: since when stays.
                diesel::update(phones::table.find(phone_id))
                    .set(phones::reason.eq(&unwell))
                    .execute(tx)?;
            }
            Ok(turned == 1)
        })
        .await
}

/// Power or health changed: the status did too, unless an operation, a failure or an operator stands before them.
fn touch_status(tx: &mut AnyConn, phone_id: i64, now_ms: i64) -> Result<(), StoreError> {
    diesel::update(
        phones::table
            .find(phone_id)
            .filter(phones::busy_code.is_null())
            .filter(phones::failed_code.is_null())
            .filter(phones::maintenance.eq(false)),
    )
    .set(phones::status_since_ms.eq(now_ms))
    .execute(tx)?;
    Ok(())
}

/// What became of a look at a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noted {
    /// It showed something new.
    Changed,
    /// It showed what was known.
    Known,
    /// Something is done to the phone, or was since the look began: what was seen may be over.
    Busy,
}

/// Notes that a phone was seen to be on or off at a moment.
pub async fn set_power(
    store: &Store,
    phone_id: i64,
    power: Power,
    seen_ms: i64,
) -> Result<Noted, StoreError> {
    let on = power == Power::On;
    store
        .write(move |tx| {
            if is_busy(tx, phone_id, seen_ms)? {
                return Ok(Noted::Busy);
            }
            let turned =
                diesel::update(phones::table.find(phone_id).filter(phones::power_on.ne(on)))
                    .set(phones::power_on.eq(on))
                    .execute(tx)?;
            if turned == 1 {
                touch_status(tx, phone_id, seen_ms)?;
                return Ok(Noted::Changed);
            }
            Ok(Noted::Known)
        })
        .await
}

/// Notes the density that a phone was seen to have at a moment.
pub async fn set_density(
    store: &Store,
    phone_id: i64,
    dpi: i32,
    seen_ms: i64,
) -> Result<Noted, StoreError> {
    store
        .write(move |tx| {
            if is_busy(tx, phone_id, seen_ms)? {
                return Ok(Noted::Busy);
            }
            let turned = diesel::update(phones::table.find(phone_id).filter(phones::dpi.ne(dpi)))
                .set(phones::dpi.eq(dpi))
                .execute(tx)?;
            Ok(if turned == 1 {
                Noted::Changed
            } else {
                Noted::Known
            })
        })
        .await
}

/// Whether an operation holds a phone, or ended at that moment or later.
fn is_busy(tx: &mut AnyConn, phone_id: i64, since_ms: i64) -> Result<bool, StoreError> {
    let last: Option<Option<i64>> = operations::table
        .filter(operations::phone_id.eq(phone_id))
        .order(operations::created_ms.desc())
        .select(operations::ended_ms)
        .first(tx)
        .optional()?;
    Ok(last.is_some_and(|ended_ms| ended_ms.is_none_or(|ended_ms| ended_ms >= since_ms)))
}

/// What is known of a phone's switch; none for a phone that is gone or that an operation holds.
pub async fn power_at_rest(store: &Store, phone_id: i64) -> Result<Option<Power>, StoreError> {
    store
        .run(move |conn| {
            let phone: Option<Phone> = phones::table
                .find(phone_id)
                .filter(phones::operation_id.is_null())
                .select(Phone::as_select())
                .first(conn)
                .optional()?;
            Ok(phone.map(|phone| phone.power()))
        })
        .await
}
