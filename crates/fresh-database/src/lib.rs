//! A database for each test: a SQLite file, and, where [`PG_URL`] names a PostgreSQL server, a database there. Both are removed when the test ends.
//!
//! Each database is a copy of a migrated template, as a copy takes a few hundredths of the time of the migrations. The first test makes the
//! template; it lies on disk or on the server, because each test may run in a process of its own.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

pub mod proxy;

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, process};

use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection, sql_query};
use store::{Stamp, Store};
use tempfile::TempDir;

/// Name of the environment variable with the URL of the server's maintenance database: `postgres://…/postgres`.
pub const PG_URL: &str = "OWLDECK_TEST_PG_URL";
/// Password of the accounts that tests make.
pub const PASSWORD: &str = "Owldeck#2026";
/// Hash of the password with the least possible cost, so that seeding accounts and signing in take hardly any time.
pub const PASSWORD_HASH: &str =
    "$argon2id$v=19$m=8,t=1,p=1$uJYPy3KK6UpIC5CF4w9uYA$jvH7x3IuxPWK01ZfvErSU9FOxruEDLYCXNU4bUMP3e4";
/// Key of the server's advisory lock under which the template is made: the letters "template" as a number.
const LOCK: i64 = 0x7465_6d70_6c61_7465;

/// URL of the server, without a database's name.
static SERVER: LazyLock<Option<String>> = LazyLock::new(|| {
    let url = std::env::var(PG_URL).ok()?;
    let (server, _) = url.rsplit_once('/').expect("a URL with a database");
    Some(server.to_owned())
});

/// Database of one test. Dropping this value removes the database.
#[derive(Debug)]
pub struct Database {
    /// URL for `Store::open`.
    pub url: String,
    home: Home,
}

#[derive(Debug)]
enum Home {
    File { _folder: TempDir },
    Server { name: String },
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Home::Server { name } = &self.home {
            admin(&format!("DROP DATABASE {name} WITH (FORCE)"));
        }
    }
}

/// Databases for a test, one on each available kind of server.
pub fn each() -> impl Iterator<Item = Database> {
    [Some(sqlite()), postgres()].into_iter().flatten()
}

/// Makes a SQLite file with the current schema, marked as a demo's database.
pub fn sqlite() -> Database {
    let database = empty_sqlite();
    sqlite_at(Path::new(&database.url));
    database
}

/// Makes a SQLite file with the current schema at a path, marked as a demo's database. Whoever asks for it removes it.
pub fn sqlite_at(file: &Path) {
    static TEMPLATE: LazyLock<PathBuf> = LazyLock::new(template_file);
    fs::copy(&*TEMPLATE, file).unwrap();
}

/// Names a SQLite file that does not exist yet.
pub fn empty_sqlite() -> Database {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("owldeck.db");
    Database {
        url: file.to_str().unwrap().to_owned(),
        home: Home::File { _folder: folder },
    }
}

/// Makes a PostgreSQL database with the current schema, marked as a demo's database; `None` without a server.
pub fn postgres() -> Option<Database> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    static TEMPLATE: LazyLock<String> = LazyLock::new(template);
    SERVER.as_ref()?;
    let n = COUNTER.fetch_add(1, Ordering::Relaxed);
    let name = format!("owl_test_{}_{n}", process::id());
    let template = &*TEMPLATE;
    admin(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
    // FILE_COPY copies the files as they are; the default, WAL_LOG, writes each page to the log and takes twice the processor time.
    admin(&format!(
        "CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"
    ));
    Some(Database {
        url: address(&name),
        home: Home::Server { name },
    })
}

/// Name of the template. It contains a hash of the schema, so that a changed schema gets a new template.
const TEMPLATE: &str = concat!("owl_template_", env!("OWLDECK_SCHEMA"));

/// Path of the SQLite template, which is made first where there is none. It gets this name only when it is complete, as other processes look
/// for it meanwhile.
fn template_file() -> PathBuf {
    let file = std::env::temp_dir().join(format!("{TEMPLATE}.db"));
    if !file.exists() {
        let making = empty_sqlite();
        drop(Store::open(&making.url, Stamp::Demo).unwrap());
        // SQLite itself makes the copy: a plain copy of the file would lack the write-ahead log.
        let whole = format!("{}.whole", making.url);
        let mut conn = SqliteConnection::establish(&making.url).unwrap();
        sql_query(format!("VACUUM INTO '{whole}'"))
            .execute(&mut conn)
            .unwrap();
        // The server tightens what others can read, and says so.
        fs::set_permissions(&whole, Permissions::from_mode(0o600)).unwrap();
        fs::rename(whole, &file).unwrap();
    }
    file
}

/// Name of the PostgreSQL template, which is made first where there is none.
fn template() -> String {
    let name = TEMPLATE.to_owned();
    let mut conn = connect("postgres");
    execute(&mut conn, &format!("SELECT pg_advisory_lock({LOCK})"));
    if execute(
        &mut conn,
        &format!("SELECT 1 FROM pg_database WHERE datname = '{name}'"),
    ) == 0
    {
        let making = format!("{name}_making");
        execute(
            &mut conn,
            &format!("DROP DATABASE IF EXISTS {making} WITH (FORCE)"),
        );
        execute(&mut conn, &format!("CREATE DATABASE {making}"));
        drop(Store::open(&address(&making), Stamp::Demo).unwrap());
        // The pool closes its connections in the background, but a database that has connections cannot be renamed.
        execute(
            &mut conn,
            &format!(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{making}'"
            ),
        );
        execute(
            &mut conn,
            &format!("ALTER DATABASE {making} RENAME TO {name}"),
        );
    }
    execute(&mut conn, &format!("SELECT pg_advisory_unlock({LOCK})"));
    name
}

fn admin(sql: &str) {
    execute(&mut connect("postgres"), sql);
}

fn connect(database: &str) -> PgConnection {
    PgConnection::establish(&address(database)).unwrap()
}

fn address(database: &str) -> String {
    let server = SERVER.as_deref().expect("a server");
    format!("{server}/{database}")
}

/// Executes a statement; returns the number of rows that it found or changed.
fn execute(conn: &mut PgConnection, sql: &str) -> usize {
    sql_query(sql).execute(conn).unwrap()
}
