//! Change of a configuration or of its prices: the version that the operator saw, and refusals.

use diesel::prelude::*;
use domain::orders::shelf::InvalidConfiguration;
use thiserror::Error;

use crate::audit::Author;
use crate::db::conn::AnyConn;
use crate::db::schema::configurations;
use crate::error::{StoreError, faults};

/// Why a configuration or its prices are not changed.
#[derive(Debug, Error)]
pub enum ShelfError {
    /// The configuration is unknown.
    #[error("no such configuration")]
    Absent,
    /// A fact is refused.
    #[error(transparent)]
    Refused(InvalidConfiguration),
    /// The configuration was changed by another operator first.
    #[error("changed meanwhile")]
    Changed,
    /// New prices are scheduled already.
    #[error("other prices are to come")]
    Scheduled,
    /// There is no draft, or nothing is to come.
    #[error("no draft")]
    NoDraft,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(ShelfError);

/// Notes a change of a configuration or of its prices, in the caller's transaction: refused when the operator saw another version.
pub(super) fn bump(
    tx: &mut AnyConn,
    author: &Author,
    (id, version): (i64, i64),
) -> Result<(), ShelfError> {
    let changed = diesel::update(
        configurations::table
            .find(id)
            .filter(configurations::version.eq(version)),
    )
    .set((
        configurations::version.eq(configurations::version + 1),
        configurations::changed_by.eq(author.actor.member_id()),
        configurations::changed_ms.eq(author.now_ms),
    ))
    .execute(tx)?;
    if changed == 1 {
        return Ok(());
    }
    let known: i64 = configurations::table.find(id).count().get_result(tx)?;
    Err(if known == 0 {
        ShelfError::Absent
    } else {
        ShelfError::Changed
    })
}
