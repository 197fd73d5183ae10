//! Phones that join the stock, and those that leave it.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::permissions::REMOVE_PHONES;
use serde_json::json;
use thiserror::Error;

use super::view::named;
use crate::Store;
use crate::access::claim_permitted;
use crate::audit::{self, Author};
use crate::db::among::among;
use crate::db::schema::{configurations, members, phones};
use crate::error::{StoreError, faults};
use crate::phones::{AddedPhone, NewPhone, StockError, create_phone};

/// A phone that has an address already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneAtAddress {
    pub id: i64,
    /// Id for people.
    pub owl_id: String,
    /// The member's masked number, or account name; empty in stock.
    pub owner: String,
}

/// A phone's address, id, id for people, and its member's number and account name.
type AddressRow = (String, i64, String, Option<String>, Option<String>);

/// The phones at these addresses, by address.
pub async fn known(
    store: &Store,
    addresses: Vec<String>,
) -> Result<HashMap<String, PhoneAtAddress>, StoreError> {
    store
        .run(move |conn| {
            let rows: Vec<AddressRow> = phones::table
                .left_join(members::table.on(members::id.nullable().eq(phones::owner_id)))
                .filter(among(phones::adb, addresses.iter().map(String::as_str)))
                .select((
                    phones::adb,
                    phones::id,
                    phones::owl_id,
                    members::phone.nullable(),
                    members::user_name.nullable(),
                ))
                .load(conn)?;
            Ok(rows
                .into_iter()
                .map(|(adb, id, owl_id, number, user_name)| {
                    let owner = named(number.as_deref(), user_name);
                    (adb, PhoneAtAddress { id, owl_id, owner })
                })
                .collect())
        })
        .await
}

/// Adds phones of a configuration at these addresses to stock, all or none. Answers them in order.
pub async fn add(
    store: &Store,
    author: Author,
    configuration_id: i64,
    addresses: Vec<String>,
) -> Result<Vec<AddedPhone>, StockError> {
    store
        .write(move |tx| {
            let configuration: String = configurations::table
                .find(configuration_id)
                .select(configurations::name)
                .first(tx)
                .optional()?
                .ok_or_else(|| StockError::Configuration(configuration_id.to_string()))?;
            let mut all = Vec::with_capacity(addresses.len());
            for adb in addresses {
                let after = json!({ "adb": adb, "configuration": configuration });
                let new = NewPhone {
                    configuration: configuration.clone(),
                    adb,
                };
                let made = create_phone(tx, &new, author.now_ms)?;
                let object = ("phone", made.id);
                audit::record_change(tx, &author, "phone.create", object, [None, Some(after)])?;
                all.push(made);
            }
            Ok(all)
        })
        .await
}

/// Why a phone does not leave the stock.
#[derive(Debug, Error)]
pub enum RemoveError {
    /// The phone is unknown, or left the stock before.
    #[error("no such phone")]
    Unknown,
    /// The phone is rented, kept for an order, held or in use by an operation.
    #[error("the phone is not free")]
    NotFree,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(RemoveError);

/// Takes a free phone out of stock for good. Its row stays, without its address, for orders and receipts that name it.
pub async fn remove(store: &Store, author: Author, phone_id: i64) -> Result<(), RemoveError> {
    store
        .write(move |tx| {
            let phone = claim_permitted(tx, &author.actor, REMOVE_PHONES, &[phone_id])?
                .pop()
                .and_then(Result::ok)
                .ok_or(RemoveError::Unknown)?;
            let before = json!({ "adb": phone.adb });
            let removed = diesel::update(
                phones::table
                    .find(phone.id)
                    .filter(phones::removed_ms.is_null())
                    .filter(phones::owner_id.is_null())
                    .filter(phones::reserved_by.is_null())
                    .filter(phones::operation_id.is_null())
                    .filter(phones::maintenance.eq(false)),
            )
            .set((
                phones::removed_ms.eq(author.now_ms),
                // Held for good: nothing hands it out any more. The address is free for another phone.
                phones::maintenance.eq(true),
                phones::adb.eq(format!("removed:{}", phone.id)),
            ))
            .execute(tx)?;
            if removed == 0 {
                let gone: i64 = phones::table
                    .find(phone.id)
                    .filter(phones::removed_ms.is_not_null())
                    .count()
                    .get_result(tx)?;
                return Err(if gone == 1 {
                    RemoveError::Unknown
                } else {
                    RemoveError::NotFree
                });
            }
            audit::record_change(
                tx,
                &author,
                "phone.remove",
                ("phone", phone_id),
                [Some(before), None],
            )?;
            Ok(())
        })
        .await
}
