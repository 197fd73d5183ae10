//! Phones that are paid for are had, once: however often the payment is told, late, twice or not at all.

use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::buyer::{Buyer, CANCEL, PRICE, at_the_page};
use super::forge::{ALIPAY, Forge, WECHAT_PAY, tell_alipay, tell_wechat_pay};
use super::{rounds, shop};
use crate::server::{GUEST, OWNER, Server, with_shop};

/// How many tell the same at once.
const AT_ONCE: usize = 50;
const HOUR_S: f64 = 3600.0;

fn is_paid(order: &Value) -> bool {
    order["state"] == "paid"
}

/// Checks all that must be so after one purchase of one phone.
async fn bought_once(buyer: &Buyer<'_>, order_id: i64) {
    let order = buyer.info(order_id).await;
    assert_eq!(order["state"], "paid", "{order}");
    assert_eq!(order["paidFen"], PRICE);
    assert_eq!(order["refundedFen"], 0);
    assert_eq!(order["phones"].as_array().unwrap().len(), 1);
    let count = |table: &str, column: &str| {
        let sql = format!("SELECT COUNT(*) AS n FROM {table} WHERE {column} = {order_id}");
        shop::count(buyer.server, &sql)
    };
    assert_eq!(count("payments", "order_id"), 1);
    assert_eq!(count("order_phones", "order_id"), 1);
    shop::is_whole(buyer.server).await;
}

/// Many send the same at once; all must be told that it was taken.
async fn at_once(s: &Server, path: &str, headers: &[(&'static str, String)], body: &str) {
    let mut telling = JoinSet::new();
    for _ in 0..AT_ONCE {
        let mut request = s.http.post(format!("{}{path}", s.base));
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let request = request.body(body.to_owned());
        telling.spawn(async move {
            let reply = request.send().await.unwrap();
            (reply.status().as_u16(), reply.text().await.unwrap())
        });
    }
    while let Some(reply) = telling.join_next().await {
        let (status, text) = reply.unwrap();
        let taken = if path == ALIPAY {
            (200, "success")
        } else {
            (204, "")
        };
        assert_eq!((status, text.as_str()), taken);
    }
}

#[test]
fn fifty_copies_at_once_and_later_ones_buy_one_phone() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 2).await;
        let forge = Forge::of(s);
        let mut told = (0, String::new(), 0, String::new());
        for round in 0..rounds() {
            for wallet in 0..2 {
                shop::phone(s, &format!("10.9.{}.{round}:5555", 1 + wallet)).await;
            }
            s.forgive();
            told = bought_at_both(s, &forge, round).await;
        }
        let (order, body, second, sealed) = told;
        let now = s.clock.now_ms();
        for hours in [1.0, 25.0] {
            s.clock.set_offset_s(hours * HOUR_S);
            let later = s.clock.now_ms();
            let buyer = Buyer::new(s, OWNER).await;
            assert_eq!(tell_alipay(s, body.clone()).await.text, "success");
            // WeChat Pay signs anew whenever it sends. As it was, it is too old to be believed, but not for those who know it.
            for at_ms in [later, now] {
                let reply = tell_wechat_pay(s, &forge.stamp(&sealed, at_ms), sealed.clone()).await;
                assert_eq!((reply.status, reply.text.as_str()), (204, ""));
            }
            bought_once(&buyer, order).await;
            bought_once(&buyer, second).await;
        }
    });
}

/// A phone by each wallet, each told fifty times at once: the first order and what Alipay told of it, the second and what WeChat Pay told.
async fn bought_at_both(s: &Server, forge: &Forge, round: u32) -> (i64, String, i64, String) {
    let buyer = Buyer::new(s, OWNER).await;
    let (order, begun) = buyer.at_the_wallet(1).await;
    let number = begun["attempt"].as_str().unwrap();
    let fields = forge.alipay_fields(number, &format!("T{round}-1"), "45.00");
    let body = forge.alipay(&fields);
    let form = [(
        "content-type",
        "application/x-www-form-urlencoded; charset=utf-8".to_owned(),
    )];
    at_once(s, ALIPAY, &form, &body).await;
    bought_once(&buyer, order).await;
    let (second, begun) = buyer.at_the_wallet(2).await;
    let number = begun["attempt"].as_str().unwrap();
    let transaction = forge.transaction(number, &format!("T{round}-2"), &json!(PRICE));
    let sealed = forge.sealed(&transaction);
    let stamp = forge.stamp(&sealed, s.clock.now_ms());
    at_once(s, WECHAT_PAY, &stamp, &sealed).await;
    bought_once(&buyer, second).await;
    (order, body, second, sealed)
}

