//! Configurations, stock, and handing a phone to a member.

use diesel::prelude::*;
use domain::phones::is_address;
use domain::phones::rental::leads_passed;
use serde_json::json;
use thiserror::Error;

use super::sort_key;
use crate::audit::Source;
use crate::db::conn::AnyConn;
use crate::db::schema::{configurations, phones, seats};
use crate::error::{StoreError, faults};
use crate::secrets::{new_id, new_owl_id};
use crate::{Store, audit, play};

/// Tries for a free owl id: with a tenth of the ids taken, eight failures in a row come once in 10^8.
const OWL_ID_TRIES: usize = 8;

/// A phone about to join the stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPhone {
    /// The configuration's name.
    pub configuration: String,
    /// Address of the phone's adbd, `host:port`.
    pub adb: String,
}

/// A phone that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddedPhone {
    pub id: i64,
    /// The phone's id for people.
    pub owl_id: String,
}

/// Why a phone did not join the stock or leave it.
#[derive(Debug, Error)]
pub enum StockError {
    /// No such configuration.
    #[error("there is no configuration `{0}`")]
    Configuration(String),
    /// A configuration of that name exists.
    #[error("the configuration `{0}` exists already")]
    ConfigurationExists(String),
    /// The address is not `host:port`.
    #[error("`{0}` is not an address: write host:port")]
    Address(String),
    /// The address belongs to another phone.
    #[error("a phone at {0} exists already")]
    AddressTaken(String),
    /// No free phone of this configuration is left.
    #[error("no phone of configuration `{0}` is in stock")]
    Empty(String),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(StockError);

/// A configuration to be made.
pub(crate) struct NewConfiguration<'a> {
    pub(crate) name: &'a str,
    pub(crate) name_en: &'a str,
    pub(crate) android_version: &'a str,
    pub(crate) chip: &'a str,
    pub(crate) pad_type: i16,
    pub(crate) dpi: i32,
    pub(crate) code: &'a str,
    pub(crate) cores: i32,
    pub(crate) memory_mb: i32,
    pub(crate) storage_gb: i32,
    pub(crate) on_sale: bool,
}

pub(crate) fn create_configuration(
    tx: &mut AnyConn,
    new: &NewConfiguration<'_>,
) -> Result<i64, StockError> {
    if configuration(tx, new.name)?.is_some() {
        return Err(StockError::ConfigurationExists(new.name.to_owned()));
    }
    let id = new_id();
    diesel::insert_into(configurations::table)
        .values((
            configurations::id.eq(id),
            configurations::name.eq(new.name),
            configurations::name_en.eq(new.name_en),
            configurations::android_version.eq(new.android_version),
            configurations::chip.eq(new.chip),
            configurations::pad_type.eq(new.pad_type),
            configurations::dpi.eq(new.dpi),
            configurations::code.eq(new.code),
            configurations::cores.eq(new.cores),
            configurations::memory_mb.eq(new.memory_mb),
            configurations::storage_gb.eq(new.storage_gb),
            configurations::on_sale.eq(new.on_sale),
        ))
        .execute(tx)?;
    Ok(id)
}

/// A configuration's id and DPI.
fn configuration(tx: &mut AnyConn, name: &str) -> Result<Option<(i64, i32)>, StoreError> {
    Ok(configurations::table
        .filter(configurations::name.eq(name))
        .select((configurations::id, configurations::dpi))
        .first(tx)
        .optional()?)
}

/// Adds a phone to stock, with its seat.
pub(crate) fn create_phone(
    tx: &mut AnyConn,
    new: &NewPhone,
    now_ms: i64,
) -> Result<AddedPhone, StockError> {
    if !is_address(&new.adb) {
        return Err(StockError::Address(new.adb.clone()));
    }
    let (configuration_id, dpi) = configuration(tx, &new.configuration)?
        .ok_or_else(|| StockError::Configuration(new.configuration.clone()))?;
    let taken: i64 = phones::table
        .filter(phones::adb.eq(&new.adb))
        .count()
        .get_result(tx)?;
    if taken > 0 {
        return Err(StockError::AddressTaken(new.adb.clone()));
    }
    let made = AddedPhone {
        id: new_id(),
        owl_id: free_owl_id(tx)?,
    };
    diesel::insert_into(phones::table)
        .values((
            phones::id.eq(made.id),
            phones::owl_id.eq(&made.owl_id),
            phones::configuration_id.eq(configuration_id),
            phones::adb.eq(&new.adb),
            phones::carrier.eq((made.id % 3 + 1) as i16),
            phones::dpi.eq(dpi),
            phones::alias.eq(""),
            phones::alias_key.eq(""),
            phones::sort_key.eq(""),
            phones::assign_ms.eq(0),
            phones::expire_ms.eq(0),
            phones::power_on.eq(true),
            // No connection to the phone has been made yet.
            phones::healthy.eq(false),
            phones::status_since_ms.eq(now_ms),
            phones::created_ms.eq(now_ms),
        ))
        .execute(tx)?;
    diesel::insert_into(seats::table)
        .values((
            seats::phone_id.eq(made.id),
            seats::epoch.eq(0),
            seats::state.eq(play::FREE),
        ))
        .execute(tx)?;
    Ok(made)
}

