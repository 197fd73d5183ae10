//! Tests of the list's query plans on both databases: every filter with every sort, on a filled table, without reading every phone.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use diesel::connection::{Instrumentation, InstrumentationEvent, SimpleConnection};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use domain::phones::{ListFilter, ListQuery, PhoneActivity, Power, SortOrder, SortType, Status};
use store::internal::{AnyConn, answer, establish, sort_key};
use store::phones::{List, Listed};
use store::{Stamp, Store};

use crate::fixture::NOW;

const OWNER: i64 = 1;
/// Number of the owner's phones, a small part of the table: a database may rightly read the whole table for a large part.
const OWN: i64 = 1_000;
const OTHERS: i64 = 29;
/// Distance of the questions whose pages an ordinary test run reads. A filter has a question for each of six orders: so each filter is read in one
/// or two of them, and the orders take turns. `cargo xtask trust store` reads the pages of every question.
const APART: usize = 5;

/// Thirty owners with 1,000 phones each: the first with groups, tags, phones granted to others (as many grants are over, without having
/// been ended) and phones granted by others, and every status with every switch.
fn fill(conn: &mut AnyConn) {
    let mut sql =
        "INSERT INTO configurations (id, name, android_version, chip, pad_type, dpi) VALUES (1, 'VIP', '14', 'RK3588', 5, 320);".to_owned();
    for owner in 1..=1 + OTHERS {
        let base = owner * 1_000_000;
        write!(
            sql,
            "INSERT INTO members (id, phone, nickname, channel_code, role, password_hash, created_ms)
                VALUES ({owner}, '138{owner}', '', '{owner}', 1, '', 0);
            INSERT INTO phones (id, owl_id, configuration_id, adb, carrier, dpi, owner_id, alias, alias_key, sort_key, assign_ms, expire_ms,
                power_on, healthy, status_since_ms, created_ms, group_id)
            WITH RECURSIVE n (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {OWN} - 1)
            SELECT {base} + i, 'OWL-' || ({base} + i), 1, 'h' || ({base} + i) || ':1', 1, 320, {owner}, 'j' || i, '机' || i, 'j' || substr(CAST(10000000000 + i AS TEXT), 2),
                i * 7919 % {OWN}, {NOW} + (i % 400 - 10) * 86400000, i % 50 <> 0, i % 20 <> 3, 0, 0, CASE WHEN i % 4 > 0 THEN i % 4 END
            FROM n;"
        ).unwrap();
    }
    write!(
            sql,
        "INSERT INTO tags VALUES (1, 1, 'a', 'a', 0), (2, 1, 'b', 'b', 0);
        INSERT INTO phone_tags SELECT 1, id, 0 FROM phones WHERE owner_id = 1 AND id % 3 = 0;
        INSERT INTO phone_tags SELECT 2, id, 0 FROM phones WHERE owner_id = 1 AND id % 100 = 0;
        INSERT INTO grants SELECT id, id, 1, 2, 2, 0, {NOW} + 1, NULL, NULL FROM phones WHERE owner_id = 1 AND id % 4 = 0;
        INSERT INTO grants SELECT id, id, 2, 1, 2, 0, {NOW} + 1, NULL, NULL FROM phones WHERE owner_id = 2 AND id % 100 = 0;
        INSERT INTO grants SELECT id, id, 1, 2, 2, 0, {NOW}, NULL, NULL FROM phones WHERE owner_id = 1 AND id % 4 = 1;
        UPDATE phones SET alias_key = '机 库' WHERE id = 1000077;"
    ).unwrap();
    for (id, (status, power)) in (1_000_000..).zip(statuses()) {
        let failed = match status {
            Status::Abnormal | Status::Running | Status::Maintenance => "NULL".to_owned(),
            status => status.code().to_string(),
        };
        let (on, healthy) = (power == Power::On, status != Status::Abnormal);
        let held = status == Status::Maintenance;
        write!(sql, "UPDATE phones SET power_on = {on}, healthy = {healthy}, maintenance = {held}, failed_code = {failed} WHERE id = {id};").unwrap();
    }
    match conn {
        AnyConn::Pg(pg) => {
            pg.batch_execute(&sql).unwrap();
            pg.batch_execute("VACUUM ANALYZE").unwrap();
        }
        AnyConn::Sqlite(sqlite) => sqlite
            .batch_execute(&format!("BEGIN; {sql} COMMIT"))
            .unwrap(),
    }
}

/// Every status with every switch.
fn statuses() -> impl Iterator<Item = (Status, Power)> {
    let switches = [Power::On, Power::Off];
    let with = move |status| switches.map(|power| (status, power));
    Status::ALL.into_iter().flat_map(with)
}