#[test]
fn an_address_of_h5_is_given_anew_before_it_ends() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 1).await;
        let buyer = Buyer::new(s, OWNER).await;
        let order = buyer.order(1).await;
        let first = buyer.begin(order, 2, "h5").await;
        s.clock.set_offset_s(200.0);
        assert_eq!(buyer.begin(order, 2, "h5").await, first);
        // An address is good for a minute more than it is shown: a buyer who goes there now arrives in time.
        s.clock.set_offset_s(245.0);
        let second = buyer.begin(order, 2, "h5").await;
        assert_eq!(second["attempt"], first["attempt"], "the same payment");
        assert_ne!(second["show"], first["show"]);
        s.clock.set_offset_s(310.0);
        let over = first["show"]["value"].as_str().unwrap();
        let over = over.strip_prefix(&s.base).unwrap();
        assert_eq!(s.get(over, &buyer.token).await.status, 400);
        at_the_page(s, &second, "pay").await;
        buyer.info_when(order, is_paid).await;
        bought_once(&buyer, order).await;
    });
}

#[test]
fn both_wallets_are_paid_at_their_pages_and_tell_it() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 6).await;
        let buyer = Buyer::new(s, OWNER).await;
        for (wallet, ways) in [(1, ["pc", "app", "h5"]), (2, ["pc", "app", "h5"])] {
            for way in ways {
                let order = buyer.order(1).await;
                let begun = buyer.begin(order, wallet, way).await;
                // A buyer who asks again is shown the same payment.
                let again = buyer.begin(order, wallet, way).await;
                assert_eq!(begun, again);
                at_the_page(s, &begun, "pay").await;
                let paid = buyer.info_when(order, is_paid).await;
                assert_eq!(paid["payMethod"]["wallet"], wallet);
                assert_eq!(paid["payMethod"]["way"], way);
                assert!(paid["serialNo"].as_str().is_some_and(|no| !no.is_empty()));
                bought_once(&buyer, order).await;
            }
        }
    });
}

#[test]
fn a_payment_that_nobody_tells_of_is_found_within_a_minute() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 2).await;
        let buyer = Buyer::new(s, OWNER).await;
        for wallet in [1, 2] {
            let (order, begun) = buyer.at_the_wallet(wallet).await;
            at_the_page(s, &begun, "payUnheard").await;
            buyer.look().await;
            assert_eq!(buyer.info(order).await["state"], "waiting");
            let before = (s.clock.now_ms() - real_now(s)) as f64 / 1000.0;
            s.clock.set_offset_s(before + 60.0);
            buyer.look().await;
            bought_once(&buyer, order).await;
            // The wallet tells of the payment after all.
            let forge = Forge::of(s);
            let serial = buyer.info(order).await["serialNo"].clone();
            let (number, serial) = (begun["attempt"].as_str().unwrap(), serial.as_str().unwrap());
            let now = s.clock.now_ms();
            if wallet == 1 {
                let fields = forge.alipay_fields(number, serial, "45.00");
                let reply = tell_alipay(s, forge.alipay(&fields)).await;
                assert_eq!(reply.text, "success");
            } else {
                let transaction = forge.transaction(number, serial, &json!(PRICE));
                let body = forge.sealed(&transaction);
                let reply = tell_wechat_pay(s, &forge.stamp(&body, now), body).await;
                assert_eq!(reply.status, 204);
            }
            bought_once(&buyer, order).await;
        }
    });
}

fn real_now(_: &Server) -> i64 {
    engine::Clock::system().now_ms()
}

