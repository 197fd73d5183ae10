//! Purpose of a database, stamped into it at the first start, and why a database is not opened.

use strum::{EnumString, IntoStaticStr};
use thiserror::Error;

use crate::error::StoreError;

/// Purpose of a database. Stored at the first start, and never changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumString)]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum Stamp {
    /// A demo: stand-ins of services, demo accounts, simulated phones.
    Demo,
    /// A live service with real members.
    Live,
}

/// Why a database is not opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The file or server does not exist, or refused.
    #[error("the database cannot be reached")]
    Connect(#[source] diesel::ConnectionError),
    /// The database's file cannot be made or closed to others.
    #[error("the database's file cannot be used")]
    File(#[source] std::io::Error),
    /// The database belongs to the other kind of server.
    #[error("this database is stamped `{}`, a `{}` server does not open it", found.into_str(), wanted.into_str())]
    Stamp {
        /// The stored stamp.
        found: Stamp,
        /// The requested stamp.
        wanted: Stamp,
    },
    /// An existing database was requested, and this one was never set up.
    #[error("this database was not set up yet: start `owldeck demo` or `owldeck serve` first")]
    Empty,
    /// A newer version of the program has changed the schema.
    #[error("the schema is newer than this program knows: {0}")]
    Newer(String),
    /// A migration failed.
    #[error("migration")]
    Migration(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}

impl From<diesel::result::Error> for OpenError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Fault(error.into())
    }
}
