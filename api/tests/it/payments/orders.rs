//! Orders as they are asked for: the server's price counts, a double click is one order, nobody sees another's.

use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::buyer::{Buyer, CANCEL, CREATE, PAY, PRICE, at_the_page};
use super::{rounds, shop};
use crate::server::{GUEST, OWNER, Reply, with_shop};

const DAY_S: f64 = 24.0 * 3600.0;
const BAD_REQUEST: i64 = 400;
const ABSENT: i64 = 1_011_108_001;
const QUANTITY: i64 = 1_011_108_002;
const PACKAGE: i64 = 1_011_108_004;
const PRICE_CHANGED: i64 = 1_011_108_005;
const AGREEMENT: i64 = 1_011_108_006;
const OPEN: i64 = 1_011_108_008;
const KEY: i64 = 1_011_108_012;
const NO_PHONE: i64 = 1_011_101_001;
const NOT_OWNER: i64 = 1_011_101_004;
const NOT_WAITING: i64 = 1_011_108_013;
const NOT_OFFERED: i64 = 1_011_108_018;
/// As many as one member asks for at once.
const AT_ONCE: usize = 30;
/// As many of one member's orders may wait.
const OPEN_MAX: usize = 5;

#[test]
fn only_the_servers_price_counts() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 12).await;
        let buyer = Buyer::new(s, OWNER).await;
        let with = |changes: Value| {
            let mut body = buyer.purchase(1);
            for (key, value) in changes.as_object().unwrap() {
                body[key] = value.clone();
            }
            body
        };
        for (changes, code) in [
            (json!({ "totalFen": 1 }), PRICE_CHANGED),
            (json!({ "totalFen": PRICE - 1 }), PRICE_CHANGED),
            (json!({ "totalFen": -PRICE }), PRICE_CHANGED),
            (json!({ "totalFen": 45.00 }), BAD_REQUEST),
            (json!({ "totalFen": "4500" }), BAD_REQUEST),
            (json!({ "quantity": 2 }), PRICE_CHANGED),
            (json!({ "quantity": 0, "totalFen": 0 }), QUANTITY),
            (json!({ "quantity": -1, "totalFen": -PRICE }), QUANTITY),
            (json!({ "quantity": 0.5 }), BAD_REQUEST),
            (json!({ "quantity": 1_000_000_000 }), QUANTITY),
            (json!({ "quantity": i64::MAX }), QUANTITY),
            (json!({ "quantity": 501 }), QUANTITY),
            // At the step of the price: the tenth phone makes all of them cheaper.
            (
                json!({ "quantity": 10, "totalFen": 10 * PRICE }),
                PRICE_CHANGED,
            ),
            (
                json!({ "quantity": 9, "totalFen": 9 * 4200 }),
                PRICE_CHANGED,
            ),
            (json!({ "packageId": 1 }), PACKAGE),
            (json!({ "configurationId": 1 }), PACKAGE),
            (json!({ "agreed": false }), AGREEMENT),
            (json!({ "type": 4 }), BAD_REQUEST),
            (json!({ "type": 2 }), BAD_REQUEST),
            (json!({ "carrier": "elsewhere" }), BAD_REQUEST),
        ] {
            let reply = buyer.post(CREATE, with(changes.clone())).await;
            assert_eq!(reply.code(), code, "{changes}: {}", reply.text);
        }
        let told = buyer.post(CREATE, with(json!({ "totalFen": 1 }))).await;
        assert_eq!(told.json()["data"]["totalFen"], PRICE);
        let ten = with(json!({ "quantity": 10, "totalFen": 42_000 }));
        let order = buyer.post(CREATE, ten).await.data();
        assert_eq!(order["totalFen"], 42_000);
        assert_eq!(order["listFen"], 45_000);
        assert_eq!(order["discountFen"], 3000);
        assert_eq!(shop::count(s, "SELECT COUNT(*) AS n FROM orders"), 1);
    });
}

#[test]
fn a_price_that_moved_is_said_and_what_was_ordered_before_costs_what_was_shown() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 2).await;
        let buyer = Buyer::new(s, OWNER).await;
        let (waiting, begun) = buyer.at_the_wallet(1).await;
        let dearer = PRICE + 100;
        let sql = |from: &str, to: &str| {
            format!("UPDATE price_versions SET packages = replace(packages, '{from}', '{to}')")
        };
        let unit = |fen: i64| format!("\"unitFen\":{fen}");
        s.statement(&sql(&unit(PRICE), &unit(dearer)));
        let stale = buyer.post(CREATE, buyer.purchase(1)).await;
        assert_eq!(stale.code(), PRICE_CHANGED, "{}", stale.text);
        assert_eq!(stale.json()["data"]["totalFen"], dearer);
        at_the_page(s, &begun, "pay").await;
        let paid = buyer.info_when(waiting, |o| o["state"] == "paid").await;
        assert_eq!(paid["totalFen"], PRICE);
        assert_eq!(paid["paidFen"], PRICE);
        s.statement(&sql("\"onSale\":true", "\"onSale\":false"));
        let mut body = buyer.purchase(1);
        body["totalFen"] = json!(dearer);
        let gone = buyer.post(CREATE, body).await;
        assert_eq!(gone.code(), PACKAGE, "{}", gone.text);
        shop::is_whole(s).await;
    });
}