#[test]
fn whoever_says_that_they_paid_is_believed_when_the_wallet_says_so() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 1).await;
        let buyer = Buyer::new(s, OWNER).await;
        let (order, begun) = buyer.at_the_wallet(1).await;
        let status = format!("/app-api/trade/order/status?orderId={order}");
        // The page that the wallet sends the browser back to, with whatever somebody writes into its address.
        let back = format!(
            "/app/orderRecords?orderId={order}&out_trade_no={}&trade_no=T1&trade_status=TRADE_SUCCESS&total_amount=45.00",
            begun["attempt"].as_str().unwrap()
        );
        s.get(&back, &buyer.token).await;
        for _ in 0..3 {
            let said = s.get(&status, &buyer.token).await.data();
            assert_eq!(said["state"], "waiting");
            assert_eq!(said["payState"], "pending");
        }
        at_the_page(s, &begun, "payUnheard").await;
        // The wallet was asked a moment ago, and is asked again three seconds later.
        s.clock.set_offset_s(4.0);
        let said = s.get(&status, &buyer.token).await.data();
        assert_eq!(
            (&said["state"], &said["payState"]),
            (&json!("paid"), &json!("success"))
        );
        assert_eq!(said["paidFen"], PRICE);
        bought_once(&buyer, order).await;
    });
}

#[test]
fn a_second_payment_of_an_order_goes_back() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 1).await;
        for round in 0..rounds() {
            shop::phone(s, &format!("10.9.1.{round}:5555")).await;
            s.forgive();
            second_goes_back(s, f64::from(round) * 300.0).await;
        }
    });
}

async fn second_goes_back(s: &Server, from_s: f64) {
    s.clock.set_offset_s(from_s);
    let buyer = Buyer::new(s, OWNER).await;
    let order = buyer.order(1).await;
    let first = buyer.begin(order, 1, "pc").await;
    let second = buyer.begin(order, 2, "pc").await;
    at_the_page(s, &first, "pay").await;
    buyer.info_when(order, is_paid).await;
    at_the_page(s, &second, "pay").await;
    let twice = |o: &Value| o["refunds"].as_array().is_some_and(|r| !r.is_empty());
    let order_now = buyer.info_when(order, twice).await;
    assert_eq!(order_now["refunds"][0]["amountFen"], PRICE);
    // WeChat Pay gives it back a little later.
    for seconds in [1.0, 120.0, 240.0] {
        s.clock.set_offset_s(from_s + seconds);
        buyer.look().await;
    }
    let order_now = buyer.info(order).await;
    assert_eq!(order_now["refunds"][0]["state"], "done", "{order_now}");
    assert_eq!(order_now["state"], "paid", "the first one bought it");
    assert_eq!(order_now["phones"].as_array().unwrap().len(), 1);
    shop::is_whole(s).await;
}

#[test]
fn a_payment_that_comes_too_late_buys_what_is_left_or_goes_back() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 1).await;
        let buyer = Buyer::new(s, OWNER).await;
        let forge = Forge::of(s);
        let (order, begun) = buyer.at_the_wallet(1).await;
        let number = begun["attempt"].as_str().unwrap().to_owned();
        s.clock.set_offset_s(16.0 * 60.0);
        buyer.look().await;
        // The token has ended meanwhile.
        let buyer = Buyer::new(s, OWNER).await;
        let state = buyer.info(order).await["state"].clone();
        assert_eq!(state, "timeout");
        // There is stock: it is had after all.
        let fields = forge.alipay_fields(&number, "T1", "45.00");
        let reply = tell_alipay(s, forge.alipay(&fields)).await;
        assert_eq!(reply.text, "success");
        bought_once(&buyer, order).await;

        // There is none: it goes back, and only that.
        shop::phone(s, "10.9.1.1:5555").await;
        let guest = Buyer::new(s, GUEST).await;
        let (late, begun) = guest.at_the_wallet(1).await;
        let number = begun["attempt"].as_str().unwrap().to_owned();
        guest.post(CANCEL, json!({ "orderId": late })).await.data();
        let taken = buyer.order(1).await;
        let fields = forge.alipay_fields(&number, "T2", "45.00");
        let reply = tell_alipay(s, forge.alipay(&fields)).await;
        assert_eq!(reply.text, "success");
        let order = guest.info(late).await;
        assert_eq!(order["state"], "soldOut", "{order}");
        assert_eq!(order["phones"], json!([]));
        assert_eq!(order["refunds"][0]["amountFen"], PRICE);
        assert_eq!(buyer.info(taken).await["state"], "waiting");
        shop::is_whole(s).await;
    });
}
