//! Opening a database and running work on it: the pool, its limits, the one writer of SQLite.

use std::sync::Arc;
use std::time::Duration;

use diesel::prelude::*;
use diesel::r2d2::{NopErrorHandler, Pool};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

use crate::clock;
use crate::db::conn::{
    AnyConn, Kind, LOCK_WAIT, Manager, establish, file_of, write_tx, write_tx_within,
};
use crate::db::migrate;
use crate::db::schema::meta;
use crate::db::stamp::{OpenError, Stamp};
use crate::error::StoreError;
use crate::keys;
use crate::private;
use crate::secrets::Secret;

/// Connections to PostgreSQL of one node.
const POSTGRES_CONNECTIONS: u32 = 12;
/// Connections to SQLite: readers beside the one writer.
const SQLITE_CONNECTIONS: u32 = 6;
/// How long a call waits for its turn and a connection. A writer of SQLite waits behind other writers of this process, and the first of
/// them for other processes.
const TURN_WAIT: Duration = Duration::from_secs(4);
/// Least time that a call then leaves to another process for giving SQLite's lock back.
const LOCK_WAIT_LEAST: Duration = Duration::from_millis(500);
/// [`TURN_WAIT`] with PostgreSQL, where no call waits for a writer.
const POSTGRES_TURN_WAIT: Duration = Duration::from_secs(2);
/// How long a call then waits for a connection to be opened. The pool's pauses between its tries double up to half of this: a database that
/// is back is reached within a second.
const CONNECT_WAIT: Duration = Duration::from_secs(2);
/// Time limit of a call to PostgreSQL, whatever the network does: a server that vanished is given up then. The work may still be done, as
/// when the answer to a commit is lost.
const ANSWER_WAIT: Duration = Duration::from_millis(4500);
/// Upper bound of a call's duration while PostgreSQL is away, or another process holds SQLite's lock.
const CALL: Duration = Duration::from_secs(5);
/// A time limit longer than any of those: for [`Store::open_with_long_timeouts`].
const TIMEOUT: Duration = Duration::from_mins(2);

const _: () = assert!(
    POSTGRES_TURN_WAIT.as_millis() + CONNECT_WAIT.as_millis() < ANSWER_WAIT.as_millis()
        && ANSWER_WAIT.as_millis() < CALL.as_millis()
        && TURN_WAIT.as_millis() + LOCK_WAIT_LEAST.as_millis() <= LOCK_WAIT.as_millis()
        && LOCK_WAIT.as_millis() < CALL.as_millis()
);

/// Passwords hashed at once: each takes 19 MiB and a core.
pub const HASHES_AT_ONCE: usize = 2;

/// Waiting times after which a call is answered "busy, try again".
#[derive(Clone, Copy)]
struct Waits {
    turn: Duration,
    /// Time limit for SQLite's lock, the turn included.
    lock: Duration,
    /// Time limit for a connection, once it is the call's turn.
    connect: Duration,
    /// Time limit of a server's answer. A file has none: waiting for its locks is limited already.
    answer: Option<Duration>,
}

impl Waits {
    const fn of(kind: Kind) -> Self {
        match kind {
            Kind::Postgres => Self {
                turn: POSTGRES_TURN_WAIT,
                lock: LOCK_WAIT,
                connect: CONNECT_WAIT,
                answer: Some(ANSWER_WAIT),
            },
            Kind::Sqlite => Self {
                turn: TURN_WAIT,
                lock: LOCK_WAIT,
                connect: CONNECT_WAIT,
                answer: None,
            },
        }
    }

    const LONG: Self = Self {
        turn: TIMEOUT,
        lock: TIMEOUT,
        connect: TIMEOUT,
        answer: None,
    };
}

/// An open database. Cheap to clone.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    pool: Pool<Manager>,
    kind: Kind,
    waits: Waits,
    stamp: Stamp,
    secret: Secret,
    /// Permits, as many as connections: a call waits here without holding a thread.
    connections: Arc<Semaphore>,
    /// The permit of SQLite's one writer; others wait here rather than in the database's busy loop.
    writer: Option<Arc<Semaphore>>,
    hashing: Arc<Semaphore>,
}

