//! The schema's migrations, embedded for both databases under equal names.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use crate::db::conn::AnyConn;
use crate::db::stamp::OpenError;

/// Migrations of SQLite.
pub const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
/// Migrations of PostgreSQL.
pub const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");

/// Id of the advisory lock under which nodes that start together take turns: "owldeck" as a number.
const LOCK: i64 = 0x006f_776c_6465_636b;

/// Runs `f` while no other node opens the same database.
pub(crate) fn locked<T>(
    conn: &mut AnyConn,
    f: impl FnOnce(&mut AnyConn) -> Result<T, OpenError>,
) -> Result<T, OpenError> {
    advisory(conn, "pg_advisory_lock")?;
    let result = f(conn);
    advisory(conn, "pg_advisory_unlock")?;
    result
}

fn advisory(conn: &mut AnyConn, function: &str) -> Result<(), OpenError> {
    if let AnyConn::Pg(pg) = conn {
        diesel::sql_query(format!("SELECT {function}($1)"))
            .bind::<BigInt, _>(LOCK)
            .execute(pg)?;
    }
    Ok(())
}

/// Whether no migration has run on this database.
pub(crate) fn is_empty(conn: &mut AnyConn) -> Result<bool, OpenError> {
    #[derive(QueryableByName)]
    struct Count {
        #[diesel(sql_type = BigInt)]
        n: i64,
    }
    let query = match conn {
        AnyConn::Pg(_) => {
            "SELECT count(*) AS n FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'meta'"
        }
        AnyConn::Sqlite(_) => {
            "SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name = 'meta'"
        }
    };
    let count: Count = diesel::sql_query(query).get_result(conn)?;
    Ok(count.n == 0)
}

/// Brings the schema up to date; refuses one that is newer than this program.
pub(crate) fn up(conn: &mut AnyConn) -> Result<(), OpenError> {
    match conn {
        AnyConn::Pg(c) => run(c, POSTGRES),
        AnyConn::Sqlite(c) => run(c, SQLITE),
    }
}

fn run<DB, C>(conn: &mut C, known: EmbeddedMigrations) -> Result<(), OpenError>
where
    DB: diesel::backend::Backend,
    C: MigrationHarness<DB>,
    EmbeddedMigrations: diesel::migration::MigrationSource<DB>,
{
    let names = diesel::migration::MigrationSource::<DB>::migrations(&known)
        .map_err(OpenError::Migration)?
        .iter()
        .map(|migration| migration.name().version().as_owned())
        .collect::<Vec<_>>();
    let applied = conn.applied_migrations().map_err(OpenError::Migration)?;
    let unknown: Vec<String> = applied
        .iter()
        .filter(|version| !names.contains(version))
        .map(ToString::to_string)
        .collect();
    if !unknown.is_empty() {
        return Err(OpenError::Newer(unknown.join(", ")));
    }
    conn.run_pending_migrations(known)
        .map(drop)
        .map_err(OpenError::Migration)
}
