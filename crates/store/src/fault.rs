//! What goes wrong on our side, whatever the use case. Refusals are the features' own enums.

use thiserror::Error;

/// A fault of ours: logged once where it is handled, never shown.
#[derive(Debug, Error)]
pub enum Fault {
    /// No connection became free, or none could be opened.
    #[error("no database connection")]
    Pool(#[source] diesel::r2d2::PoolError),
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

/// Lets a feature's enum with a `Fault` variant be the error of functions that ask the database.
macro_rules! faults {
    ($error:ty) => {
        impl From<diesel::result::Error> for $error {
            fn from(error: diesel::result::Error) -> Self {
                Self::Fault($crate::fault::Fault::from(error))
            }
        }
    };
}
pub(crate) use faults;
