//! The server is killed while a member redeems many codes at once, at ten different moments. Whatever was answered before the kill, the same call
//! afterwards uses what is left: each code gives once, and nothing is lost.

use std::sync::Arc;
use std::time::Duration;

use diesel::sql_types::BigInt;
use diesel::{Connection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use eventually::{LIMIT, eventually};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::demo::{Demo, OWNER, owldeck, rounds};

/// How often the server is killed, unless `OWLDECK_ROUNDS` says how often: once after each number of codes.
const KILLS: u32 = CODES;
/// Codes of one call: half of them bring a phone, half of them renew one.
const CODES: u32 = 10;
/// Between two looks at how many are used: the kill is to meet the next one on its way.
const LOOK: Duration = Duration::from_millis(1);
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const PATH: &str = "/app-api/trade/redeem-code/redeem-batch";
/// The member used it before.
const USED: i64 = 1_011_103_001;

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// How many codes are used, seen from outside.
fn used(demo: &Demo) -> i64 {
    let file = demo.data.path().join("owldeck.sqlite");
    let url = format!("file:{}?mode=ro", file.display());
    let mut conn = SqliteConnection::establish(&url).expect("the demo's database");
    sql_query("PRAGMA busy_timeout = 5000")
        .execute(&mut conn)
        .expect("a setting");
    let sql = "SELECT count(*) AS n FROM redeem_codes WHERE used_ms IS NOT NULL";
    let count: Count = sql_query(sql).get_result(&mut conn).expect("the table");
    count.n
}

fn code(point: u32, at: u32) -> String {
    format!("KILLED-{point:04}-{at:04}")
}

/// Codes for a phone each, and for a day of a phone each.
fn seed(demo: &Demo, configuration: &str, point: u32) {
    let codes: Vec<Value> = (0..CODES)
        .map(|at| match at % 2 {
            0 => json!({ "code": code(point, at), "gives": "phone", "days": 30, "configuration": configuration }),
            _ => json!({ "code": code(point, at), "gives": "days", "days": 1 }),
        })
        .collect();
    let stock: Vec<Value> = (0..CODES / 2)
        .map(|at| json!({ "configuration": configuration, "adb": format!("127.8.{point}.{}:5555", at + 1) }))
        .collect();
    let seeded = demo.seed(&json!({ "redeemCodes": codes, "stock": stock }));
    let said = String::from_utf8_lossy(&seeded.stderr);
    assert!(seeded.status.success(), "{said}");
}

/// One call with all codes of a point; none when the server is away.
async fn call(client: &Client, origin: &str, token: &str, body: &Value) -> Option<Value> {
    let request = client.post(format!("{origin}{PATH}")).json(body);
    let reply = request.bearer_auth(token).timeout(LIMIT).send().await;
    let answer: Value = reply.ok()?.json().await.ok()?;
    (answer["code"] == 0).then_some(answer)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whenever_the_server_is_killed_each_code_gives_once() {
    let mut demo = Demo::noted(2).await;
    let client = Arc::new(crate::demo::client().build().expect("a client"));
    let member = demo.sign_in(OWNER).await;
    let token = member.token.clone();
    let shelf = member
        .get("/app-api/trade/phone-configuration/tab-list")
        .await;
    let configuration = shelf["list"][0]["name"].as_str().expect("one").to_owned();
    let mine = member.phones().await;
    let (mut count, phone_id) = (mine.len(), mine[0]["phoneId"].clone());
    let end_of = |phones: &[Value]| {
        let found = phones.iter().find(|phone| phone["phoneId"] == phone_id);
        found.expect("it stays")["expireTime"]
            .as_i64()
            .expect("a time")
    };
    let mut end_ms = end_of(&mine);
    let mut before = used(&demo);
    let mut seen = Vec::new();
    for point in 0..rounds(KILLS) {
        seed(&demo, &configuration, point);
        let items: Vec<Value> = (0..CODES)
            .map(|at| match at % 2 {
                0 => json!({ "code": code(point, at) }),
                _ => json!({ "code": code(point, at), "phoneId": phone_id }),
            })
            .collect();
        let body = json!({ "codes": items });
        let (asking, origin) = (Arc::clone(&client), demo.origin.clone());
        let (bearer, asked) = (token.clone(), body.clone());
        let first = tokio::spawn(async move { call(&asking, &origin, &bearer, &asked).await });
        // Killed as soon as so many are used: with the next one on its way.
        let wanted = before + i64::from(point % CODES);
        let until = Instant::now() + LIMIT;
        while used(&demo) < wanted {
            assert!(Instant::now() < until, "the codes are used");
            sleep(LOOK).await;
        }
        demo.kill();
        drop(first.await);
        seen.push(used(&demo) - before);
        demo.restart().await;

        let answer = eventually("the same call is answered", async || {
            call(&client, &demo.origin, &token, &body).await
        })
        .await;
        let rows = answer["data"]["list"].as_array().expect("a list");
        assert_eq!(rows.len(), items.len());
        for row in rows {
            assert!(
                row["code"] == 0 || row["code"] == USED,
                "point {point}: {row}"
            );
        }
        before += i64::from(CODES);
        assert_eq!(used(&demo), before, "point {point}: each was used once");
        let mine = demo.again(&token).phones().await;
        count += usize::try_from(CODES / 2).expect("a few");
        end_ms += i64::from(CODES / 2) * DAY_MS;
        assert_eq!(
            (mine.len(), end_of(&mine)),
            (count, end_ms),
            "point {point}"
        );
        let check = owldeck(demo.data.path(), &["check"]);
        let said = String::from_utf8_lossy(&check.stdout);
        assert!(check.status.success(), "point {point}: {said}");
    }
    println!(
        "{}",
        json!({ "proof": "kills while somebody redeems", "kills": seen.len(), "used at the kill": seen })
    );
}
