//! A connection type for both databases, and the pool's manager that opens it by the URL's scheme.

use parking_lot::Mutex;
use std::time::{Duration, Instant};

use causes::causes;
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::r2d2::ManageConnection;
use diesel::{Connection, ConnectionError, PgConnection, RunQueryDsl, SqliteConnection, sql_query};

use crate::error::StoreError;

/// How long SQLite waits for the lock of another process, at most: measured from the begin of the call.
pub(crate) const LOCK_WAIT: Duration = Duration::from_millis(4500);
/// Size to which SQLite's write-ahead log is cut back once its content is in the database: a long reader, or a large seed, may have let it
/// grow. The size that it reaches by itself (1,000 pages, `wal_autocheckpoint`).
pub const WAL_BYTES: u32 = 1000 * 4096;
/// How long PostgreSQL waits for a row that another transaction holds. Longer than any call waits: no caller is left to hear the error, but
/// the connection is free again.
const ROW_WAIT: Duration = Duration::from_secs(5);
/// How a connection to PostgreSQL notices that the other side is gone (libpq's parameter key words), unless the URL says it.
const KEEPALIVE_PARAMS: [(&str, &str); 5] = [
    // Seconds; libpq takes no less.
    ("connect_timeout", "2"),
    // Milliseconds that sent bytes may stay without an acknowledgement.
    ("tcp_user_timeout", "3000"),
    // Seconds of silence before the first probe, then between probes.
    ("keepalives_idle", "5"),
    ("keepalives_interval", "1"),
    ("keepalives_count", "3"),
];
/// Idle time after which a connection is tested before a call gets it.
const TRUSTED_FOR: Duration = Duration::from_secs(1);

/// A connection to either database. Ordinary queries take it as it is; where dialects differ, [`each!`] opens it.
#[derive(diesel::MultiConnection)]
pub enum AnyConn {
    /// PostgreSQL, which several nodes share.
    Pg(PgConnection),
    /// SQLite, embedded; the default.
    Sqlite(SqliteConnection),
}

/// The joint backend, for boxed queries.
pub(crate) type Backend = <AnyConn as Connection>::Backend;

/// Runs the same expression on the connection inside: for statements that the joint backend cannot
/// express (upserts, transactions, migrations).
macro_rules! each {
    ($conn:expr, |$c:ident| $body:expr) => {
        match $conn {
            $crate::db::conn::AnyConn::Pg($c) => $body,
            $crate::db::conn::AnyConn::Sqlite($c) => $body,
        }
    };
}

pub(crate) use each;

/// Kind of the database that a URL names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A file, with one writer.
    Sqlite,
    /// A server, with many connections that write.
    Postgres,
}

impl Kind {
    /// Reads the kind: `postgres://` and `postgresql://` name a server, any other URL a file (with or without `sqlite://`).
    pub fn of(url: &str) -> Self {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Self::Postgres
        } else {
            Self::Sqlite
        }
    }
}

/// The file of an SQLite database.
pub(crate) fn file_of(url: &str) -> &str {
    url.strip_prefix("sqlite://").unwrap_or(url)
}

