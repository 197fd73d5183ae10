//! The server is killed while rentals are reminded of, end, go into the recycle bin and are wiped: three times in each of the seven steps. Each
//! step happens to each phone once, and each member is told of it once.

use std::time::Duration;

use diesel::sql_types::BigInt;
use diesel::{Connection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use eventually::LIMIT;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::demo::{Demo, owldeck};

/// Members, each of whose phones take a step in a transaction of their own.
const MEMBERS: i64 = 6;
/// Phones of each.
const PHONES: i64 = 2;
/// How often the server is killed in one step.
const KILLS: i64 = 3;
/// Between two looks.
const LOOK: Duration = Duration::from_millis(1);
const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;
/// Rentals end after so many days.
const DAYS: i64 = 30;

/// A step: when it is due, seconds after the beginning; how it is seen on the phones; the message about it, and how many there are then.
const STEPS: [(i64, &str, &str, i64); 7] = [
    (
        DAYS * DAY - 7 * DAY,
        "phones WHERE reminded >= 1",
        "expiry-reminder",
        1,
    ),
    (
        DAYS * DAY - 3 * DAY,
        "phones WHERE reminded >= 2",
        "expiry-reminder",
        2,
    ),
    (
        DAYS * DAY - DAY,
        "phones WHERE reminded >= 3",
        "expiry-reminder",
        3,
    ),
    (
        DAYS * DAY - HOUR,
        "phones WHERE reminded >= 4",
        "expiry-reminder",
        4,
    ),
    (
        DAYS * DAY,
        "phones WHERE ended_ms IS NOT NULL",
        "expired",
        1,
    ),
    (
        (DAYS + 7) * DAY,
        "phones WHERE recycled_ms IS NOT NULL",
        "recycled",
        1,
    ),
    (
        (DAYS + 14) * DAY,
        "purges WHERE alias LIKE 'K%'",
        "purged",
        1,
    ),
];

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// A number of the database, seen from outside.
fn number(demo: &Demo, sql: &str) -> i64 {
    let file = demo.data.path().join("owldeck.sqlite");
    let url = format!("file:{}?mode=ro", file.display());
    let mut conn = SqliteConnection::establish(&url).expect("the demo's database");
    sql_query("PRAGMA busy_timeout = 5000")
        .execute(&mut conn)
        .expect("a setting");
    let count: Count = sql_query(sql).get_result(&mut conn).expect("a number");
    count.n
}

fn done(demo: &Demo, seen: &str) -> i64 {
    let named = if seen.starts_with("phones") {
        " AND alias LIKE 'K%'"
    } else {
        ""
    };
    number(demo, &format!("SELECT count(*) AS n FROM {seen}{named}"))
}

async fn until(demo: &Demo, seen: &str, wanted: i64) {
    let end = Instant::now() + LIMIT;
    while done(demo, seen) < wanted {
        assert!(Instant::now() < end, "{seen}: {wanted}");
        sleep(LOOK).await;
    }
}

/// Members who own phones that nobody reaches: their ends need no phone.
fn seed(demo: &Demo, configuration: &str) {
    let number = |member: i64| format!("1360000{member:04}");
    let members: Vec<Value> = (0..MEMBERS)
        .map(|member| json!({ "phone": number(member), "password": "Owldeck#2026" }))
        .collect();
    let phones: Vec<Value> = (0..MEMBERS * PHONES)
        .map(|at| {
            json!({
                "owner": number(at / PHONES), "alias": format!("K{at}"), "configuration": configuration,
                "expiresInDays": DAYS, "adb": format!("127.9.0.{}:5555", at + 1),
            })
        })
        .collect();
    let seeded = demo.seed(&json!({ "members": members, "phones": phones }));
    let said = String::from_utf8_lossy(&seeded.stderr);
    assert!(seeded.status.success(), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whenever_the_server_is_killed_each_step_of_a_rental_happens_once() {
    let mut demo = Demo::noted(1).await;
    let member = demo.sign_in(crate::demo::OWNER).await;
    let shelf = member
        .get("/app-api/trade/phone-configuration/tab-list")
        .await;
    let configuration = shelf["list"][0]["name"].as_str().expect("one").to_owned();
    seed(&demo, &configuration);
    let all = MEMBERS * PHONES;
    let mut seen = Vec::new();
    for (at, what, template, messages) in STEPS {
        // A minute later than seeded: the phones were seeded after the demo's start.
        demo.move_clock(at + 60);
        for kill in 0..KILLS {
            until(&demo, what, kill * all / KILLS).await;
            demo.kill();
            seen.push(done(&demo, what));
            demo.restart().await;
        }
        until(&demo, what, all).await;
        assert_eq!(done(&demo, what), all, "{what}: each once");
        let told = format!(
            "SELECT count(*) AS n FROM notices x JOIN members m ON m.id = x.member_id WHERE m.phone LIKE '1360000%' AND x.template = '{template}'"
        );
        assert_eq!(number(&demo, &told), MEMBERS * messages, "{what}");
        let check = owldeck(demo.data.path(), &["check"]);
        let said = String::from_utf8_lossy(&check.stdout);
        assert!(check.status.success(), "{what}: {said}");
    }
    let twice = "SELECT count(*) - count(DISTINCT phone_id) AS n FROM purges";
    assert_eq!(number(&demo, twice), 0);
    println!(
        "{}",
        json!({ "proof": "kills while rentals end", "kills": seen.len(), "done at the kill": seen })
    );
}