#[test]
fn of_thirty_orders_that_are_asked_for_at_once_five_wait() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 20).await;
        let buyer = Buyer::new(s, OWNER).await;
        let mut asking = JoinSet::new();
        for n in 0..AT_ONCE {
            let request = s
                .http
                .post(format!("{}{CREATE}", s.base))
                .bearer_auth(&buyer.token)
                .header("idempotency-key", format!("at-once-{n}"))
                .json(&buyer.purchase(1));
            asking.spawn(async move {
                let answer: Value = request.send().await.unwrap().json().await.unwrap();
                answer["code"].as_i64().unwrap()
            });
        }
        let codes = asking.join_all().await;
        let made = codes.iter().filter(|code| **code == 0).count();
        let refused = codes.iter().filter(|code| **code == OPEN).count();
        let expected = (OPEN_MAX, AT_ONCE - OPEN_MAX);
        assert_eq!((made, refused), expected, "{codes:?}");
        let left = Buyer::new(s, OWNER).await.configuration["stock"].clone();
        assert_eq!(left, 15, "nothing is kept for what was refused");
        shop::is_whole(s).await;
    });
}

async fn keyed(buyer: &Buyer<'_>, key: &str, body: &Value) -> Reply {
    buyer.post_keyed(CREATE, key, body.clone()).await
}

#[test]
fn a_double_click_is_one_order_with_a_key_and_without() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 8).await;
        let buyer = Buyer::new(s, OWNER).await;
        let body = buyer.purchase(1);
        for round in 0..rounds() {
            let key = format!("round-{round}");
            let (first, second) =
                tokio::join!(keyed(&buyer, &key, &body), keyed(&buyer, &key, &body));
            let order = first.data();
            assert_eq!(order, second.data());
            // Only so many may wait at a time.
            let body = json!({ "orderId": order["orderId"] });
            buyer.post(CANCEL, body).await.data();
        }
        let (first, second) = tokio::join!(keyed(&buyer, "k1", &body), keyed(&buyer, "k1", &body));
        assert_eq!(first.data(), second.data());
        // Tokens have ended meanwhile; the key has not, just before a day is over and after it.
        for seconds in [DAY_S - 60.0, 2.0 * DAY_S] {
            s.clock.set_offset_s(seconds);
            let later = Buyer::new(s, OWNER).await;
            let again = keyed(&later, "k1", &body).await.data();
            assert_eq!(again["orderId"], first.data()["orderId"]);
        }
        let later = Buyer::new(s, OWNER).await;
        let reply = keyed(&later, "k1", &later.purchase(2)).await;
        assert_eq!(reply.code(), KEY, "{}", reply.text);
        // A key is its member's own.
        let other_token = Buyer::new(s, GUEST).await;
        let others = keyed(&other_token, "k1", &body).await.data();
        assert_ne!(others["orderId"], first.data()["orderId"]);
        for bad in ["", "a b", &"k".repeat(129)] {
            let reply = keyed(&later, bad, &body).await;
            assert_eq!(reply.code(), BAD_REQUEST, "{bad:?}");
        }
        // Without a key, twice at once.
        let (first, second) = tokio::join!(
            later.post(CREATE, later.purchase(3)),
            later.post(CREATE, later.purchase(3))
        );
        assert_eq!(first.data()["orderId"], second.data()["orderId"]);
    });
}

#[test]
fn at_most_five_orders_wait_and_they_end_by_themselves() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 20).await;
        let buyer = Buyer::new(s, OWNER).await;
        let mut orders = Vec::new();
        for quantity in 1..=5 {
            orders.push(buyer.order(quantity).await);
        }
        let reply = buyer.post(CREATE, buyer.purchase(1)).await;
        assert_eq!(reply.code(), OPEN, "{}", reply.text);
        buyer
            .post(CANCEL, json!({ "orderId": orders[0] }))
            .await
            .data();
        buyer.order(1).await;
        s.clock.set_offset_s(15.0 * 60.0 + 5.0);
        buyer.look().await;
        let later = Buyer::new(s, OWNER).await;
        assert_eq!(later.info(orders[0]).await["state"], "cancelled");
        for order in &orders[1..] {
            assert_eq!(later.info(*order).await["state"], "timeout");
        }
        let pay = json!({ "orderId": orders[1], "wallet": 1, "way": "pc" });
        assert_eq!(later.post(PAY, pay).await.code(), NOT_WAITING);
        let stock = later.configuration["stock"].as_i64().unwrap();
        assert_eq!(stock, 20, "all of it is free again");
    });
}

