//! Prices and stock of the shop, and a check that its books fit.

use diesel::sql_types::BigInt;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use serde_json::{Value, json};

use crate::server::Server;

/// Wallets are reached as they are.
pub const SAME: fn(String) -> String = |address| address;

/// Puts prices up and so many phones in stock.
pub async fn stock(server: &Server, phones: u16) {
    let stock: Vec<_> = (0..phones)
        .map(|n| json!({ "configuration": "VIP", "adb": format!("10.9.0.{n}:5555") }))
        .collect();
    server
        .seed(json!({
            "prices": [{
                "configuration": "VIP",
                "days": 30,
                "tiers": [{ "from": 1, "unitFen": 4500 }, { "from": 10, "unitFen": 4200 }],
            }],
            "stock": stock,
        }))
        .await;
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Counts in the database behind the server's back: `SELECT COUNT(*) AS n …`.
pub fn count(server: &Server, sql: &str) -> i64 {
    let rows: Vec<Counted> = if server.url.starts_with("postgres") {
        let mut conn = PgConnection::establish(&server.url).unwrap();
        sql_query(sql).load(&mut conn).unwrap()
    } else {
        let mut conn = SqliteConnection::establish(&server.url).unwrap();
        sql_query("PRAGMA busy_timeout = 5000")
            .execute(&mut conn)
            .unwrap();
        sql_query(sql).load(&mut conn).unwrap()
    };
    rows[0].n
}

/// One more phone in stock.
pub async fn phone(server: &Server, adb: &str) {
    let phone = json!({ "configuration": "VIP", "adb": adb });
    server.seed(json!({ "stock": [phone] })).await;
}

/// Body of a request to buy one phone.
pub async fn purchase(server: &Server, token: &str) -> Value {
    let path = "/app-api/trade/phone-configuration/tab-list";
    let shelf = server.get(path, token).await.data();
    let sold = &shelf["list"][0];
    json!({
        "type": 1,
        "configurationId": sold["configurationId"],
        "packageId": sold["packages"][0]["packageId"],
        "quantity": 1,
        "totalFen": sold["packages"][0]["tiers"][0]["unitFen"],
        "agreed": true,
    })
}

/// Ledger, orders, payments, phones and stock fit.
pub async fn is_whole(server: &Server) {
    for finding in store::check::check(&server.store).await.unwrap() {
        assert!(finding.ok, "{}: {}", finding.name, finding.detail);
    }
}