/// Each filter of the list by itself, with each sort in both directions.
fn questions() -> Vec<(String, ListQuery)> {
    let filter = |group, tag, statuses: &[i64], rest: [Option<&str>; 3]| {
        ListFilter::parse(group, tag, statuses, rest[0], rest[1], rest[2]).unwrap()
    };
    let none = [None; 3];
    let state = |name| ListFilter::default().in_state(Some(name)).unwrap();
    let filters = [
        ("", filter(None, None, &[], none)),
        ("", filter(Some(1), None, &[], none)),
        ("", filter(Some(0), None, &[], none)),
        ("", filter(None, Some(1), &[], none)),
        ("", filter(None, Some(2), &[], none)),
        ("", filter(None, None, &[1], [Some("on"), None, None])),
        ("", filter(None, None, &[3, 5, 7, 9, 11, 14], none)),
        ("", filter(None, None, &[0, 1], none)),
        ("", filter(None, None, &[], [Some("off"), None, None])),
        ("", filter(None, None, &[], [None, Some("active"), None])),
        ("", filter(None, None, &[], [None, Some("expiring"), None])),
        ("", filter(None, None, &[], [None, Some("expired"), None])),
        ("", filter(None, None, &[], [None, None, Some("own")])),
        ("", filter(None, None, &[], [None, None, Some("granted")])),
        ("", filter(None, None, &[], [None, None, Some("sharedOut")])),
        ("", state("running")),
        ("", state("busy")),
        ("", state("failed")),
        ("", state("off")),
        ("", state("hold")),
        ("机12", filter(None, None, &[], none)),
        ("机12,OWL-1000007", filter(None, None, &[], none)),
        ("机 库", filter(None, None, &[], none)),
        ("机 库,机12", filter(None, None, &[], none)),
        ("机12 机13", filter(None, None, &[], none)),
        ("机12 机13,OWL-1000007", filter(None, None, &[], none)),
    ];
    let mut questions = Vec::new();
    for (word, filter) in filters {
        for sort in 1..=3 {
            for order in ["asc", "desc"] {
                let query = ListQuery::parse(Some(word), Some(sort), Some(order), Some(3), None)
                    .unwrap()
                    .filtered(filter.clone());
                questions.push((format!("{word} {filter:?} {sort} {order}"), query));
            }
        }
    }
    questions
}

/// A length in memory as the database's integer.
fn count(things: usize) -> i64 {
    i64::try_from(things).unwrap()
}

/// Records the statements that the database gets.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Instrumentation for Log {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            self.0.lock().unwrap().push(query.to_string());
        }
    }
}

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

