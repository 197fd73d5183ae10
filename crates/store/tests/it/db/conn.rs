//! Connections: what a URL is completed with, and how long the write-ahead log of SQLite grows.

use diesel::{RunQueryDsl, sql_query};
use store::internal::{AnyConn, WAL_BYTES, establish, with_keepalive_params};

#[test]
fn a_url_of_postgresql_gets_the_life_signs_that_it_does_not_name() {
    let bare = with_keepalive_params("postgres://u:p@h/d");
    assert!(
        bare.starts_with("postgres://u:p@h/d?connect_timeout=2&"),
        "{bare}"
    );
    let told = with_keepalive_params("postgres://h/d?sslmode=require&connect_timeout=9");
    assert!(
        told.starts_with("postgres://h/d?sslmode=require&connect_timeout=9&tcp_user_timeout="),
        "{told}"
    );
    assert_eq!(told.matches("connect_timeout").count(), 1);
}

#[test]
fn the_write_ahead_log_that_a_long_reader_let_grow_is_cut_back() {
    let database = fresh_database::sqlite();
    let (mut writer, mut reader) = (
        establish(&database.url).unwrap(),
        establish(&database.url).unwrap(),
    );
    let run = |conn: &mut AnyConn, sql: &str| sql_query(sql).execute(conn).unwrap();
    let wal = || {
        std::fs::metadata(format!("{}-wal", database.url))
            .unwrap()
            .len()
    };
    run(&mut writer, "CREATE TABLE blobs (bytes BLOB)");
    // A reader that saw the database before keeps the log from being reused.
    run(&mut reader, "BEGIN");
    run(&mut reader, "SELECT count(*) FROM blobs");
    for _ in 0..3 {
        run(&mut writer, "INSERT INTO blobs VALUES (zeroblob(4000000))");
    }
    assert!(wal() > 2 * u64::from(WAL_BYTES), "{}", wal());
    run(&mut reader, "COMMIT");
    // The first write copies the log into the database, the second starts it anew.
    for _ in 0..2 {
        run(&mut writer, "INSERT INTO blobs VALUES (zeroblob(1))");
    }
    assert!(wal() <= u64::from(WAL_BYTES), "{}", wal());
}
