//! Accounts from a table: all rows or none, or only the good ones.

use domain::auth::Account;

use super::accounts::{AccountError, Fields, add_in, edit_in};
use super::find;
use crate::Store;
use crate::audit::Author;
use crate::db::conn::AnyConn;
use crate::error::StoreError;
use crate::imports::{self, ImportMode, Imported, Refused, RowOutcome};

/// Why a row was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowError {
    /// The account exists, and existing ones are not updated.
    Exists,
    /// The number, the name or the address is another account's.
    Taken,
    /// The account has rights that the operator has not.
    Above,
    /// The account is the operator's own, or the last that holds every right, and would be disabled.
    Kept,
    /// The account is an operator's, and the caller has not proved its password lately.
    Unproved,
}

/// Takes the rows, see [`imports::import`].
pub async fn import(
    store: &Store,
    author: Author,
    rows: Vec<(u64, Fields)>,
    way: ImportMode,
) -> Result<Imported<RowError>, StoreError> {
    let take_row = move |tx: &mut AnyConn, fields: &Fields| take(tx, &author, fields, way.updates);
    imports::import(store, rows, way, |_| Ok(()), take_row).await
}

impl From<AccountError> for Refused<RowError> {
    fn from(error: AccountError) -> Self {
        match error {
            // The last two are refusals of other calls: a row says neither what was seen nor a session.
            AccountError::Taken
            | AccountError::Unknown
            | AccountError::NoSession
            | AccountError::Changed(_) => Self::Row(RowError::Taken),
            AccountError::Above => Self::Row(RowError::Above),
            AccountError::Own | AccountError::Last => Self::Row(RowError::Kept),
            AccountError::Unproved => Self::Row(RowError::Unproved),
            AccountError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// Takes one row: its account is the one of its number, else of its name.
fn take(
    tx: &mut AnyConn,
    author: &Author,
    fields: &Fields,
    updates: bool,
) -> Result<RowOutcome, Refused<RowError>> {
    let account = match (&fields.phone, &fields.user_name) {
        (Some(phone), _) => Account::Phone(phone.clone()),
        (None, Some(name)) => Account::UserName(name.clone()),
        (None, None) => return Err(Refused::Row(RowError::Taken)),
    };
    match find(tx, &account).map_err(StoreError::from)? {
        Some(_) if !updates => Err(Refused::Row(RowError::Exists)),
        Some(known) => {
            edit_in(tx, author, known.id, fields)?;
            Ok(RowOutcome::Updated)
        }
        None => {
            add_in(tx, author, fields, String::new())?;
            Ok(RowOutcome::Added)
        }
    }
}