/// Opens the connection that `url` names, ready for use.
pub fn establish(url: &str) -> Result<AnyConn, ConnectionError> {
    match Kind::of(url) {
        Kind::Postgres => PgConnection::establish(&with_keepalive_params(url)).map(AnyConn::Pg),
        Kind::Sqlite => {
            let mut conn = SqliteConnection::establish(file_of(url))?;
            // FULL: acknowledged transactions survive a power cut. The timeout comes first: setting WAL may already wait.
            for pragma in [
                &busy_timeout(LOCK_WAIT),
                "PRAGMA journal_mode = WAL",
                &format!("PRAGMA journal_size_limit = {WAL_BYTES}"),
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

fn busy_timeout(wait: Duration) -> String {
    format!("PRAGMA busy_timeout = {}", wait.as_millis())
}

/// The URL with those of [`KEEPALIVE_PARAMS`] that it does not set.
pub fn with_keepalive_params(url: &str) -> String {
    let (server, query) = url.split_once('?').unwrap_or((url, ""));
    let said = |name: &str| {
        query
            .split('&')
            .any(|pair| pair.split('=').next() == Some(name))
    };
    let more = KEEPALIVE_PARAMS
        .into_iter()
        .filter(|(name, _)| !said(name))
        .map(|(name, value)| format!("{name}={value}"));
    let all: Vec<String> = Some(query.to_owned())
        .filter(|query| !query.is_empty())
        .into_iter()
        .chain(more)
        .collect();
    format!("{server}?{}", all.join("&"))
}

/// A connection of the pool.
pub(crate) struct Pooled {
    pub(crate) conn: AnyConn,
    /// Time at which the connection was last known to live.
    lived: Instant,
}

/// Makes connections for the pool.
pub(crate) struct Manager {
    url: String,
    /// Time at which a connection was last found broken: what lived before may have ended with it.
    broke: Mutex<Option<Instant>>,
}

impl Manager {
    pub(crate) fn new(url: String) -> Self {
        Self {
            url,
            broke: Mutex::default(),
        }
    }

    /// Whether a connection may be used without a test.
    fn is_trusted(&self, pooled: &Pooled) -> bool {
        let broke = *self.broke.lock();
        pooled.lived.elapsed() <= TRUSTED_FOR && broke.is_none_or(|broke| pooled.lived > broke)
    }
}

impl ManageConnection for Manager {
    type Connection = Pooled;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<Pooled, Self::Error> {
        let mut conn = establish(&self.url).map_err(diesel::r2d2::Error::ConnectionError)?;
        if let AnyConn::Pg(pg) = &mut conn {
            // Statements here are short: compiling one to machine code takes longer than running it.
            let settings = format!("SET lock_timeout = {}; SET jit = off", ROW_WAIT.as_millis());
            pg.batch_execute(&settings)
                .map_err(diesel::r2d2::Error::QueryError)?;
        }
        Ok(Pooled {
            conn,
            lived: Instant::now(),
        })
    }

    /// Tests a PostgreSQL connection that was idle before a call gets it: a restarted server has closed its old connections, and no call is to
    /// fail for that. An SQLite file needs no test.
    fn is_valid(&self, pooled: &mut Pooled) -> Result<(), Self::Error> {
        let trusted = self.is_trusted(pooled);
        match &mut pooled.conn {
            AnyConn::Pg(pg) if !trusted => sql_query("SELECT 1")
                .execute(pg)
                .map(drop)
                .map_err(diesel::r2d2::Error::QueryError),
            AnyConn::Pg(_) | AnyConn::Sqlite(_) => Ok(()),
        }
    }

    /// Whether a connection that a call returns is to be closed instead of reused.
    fn has_broken(&self, pooled: &mut Pooled) -> bool {
        pooled.lived = Instant::now();
        let broken = each!(&mut pooled.conn, |c| {
            AnsiTransactionManager::is_broken_transaction_manager(c)
        });
        if broken {
            *self.broke.lock() = Some(pooled.lived);
        }
        // A panic inside a transaction leaves it open: such a connection is not used again.
        broken || std::thread::panicking()
    }
}

/// [`write_tx`] with a time limit for the lock of another process.
pub(crate) fn write_tx_within<T, E: From<StoreError>>(
    conn: &mut AnyConn,
    lock_wait: Duration,
    f: impl FnOnce(&mut AnyConn) -> Result<T, E>,
) -> Result<T, E> {
    if let AnyConn::Sqlite(c) = conn {
        c.batch_execute(&busy_timeout(lock_wait))
            .map_err(StoreError::from)?;
    }
    write_tx(conn, f)
}

/// Runs `f` in a transaction that may write: committed when it answers `Ok`, undone otherwise.
///
/// SQLite takes its write lock at the start: a transaction that begins by reading and then wants to write would be refused at once.
pub(crate) fn write_tx<T, E: From<StoreError>>(
    conn: &mut AnyConn,
    f: impl FnOnce(&mut AnyConn) -> Result<T, E>,
) -> Result<T, E> {
    match conn {
        AnyConn::Pg(c) => AnsiTransactionManager::begin_transaction(c),
        AnyConn::Sqlite(c) => AnsiTransactionManager::begin_transaction_sql(c, "BEGIN IMMEDIATE"),
    }
    .map_err(StoreError::from)?;
    match f(conn) {
        Ok(value) => {
            each!(conn, |c| AnsiTransactionManager::commit_transaction(c))
                .map_err(StoreError::from)?;
            Ok(value)
        }
        Err(error) => {
            if let Err(undo) = each!(conn, |c| AnsiTransactionManager::rollback_transaction(c)) {
                tracing::error!(error = %causes(&undo), "roll back transaction failed");
            }
            Err(error)
        }
    }
}

/// Runs `f` within the caller's transaction so that what it wrote is undone when it fails, and the rest goes on.
pub(crate) fn nested<T, E: From<StoreError>>(
    tx: &mut AnyConn,
    f: impl FnOnce(&mut AnyConn) -> Result<T, E>,
) -> Result<T, E> {
    each!(tx, |c| AnsiTransactionManager::begin_transaction(c)).map_err(StoreError::from)?;
    let outcome = f(tx);
    let ended = match &outcome {
        Ok(_) => each!(tx, |c| AnsiTransactionManager::commit_transaction(c)),
        Err(_) => each!(tx, |c| AnsiTransactionManager::rollback_transaction(c)),
    };
    ended.map_err(StoreError::from)?;
    outcome
}
