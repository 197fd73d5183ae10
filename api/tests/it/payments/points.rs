//! Points through the API: earned by a payment, offered and spent in the next order, given back where they paid alone, listed with their balance.

use reqwest::Method;
use serde_json::{Value, json};

use super::buyer::{Buyer, CREATE, PRICE, REFUND, at_the_page};
use super::shop;
use crate::server::{GUEST, OWNER, Server, with_shop};

const PAGE: &str = "/app-api/member/integral/page";
const SUMMARY: &str = "/app-api/member/integral/summary";
const ME: &str = "/app-api/member/member/currentMemberInfo";
const QUOTE: &str = "/app-api/trade/order/quote";
const SHELF: &str = "/app-api/trade/phone-configuration/tab-list";
const BAD_REQUEST: i64 = 400;
const PRICE_CHANGED: i64 = 1_011_108_005;
const TOO_MANY: i64 = 1_011_108_020;
const NOTHING_BACK: i64 = 1_011_108_015;
const AMOUNT: i64 = 1_011_108_016;
/// Of ten phones at their price by quantity.
const TEN: i64 = 42_000;

#[test]
fn points_are_earned_offered_spent_and_listed() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 12).await;
        let buyer = Buyer::new(s, OWNER).await;
        let empty = s.get(SUMMARY, &buyer.token).await.data();
        assert_eq!(
            (&empty["available"], &empty["soonest"]),
            (&json!(0), &json!([]))
        );
        let mut ten = buyer.purchase(10);
        ten["totalFen"] = TEN.into();
        let pay = async |body: Value| {
            let order = buyer.post(CREATE, body).await.data();
            let id = order["orderId"].as_i64().unwrap();
            let begun = buyer.begin(id, 1, "pc").await;
            at_the_page(s, &begun, "pay").await;
            buyer.info_when(id, |o| o["state"] == "paid").await
        };
        let first = pay(ten).await;

        let shelf = s.get(SHELF, &buyer.token).await.data();
        let offered = json!({ "available": 420, "sharePercent": 20, "earnedPerYuan": 1 });
        assert_eq!(shelf["points"], offered);
        let me = s.get(ME, &buyer.token).await.data();
        assert_eq!(me["point"], 420);
        let with = |points: Value, total: i64| {
            let mut body = buyer.purchase(1);
            body["points"] = points;
            body["totalFen"] = total.into();
            body
        };
        let quote = buyer.post(QUOTE, with(json!(400), 0)).await.data();
        for (field, value) in [
            ("totalFen", PRICE - 400),
            ("points", 400),
            ("pointsFen", 400),
            ("pointsMost", 420),
            ("pointsAvailable", 420),
            ("discountFen", 0),
        ] {
            assert_eq!(quote[field], value, "{field}: {quote}");
        }
        for (points, total, code) in [
            (json!(421), PRICE - 421, TOO_MANY),
            (json!(-1), PRICE + 1, TOO_MANY),
            (json!(i64::MAX), 1, TOO_MANY),
            (json!(400), PRICE, PRICE_CHANGED),
            (json!(0.5), PRICE, BAD_REQUEST),
            (json!("400"), PRICE - 400, BAD_REQUEST),
        ] {
            let reply = buyer.post(CREATE, with(points, total)).await;
            assert_eq!(reply.code(), code, "{}", reply.text);
        }
        let refused = buyer.post(CREATE, with(json!(421), 1)).await;
        assert_eq!(refused.json()["data"], json!({ "most": 420 }));

        let order = pay(with(json!(400), PRICE - 400)).await;
        assert_eq!(
            (&order["points"], &order["paidFen"]),
            (&json!(400), &json!(PRICE - 400))
        );
        assert_eq!(
            (&order["pointsFen"], &order["discountFen"]),
            (&json!(400), &json!(0))
        );

        let page = s.get(PAGE, &buyer.token).await.data();
        assert_eq!(page["total"], 3);
        let rows: Vec<_> = page["list"]
            .as_array()
            .unwrap()
            .iter()
            .map(|r| {
                (
                    r["point"].as_i64(),
                    r["balance"].as_i64(),
                    r["orderNo"].clone(),
                )
            })
            .collect();
        let (first_no, second_no) = (first["orderNo"].clone(), order["orderNo"].clone());
        assert_eq!(
            rows,
            [
                (Some(41), Some(61), second_no.clone()),
                (Some(-400), Some(20), second_no),
                (Some(420), Some(420), first_no),
            ]
        );
        let spent = &page["list"][1];
        assert_eq!(
            (
                &spent["type"],
                &spent["title"],
                &spent["description"],
                &spent["expireTime"]
            ),
            (
                &json!("purchase"),
                &json!("Purchase"),
                &json!("Paid ¥4 of an order"),
                &Value::Null
            )
        );
        assert!(page["list"][0]["expireTime"].is_i64());
        assert_eq!(page["counts"][0], json!({ "type": "purchase", "count": 3 }));
        for (query, total) in [
            ("type=renewal", 0),
            ("type=purchase&addStatus=true", 2),
            ("addStatus=false", 1),
            ("endTime=1000", 0),
            ("beginTime=1000&pageSize=1", 3),
        ] {
            let found = s.get(&format!("{PAGE}?{query}"), &buyer.token).await.data();
            assert_eq!(found["total"], total, "{query}: {found}");
        }
        for query in [
            "type=gift",
            "pageSize=0",
            "pageSize=201",
            "beginTime=2&endTime=1",
        ] {
            let reply = s.get(&format!("{PAGE}?{query}"), &buyer.token).await;
            assert_eq!(reply.code(), BAD_REQUEST, "{query}");
        }
        let there = s.get(SUMMARY, &buyer.token).await.data();
        assert_eq!(
            (&there["available"], &there["worthFen"]),
            (&json!(61), &json!(61))
        );
        assert_eq!(there["soonest"][0]["points"], 61);
        let guest = s.token(GUEST).await;
        assert_eq!(s.get(PAGE, &guest).await.data()["total"], 0);
        shop::is_whole(s).await;
    });
}