impl Store {
    /// Opens the database at `url` (a file, or `postgres://…`), brings its schema up to date and stamps it at its first opening.
    ///
    /// Blocks: call it before the server runs or on a blocking thread.
    pub fn open(url: &str, stamp: Stamp) -> Result<Self, OpenError> {
        Self::open_as(url, Some(stamp), Waits::of(Kind::of(url)))
    }

    /// Opens as [`Self::open`], with timeouts so long that no call is answered "busy": for tests, which send crowds on machines that have
    /// other work too.
    pub fn open_with_long_timeouts(url: &str, stamp: Stamp) -> Result<Self, OpenError> {
        Self::open_as(url, Some(stamp), Waits::LONG)
    }

    /// Opens a database that was set up before, whatever its stamp.
    pub fn open_existing(url: &str) -> Result<Self, OpenError> {
        Self::open_as(url, None, Waits::of(Kind::of(url)))
    }

    fn open_as(url: &str, stamp: Option<Stamp>, waits: Waits) -> Result<Self, OpenError> {
        let kind = Kind::of(url);
        if kind == Kind::Sqlite {
            private::database(file_of(url)).map_err(OpenError::File)?;
        }
        let mut conn = establish(url).map_err(OpenError::Connect)?;
        let (stamp, secret) =
            migrate::locked(&mut conn, |conn| -> Result<(Stamp, Secret), OpenError> {
                if stamp.is_none() && migrate::is_empty(conn)? {
                    return Err(OpenError::Empty);
                }
                // The stamp is checked before anything is changed.
                if let (Some(wanted), Some(found)) = (stamp, found_stamp(conn)?)
                    && wanted != found
                {
                    return Err(OpenError::Stamp { found, wanted });
                }
                migrate::up(conn)?;
                write_tx(conn, |tx| {
                    let settled = settle_meta(tx, stamp)?;
                    keys::refresh(tx)?;
                    Ok(settled)
                })
            })?;
        drop(conn);
        let size = match kind {
            Kind::Postgres => POSTGRES_CONNECTIONS,
            Kind::Sqlite => SQLITE_CONNECTIONS,
        };
        let pool = Pool::builder()
            .max_size(size)
            .min_idle(Some(1))
            .connection_timeout(waits.connect)
            // The pool logs no connection errors: each call that waits for a connection gets the reason.
            .error_handler(Box::new(NopErrorHandler))
            .test_on_check_out(kind == Kind::Postgres)
            // The database answered just now, so the pool need not connect again.
            .build_unchecked(Manager::new(url.to_owned()));
        Ok(Self(Arc::new(Inner {
            pool,
            kind,
            waits,
            stamp,
            secret,
            connections: Arc::new(Semaphore::new(size as usize)),
            writer: (kind == Kind::Sqlite).then(|| Arc::new(Semaphore::new(1))),
            hashing: Arc::new(Semaphore::new(HASHES_AT_ONCE)),
        })))
    }

    /// The purpose of this database.
    pub fn stamp(&self) -> Stamp {
        self.0.stamp
    }

