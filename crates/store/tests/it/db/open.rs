//! Stamps, schemas, and starting.

use std::pin::pin;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use fresh_database::proxy::{Proxy, State};
use stopwatch::Stopwatch;
use store::internal::{HASHES_AT_ONCE, hashing};
use store::{Kind, OpenError, Stamp, Store};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::fixture::on_each_database;

#[test]
fn a_database_stamped_demo_is_refused_to_live_and_the_reverse() {
    on_each_database(async |f| {
        let refused = Store::open(&f.url, Stamp::Live).err().unwrap();
        assert!(
            matches!(
                refused,
                OpenError::Stamp {
                    found: Stamp::Demo,
                    wanted: Stamp::Live
                }
            ),
            "{refused}"
        );
        assert_eq!(
            Store::open(&f.url, Stamp::Demo).unwrap().stamp(),
            Stamp::Demo
        );
    });
    let dir = tempfile::tempdir().unwrap();
    let url = dir.path().join("live.db").to_str().unwrap().to_owned();
    drop(Store::open(&url, Stamp::Live).unwrap());
    assert!(matches!(
        Store::open(&url, Stamp::Demo).err(),
        Some(OpenError::Stamp {
            found: Stamp::Live,
            wanted: Stamp::Demo
        })
    ));
}

#[test]
fn only_a_database_that_was_set_up_opens_without_a_stamp() {
    let dir = tempfile::tempdir().unwrap();
    let url = dir.path().join("empty.db").to_str().unwrap().to_owned();
    assert!(matches!(
        Store::open_existing(&url).err(),
        Some(OpenError::Empty)
    ));
    drop(Store::open(&url, Stamp::Live).unwrap());
    assert_eq!(Store::open_existing(&url).unwrap().stamp(), Stamp::Live);
}

#[test]
fn a_newer_schema_is_refused() {
    on_each_database(async |f| {
        let newer = "INSERT INTO __diesel_schema_migrations (version) VALUES ('29991231000001')";
        match f.store.kind() {
            Kind::Sqlite => sql_query(newer)
                .execute(&mut SqliteConnection::establish(&f.url).unwrap())
                .unwrap(),
            Kind::Postgres => sql_query(newer)
                .execute(&mut PgConnection::establish(&f.url).unwrap())
                .unwrap(),
        };
        let refused = Store::open(&f.url, Stamp::Demo).err().unwrap();
        assert!(
            matches!(&refused, OpenError::Newer(v) if v == "29991231000001"),
            "{refused}"
        );
    });
}

#[test]
fn servers_that_start_together_set_a_database_up_once() {
    let dir = tempfile::tempdir().unwrap();
    let url = dir.path().join("together.db").to_str().unwrap().to_owned();
    drop(Store::open(&url, Stamp::Live).unwrap());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| Store::open(&url, Stamp::Live).unwrap());
        }
    });
}

#[test]
fn every_migration_can_be_undone_and_done_again() {
    on_each_database(async |f| {
        let folder = match f.store.kind() {
            Kind::Sqlite => "sqlite",
            Kind::Postgres => "postgres",
        };
        let folder = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
        let mut migrations: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        migrations.sort();
        let mut undo: String = migrations
            .iter()
            .rev()
            .map(|path| std::fs::read_to_string(path.join("down.sql")).unwrap())
            .collect();
        undo.push_str("DELETE FROM __diesel_schema_migrations;");
        match f.store.kind() {
            Kind::Sqlite => {
                let mut conn = SqliteConnection::establish(&f.url).unwrap();
                conn.batch_execute("PRAGMA foreign_keys = ON").unwrap();
                conn.batch_execute(&undo).unwrap();
            }
            Kind::Postgres => PgConnection::establish(&f.url)
                .unwrap()
                .batch_execute(&undo)
                .unwrap(),
        }
        let empty = Store::open_existing(&f.url).err();
        assert!(matches!(empty, Some(OpenError::Empty)), "{empty:?}");
        drop(Store::open(&f.url, Stamp::Demo).unwrap());
    });
}

#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    line: String,
}

