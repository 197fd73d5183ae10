//! Connection of the bare SQL, to either database.

use diesel::connection::SimpleConnection;
use diesel::pg::Pg;
use diesel::sql_types::BigInt;
use diesel::sqlite::Sqlite;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use store::Kind;

/// A connection of its own.
pub enum Conn {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

impl Conn {
    pub fn open(kind: Kind, url: &str) -> Self {
        match kind {
            Kind::Sqlite => Self::Sqlite(SqliteConnection::establish(url).unwrap()),
            Kind::Postgres => Self::Postgres(PgConnection::establish(url).unwrap()),
        }
    }

    /// Runs the statements that fill the database, whatever rows they name that nobody reads. PostgreSQL learns its statistics, as it does by
    /// itself in service; SQLite, where nobody asks it to, has none. Its connection then has the cache that those of the store have.
    pub fn fill(&mut self, sql: &str) {
        match self {
            Self::Sqlite(conn) => conn
                .batch_execute(&format!(
                    "PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; BEGIN; {sql} COMMIT; PRAGMA cache_size = -8000; PRAGMA shrink_memory;"
                ))
                .unwrap(),
            Self::Postgres(conn) => {
                conn.batch_execute("SET session_replication_role = replica")
                    .unwrap();
                conn.batch_execute(sql).unwrap();
                conn.batch_execute("VACUUM ANALYZE").unwrap();
            }
        }
    }

    /// Rows of a query.
    pub fn rows<Row>(&mut self, sql: &str) -> Vec<Row>
    where
        Row: QueryableByName<Sqlite> + QueryableByName<Pg> + 'static,
    {
        match self {
            Self::Sqlite(conn) => sql_query(sql).load(conn).unwrap(),
            Self::Postgres(conn) => sql_query(sql).load(conn).unwrap(),
        }
    }

    /// The column `n` of a query.
    pub fn numbers(&mut self, sql: &str) -> Vec<i64> {
        let rows: Vec<Number> = self.rows(sql);
        rows.into_iter().map(|row| row.n).collect()
    }
}
