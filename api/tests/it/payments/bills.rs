//! The books are held against the wallets' own bills, day by day.

use connectors::wallets::{Fen, OrderNo, Payment, Show, TradeType};
use domain::orders::bills::{Day, READY_MS};
use domain::zone::Zone;
use serde_json::{Value, json};

use super::buyer::{Buyer, PRICE, REFUND, at_the_page};
use super::forge::{Forge, tell_alipay, with};
use super::shop;
use crate::server::{OWNER, PASSWORD, Server, with_shop};

const LIST: &str = "/admin-api/bill/list";
const DIFFERENCES: &str = "/admin-api/bill/difference/page";
const COMPARE: &str = "/admin-api/bill/compare";
const SOLVE: &str = "/admin-api/bill/difference/solve";
const BILL_ABSENT: i64 = 1_011_108_026;
const CHECKER: &str = "checker";
const HOUR_MS: i64 = 60 * 60 * 1000;

/// Moves the clock to a time.
fn at(s: &Server, now_ms: i64) {
    let real_ms = engine::Clock::system().now_ms();
    s.clock.set_offset_s((now_ms - real_ms) as f64 / 1000.0);
}

/// The day at whose noon the test begins, in China: midnight is far, whenever the test runs.
fn day_of_test(s: &Server) -> Day {
    let today = Day::at(s.clock.now_ms()).unwrap();
    let day = Day::at(today.until_ms).unwrap();
    at(s, day.from_ms + 12 * HOUR_MS);
    day
}

async fn checker(s: &Server) -> String {
    s.seed(json!({ "operators": [
        { "userName": CHECKER, "password": PASSWORD, "permissions": ["order:refund"] },
    ] }))
    .await;
    s.token(CHECKER).await
}

/// The day's comparison at a wallet, after what is due was compared.
async fn compared(s: &Server, token: &str, wallet: i64, day: &Day) -> Value {
    s.engine.process_due_bills().await.unwrap();
    listed(s, token, wallet, day).await
}

/// The day's comparison at a wallet as it is listed.
async fn listed(s: &Server, token: &str, wallet: i64, day: &Day) -> Value {
    let all = s.get(LIST, token).await.data();
    let of = all
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["wallet"] == wallet);
    let days = of.expect("the wallet")["days"].as_array().unwrap();
    let found = days.iter().find(|one| one["day"] == day.name);
    found.expect("the day").clone()
}

async fn paid(buyer: &Buyer<'_>, wallet: i64) -> i64 {
    let (order, begun) = buyer.at_the_wallet(wallet).await;
    at_the_page(buyer.server, &begun, "pay").await;
    buyer.info_when(order, |o| o["state"] == "paid").await;
    order
}

async fn open_differences(s: &Server, token: &str) -> Vec<Value> {
    let path = format!("{DIFFERENCES}?solved=false");
    let page = s.get(&path, token).await.data();
    page["list"].as_array().unwrap().clone()
}

#[test]
fn books_and_bills_of_both_wallets_agree_and_what_was_not_told_is_settled() {
    with_shop(shop::SAME, async |s| {
        let day = day_of_test(s);
        shop::stock(s, 4).await;
        let buyer = Buyer::new(s, OWNER).await;
        for wallet in [1, 2] {
            let order = paid(&buyer, wallet).await;
            let body = json!({ "orderId": order, "reason": "买错了", "amountFen": PRICE });
            buyer.post(REFUND, body).await.data();
            buyer.look().await;
            at(s, s.clock.now_ms() + 60_000);
            buyer.look().await;
            assert_eq!(buyer.info(order).await["state"], "refunded");
        }
        // The wallet's word of it is lost, and the server is not there to ask.
        let (untold, begun) = buyer.at_the_wallet(2).await;
        at_the_page(s, &begun, "payUnheard").await;

        // The bill of a day is made in the next morning.
        at(s, day.until_ms + READY_MS - 60_000);
        let token = checker(s).await;
        s.engine.process_due_bills().await.unwrap();
        assert_eq!(s.get(LIST, &token).await.data(), json!([]));
        at(s, day.until_ms + READY_MS);
        for (wallet, payments, paid_fen) in [(1, 1, PRICE), (2, 2, 2 * PRICE)] {
            let found = compared(s, &token, wallet, &day).await;
            let moved = json!({ "payments": payments, "paidFen": paid_fen, "refundedFen": PRICE });
            assert_eq!(
                (&found["ours"], &found["bill"]),
                (&moved, &moved),
                "{found}"
            );
            assert_eq!(found["state"], "agrees");
            assert_eq!(found["wasApart"], false);
            assert_eq!(found["fault"], Value::Null);
        }
        let buyer = Buyer::new(s, OWNER).await;
        assert_eq!(buyer.info(untold).await["state"], "paid");
        assert_eq!(open_differences(s, &token).await, Vec::<Value>::new());
        shop::is_whole(s).await;
    });
}