#[test]
fn both_databases_have_the_same_columns() {
    let schemas = Mutex::new(Vec::new());
    on_each_database(async |f| {
        let lines: Vec<Column> = match f.store.kind() {
            Kind::Sqlite => sql_query(
                "SELECT m.name || '.' || p.name || ' ' || replace(lower(p.type), ' generated always', '') || ' ' || p.\"notnull\" || ' ' || (p.pk > 0) AS line \
                 FROM sqlite_master m JOIN pragma_table_xinfo(m.name) p \
                 WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE '\\_\\_%' ESCAPE '\\'",
            )
            .load(&mut SqliteConnection::establish(&f.url).unwrap())
            .unwrap(),
            Kind::Postgres => sql_query(
                "SELECT c.table_name || '.' || c.column_name || ' ' || c.data_type || ' ' || \
                   (CASE c.is_nullable WHEN 'NO' THEN 1 ELSE 0 END) || ' ' || \
                   (CASE WHEN EXISTS (SELECT 1 FROM information_schema.table_constraints t \
                      JOIN information_schema.key_column_usage k ON k.constraint_name = t.constraint_name AND k.table_name = t.table_name \
                      WHERE t.constraint_type = 'PRIMARY KEY' AND t.table_name = c.table_name AND k.column_name = c.column_name) \
                    THEN 1 ELSE 0 END) AS line \
                 FROM information_schema.columns c \
                 WHERE c.table_schema = 'public' AND c.table_name NOT LIKE '\\_\\_%'",
            )
            .load(&mut PgConnection::establish(&f.url).unwrap())
            .unwrap(),
        };
        // Bytes have another name in each; a column that SQLite derives has no constraint of its own.
        let mut lines: Vec<String> = lines
            .into_iter()
            .map(|l| l.line.replace(" bytea ", " blob "))
            .collect();
        lines.sort();
        assert!(
            lines.iter().any(|l| l == "phones.owner_id bigint 0 0"),
            "{lines:#?}"
        );
        assert!(
            lines.iter().any(|l| l == "phones.id bigint 1 1"),
            "{lines:#?}"
        );
        schemas.lock().unwrap().push(lines);
    });
    let schemas = schemas.into_inner().unwrap();
    for other in &schemas[1..] {
        assert_eq!(&schemas[0], other);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_passwords_are_hashed_at_once() {
    const PASSWORDS: usize = 20;
    let database = fresh_database::sqlite();
    let store = Store::open_with_long_timeouts(&database.url, Stamp::Demo).unwrap();
    let begun = watch::Sender::new(0);
    let (release, released) = mpsc::channel();
    let released = Arc::new(Mutex::new(released));
    let mut hashes = JoinSet::new();
    for _ in 0..PASSWORDS {
        let (store, begun, released) = (store.clone(), begun.clone(), released.clone());
        hashes.spawn(async move {
            let work = move || {
                begun.send_modify(|count| *count += 1);
                released.lock().unwrap().recv().unwrap();
                Ok(())
            };
            hashing(&store, work).await
        });
    }
    let mut begins = begun.subscribe();
    for most in HASHES_AT_ONCE..=PASSWORDS {
        begins.wait_for(|count| *count >= most).await.unwrap();
        store.ping().await.unwrap();
        assert_eq!(*begins.borrow(), most);
        release.send(()).unwrap();
        hashes.join_next().await.unwrap().unwrap().unwrap();
    }
    for _ in 1..HASHES_AT_ONCE {
        release.send(()).unwrap();
    }
    while let Some(done) = hashes.join_next().await {
        done.unwrap().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writer_kept_out_by_another_process_is_told_that_the_database_is_busy() {
    let database = fresh_database::empty_sqlite();
    let store = Store::open(&database.url, Stamp::Live).unwrap();
    let mut other = SqliteConnection::establish(&database.url).unwrap();
    other.batch_execute("BEGIN IMMEDIATE").unwrap();
    let kept_out = store::session::sweep(&store, 0).await.unwrap_err();
    assert!(kept_out.is_busy(), "{kept_out:?}");
    // A call that only reads is not kept out, and a later one that writes gets in.
    store.ping().await.unwrap();
    other.batch_execute("ROLLBACK").unwrap();
    store::session::sweep(&store, 0).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writer_in_line_is_told_as_soon_that_the_database_is_busy() {
    let database = fresh_database::empty_sqlite();
    let store = Store::open(&database.url, Stamp::Live).unwrap();
    let mut other = SqliteConnection::establish(&database.url).unwrap();
    other.batch_execute("BEGIN IMMEDIATE").unwrap();
    let mut first = pin!(store::session::sweep(&store, 0));
    timeout(Duration::from_secs(1), &mut first)
        .await
        .unwrap_err();
    // The second writer has its turn when the first one gives up; the time until then is part of its wait.
    let asking = Stopwatch::start();
    let (first, second) = tokio::join!(first, store::session::sweep(&store, 0));
    asking.within(ANSWERED_WITHIN);
    assert!(first.unwrap_err().is_busy() && second.unwrap_err().is_busy());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_told_that_postgresql_is_away_and_the_next_one_finds_it_back() {
    let Some(database) = fresh_database::postgres() else {
        return;
    };
    let proxy = Proxy::to(&database.url).await;
    let url = proxy.url.clone();
    let open = move || Store::open(&url, Stamp::Demo).unwrap();
    let store = tokio::task::spawn_blocking(open).await.unwrap();
    everybody_asks(&store)
        .await
        .into_iter()
        .for_each(Result::unwrap);
    for state in [State::Cut, State::Stalled] {
        proxy.set_state(state);
        for answer in everybody_asks(&store).await {
            let fault = answer.unwrap_err();
            assert!(fault.is_busy(), "{state:?}: {fault:?}");
        }
        proxy.set_state(State::Open);
        // The first call after it: dead connections are nobody's trouble but the pool's.
        let back = Stopwatch::start();
        store.ping().await.unwrap();
        back.within(BACK_WITHIN);
    }
}

/// Promised time for the answer to each call while PostgreSQL is away, or another process keeps SQLite.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
/// Promised time for the answer to the first call after PostgreSQL is back.
const BACK_WITHIN: Duration = Duration::from_secs(2);

/// More calls at once than there are connections.
async fn everybody_asks(store: &Store) -> Vec<Result<(), store::StoreError>> {
    let mut asked = JoinSet::new();
    for _ in 0..20 {
        let store = store.clone();
        asked.spawn(async move {
            let asking = Stopwatch::start();
            let answer = store.ping().await;
            asking.within(ANSWERED_WITHIN);
            answer
        });
    }
    asked.join_all().await
}