    /// The kind of this database.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// Whether the database answers now: reported by `/healthz`.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.run(|conn| {
            diesel::sql_query("SELECT 1")
                .execute(conn)
                .map(drop)
                .map_err(StoreError::from)
        })
        .await
    }

    pub(crate) fn secret(&self) -> &Secret {
        &self.0.secret
    }

    /// Runs one use case that only reads.
    pub(crate) async fn run<T, E, F>(&self, f: F) -> Result<T, E>
    where
        F: FnOnce(&mut AnyConn) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.in_time(self.run_at_length(f)).await
    }

    /// Runs one use case in a transaction that may write: it is committed as a whole, or not at all.
    pub(crate) async fn write<T, E, F>(&self, f: F) -> Result<T, E>
    where
        F: FnOnce(&mut AnyConn) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.in_time(self.write_at_length(f)).await
    }

    /// [`Self::run`] without a time limit on the answer, for work that an operator waits for.
    pub(crate) async fn run_at_length<T, E, F>(&self, f: F) -> Result<T, E>
    where
        F: FnOnce(&mut AnyConn) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let until = Instant::now() + self.0.waits.turn;
        self.on_connection(until, None, f).await
    }

    /// [`Self::write`] without a time limit on the answer, for work that an operator waits for.
    pub(crate) async fn write_at_length<T, E, F>(&self, f: F) -> Result<T, E>
    where
        F: FnOnce(&mut AnyConn) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let begun = Instant::now();
        let Waits { turn, lock, .. } = self.0.waits;
        let until = begun + turn;
        // The turn comes before the connection: waiting writers leave the connections to readers.
        let turn = match &self.0.writer {
            Some(writer) => Some(acquire(writer, until).await?),
            None => None,
        };
        self.on_connection(until, turn, move |conn| {
            let left = lock.saturating_sub(begun.elapsed()).max(LOCK_WAIT_LEAST);
            write_tx_within(conn, left, f)
        })
        .await
    }

    /// Gives up a server that does not answer.
    async fn in_time<T, E: From<StoreError>>(
        &self,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        match self.0.waits.answer {
            None => work.await,
            Some(wait) => tokio::time::timeout(wait, work)
                .await
                .unwrap_or_else(|_| Err(StoreError::NoAnswer.into())),
        }
    }

    async fn on_connection<T, E, F>(
        &self,
        until: Instant,
        turn: Option<OwnedSemaphorePermit>,
        f: F,
    ) -> Result<T, E>
    where
        F: FnOnce(&mut AnyConn) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let permit = acquire(&self.0.connections, until).await?;
        let inner = Arc::clone(&self.0);
        tokio::task::spawn_blocking(move || {
            // Held until the work ends, even when its caller went away meanwhile.
            let _held = (turn, permit);
            let mut pooled = inner.pool.get().map_err(StoreError::Pool)?;
            f(&mut pooled.conn)
        })
        .await
        .map_err(StoreError::from)?
    }

    /// Runs password work: bounded, without a connection.
    pub(crate) async fn hashing<T, F>(&self, f: F) -> Result<T, StoreError>
    where
        F: FnOnce() -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        let hashing = Arc::clone(&self.0.hashing);
        let permit = hashing.acquire_owned().await.expect(NEVER_CLOSED);
        tokio::task::spawn_blocking(move || {
            let _held = permit;
            f()
        })
        .await?
    }
}

/// Runs work as `Store::hashing` does, for the test that counts how much of it runs at once.
pub async fn hashing<T, F>(store: &Store, work: F) -> Result<T, StoreError>
where
    F: FnOnce() -> Result<T, StoreError> + Send + 'static,
    T: Send + 'static,
{
    store.hashing(work).await
}

const NEVER_CLOSED: &str = "the store's semaphores are never closed";

async fn acquire(
    semaphore: &Arc<Semaphore>,
    until: Instant,
) -> Result<OwnedSemaphorePermit, StoreError> {
    let permit = timeout_at(until, Arc::clone(semaphore).acquire_owned()).await;
    Ok(permit.map_err(|_| StoreError::NoTurn)?.expect(NEVER_CLOSED))
}

fn meta_value(conn: &mut AnyConn, name: &str) -> Result<Option<String>, diesel::result::Error> {
    meta::table
        .find(name)
        .select(meta::value)
        .first(conn)
        .optional()
}

fn found_stamp(conn: &mut AnyConn) -> Result<Option<Stamp>, OpenError> {
    if migrate::is_empty(conn)? {
        return Ok(None);
    }
    meta_value(conn, "stamp")?
        .map(|name| {
            name.parse()
                .map_err(|_| StoreError::Corrupt("stamp").into())
        })
        .transpose()
}

/// Reads stamp and secret; a fresh database gets both now.
fn settle_meta(tx: &mut AnyConn, wanted: Option<Stamp>) -> Result<(Stamp, Secret), OpenError> {
    let mut settle = |name: &str, fresh: Option<String>| -> Result<String, OpenError> {
        if let Some(value) = meta_value(tx, name)? {
            return Ok(value);
        }
        let fresh = fresh.ok_or(OpenError::Empty)?;
        diesel::insert_into(meta::table)
            .values((meta::name.eq(name), meta::value.eq(&fresh)))
            .execute(tx)?;
        Ok(fresh)
    };
    let stamp = settle("stamp", wanted.map(|stamp| stamp.into_str().to_owned()))?;
    let secret = settle("secret", Some(Secret::random().to_text()))?;
    settle(clock::SEEN, Some("0".to_owned()))?;
    let stamp = (stamp.parse()).map_err(|_| StoreError::Corrupt("stamp"))?;
    Ok((stamp, Secret::from_text(&secret)?))
}
