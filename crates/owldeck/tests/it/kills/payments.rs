//! The server, and the wallets with it, are killed after each step of a purchase, from the order to the money that goes back, and on the way to
//! the next one. Whatever happened, the buyer pays once, has a phone once, gets the money back once, and the data is whole.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use diesel::sql_types::BigInt;
use diesel::{Connection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use eventually::LIMIT;
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep};

use crate::demo::{Demo, OWNER, owldeck, rounds};

/// How often the server is killed, unless `OWLDECK_ROUNDS` says how often.
const KILLS: u32 = STEPS;
/// The first kill comes with a step, each further one of the same step so much later: on the way to the next.
const LATER: Duration = Duration::from_millis(4);
/// Between two looks at how far a purchase is.
const LOOK: Duration = Duration::from_millis(1);
/// How far the clock is moved at a time while somebody waits for the server's own looks at a wallet, in seconds.
const NUDGE_S: i64 = 10;

/// Steps of a purchase, as the database and the wallets' book show them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// There is an order, and phones are kept for it.
    Ordered,
    /// A payment has its number.
    Begun,
    /// The page, code or app call that the wallet wants shown is there.
    Shown,
    /// The wallet has the money.
    Paid,
    /// The server has written that down, with the phones.
    Settled,
    /// Money is owed to the buyer.
    Queued,
    /// The wallet was told to give it back.
    Sent,
}

/// How many there are.
const STEPS: u32 = 7;

impl Step {
    const ALL: [Self; STEPS as usize] = [
        Self::Ordered,
        Self::Begun,
        Self::Shown,
        Self::Paid,
        Self::Settled,
        Self::Queued,
        Self::Sent,
    ];

    /// Whether it is the buyer who goes on from there, and can be told to wait: then nothing else happens until the kill.
    const fn is_left_to_the_buyer(self) -> bool {
        match self {
            Self::Ordered | Self::Shown | Self::Paid | Self::Settled => true,
            Self::Begun | Self::Queued | Self::Sent => false,
        }
    }
}

#[derive(QueryableByName)]
struct Counts {
    #[diesel(sql_type = BigInt)]
    ordered: i64,
    #[diesel(sql_type = BigInt)]
    begun: i64,
    #[diesel(sql_type = BigInt)]
    shown: i64,
    #[diesel(sql_type = BigInt)]
    settled: i64,
    #[diesel(sql_type = BigInt)]
    queued: i64,
}

const COUNTS: &str = "SELECT (SELECT count(*) FROM orders) AS ordered, (SELECT count(*) FROM pay_attempts) AS begun, \
    (SELECT count(*) FROM pay_attempts WHERE shown IS NOT NULL) AS shown, (SELECT count(*) FROM payments) AS settled, \
    (SELECT count(*) FROM refunds) AS queued";

/// Sees from outside how far a purchase is, whether the server runs or not.
struct Eyes {
    conn: SqliteConnection,
    book: PathBuf,
    /// How often each step was passed by earlier purchases.
    before: [i64; STEPS as usize],
}

impl Eyes {
    fn open(demo: &Demo) -> Self {
        // Reading alone: whoever only looks mends nothing that the kill has cut.
        let file = demo.data.path().join("owldeck.sqlite");
        let url = format!("file:{}?mode=ro", file.display());
        let mut conn = SqliteConnection::establish(&url).expect("the demo's database");
        sql_query("PRAGMA busy_timeout = 5000")
            .execute(&mut conn)
            .expect("a setting");
        let mut eyes = Self {
            conn,
            book: book_of(demo),
            before: [0; STEPS as usize],
        };
        eyes.before = Step::ALL.map(|step| eyes.count(step));
        eyes
    }

    /// How many purchases have passed a step.
    fn count(&mut self, step: Step) -> i64 {
        let mut counts = || -> Counts {
            let counts = sql_query(COUNTS).get_result(&mut self.conn);
            counts.expect("the demo's tables")
        };
        let trades = |fits: fn(&(String, i64, i64)) -> bool| {
            let fitting = books(&self.book).into_iter().filter(fits);
            i64::try_from(fitting.count()).expect("not so many")
        };
        match step {
            Step::Ordered => counts().ordered,
            Step::Begun => counts().begun,
            Step::Shown => counts().shown,
            Step::Paid => trades(|_| true),
            Step::Settled => counts().settled,
            Step::Queued => counts().queued,
            Step::Sent => trades(|(_, _, back)| *back > 0),
        }
    }

    fn has_passed(&mut self, step: Step) -> bool {
        self.count(step) > self.before[step as usize]
    }

    /// The last step that this purchase has passed; none without an order.
    fn last_passed(&mut self) -> Option<Step> {
        let mut passed = Step::ALL.into_iter().rev();
        passed.find(|step| self.has_passed(*step))
    }

    async fn wait_for(&mut self, step: Step) {
        let until = Instant::now() + LIMIT;
        while !self.has_passed(step) {
            assert!(Instant::now() < until, "{step:?} is passed");
            sleep(LOOK).await;
        }
    }
}