#[derive(QueryableByName)]
struct Scans {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

#[test]
fn sqlite_reads_no_row_of_another_account() {
    let database = fresh_database::sqlite();
    drop(Store::open(&database.url, Stamp::Demo).unwrap());
    let mut conn = establish(&database.url).unwrap();
    fill(&mut conn);
    let (mut seen, mut walked, mut lent) = (0, 0, 0);
    for (name, query) in questions() {
        let log = Log::default();
        conn.set_instrumentation(log.clone());
        let list = answer(&mut conn, OWNER, &query, NOW).unwrap();
        conn.set_instrumentation(Log::default());
        assert!(
            !name.contains("Active") || list.total > 700,
            "{name}: {}",
            list.total
        );
        assert!(list.not_found.is_empty(), "{name}: {:?}", list.not_found);
        let asked = log.0.lock().unwrap().clone();
        for sql in asked.iter().filter(|sql| sql.contains("phones")) {
            let plan: Vec<Step> = diesel::sql_query(format!("EXPLAIN QUERY PLAN {sql}"))
                .load(&mut conn)
                .unwrap();
            let plan: Vec<String> = plan.into_iter().map(|step| step.detail).collect();
            seen += 1;
            for step in plan.iter().filter(|step| step.contains(" phones")) {
                let own = step.contains("(owner_id=?");
                let named = step.contains("(id=?)") || step.contains("(rowid=?)");
                assert!(own || named, "{name}\n{sql}\n{plan:#?}");
            }
            for step in plan.iter().filter(|step| step.contains(" grants ")) {
                // Grants in force, or the grant of one phone: never every grant that was ever made.
                let in_force = step.contains("grants_owner (owner_id=? AND expire_ms>?)");
                let of_phone = step.contains("grants_open (phone_id=?)");
                assert!(in_force || of_phone, "{name}\n{sql}\n{plan:#?}");
                lent += 1;
            }
            let everything = query.filter == ListFilter::default() && query.keywords.is_empty();
            if everything && sql.contains("ORDER BY") {
                let sorted = plan.iter().any(|step| step.contains("TEMP B-TREE"));
                assert!(!sorted, "{name}\n{sql}\n{plan:#?}");
                walked += 1;
            }
        }
    }
    assert_eq!(walked, 6, "each sort in both directions");
    assert!(lent > 10, "{lent} times it was asked what is lent out");
    assert!(seen > 300, "{seen} statements were looked at");
    pages_agree_with_totals(&mut conn);
    counts_agree_with_filters(&mut conn);
}

/// Checks that the counts above the list agree with its filters: each phone under one of them, the abnormal ones under "failed".
fn counts_agree_with_filters(conn: &mut AnyConn) {
    let mut seen = Vec::new();
    let mut all = None;
    for doing in PhoneActivity::ALL {
        let filter = ListFilter::default()
            .in_state(Some(doing.into_str()))
            .unwrap();
        let found = rows_of(conn, &filter);
        for row in &found.rows {
            let (status, power) = (row.phone.status(), row.phone.power());
            assert_eq!(
                PhoneActivity::of(status, power),
                doing,
                "{status:?} {power:?}"
            );
            seen.push((status, power));
        }
        assert_eq!(count(found.rows.len()), found.total, "{doing:?}");
        if doing == PhoneActivity::Failed {
            assert_eq!(found.total, found.summary.abnormal);
        }
        all = Some(found.summary.total);
    }
    assert_eq!(Some(count(seen.len())), all, "each once: {seen:?}");
    for (status, power) in statuses().filter(|(status, _)| *status != Status::Running) {
        assert!(seen.contains(&(status, power)), "{status:?} {power:?}");
    }
}

/// Every phone that a filter finds, page by page.
fn rows_of(conn: &mut AnyConn, filter: &ListFilter) -> List {
    let mut page = |page_no| {
        let query = ListQuery::parse(None, None, None, Some(page_no), Some(200)).unwrap();
        answer(conn, OWNER, &query.filtered(filter.clone()), NOW).unwrap()
    };
    let mut found = page(1);
    for page_no in 2.. {
        let more = page(page_no).rows;
        if more.is_empty() {
            break;
        }
        found.rows.extend(more);
    }
    found
}

/// Checks the pages of queries, one after the other: each match once, in order, and as many as the total. Counts and pages come from
/// different code.
fn pages_agree_with_totals(conn: &mut AnyConn) {
    let is_sweep = std::env::var_os("OWLDECK_SWEEP").is_some();
    let apart = if is_sweep { 1 } else { APART };
    for (name, mut query) in questions().into_iter().step_by(apart) {
        query.page_size = 200;
        let mut seen = Vec::new();
        let mut total = 0;
        for page_no in 1..=20 {
            query.page_no = page_no;
            let list = answer(conn, OWNER, &query, NOW).unwrap();
            total = list.total;
            if list.rows.is_empty() {
                break;
            }
            seen.extend(list.rows);
        }
        assert_eq!(count(seen.len()), total, "{name}");
        let key = |row: &Listed| match query.sort {
            SortType::AssignTime => (row.phone.assign_ms, String::new(), row.phone.id),
            SortType::Expiry => (row.until_ms, String::new(), row.phone.id),
            SortType::NameInitial => (0, sort_key(&row.phone.alias), row.phone.id),
        };
        let ordered = seen.windows(2).all(|pair| match query.order {
            SortOrder::Asc => key(&pair[0]) < key(&pair[1]),
            SortOrder::Desc => key(&pair[0]) > key(&pair[1]),
        });
        assert!(ordered, "{name}");
    }
}

/// Number of full scans of the table of phones, in this transaction and since the last report.
fn phones_scanned(conn: &mut AnyConn) -> i64 {
    let sql = "SELECT seq_scan AS n FROM pg_stat_xact_user_tables WHERE relname = 'phones'";
    let scans: Scans = diesel::sql_query(sql).get_result(conn).unwrap();
    scans.n
}

#[test]
fn postgres_reads_the_phones_of_all_accounts_for_no_question() {
    let Some(database) = fresh_database::postgres() else {
        return;
    };
    let mut conn = establish(&database.url).unwrap();
    fill(&mut conn);
    let mut scanned = Vec::new();
    for (name, query) in questions() {
        // The server counts the real scans of the plans; earlier scans may not be reported yet.
        diesel::sql_query("BEGIN").execute(&mut conn).unwrap();
        let before = phones_scanned(&mut conn);
        answer(&mut conn, OWNER, &query, NOW).unwrap();
        let scans = phones_scanned(&mut conn) - before;
        diesel::sql_query("COMMIT").execute(&mut conn).unwrap();
        if scans > 0 {
            scanned.push(name);
        }
    }
    pages_agree_with_totals(&mut conn);
    counts_agree_with_filters(&mut conn);
    assert!(scanned.is_empty(), "{scanned:#?}");
}
