//! Money goes back: at once where nothing was touched, by an operator's word else; never more than was paid, never twice.

use serde_json::{Value, json};

use super::buyer::{Buyer, PRICE, REFUND, at_the_page};
use super::shop;
use crate::server::{OWNER, PASSWORD, Server, with_shop};

const BAD_REQUEST: i64 = 400;
const FORBIDDEN: i64 = 403;
const NOTHING_BACK: i64 = 1_011_108_015;
const AMOUNT: i64 = 1_011_108_016;
const REFUND_ABSENT: i64 = 1_011_108_017;
const DECIDE: &str = "/admin-api/order/refund/decide";
const REFUNDS: &str = "/admin-api/order/refund/page";

async fn paid(buyer: &Buyer<'_>, wallet: i64) -> i64 {
    let (order, begun) = buyer.at_the_wallet(wallet).await;
    at_the_page(buyer.server, &begun, "pay").await;
    buyer.info_when(order, |o| o["state"] == "paid").await;
    order
}

/// Lets the wallets do what takes them a while.
async fn later(s: &Server, buyer: &Buyer<'_>, from_s: f64) {
    for step in 0..4 {
        s.clock.set_offset_s(from_s + f64::from(step) * 70.0);
        buyer.look().await;
    }
}

#[test]
fn an_untouched_purchase_goes_back_at_once_by_both_wallets() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 2).await;
        let buyer = Buyer::new(s, OWNER).await;
        let mut orders = Vec::new();
        for wallet in [1, 2] {
            let order = paid(&buyer, wallet).await;
            let phone = buyer.info(order).await["phones"][0]["phoneId"].clone();
            let body = json!({ "orderId": order, "reason": "买错了" });
            let refund = buyer.post(REFUND, body.clone()).await.data();
            assert_eq!(refund["amountFen"], PRICE);
            assert_ne!(refund["state"], "asked", "nobody is asked");
            let again = buyer.post(REFUND, body).await;
            assert_eq!(again.code(), NOTHING_BACK, "{}", again.text);
            let mine = s
                .list(&buyer.token, json!({ "pageSize": 200 }))
                .await
                .data();
            let kept = mine["list"].as_array().unwrap().iter();
            assert!(kept.clone().all(|p| p["phoneId"] != phone), "it is gone");
            orders.push(order);
        }
        later(s, &buyer, 1.0).await;
        for order in orders {
            let order = buyer.info(order).await;
            assert_eq!(order["state"], "refunded", "{order}");
            assert_eq!(order["refundedFen"], PRICE);
            assert_eq!(order["refunds"][0]["state"], "done");
        }
        shop::is_whole(s).await;
    });
}

#[test]
fn an_operator_decides_about_the_rest() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 3).await;
        s.seed(json!({
            "operators": [
                { "userName": "cashier", "password": PASSWORD, "permissions": ["order:refund"] },
                { "userName": "porter", "password": PASSWORD, "permissions": ["phone:image:upgrade"] },
            ],
        }))
        .await;
        let buyer = Buyer::new(s, OWNER).await;
        let (cashier, porter) = (s.token("cashier").await, s.token("porter").await);
        let order = paid(&buyer, 1).await;
        for amount in [0, -1, PRICE + 1, i64::MAX] {
            let body = json!({ "orderId": order, "reason": "x", "amountFen": amount });
            assert_eq!(buyer.post(REFUND, body).await.code(), AMOUNT, "{amount}");
        }
        for body in [
            json!({ "orderId": order, "reason": "" }),
            json!({ "orderId": order, "reason": "多".repeat(201) }),
            json!({ "orderId": order, "reason": "x", "amountFen": 0.5 }),
        ] {
            assert_eq!(buyer.post(REFUND, body).await.code(), BAD_REQUEST);
        }
        // A part of it: somebody has to look at that.
        let body = json!({ "orderId": order, "reason": "卡顿", "amountFen": 1000 });
        let asked = buyer.post(REFUND, body).await.data();
        assert_eq!(asked["state"], "asked");
        for token in [&porter, &buyer.token] {
            assert_eq!(s.get(REFUNDS, token).await.code(), FORBIDDEN);
            let body = json!({ "refundNo": asked["refundNo"], "verdict": "approve" });
            assert_eq!(s.post(DECIDE, token, body).await.code(), FORBIDDEN);
        }
        let page = s
            .get(&format!("{REFUNDS}?state=asked"), &cashier)
            .await
            .data();
        assert_eq!(page["total"], 1);
        assert_eq!(page["list"][0]["refund"]["refundNo"], asked["refundNo"]);
        assert_eq!(page["list"][0]["order"]["orderId"], order);
        let decide = async |body: Value| s.post(DECIDE, &cashier, body).await;
        let with = |verdict: &str, more: Value| {
            let mut body = json!({ "refundNo": asked["refundNo"], "verdict": verdict });
            for (key, value) in more.as_object().unwrap() {
                body[key] = value.clone();
            }
            body
        };
        for (body, code) in [
            (with("approve", json!({ "amountFen": 0 })), AMOUNT),
            (with("approve", json!({ "amountFen": PRICE + 1 })), AMOUNT),
            (with("refuse", json!({})), BAD_REQUEST),
            (with("approve", json!({ "reason": "" })), BAD_REQUEST),
            (with("approve", json!({ "refundNo": "R0" })), REFUND_ABSENT),
        ] {
            assert_eq!(decide(body.clone()).await.code(), code, "{body}");
        }
        let body = with("approve", json!({ "amountFen": 700 }));
        decide(body.clone()).await.data();
        let now = buyer.info(order).await;
        assert_eq!(now["refunds"][0]["amountFen"], 700);
        assert_eq!(decide(body).await.code(), REFUND_ABSENT, "it is decided");
        later(s, &buyer, 1.0).await;
        let now = buyer.info(order).await;
        assert_eq!(now["state"], "partlyRefunded", "{now}");
        assert_eq!(now["refundedFen"], 700);
        assert_eq!(now["phones"][0]["gone"], false, "the phone stays");
        assert_eq!(now["refundableFen"], PRICE - 700);
        // The next one is refused, in words.
        let body = json!({ "orderId": order, "reason": "还是卡" , "amountFen": 100 });
        let second = buyer.post(REFUND, body).await.data();
        let no = json!({ "refundNo": second["refundNo"], "verdict": "refuse", "reason": "已补偿" });
        decide(no).await.data();
        let now = buyer.info(order).await;
        assert_eq!(now["refunds"][1]["state"], "refused");
        assert_eq!(now["refunds"][1]["answer"], "已补偿");
        assert_eq!(now["refundableFen"], PRICE - 700);
        shop::is_whole(s).await;
    });
}