/// A member with a browser that does not give up: what is not answered is asked again.
struct Buyer {
    origin: String,
    token: String,
    client: Client,
    clock: PathBuf,
    /// After this step nothing is done before the server was killed.
    hold: Option<Step>,
    /// Closed when the server was killed.
    killed: Arc<Semaphore>,
}

impl Buyer {
    async fn reached(&self, step: Step) {
        if self.hold == Some(step) {
            let closed = self.killed.acquire().await;
            assert!(closed.is_err(), "nobody hands out permits");
        }
    }

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

    /// Repeats a call until it is answered as wished; the answer's data.
    async fn until(
        &self,
        what: &str,
        path: &str,
        body: Option<&Value>,
        key: &str,
        wished: impl Fn(&Value) -> bool,
    ) -> Value {
        let until = Instant::now() + LIMIT;
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
        let until = Instant::now() + LIMIT;
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
        // A wallet that tells of it at once leaves no time between the two.
        let quiet = self.hold == Some(Step::Paid);
        let action = if quiet { "payUnheard" } else { "pay" };
        let form = self.client.post(page).form(&[("action", action)]);
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
        self.reached(Step::Ordered).await;
        let pay = json!({ "orderId": id, "wallet": wallet, "way": "pc" });
        let shown = |answer: &Value| answer["data"]["show"]["value"].is_string();
        let path = "/app-api/trade/order/pay";
        let begun = self.until("a page", path, Some(&pay), &key, shown).await;
        self.reached(Step::Shown).await;
        self.pay_at(begun["show"]["value"].as_str().expect("an address"))
            .await;
        self.reached(Step::Paid).await;
        let info = format!("/app-api/trade/order/info?orderId={id}");
        let paid = |answer: &Value| answer["data"]["state"] == "paid";
        self.nudged("the phone", &info, paid).await;
        self.reached(Step::Settled).await;
        let back = json!({ "orderId": id, "reason": "买错了" });
        let path = "/app-api/trade/order/refund";
        // The answer to the first may be lost: then there is nothing more to give back.
        let asked = |answer: &Value| answer["code"] == 0 || answer["code"] == 1_011_108_015;
        self.until("a refund", path, Some(&back), &key, asked).await;
        let refunded = |answer: &Value| answer["data"]["state"] == "refunded";
        self.nudged("the money", &info, refunded).await;
        id
    }

    /// Repeats a call as [`Buyer::until`] does, with time that goes on.
    async fn nudged(&self, what: &str, path: &str, wished: impl Fn(&Value) -> bool) {
        let until = Instant::now() + LIMIT;
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

fn book_of(demo: &Demo) -> PathBuf {
    demo.data.path().join("sandbox/wallets.jsonl")
}

/// The wallets' own books: how much came in and went back for each payment, in fen.
fn books(file: &Path) -> Vec<(String, i64, i64)> {
    // There is none before the first payment.
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let mut trades = BTreeMap::new();
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
    let kills = rounds(KILLS);
    let spare = u16::try_from(kills * 2).expect("not so many");
    crate::payments::stock(&demo, &demo.again(&token), spare).await;
    let (mut bought, mut seen) = (Vec::new(), BTreeMap::<String, u32>::new());
    for point in 0..kills {
        let (round, step) = (point / STEPS, Step::ALL[(point % STEPS) as usize]);
        let hold = (round == 0 && step.is_left_to_the_buyer()).then_some(step);
        let killed = Arc::new(Semaphore::new(0));
        let buyer = Buyer {
            origin: demo.origin.clone(),
            // Each round moves the clock: a token lives for a quarter of an hour.
            token: demo.sign_in(OWNER).await.token,
            client: crate::demo::client()
                .redirect(Policy::none())
                .build()
                .expect("a client"),
            clock: demo.data.path().join("clock-offset"),
            hold,
            killed: Arc::clone(&killed),
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
        let mut eyes = Eyes::open(&demo);
        let buying = tokio::spawn(async move { buyer.buys_and_returns(point, &sold).await });
        eyes.wait_for(step).await;
        if round > 0 {
            sleep(LATER * round).await;
        }
        demo.kill();
        let passed = eyes.last_passed();
        assert!(passed >= Some(step), "{step:?}: {passed:?}");
        if hold.is_some() {
            assert_eq!(passed, hold, "nothing came after it");
        }
        *seen.entry(format!("{step:?}, {passed:?}")).or_default() += 1;
        drop(eyes);
        killed.close();
        demo.restart().await;
        bought.push(buying.await.expect("a purchase"));
        let check = owldeck(demo.data.path(), &["check"]);
        assert!(
            check.status.success(),
            "point {point}, {step:?}: {}",
            String::from_utf8_lossy(&check.stdout)
        );
    }
    println!(
        "{}",
        json!({ "proof": "kills while somebody pays", "kills": kills, "step and last passed": seen })
    );
    let books = books(&book_of(&demo));
    assert_eq!(books.len(), bought.len(), "each was paid once: {books:?}");
    for (number, paid, back) in books {
        assert_eq!(paid, back, "{number}: all of it went back, once");
    }
    let mine = demo.sign_in(OWNER).await.phones().await.len();
    assert_eq!(mine, owned, "and every phone with it");
}
