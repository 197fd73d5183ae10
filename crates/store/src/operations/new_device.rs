//! One-click new devices: which phones may be changed in one batch, and the identity that a phone reports afterwards.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::identity::{FieldReadBack, Identity, may_batch, read_back};
use domain::operations::{Evidence, OperationChoice};

use super::row::{Row, from_text};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{configurations, operations, phones};
use crate::error::StoreError;

/// The identity that a phone was to be given, and the identity that it reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renewed {
    /// Brand of the model.
    pub brand: String,
    /// Name of the model in shops.
    pub name: String,
    /// Each part as it was read back; empty until the operation has ended well.
    pub fields: Vec<FieldReadBack>,
}

/// Phones of the given ones that can become new devices only one at a time. A single phone is never among them.
pub(crate) fn alone(conn: &mut AnyConn, ids: &[i64]) -> Result<HashSet<i64>, StoreError> {
    if ids.len() < 2 {
        return Ok(HashSet::new());
    }
    let rows: Vec<(i64, String, String)> = phones::table
        .inner_join(configurations::table)
        .filter(among(phones::id, ids))
        .select((
            phones::id,
            configurations::android_version,
            configurations::chip,
        ))
        .load(conn)?;
    Ok(rows
        .into_iter()
        .filter(|(_, android, chip)| !may_batch(android, chip))
        .map(|(id, _, _)| id)
        .collect())
}

/// Stores the identity that the phone reported.
pub(super) fn store_identity(
    tx: &mut AnyConn,
    row: &Row,
    identity: &Identity,
) -> Result<(), StoreError> {
    diesel::update(operations::table.find(row.id))
        .set(operations::identity.eq(super::row::to_text(identity)?))
        .execute(tx)?;
    Ok(())
}

/// The identity that an operation gave to its phone, and how it was read back; none for other kinds.
pub(super) fn renewed_of(row: &Row) -> Result<Option<Renewed>, StoreError> {
    let OperationChoice::NewDevice(wish) = from_text(&row.input)? else {
        return Ok(None);
    };
    let before: Option<Evidence> = row.before.as_deref().map(from_text).transpose()?;
    let before = before.and_then(|seen| seen.identity).unwrap_or_default();
    let found: Option<Identity> = row.identity.as_deref().map(from_text).transpose()?;
    Ok(Some(Renewed {
        fields: found.map_or_else(Vec::new, |found| read_back(&wish, &before, &found)),
        brand: wish.brand,
        name: wish.name,
    }))
}