#[test]
fn what_differs_is_shown_with_both_amounts_and_solved_once() {
    with_shop(shop::SAME, async |s| {
        let day = day_of_test(s);
        shop::stock(s, 2).await;
        let buyer = Buyer::new(s, OWNER).await;
        paid(&buyer, 1).await;
        // Somebody pays what nobody here asked for.
        let alipay = s.engine.wallets.alipay.as_ref().unwrap();
        let stranger = OrderNo::parse("ELSEWHERE1").unwrap();
        let payment = Payment {
            order_no: &stranger,
            amount: Fen::new(777).unwrap(),
            subject: "VIP",
            expires_ms: s.clock.now_ms() + HOUR_MS,
            way: TradeType::Page,
            return_url: None,
        };
        let Show::Page(page) = alipay.create(&payment, s.clock.now_ms()).await.unwrap() else {
            panic!("a page");
        };
        let show = json!({ "show": { "kind": "page", "value": page } });
        at_the_page(s, &show, "payUnheard").await;
        // And a payment was told of which the wallet knows nothing.
        let (order, begun) = buyer.at_the_wallet(1).await;
        let number = begun["attempt"].as_str().unwrap();
        let china = Zone::of_minutes(480).unwrap();
        let fields = Forge::of(s).alipay_fields(number, "T1", "45.00");
        let told = with(fields, "gmt_payment", &china.time_of(s.clock.now_ms()));
        assert_eq!(
            tell_alipay(s, Forge::of(s).alipay(&told)).await.text,
            "success"
        );

        at(s, day.until_ms + READY_MS);
        let token = checker(s).await;
        let found = compared(s, &token, 1, &day).await;
        assert_eq!(found["state"], "apart", "{found}");
        assert_eq!(
            found["ours"],
            json!({ "payments": 2, "paidFen": 2 * PRICE, "refundedFen": 0 })
        );
        assert_eq!(
            found["bill"],
            json!({ "payments": 2, "paidFen": PRICE + 777, "refundedFen": 0 })
        );
        let open = open_differences(s, &token).await;
        let one = |number: &str| {
            let found = open.iter().find(|one| one["number"] == number);
            found.expect("a difference").clone()
        };
        assert_eq!(open.len(), 2);
        let (elsewhere, untold) = (one("ELSEWHERE1"), one(number));
        assert_eq!(
            (&elsewhere["billFen"], &elsewhere["ourFen"]),
            (&json!(777), &Value::Null)
        );
        assert_eq!(elsewhere["orderId"], Value::Null);
        assert_eq!(
            (&untold["billFen"], &untold["ourFen"]),
            (&Value::Null, &json!(PRICE))
        );
        assert_eq!(untold["orderId"], order);

        // Comparing again finds the same, and nothing twice.
        let again = json!({ "wallet": 1, "day": day.name });
        s.post(COMPARE, &token, again.clone()).await.data();
        assert_eq!(listed(s, &token, 1, &day).await["state"], "apart");
        assert_eq!(open_differences(s, &token).await, open);

        let solve = |id: &Value, note: &str| json!({ "differenceId": id, "note": note });
        let refused = s
            .post(SOLVE, &token, solve(&untold["differenceId"], " "))
            .await
            .json();
        assert_eq!(
            (&refused["code"], &refused["data"]["field"]),
            (&json!(400), &json!("note"))
        );
        for (solved, state) in [(&untold, "apart"), (&elsewhere, "agrees")] {
            let body = solve(&solved["differenceId"], "已核实");
            s.post(SOLVE, &token, body.clone()).await.data();
            assert_eq!(
                s.post(SOLVE, &token, body).await.json()["code"],
                BILL_ABSENT
            );
            let found = listed(s, &token, 1, &day).await;
            assert_eq!(
                (&found["state"], &found["wasApart"]),
                (&json!(state), &json!(true))
            );
        }
        // A difference that an operator solved stays solved.
        s.post(COMPARE, &token, again).await.data();
        assert_eq!(listed(s, &token, 1, &day).await["state"], "agrees");
        let all = s.get(DIFFERENCES, &token).await.data();
        for one in all["list"].as_array().unwrap() {
            assert_eq!(
                (&one["note"], &one["solvedBy"]),
                (&json!("已核实"), &json!(CHECKER))
            );
        }

        for (body, code) in [
            (json!({ "wallet": 1, "day": "2020-01-01" }), BILL_ABSENT),
            (json!({ "wallet": 3, "day": day.name }), 400),
            (json!({ "wallet": 1, "day": "yesterday" }), 400),
        ] {
            let refused = s.post(COMPARE, &token, body.clone()).await.json();
            assert_eq!(refused["code"], code, "{body}");
        }
    });
}

#[test]
fn a_wallet_that_has_no_bill_is_asked_again_and_believed_after_two_days() {
    with_shop(shop::SAME, async |s| {
        let day = day_of_test(s);
        shop::stock(s, 1).await;
        let buyer = Buyer::new(s, OWNER).await;
        paid(&buyer, 1).await;
        // On the day after nothing moves.
        let quiet = Day::at(day.until_ms).unwrap();
        at(s, quiet.until_ms + READY_MS);
        let token = checker(s).await;
        assert_eq!(compared(s, &token, 1, &quiet).await["state"], "waiting");
        at(s, quiet.until_ms + 48 * HOUR_MS - 1000);
        let token = s.token(CHECKER).await;
        assert_eq!(compared(s, &token, 1, &quiet).await["state"], "waiting");
        at(s, quiet.until_ms + 50 * HOUR_MS);
        let token = s.token(CHECKER).await;
        let found = compared(s, &token, 1, &quiet).await;
        assert_eq!(found["state"], "absent", "{found}");
        assert_eq!(open_differences(s, &token).await, Vec::<Value>::new());
    });
}