/// Lets points pay all of an order, and each yuan earn what it is worth.
async fn be_generous(s: &Server, admin: &str) {
    let list = "/system/config/list?configType=Y&pageSize=50";
    let page = s.get(list, admin).await.json();
    let bearer = format!("Bearer {admin}");
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
    ];
    for key in ["points.per.yuan", "points.share.percent"] {
        let rows = page["rows"].as_array().unwrap();
        let mut row = rows.iter().find(|r| r["configKey"] == key).unwrap().clone();
        row["configValue"] = json!("100");
        let body = row.to_string();
        let reply = s.send(Method::PUT, "/system/config", &headers, body).await;
        assert_eq!(reply.code(), 200, "{}", reply.text);
    }
}

#[test]
fn points_that_paid_an_order_alone_come_back_as_points() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 4).await;
        let admin = s.token("admin").await;
        be_generous(s, &admin).await;
        let buyer = Buyer::new(s, OWNER).await;
        let (first, begun) = buyer.at_the_wallet(1).await;
        at_the_page(s, &begun, "pay").await;
        buyer.info_when(first, |o| o["state"] == "paid").await;
        let alone = async || {
            let mut body = buyer.purchase(1);
            (body["points"], body["totalFen"]) = (PRICE.into(), 0.into());
            let order = buyer.post(CREATE, body).await.data();
            assert_eq!(order["state"], "paid", "{order}");
            order["orderId"].as_i64().unwrap()
        };
        let order = alone().await;
        let ask = async |order: i64, fen: Option<i64>| {
            let mut body = json!({ "orderId": order, "reason": "买错了" });
            if let Some(fen) = fen {
                body["amountFen"] = fen.into();
            }
            buyer.post(REFUND, body).await
        };
        for fen in [0, -1, PRICE + 1] {
            assert_eq!(ask(order, Some(fen)).await.code(), AMOUNT, "{fen}");
        }
        let whole = ask(order, None).await.data();
        for (field, value) in [
            ("state", json!("done")),
            ("amountFen", json!(PRICE)),
            ("points", json!(PRICE)),
        ] {
            assert_eq!(whole[field], value, "{field}: {whole}");
        }
        assert!(whole["doneTime"].is_i64(), "{whole}");
        let now = buyer.info(order).await;
        assert_eq!(now["state"], "refunded", "{now}");
        assert_eq!(
            (&now["refundedFen"], &now["refundableFen"]),
            (&json!(0), &json!(0))
        );
        assert_eq!(now["phones"][0]["gone"], true, "{now}");
        let page = s.get(PAGE, &buyer.token).await.data();
        let newest = &page["list"][0];
        assert_eq!(
            (&newest["type"], &newest["point"], &newest["balance"]),
            (&json!("refund"), &json!(PRICE), &json!(PRICE))
        );
        assert_eq!(ask(order, None).await.code(), NOTHING_BACK);

        // In part: an operator looks at that.
        let second = alone().await;
        let asked = ask(second, Some(1000)).await.data();
        assert_eq!(
            (&asked["state"], &asked["points"]),
            (&json!("asked"), &json!(1000))
        );
        let list = "/admin-api/order/refund/page?state=asked";
        let page = s.get(list, &admin).await.data();
        assert_eq!(page["list"][0]["refund"]["points"], 1000, "{page}");
        let yes = json!({ "refundNo": asked["refundNo"], "verdict": "approve", "amountFen": 700 });
        let decided = s
            .post("/admin-api/order/refund/decide", &admin, yes)
            .await
            .data();
        assert_eq!(decided["state"], "partlyRefunded", "{decided}");
        let now = buyer.info(second).await;
        assert_eq!(now["refundableFen"], PRICE - 700, "{now}");
        assert_eq!(now["phones"][0]["gone"], false, "{now}");
        let there = s.get(SUMMARY, &buyer.token).await.data();
        assert_eq!(there["available"], 700);
        shop::is_whole(s).await;
    });
}
