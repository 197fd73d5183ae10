//! State of the database behind the server: its version and size, its migrations, and what is queued in it.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use domain::config::Setting;
use strum::VariantArray;

use crate::Store;
use crate::db::conn::{AnyConn, Kind};
use crate::db::prepared::prepared;
use crate::db::schema::config;
use crate::error::StoreError;

/// State of the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct System {
    /// Kind of the database.
    pub kind: Kind,
    /// Version of the database's software.
    pub version: String,
    /// Size of the database in bytes.
    pub bytes: i64,
    /// Number of migrations that ran.
    pub migrations: i64,
    /// Version of the last migration.
    pub last_migration: String,
    /// Queues of the server's own work, with what waits in them.
    pub queues: Vec<Queued>,
    /// Files of members.
    pub files: i64,
    /// Bytes that those files take.
    pub files_bytes: i64,
    /// Settings that operators have set in the console.
    pub set: Vec<Setting>,
}

/// Work that the server does by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, VariantArray)]
pub enum Queue {
    /// Operations that wait for a place.
    Waiting,
    /// Operations that run.
    Running,
    /// Orders that wait for their payment.
    Orders,
    /// Payments that wallets are asked about.
    Payments,
    /// Refunds that are sent to wallets.
    Refunds,
    /// Deliveries to webhooks.
    Webhooks,
    /// Reminders by SMS and mail.
    Reminders,
    /// Phones that wait to be wiped.
    Wipes,
}

impl Queue {
    /// Every queue, by its number in [`QUEUES`].
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// Content of a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Queued {
    pub queue: Queue,
    /// Number of entries.
    pub count: i64,
    /// Time at which the first is, or was, due or began to wait, Unix milliseconds.
    pub first_ms: Option<i64>,
}

#[derive(QueryableByName)]
struct QueueRow {
    #[diesel(sql_type = Integer)]
    queue: i32,
    #[diesel(sql_type = BigInt)]
    n: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    first_ms: Option<i64>,
}

/// Each part is answered by a partial index of what is open.
const QUEUES: &str = "SELECT 0 AS queue, count(*) AS n, min(created_ms) AS first_ms FROM operations WHERE state = 0 \
    UNION ALL SELECT 1, count(*), min(due_ms) FROM operations WHERE ended_ms IS NULL AND state = 1 \
    UNION ALL SELECT 2, count(*), min(due_ms) FROM orders WHERE due_ms IS NOT NULL \
    UNION ALL SELECT 3, count(*), min(due_ms) FROM pay_attempts WHERE due_ms IS NOT NULL \
    UNION ALL SELECT 4, count(*), min(due_ms) FROM refunds WHERE due_ms IS NOT NULL \
    UNION ALL SELECT 5, count(*), min(due_ms) FROM webhook_deliveries WHERE due_ms IS NOT NULL \
    UNION ALL SELECT 6, count(*), min(due_ms) FROM reminders \
    UNION ALL SELECT 7, count(*), min(purged_ms) FROM purges WHERE operation_id IS NULL";

#[derive(QueryableByName)]
struct DatabaseRow {
    #[diesel(sql_type = Text)]
    version: String,
    #[diesel(sql_type = BigInt)]
    bytes: i64,
    #[diesel(sql_type = BigInt)]
    migrations: i64,
    #[diesel(sql_type = Text)]
    last_migration: String,
    #[diesel(sql_type = BigInt)]
    files: i64,
    #[diesel(sql_type = BigInt)]
    files_bytes: i64,
}

/// Facts that both databases tell in the same words.
macro_rules! facts {
    ($version:literal, $bytes:literal) => {
        concat!(
            "SELECT ",
            $version,
            " AS version, CAST(",
            $bytes,
            " AS BIGINT) AS bytes, \
             (SELECT count(*) FROM __diesel_schema_migrations) AS migrations, \
             (SELECT max(version) FROM __diesel_schema_migrations) AS last_migration, \
             (SELECT count(*) FROM uploads WHERE ready_ms IS NOT NULL) AS files, \
             (SELECT CAST(coalesce(sum(stored_bytes), 0) AS BIGINT) FROM uploads) AS files_bytes"
        )
    };
}

const SQLITE: &str = facts!(
    "sqlite_version()",
    "(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())"
);
const POSTGRES: &str = facts!(
    "current_setting('server_version')",
    "pg_database_size(current_database())"
);

/// Reads the state of the database. The caller has checked the permission.
pub async fn system(store: &Store) -> Result<System, StoreError> {
    let kind = store.kind();
    store
        .run(move |conn| {
            let facts = match conn {
                AnyConn::Sqlite(_) => SQLITE,
                AnyConn::Pg(_) => POSTGRES,
            };
            let database: DatabaseRow = prepared(diesel::sql_query(facts)).get_result(conn)?;
            let rows: Vec<QueueRow> = prepared(diesel::sql_query(QUEUES)).load(conn)?;
            let mut queues: Vec<Queued> = rows.iter().filter_map(queued).collect();
            queues.sort_by_key(|queued| queued.queue);
            let keys: Vec<String> = config::table
                .filter(config::built_in.eq(true))
                .filter(config::value.is_not_null())
                .select(config::key)
                .load(conn)?;
            Ok(System {
                kind,
                version: database.version,
                bytes: database.bytes,
                migrations: database.migrations,
                last_migration: database.last_migration,
                queues,
                files: database.files,
                files_bytes: database.files_bytes,
                set: (keys.iter())
                    .filter_map(|key| Setting::from_key(key))
                    .collect(),
            })
        })
        .await
}

fn queued(row: &QueueRow) -> Option<Queued> {
    let at = usize::try_from(row.queue).ok()?;
    Some(Queued {
        queue: *Queue::ALL.get(at)?,
        count: row.n,
        first_ms: row.first_ms,
    })
}
