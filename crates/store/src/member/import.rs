//! Accounts from a table: all rows or none, or only the good ones.

use domain::auth::Account;

use super::accounts::{AccountError, Fields, add_in, edit_in};
use super::find;
use crate::Store;
use crate::audit::Author;
use crate::conn::{AnyConn, nested};
use crate::error::StoreError;

/// A row that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Row's number in the table.
    pub number: u64,
    /// The account.
    pub fields: Fields,
}

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
}

/// How a table is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// Whether accounts that exist are updated.
    pub updates: bool,
    /// Whether good rows are taken although others are wrong.
    pub good_rows: bool,
    /// Whether nothing is kept: the answer says what would become of each row.
    pub dry_run: bool,
}

/// Result of an import.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Imported {
    /// Rows that made an account, by number.
    pub added: Vec<u64>,
    /// Rows that updated an account, by number.
    pub updated: Vec<u64>,
    /// Rows that were not taken, by number.
    pub refused: Vec<(u64, RowError)>,
}

/// The refusal that undoes the transaction.
enum Undone {
    Refused(Imported),
    Fault(StoreError),
}

impl From<StoreError> for Undone {
    fn from(fault: StoreError) -> Self {
        Self::Fault(fault)
    }
}

/// Takes the rows in one transaction. With [`Way::good_rows`] unset, one wrong row undoes all; the answer then has no account made or updated.
/// With [`Way::dry_run`] set, all is undone, and the answer has what would have been made and updated.
pub async fn import(
    store: &Store,
    author: Author,
    rows: Vec<Row>,
    way: Way,
) -> Result<Imported, StoreError> {
    let outcome = store
        .write_at_length(move |tx| {
            let mut done = Imported::default();
            for row in rows {
                // All that a refused row wrote before it was refused is undone with it.
                let taken = nested(tx, |tx| take(tx, &author, &row.fields, way.updates));
                match taken {
                    Ok(Taken::Added) => done.added.push(row.number),
                    Ok(Taken::Updated) => done.updated.push(row.number),
                    Err(Refused::Row(why)) => done.refused.push((row.number, why)),
                    Err(Refused::Fault(fault)) => return Err(Undone::Fault(fault)),
                }
            }
            if way.dry_run {
                Err(Undone::Refused(done))
            } else if done.refused.is_empty() || way.good_rows {
                Ok(done)
            } else {
                Err(Undone::Refused(Imported {
                    added: Vec::new(),
                    updated: Vec::new(),
                    ..done
                }))
            }
        })
        .await;
    match outcome {
        Ok(done) | Err(Undone::Refused(done)) => Ok(done),
        Err(Undone::Fault(fault)) => Err(fault),
    }
}

/// Outcome of a good row.
enum Taken {
    Added,
    Updated,
}

/// Outcome of another row.
enum Refused {
    Row(RowError),
    Fault(StoreError),
}

impl From<StoreError> for Refused {
    fn from(fault: StoreError) -> Self {
        Self::Fault(fault)
    }
}

impl From<AccountError> for Refused {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Taken | AccountError::Unknown => Self::Row(RowError::Taken),
            AccountError::Above => Self::Row(RowError::Above),
            AccountError::Own | AccountError::Last => Self::Row(RowError::Kept),
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
) -> Result<Taken, Refused> {
    let account = match (&fields.phone, &fields.user_name) {
        (Some(phone), _) => Account::Phone(phone.clone()),
        (None, Some(name)) => Account::UserName(name.clone()),
        (None, None) => return Err(Refused::Row(RowError::Taken)),
    };
    match find(tx, &account).map_err(StoreError::from)? {
        Some(_) if !updates => Err(Refused::Row(RowError::Exists)),
        Some(known) => {
            edit_in(tx, author, known.id, fields)?;
            Ok(Taken::Updated)
        }
        None => {
            add_in(tx, author, fields, String::new())?;
            Ok(Taken::Added)
        }
    }
}
