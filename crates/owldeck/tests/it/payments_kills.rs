//! The server, and the wallets with it, are killed at many points of a purchase: from the order to the money that goes back. Whatever happened,
//! the buyer pays once, has a phone once, gets the money back once, and the data is whole.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::demo::{Demo, OWNER, owldeck};

/// Points of time at which the server is killed, unless `OWLDECK_ROUNDS` says how many.
const KILLS: u32 = 20;
/// The points lie within this time: about as long as a purchase and its return take.
const SPREAD: Duration = Duration::from_millis(2400);
/// For everything that is waited for: a killed demo starts again meanwhile.
const PATIENCE: Duration = Duration::from_mins(2);
/// How far the clock is moved at a time while somebody waits for the server's own looks at a wallet, in seconds.
const NUDGE_S: i64 = 10;

/// A member with a browser that does not give up: what is not answered is asked again.
struct Buyer {
    origin: String,
    token: String,
    client: Client,
    clock: std::path::PathBuf,
}

impl Buyer {
    async fn ask(&self, path: &str, body: Option<&Value>, key: &str) -> Option<Value> {
        let url = format!("{}{path}", self.origin);
        let request = match body {
            Some(body) => self.client.post(url).json(body),
            None => self.client.get(url),
        };
        let request = request.bearer_auth(&self.token);
        let request = request.header("idempotency-key", key);
        let reply = request.timeout(Duration::from_secs(10)).send().await.ok()?;
        reply.json().await.ok()
    }

    /// What is asked until it is answered as wished.
    async fn until(
        &self,
        what: &str,
        path: &str,
        body: Option<&Value>,
        key: &str,
        wished: impl Fn(&Value) -> bool,
    ) -> Value {
        let until = Instant::now() + PATIENCE;
        let mut last = Value::Null;
        loop {
            if let Some(answer) = self.ask(path, body, key).await {
                if wished(&answer) {
                    return answer["data"].clone();
                }
                last = answer;
            }
            assert!(Instant::now() < until, "{what}: {last}");
            sleep(Duration::from_millis(60)).await;
        }
    }

    /// Does it at the wallet; a wallet that is away is tried again.
    async fn pay_at(&self, address: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            if self.paid(address).await.is_some() {
                return;
            }
            assert!(Instant::now() < until, "the wallet takes the money");
            sleep(Duration::from_millis(60)).await;
        }
    }

    async fn paid(&self, address: &str) -> Option<()> {
        let reply = self.client.get(address).send().await.ok()?;
        let page = match reply.headers().get("location") {
            Some(page) => {
                let page = page.to_str().ok()?;
                let path = page.strip_prefix('/').map(str::to_owned);
                path.map_or(page.to_owned(), |path| format!("{}/{path}", self.origin))
            }
            None => address.to_owned(),
        };
        let form = self.client.post(page).form(&[("deed", "pay")]);
        let reply = form.send().await.ok()?;
        (reply.status() == StatusCode::SEE_OTHER).then_some(())
    }

    /// Orders a phone, pays, has it, and gives it back.
    async fn buys_and_returns(&self, point: u32, sold: &Value) -> i64 {
        let (key, wallet) = (format!("point-{point}"), 1 + point % 2);
        let draft = json!({
            "type": 1,
            "configurationId": sold["configurationId"],
            "packageId": sold["packages"][0]["packageId"],
            "quantity": 1,
            "totalFen": sold["packages"][0]["tiers"][0]["unitFen"],
            "agreed": true,
        });
        let fine = |answer: &Value| answer["code"] == 0;
        let create = "/app-api/trade/order/create";
        let order = self
            .until("an order", create, Some(&draft), &key, fine)
            .await;
        let id = order["orderId"].as_i64().expect("an id");
        let pay = json!({ "orderId": id, "wallet": wallet, "way": "pc" });
        let shown = |answer: &Value| answer["data"]["show"]["value"].is_string();
        let path = "/app-api/trade/order/pay";
        let begun = self.until("a page", path, Some(&pay), &key, shown).await;
        self.pay_at(begun["show"]["value"].as_str().expect("an address"))
            .await;
        let info = format!("/app-api/trade/order/info?orderId={id}");
        let paid = |answer: &Value| answer["data"]["state"] == "paid";
        self.nudged("the phone", &info, paid).await;
        let back = json!({ "orderId": id, "reason": "买错了" });
        let path = "/app-api/trade/order/refund";
        // The answer to the first may be lost: then there is nothing more to give back.
        let asked = |answer: &Value| answer["code"] == 0 || answer["code"] == 1_011_108_015;
        self.until("a refund", path, Some(&back), &key, asked).await;
        let refunded = |answer: &Value| answer["data"]["state"] == "refunded";
        self.nudged("the money", &info, refunded).await;
        id
    }

    /// The same as [`Buyer::until`], with time that goes on.
    async fn nudged(&self, what: &str, path: &str, wished: impl Fn(&Value) -> bool) {
        let until = Instant::now() + PATIENCE;
        loop {
            let answer = self.ask(path, None, "").await.unwrap_or_default();
            if wished(&answer) {
                return;
            }
            assert!(Instant::now() < until, "{what}: {answer}");
            let ahead: i64 = std::fs::read_to_string(&self.clock)
                .ok()
                .and_then(|text| text.trim().parse().ok())
                .unwrap_or(0);
            std::fs::write(&self.clock, (ahead + NUDGE_S).to_string()).expect("room");
            sleep(Duration::from_millis(300)).await;
        }
    }
}