#[test]
fn nobody_sees_pays_or_cancels_anothers_order() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 2).await;
        let (buyer, other) = (Buyer::new(s, OWNER).await, Buyer::new(s, GUEST).await);
        let order = buyer.order(1).await;
        for (path, body) in [
            (PAY, json!({ "orderId": order, "wallet": 1, "way": "pc" })),
            (CANCEL, json!({ "orderId": order })),
            (
                super::buyer::REFUND,
                json!({ "orderId": order, "reason": "x" }),
            ),
        ] {
            assert_eq!(other.post(path, body).await.code(), ABSENT, "{path}");
        }
        for path in ["info", "status"] {
            let path = format!("/app-api/trade/order/{path}?orderId={order}");
            assert_eq!(s.get(&path, &other.token).await.code(), ABSENT, "{path}");
        }
        let path = "/app-api/trade/order/web-page";
        assert_eq!(s.get(path, &other.token).await.data()["total"], 0);
        assert_eq!(s.get(path, &buyer.token).await.data()["total"], 1);
        for (wallet, way, code) in [
            (3, "pc", BAD_REQUEST),
            (1, "cash", BAD_REQUEST),
            (0, "pc", BAD_REQUEST),
        ] {
            let body = json!({ "orderId": order, "wallet": wallet, "way": way });
            assert_eq!(buyer.post(PAY, body).await.code(), code);
        }
    });
}

#[test]
fn a_server_without_wallets_says_so() {
    crate::server::with_server(async |s| {
        shop::stock(s, 1).await;
        let buyer = Buyer::new(s, OWNER).await;
        let order = buyer.order(1).await;
        let body = json!({ "orderId": order, "wallet": 1, "way": "pc" });
        assert_eq!(buyer.post(PAY, body).await.code(), NOT_OFFERED);
        let not_there = s.send(Method::POST, "/callback/alipay", &[], "a=b").await;
        assert_eq!(not_there.status, 404);
    });
}

/// Every order that names phones, for these, at this price.
fn orders_about(buyer: &Buyer<'_>, phones: &[i64], total_fen: i64) -> Vec<Value> {
    let order = |mut draft: Value| {
        draft["totalFen"] = json!(total_fen);
        draft["agreed"] = json!(true);
        draft
    };
    let lines = phones
        .iter()
        .map(|phone| json!({ "phoneId": phone, "packageId": buyer.package() }));
    let last = phones.last().copied();
    vec![
        order(json!({ "type": 2, "lines": lines.collect::<Vec<_>>() })),
        order(json!({ "type": 2, "phoneIds": phones, "alignMs": 1_831_564_800_000_i64 })),
        order(
            json!({ "type": 3, "phoneId": last, "configurationId": buyer.configuration["configurationId"] }),
        ),
    ]
}

#[test]
fn an_order_about_somebody_elses_phone_is_refused_like_one_about_no_phone() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 2).await;
        let phone = |owner: &str, alias: &str| json!({ "owner": owner, "alias": alias, "configuration": "VIP", "expiresInDays": 3, "adb": format!("{alias}.example:5555") });
        let seeded = s
            .seed(json!({
                "phones": [phone(OWNER, "hidden"), phone(OWNER, "seen"), phone(OWNER, "used"), phone(GUEST, "own")],
                "grants": [
                    { "owner": OWNER, "phone": "seen", "to": GUEST, "level": "view", "expiresInMinutes": 60 },
                    { "owner": OWNER, "phone": "used", "to": GUEST, "level": "operate", "expiresInMinutes": 60 }
                ],
            }))
            .await;
        let id = |alias: &str| {
            let found = seeded.phones.iter().find(|p| p.alias == alias);
            found.unwrap().phone_id
        };
        let guest = Buyer::new(s, GUEST).await;
        let unknown = (1 << 52) + 12_345;
        for (alias, code) in [
            ("hidden", NO_PHONE),
            ("seen", NOT_OWNER),
            ("used", NOT_OWNER),
        ] {
            for (phones, nothing) in [
                (vec![id(alias)], vec![unknown]),
                (vec![id("own"), id(alias)], vec![id("own"), unknown]),
            ] {
                let about = orders_about(&guest, &phones, PRICE);
                let about_nothing = orders_about(&guest, &nothing, PRICE);
                for (body, beside) in about.into_iter().zip(about_nothing) {
                    let reply = guest.post(CREATE, body.clone()).await;
                    assert_eq!(reply.code(), code, "{alias} {body}: {}", reply.text);
                    if code == NO_PHONE {
                        let none = guest.post(CREATE, beside).await;
                        assert_eq!((reply.status, reply.json()), (none.status, none.json()));
                    }
                }
            }
        }
        assert_eq!(shop::count(s, "SELECT COUNT(*) AS n FROM orders"), 0);
        // The owner's own goes through: the refusals were about the phones.
        let [renewal, ..] = &orders_about(&guest, &[id("own")], PRICE)[..] else {
            panic!("a renewal");
        };
        let order = guest.post(CREATE, renewal.clone()).await.data();
        assert_eq!(order["totalFen"], PRICE);
    });
}
