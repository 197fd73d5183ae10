//! Tables of rows that are taken in one transaction: all rows or none, or only the good ones, or tried beforehand.

use crate::Store;
use crate::db::conn::{AnyConn, nested};
use crate::error::StoreError;

/// How a table is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportMode {
    /// Whether what exists is updated.
    pub updates: bool,
    /// Whether good rows are taken although others are wrong.
    pub good_rows: bool,
    /// Whether nothing is kept: the answer says what would become of each row.
    pub dry_run: bool,
}

/// Result of an import; `E` is why a row was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported<E> {
    /// Rows that made something, by number.
    pub added: Vec<u64>,
    /// Rows that updated something, by number.
    pub updated: Vec<u64>,
    /// Rows that were not taken, by number.
    pub refused: Vec<(u64, E)>,
}

impl<E> Default for Imported<E> {
    fn default() -> Self {
        Self {
            added: Vec::new(),
            updated: Vec::new(),
            refused: Vec::new(),
        }
    }
}

/// Outcome of a row that was taken.
pub(crate) enum RowOutcome {
    Added,
    Updated,
}

/// Outcome of a row that was not taken.
pub(crate) enum Refused<E> {
    Row(E),
    Fault(StoreError),
}

impl<E> From<StoreError> for Refused<E> {
    fn from(fault: StoreError) -> Self {
        Self::Fault(fault)
    }
}

/// The result that rolls the transaction back: a refused import, a dry run, or a fault.
enum Undone<E> {
    Refused(Imported<E>),
    Fault(StoreError),
}

impl<E> From<StoreError> for Undone<E> {
    fn from(fault: StoreError) -> Self {
        Self::Fault(fault)
    }
}

/// Takes numbered rows, each by `take`, in one transaction that `begin` may begin with locks. With [`ImportMode::good_rows`] unset, one wrong row
/// undoes all; the answer then has nothing added or updated. With [`ImportMode::dry_run`] set, all is undone, and the answer has what would have been.
pub(crate) async fn import<R, E>(
    store: &Store,
    rows: Vec<(u64, R)>,
    way: ImportMode,
    begin: impl FnOnce(&mut AnyConn) -> Result<(), StoreError> + Send + 'static,
    mut take: impl FnMut(&mut AnyConn, &R) -> Result<RowOutcome, Refused<E>> + Send + 'static,
) -> Result<Imported<E>, StoreError>
where
    R: Send + 'static,
    E: Send + 'static,
{
    let outcome = store
        .write_at_length(move |tx| {
            begin(tx)?;
            let mut done = Imported::default();
            for (number, row) in rows {
                // The savepoint undoes what a row wrote before it was refused.
                match nested(tx, |tx| take(tx, &row)) {
                    Ok(RowOutcome::Added) => done.added.push(number),
                    Ok(RowOutcome::Updated) => done.updated.push(number),
                    Err(Refused::Row(why)) => done.refused.push((number, why)),
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
