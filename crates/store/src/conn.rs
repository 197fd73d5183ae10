//! One connection type over both databases, and the pool's manager that opens it by the URL's scheme.

use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::r2d2::ManageConnection;
use diesel::{Connection, ConnectionError, PgConnection, RunQueryDsl, SqliteConnection, sql_query};

use crate::fault::Fault;

/// A connection to either database. Ordinary queries take it as it is; where dialects differ, [`each!`] opens it.
#[derive(diesel::MultiConnection)]
pub enum AnyConn {
    /// Several nodes share it.
    Pg(PgConnection),
    /// Embedded; the default.
    Sqlite(SqliteConnection),
}

/// The joint backend, for boxed queries.
pub(crate) type Backend = <AnyConn as Connection>::Backend;

/// Runs the same expression on the connection inside: what the joint backend cannot express (upserts, transactions, migrations).
macro_rules! each {
    ($conn:expr, |$c:ident| $body:expr) => {
        match $conn {
            $crate::conn::AnyConn::Pg($c) => $body,
            $crate::conn::AnyConn::Sqlite($c) => $body,
        }
    };
}

pub(crate) use each;

/// Which database a URL names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A file, one writer.
    Sqlite,
    /// A server.
    Postgres,
}

impl Kind {
    /// `postgres://` and `postgresql://` name a server, all else a file (with or without `sqlite://`).
    pub fn of(url: &str) -> Self {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Self::Postgres
        } else {
            Self::Sqlite
        }
    }
}

/// Opens the connection that `url` names, ready for use.
pub(crate) fn establish(url: &str) -> Result<AnyConn, ConnectionError> {
    match Kind::of(url) {
        Kind::Postgres => PgConnection::establish(url).map(AnyConn::Pg),
        Kind::Sqlite => {
            let path = url.strip_prefix("sqlite://").unwrap_or(url);
            let mut conn = SqliteConnection::establish(path)?;
            // FULL: what was acknowledged survives a power cut. The timeout comes first: setting WAL may already wait.
            for pragma in [
                "PRAGMA busy_timeout = 5000",
                "PRAGMA journal_mode = WAL",
                "PRAGMA synchronous = FULL",
                "PRAGMA foreign_keys = ON",
                // KiB, filled as needed: three hundred phones of a large account lie on more pages than the usual 2 MB hold.
                "PRAGMA cache_size = -8000",
            ] {
                sql_query(pragma)
                    .execute(&mut conn)
                    .map_err(ConnectionError::CouldntSetupConfiguration)?;
            }
            Ok(AnyConn::Sqlite(conn))
        }
    }
}

/// Makes connections for the pool.
pub(crate) struct Manager {
    pub(crate) url: String,
}

impl ManageConnection for Manager {
    type Connection = AnyConn;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<AnyConn, Self::Error> {
        establish(&self.url).map_err(diesel::r2d2::Error::ConnectionError)
    }

    fn is_valid(&self, conn: &mut AnyConn) -> Result<(), Self::Error> {
        sql_query("SELECT 1")
            .execute(conn)
            .map(drop)
            .map_err(diesel::r2d2::Error::QueryError)
    }

    fn has_broken(&self, conn: &mut AnyConn) -> bool {
        // A panic inside a transaction leaves it open: such a connection is not given to anybody else.
        std::thread::panicking()
            || each!(conn, |c| {
                AnsiTransactionManager::is_broken_transaction_manager(c)
            })
    }
}

/// Runs `f` in a transaction that may write: committed when it answers `Ok`, undone otherwise.
///
/// SQLite takes its write lock at the start: a transaction that begins by reading and then wants to write would be refused at once.
pub(crate) fn write_tx<T, E: From<Fault>>(
    conn: &mut AnyConn,
    f: impl FnOnce(&mut AnyConn) -> Result<T, E>,
) -> Result<T, E> {
    match conn {
        AnyConn::Pg(c) => AnsiTransactionManager::begin_transaction(c),
        AnyConn::Sqlite(c) => AnsiTransactionManager::begin_transaction_sql(c, "BEGIN IMMEDIATE"),
    }
    .map_err(Fault::from)?;
    match f(conn) {
        Ok(value) => {
            each!(conn, |c| AnsiTransactionManager::commit_transaction(c)).map_err(Fault::from)?;
            Ok(value)
        }
        Err(error) => {
            if let Err(undo) = each!(conn, |c| AnsiTransactionManager::rollback_transaction(c)) {
                tracing::error!(error = %undo, "a transaction could not be undone");
            }
            Err(error)
        }
    }
}
