//! Points through the API: earned by a payment, offered and spent in the next order, listed with their balance.

use serde_json::{Value, json};

use super::buyer::{Buyer, CREATE, PRICE, at_the_page};
use super::shop;
use crate::server::{GUEST, OWNER, with_shop};

const PAGE: &str = "/app-api/member/integral/page";
const SUMMARY: &str = "/app-api/member/integral/summary";
const ME: &str = "/app-api/member/member/currentMemberInfo";
const QUOTE: &str = "/app-api/trade/order/quote";
const SHELF: &str = "/app-api/trade/phone-configuration/tab-list";
const BAD_REQUEST: i64 = 400;
const PRICE_CHANGED: i64 = 1_011_108_005;
const TOO_MANY: i64 = 1_011_108_020;
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