fn free_owl_id(tx: &mut AnyConn) -> Result<String, StoreError> {
    for _ in 0..OWL_ID_TRIES {
        let id = new_owl_id();
        let taken: i64 = phones::table
            .filter(phones::owl_id.eq(&id))
            .count()
            .get_result(tx)?;
        if taken == 0 {
            return Ok(id);
        }
    }
    Err(StoreError::Corrupt("owl ids are exhausted"))
}

/// The facts of handing a phone over to a member.
pub(crate) struct HandOver<'a> {
    pub(crate) owner_id: i64,
    pub(crate) alias: &'a str,
    pub(crate) configuration: &'a str,
    pub(crate) expire_ms: i64,
}

/// Takes the oldest free phone of a configuration out of stock and gives it to a member.
pub(crate) fn take_from_stock(
    tx: &mut AnyConn,
    what: &HandOver<'_>,
    now_ms: i64,
) -> Result<AddedPhone, StockError> {
    let (configuration_id, _) = configuration(tx, what.configuration)?
        .ok_or_else(|| StockError::Configuration(what.configuration.to_owned()))?;
    loop {
        let (id, owl_id): (i64, String) = phones::table
            .filter(phones::configuration_id.eq(configuration_id))
            .filter(phones::owner_id.is_null())
            .filter(phones::maintenance.eq(false))
            .filter(phones::reserved_by.is_null())
            .order((phones::created_ms, phones::id))
            .select((phones::id, phones::owl_id))
            .first(tx)
            .optional()?
            .ok_or_else(|| StockError::Empty(what.configuration.to_owned()))?;
        // The phone may be taken by another transaction first: then the next one is tried.
        if hand_over(tx, id, what, now_ms)? {
            return Ok(AddedPhone { id, owl_id });
        }
    }
}

/// Gives a free phone in stock to a member; false when it was not free.
pub(crate) fn hand_over(
    tx: &mut AnyConn,
    phone_id: i64,
    what: &HandOver<'_>,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let given = diesel::update(
        phones::table
            .find(phone_id)
            .filter(phones::owner_id.is_null())
            // A phone that an operator holds may not be wiped yet.
            .filter(phones::maintenance.eq(false))
            .filter(phones::reserved_by.is_null()),
    )
    .set(OwnerColumns::of(
        what.owner_id,
        what.alias,
        now_ms,
        what.expire_ms,
    ))
    .execute(tx)?;
    Ok(given == 1)
}

/// Gives a phone that an order has reserved to a member; false when it was not reserved for it.
pub(crate) fn hand_over_reserved(
    tx: &mut AnyConn,
    phone_id: i64,
    order_id: i64,
    given: &OwnerColumns<'_>,
) -> Result<bool, StoreError> {
    let done = diesel::update(
        phones::table
            .find(phone_id)
            .filter(phones::owner_id.is_null())
            .filter(phones::maintenance.eq(false))
            .filter(phones::reserved_by.eq(order_id)),
    )
    .set(given)
    .execute(tx)?;
    Ok(done == 1)
}

/// The columns that change when a phone gets an owner.
#[derive(AsChangeset)]
#[diesel(table_name = phones, treat_none_as_null = true)]
pub(crate) struct OwnerColumns<'a> {
    owner_id: i64,
    alias: &'a str,
    alias_key: String,
    sort_key: String,
    assign_ms: i64,
    expire_ms: i64,
    ended_ms: Option<i64>,
    recycled_ms: Option<i64>,
    reminded: i16,
    auto_renew: bool,
    reserved_by: Option<i64>,
}

impl<'a> OwnerColumns<'a> {
    /// The columns for a new owner: name, start and end.
    pub(crate) fn of(owner_id: i64, alias: &'a str, assign_ms: i64, expire_ms: i64) -> Self {
        Self {
            owner_id,
            alias,
            alias_key: domain::text::key(alias),
            sort_key: sort_key(alias),
            assign_ms,
            expire_ms,
            ended_ms: None,
            recycled_ms: None,
            reminded: leads_passed(expire_ms, assign_ms),
            auto_renew: false,
            reserved_by: None,
        }
    }
}

/// Adds phones to stock: either each of them, or none. Answers them in order. The running servers connect to them within seconds.
pub async fn add_stock(
    store: &Store,
    new: Vec<NewPhone>,
    now_ms: i64,
) -> Result<Vec<AddedPhone>, StockError> {
    store
        .write_at_length(move |tx| {
            let mut all = Vec::with_capacity(new.len());
            for phone in &new {
                let made = create_phone(tx, phone, now_ms)?;
                let after = json!({ "adb": phone.adb, "configuration": phone.configuration });
                let source = Source::Command { now_ms };
                audit::record_change(
                    tx,
                    source,
                    "phone.create",
                    ("phone", made.id),
                    [None, Some(after)],
                )?;
                all.push(made);
            }
            Ok(all)
        })
        .await
}
