//! What goes wrong on our side, whatever the use case. Refusals are the features' own enums.

use diesel::result::{DatabaseErrorKind, Error as DieselError};
use thiserror::Error;

/// What databases say when somebody else is at work, where Diesel has no kind for it: SQLite's `SQLITE_BUSY` and `SQLITE_LOCKED`
/// (`sqlite3_errmsg`), PostgreSQL's 40P01 and 55P03 in the language of most servers.
const TAKEN: [&str; 4] = [
    "database is locked",
    "database table is locked",
    "deadlock detected",
    "canceling statement due to lock timeout",
];

/// A fault of ours: logged once where it is handled, never shown.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Others held all turns at the database for as long as a call waits.
    #[error("no turn at the database in time")]
    NoTurn,
    /// No connection became free, or none could be opened.
    #[error("no database connection")]
    Pool(#[source] diesel::r2d2::PoolError),
    /// The database was asked, and said nothing for as long as a call waits.
    #[error("the database did not answer in time")]
    NoAnswer,
    /// The database refused or failed.
    #[error("database")]
    Database(#[from] diesel::result::Error),
    /// The work panicked or the runtime is stopping.
    #[error("the work was stopped")]
    Stopped(#[from] tokio::task::JoinError),
    /// A stored value that this version cannot have written.
    #[error("stored value is not valid: {0}")]
    Corrupt(&'static str),
    /// A password could not be hashed.
    #[error("password hash")]
    Hash(#[source] argon2::password_hash::Error),
}

impl StoreError {
    /// Whether the same call may do in a moment: the database is taken by somebody else, or away.
    pub fn is_busy(&self) -> bool {
        match self {
            Self::NoTurn | Self::NoAnswer | Self::Pool(_) => true,
            Self::Database(error) => is_taken(error),
            Self::Stopped(_) | Self::Corrupt(_) | Self::Hash(_) => false,
        }
    }
}

fn is_taken(error: &DieselError) -> bool {
    match error {
        DieselError::DatabaseError(
            DatabaseErrorKind::ClosedConnection
            | DatabaseErrorKind::UnableToSendCommand
            | DatabaseErrorKind::SerializationFailure,
            _,
        )
        // What comes after a connection was lost in the middle of a transaction.
        | DieselError::BrokenTransactionManager => true,
        DieselError::DatabaseError(_, about) => {
            TAKEN.iter().any(|words| about.message().starts_with(words))
        }
        DieselError::RollbackErrorOnCommit { commit_error, .. } => is_taken(commit_error),
        _ => false,
    }
}

/// Lets a feature's enum with a `Fault` variant be the error of functions that ask the database.
macro_rules! faults {
    ($error:ty) => {
        impl From<diesel::result::Error> for $error {
            fn from(error: diesel::result::Error) -> Self {
                Self::Fault($crate::error::StoreError::from(error))
            }
        }
    };
}
pub(crate) use faults;
