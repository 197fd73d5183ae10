//! Phones: stock and rented, their health, and the list of those a member can see.

mod counts;
mod given;
pub(crate) mod initials;
mod keywords;
pub(crate) mod list;
mod list_key;
mod page;
mod rental;
mod reserve;
mod return_to_stock;
mod shared;
mod stock;
mod trial;
mod verdict;

use std::collections::HashMap;

use diesel::prelude::*;
use domain::phones::rental::Term;
use domain::phones::{Power, Status, Trouble};

use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{configurations, operations, phones};
use crate::error::StoreError;

pub use counts::Summary;
pub(crate) use counts::by_group;
pub use given::GivenTo;
pub(crate) use initials::sort_key;
pub use list::{List, Listed, RunningOn, SharedTo, list};
pub(crate) use rental::{Extension, extend_rental};
pub(crate) use reserve::{reserve, unreserve};
pub(crate) use return_to_stock::{give_back, lock};
pub use stock::{AddedPhone, NewPhone, StockError, add_stock};
pub(crate) use stock::{
    HandOver, NewConfiguration, OwnerColumns, create_configuration, create_phone, hand_over,
    hand_over_reserved, take_from_stock,
};
pub use trial::{TrialError, trial};
pub use verdict::{Verdict, check};

/// A phone as it is stored. Rights to it come from [`crate::access`].
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = phones)]
pub struct Phone {
    /// Phone's id, the key of every call.
    pub id: i64,
    /// Id for people.
    pub owl_id: String,
    /// Address of the phone's adbd, `host:port`.
    pub adb: String,
    /// Carrier: 1 mobile, 2 unicom, 3 telecom.
    pub carrier: i16,
    /// Dots per inch.
    pub dpi: i32,
    /// Id of the owner; none: the phone is in stock.
    pub owner_id: Option<i64>,
    /// Name of the phone.
    pub alias: String,
    /// Time at which the phone came to its owner, Unix milliseconds.
    pub assign_ms: i64,
    /// End of the rental, Unix milliseconds.
    pub expire_ms: i64,
    /// Whether the phone is switched on.
    pub power_on: bool,
    /// Whether the phone is reachable and well.
    pub healthy: bool,
    /// Why the phone is unwell, as a stored word; none when healthy.
    pub reason: Option<String>,
    /// Time since which the status is as it is, Unix milliseconds.
    pub status_since_ms: i64,
    /// Id of the operation that holds the phone.
    pub operation_id: Option<i64>,
    /// The status code that clients see; the database derives it.
    pub status_code: i16,
    /// Id of the owner's group.
    pub group_id: Option<i64>,
    pub configuration_id: i64,
    /// Reason of the failed change whose status the phone shows, as a stored word.
    pub failed_reason: Option<String>,
    /// From when its grace counts, once its rental's end was noted, Unix milliseconds.
    pub ended_ms: Option<i64>,
    /// From when the recycle bin counts, once it is in it, Unix milliseconds.
    pub recycled_ms: Option<i64>,
    /// Whether the rental renews itself.
    pub auto_renew: bool,
}

impl Phone {
    /// The wire status.
    pub fn status(&self) -> Status {
        Status::from_code(self.status_code).unwrap_or(Status::Abnormal)
    }

    /// The phone's trouble, if there is any.
    pub fn trouble(&self) -> Option<Trouble> {
        let (failed, unwell) = (self.failed_reason.as_deref(), self.reason.as_deref());
        Trouble::of(self.status(), self.power(), failed, unwell)
    }

    /// Rental of the phone's owner.
    pub const fn term(&self) -> Term {
        Term {
            expire_ms: self.expire_ms,
            ended_ms: self.ended_ms,
            recycled_ms: self.recycled_ms,
        }
    }

    /// Position of the power switch.
    pub fn power(&self) -> Power {
        if self.power_on { Power::On } else { Power::Off }
    }
}

/// Address of a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    pub phone_id: i64,
    /// Address of its adbd, `host:port`.
    pub adb: String,
}

/// Number of phones and the largest id: changes whenever phones come or go.
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

/// Moves phones to other addresses, each given as old and new. The moves are made together, so that ranges may overlap.
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
            // Addresses are unique: first every phone gets a temporary one, then the new one.
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

/// The address of every phone, for the fleet.
pub async fn addresses(store: &Store) -> Result<Vec<Address>, StoreError> {
    store
        .run(|conn| {
            let rows: Vec<(i64, String)> = phones::table
                .filter(phones::removed_ms.is_null())
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

/// Stores whether a phone is well; `reason` tells why not. Answers whether that changed anything.
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
                // The phone is still unwell, for another reason: the time of the status stays.
                diesel::update(phones::table.find(phone_id))
                    .set(phones::reason.eq(&unwell))
                    .execute(tx)?;
            }
            Ok(turned == 1)
        })
        .await
}

/// Notes a change of power or health: the status changed too, unless an operation, a failure or an operator takes precedence.
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

/// Result of noting a look at a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noted {
    /// The phone showed something new.
    Changed,
    /// The phone showed its known state.
    Known,
    /// An operation holds the phone, or did since the look began: the observation may be outdated.
    Busy,
}

/// Stores that a phone was seen to be on or off at a moment.
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

/// Stores the density that a phone was seen to have at a moment.
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

/// Bytes of storage of each phone's configuration, by phone; a phone whose configuration does not say it is absent.
pub async fn storage_bytes(
    store: &Store,
    phone_ids: Vec<i64>,
) -> Result<HashMap<i64, i64>, StoreError> {
    store
        .run(move |conn| {
            let rows: Vec<(i64, i32)> = phones::table
                .inner_join(configurations::table)
                .filter(among(phones::id, phone_ids))
                .filter(configurations::storage_gb.gt(0))
                .select((phones::id, configurations::storage_gb))
                .load(conn)?;
            let sizes = rows.into_iter();
            Ok(sizes.map(|(id, gb)| (id, i64::from(gb) << 30)).collect())
        })
        .await
}

/// The stored power switch of a phone; none for a phone that is gone or that an operation holds.
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
