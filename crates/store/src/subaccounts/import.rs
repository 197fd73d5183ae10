//! Invitations from a table: each row as the dialog makes them, its phones named by id or by name.

use diesel::prelude::*;
use domain::access::DelegatedPermissions;
use domain::auth::PhoneNumber;
use domain::codes::Code;
use domain::phones::BATCH_MAX;
use domain::subaccounts::{Refusal, SubName};
use domain::text;

use super::SubAccountError;
use super::invite::{NewInvitation, invite_in};
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::phones as phone_rows;
use crate::error::StoreError;
use crate::imports::{self, ImportMode, Imported, Refused, RowOutcome};
use crate::member;
use crate::session::Actor;

/// A row that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationRow {
    /// Number that is invited.
    pub number: PhoneNumber,
    /// The parent's name for it.
    pub name: SubName,
    /// Phones that it gets, each as its id for people or its name.
    pub phones: Vec<String>,
    /// Permissions that it gets for each of them.
    pub permissions: DelegatedPermissions,
}

/// Why a row was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvitationError {
    /// The number cannot be invited.
    Number(Refusal),
    /// The actor has no phone of this id or name.
    PhoneUnknown(String),
    /// Several phones of the actor have this name.
    PhoneAmbiguous(String),
    /// A phone cannot be given.
    Phone(Code),
    /// The row names more phones than one invitation takes.
    TooMany,
}

/// Takes the rows, see [`imports::import`]. The invitation that a number has already is replaced.
pub async fn import(
    store: &Store,
    actor: &Actor,
    rows: Vec<(u64, InvitationRow)>,
    way: ImportMode,
    now_ms: i64,
) -> Result<Imported<InvitationError>, StoreError> {
    let (actor, me) = (actor.clone(), actor.member_id());
    let lock = move |tx: &mut AnyConn| member::lock(tx, me);
    let take_row = move |tx: &mut AnyConn, row: &InvitationRow| take(tx, &actor, row, now_ms);
    imports::import(store, rows, way, lock, take_row).await
}

fn take(
    tx: &mut AnyConn,
    actor: &Actor,
    row: &InvitationRow,
    now_ms: i64,
) -> Result<RowOutcome, Refused<InvitationError>> {
    let new = NewInvitation {
        number: row.number.clone(),
        name: row.name.clone(),
        phone_ids: phone_ids(tx, actor.member_id(), &row.phones)?,
        permissions: row.permissions,
    };
    let (_, replaced) = invite_in(tx, actor, &new, now_ms).map_err(|error| match error {
        SubAccountError::Refused(refusal) => Refused::Row(InvitationError::Number(refusal)),
        SubAccountError::Phone(code) => Refused::Row(InvitationError::Phone(code)),
        SubAccountError::Fault(fault) => Refused::Fault(fault),
        SubAccountError::Code
        | SubAccountError::TooMany { .. }
        | SubAccountError::Closed
        | SubAccountError::Unknown => Refused::Fault(StoreError::Corrupt("invitation")),
    })?;
    Ok(if replaced {
        RowOutcome::Updated
    } else {
        RowOutcome::Added
    })
}

/// Ids of the owner's phones that a row names, each once.
fn phone_ids(
    tx: &mut AnyConn,
    owner_id: i64,
    named: &[String],
) -> Result<Vec<i64>, Refused<InvitationError>> {
    let mut ids = Vec::with_capacity(named.len());
    for name in named {
        let (key, id) = (text::key(name), name.to_uppercase());
        let found: Vec<(i64, String)> = phone_rows::table
            .filter(phone_rows::owner_id.eq(owner_id))
            .filter(
                phone_rows::alias_key
                    .eq(&key)
                    .or(phone_rows::owl_id.eq(&id)),
            )
            .order(phone_rows::id)
            .limit(3)
            .select((phone_rows::id, phone_rows::owl_id))
            .load(tx)
            .map_err(StoreError::from)?;
        let by_id = found.iter().find(|(_, owl_id)| *owl_id == id);
        let phone_id = match (by_id, found.as_slice()) {
            (Some((phone_id, _)), _) | (None, [(phone_id, _)]) => *phone_id,
            (None, []) => return Err(Refused::Row(InvitationError::PhoneUnknown(name.clone()))),
            (None, _) => return Err(Refused::Row(InvitationError::PhoneAmbiguous(name.clone()))),
        };
        if !ids.contains(&phone_id) {
            ids.push(phone_id);
        }
        if ids.len() > BATCH_MAX {
            return Err(Refused::Row(InvitationError::TooMany));
        }
    }
    Ok(ids)
}