/// The wallets' own books: how much came in and went back for each payment, in fen.
fn books(demo: &Demo) -> Vec<(String, i64, i64)> {
    let file = demo.data.path().join("sandbox/wallets.jsonl");
    let text = std::fs::read_to_string(file).expect("a book");
    let mut trades = std::collections::BTreeMap::new();
    for line in text.lines() {
        // A line that a kill has cut is none.
        if let Ok(trade) = serde_json::from_str::<Value>(line) {
            trades.insert(trade["order_no"].to_string(), trade);
        }
    }
    trades
        .into_iter()
        .filter(|(_, trade)| trade["state"]["Paid"].is_i64())
        .map(|(number, trade)| {
            let refunds = trade["refunds"].as_array().expect("a list");
            let back = refunds.iter().filter_map(|r| r["amount_fen"].as_i64());
            (
                number,
                trade["amount_fen"].as_i64().expect("an amount"),
                back.sum(),
            )
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whenever_the_server_is_killed_each_purchase_is_paid_had_and_given_back_once() {
    let mut demo = Demo::noted(4).await;
    let token = demo.sign_in(OWNER).await.token;
    let owned = demo.again(&token).phones().await.len();
    // One for each point, and some to spare: what is given back is wiped before it is sold again.
    let kills = std::env::var("OWLDECK_ROUNDS").ok();
    let kills = kills.map_or(KILLS, |rounds| rounds.parse().expect("a number"));
    let spare = u16::try_from(kills * 2).expect("not so many");
    crate::payments::stock(&demo, &demo.again(&token), spare).await;
    let mut bought = Vec::new();
    for point in 0..kills {
        let buyer = Buyer {
            origin: demo.origin.clone(),
            // Each round moves the clock: a token lives for a quarter of an hour.
            token: demo.sign_in(OWNER).await.token,
            client: Client::builder()
                .redirect(Policy::none())
                .build()
                .expect("a client"),
            clock: demo.data.path().join("clock-offset"),
        };
        let path = "/app-api/trade/phone-configuration/tab-list";
        let has_stock = |answer: &Value| {
            let list = answer["data"]["list"].as_array();
            list.is_some_and(|all| all.iter().any(|c| c["stock"].as_i64() > Some(0)))
        };
        let shelf = buyer.until("stock", path, None, "", has_stock).await;
        let sold = shelf["list"].as_array().expect("a list").iter();
        let sold = sold.filter(|c| c["stock"].as_i64() > Some(0));
        let sold = sold.max_by_key(|c| c["stock"].as_i64());
        let sold = sold.expect("stock").clone();
        let buying = tokio::spawn(async move { buyer.buys_and_returns(point, &sold).await });
        sleep(SPREAD * point / kills).await;
        demo.kill_and_restart().await;
        bought.push(buying.await.expect("a purchase"));
        let check = owldeck(demo.data.path(), &["check"]);
        assert!(
            check.status.success(),
            "point {point}: {}",
            String::from_utf8_lossy(&check.stdout)
        );
    }
    let books = books(&demo);
    assert_eq!(books.len(), bought.len(), "each was paid once: {books:?}");
    for (number, paid, back) in books {
        assert_eq!(paid, back, "{number}: all of it went back, once");
    }
    let mine = demo.sign_in(OWNER).await.phones().await.len();
    assert_eq!(mine, owned, "and every phone with it");
}
