//! Notifications by somebody who is no wallet, or by a wallet about somebody else: nothing comes of them.

use serde_json::{Value, json};

use super::buyer::{Buyer, PRICE};
use super::forge::{Fields, Forge, alipay_by, form, stranger, tell_alipay, tell_wechat_pay, with};
use super::shop;
use crate::server::{GUEST, OWNER, Server, with_shop};

async fn is_unpaid(buyer: &Buyer<'_>, order_id: i64, why: &str) {
    let order = buyer.info(order_id).await;
    assert_eq!(order["state"], "waiting", "{why}: {order}");
    assert_eq!(order["paidFen"], 0, "{why}");
    assert_eq!(order["phones"], json!([]), "{why}");
}

/// How many payments, and how many of another amount, the store has.
fn payments(server: &Server) -> (i64, i64) {
    (
        shop::count(server, "SELECT COUNT(*) AS n FROM payments"),
        shop::count(server, "SELECT COUNT(*) AS n FROM payment_mismatches"),
    )
}

#[test]
fn a_wrong_amount_is_kept_as_a_mismatch_and_buys_nothing() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 2).await;
        let buyer = Buyer::new(s, OWNER).await;
        let forge = Forge::of(s);
        let now = s.clock.now_ms();
        let (order, begun) = buyer.at_the_wallet(1).await;
        let number = begun["attempt"].as_str().unwrap();
        // Fen for yuan, one fen beside, and what is no amount at all.
        for amount in [
            "4500.00",
            "44.99",
            "45.01",
            "0.45",
            "0",
            "0.00",
            "-45.00",
            "45.001",
            "4.5e1",
            "45,00",
            "1000000000000000000",
            "NaN",
            "",
        ] {
            let fields = forge.alipay_fields(number, "T1", amount);
            let reply = tell_alipay(s, forge.alipay(&fields)).await;
            assert_ne!(reply.text, "success", "{amount}");
            is_unpaid(&buyer, order, amount).await;
        }
        let (order, begun) = buyer.at_the_wallet(2).await;
        let number = begun["attempt"].as_str().unwrap();
        let mut wrong = vec![];
        for fen in [
            json!(PRICE + 1),
            json!(PRICE - 1),
            json!(45),
            json!(0),
            json!(-PRICE),
            json!(1_000_000_000_000_000_000_i64),
            json!(4500.0),
            json!("4500"),
            Value::Null,
        ] {
            wrong.push(forge.transaction(number, "T2", &fen));
        }
        let mut dollars = forge.transaction(number, "T2", &json!(PRICE));
        dollars["amount"]["currency"] = json!("USD");
        wrong.push(dollars);
        for transaction in wrong {
            let body = forge.sealed(&transaction);
            let reply = tell_wechat_pay(s, &forge.stamp(&body, now), body).await;
            assert!(reply.status >= 400, "{transaction}");
            is_unpaid(&buyer, order, &transaction.to_string()).await;
        }
        let (paid, mismatches) = payments(s);
        assert_eq!(paid, 0);
        // Those that were amounts at all: four of Alipay's, three of WeChat Pay's.
        assert_eq!(mismatches, 7);
        let admin = s.token("admin").await;
        let path = "/admin-api/order/mismatch/page?pageSize=5";
        let page = s.get(path, &admin).await.data();
        assert_eq!(page["total"], 7);
        let noted = page["list"].as_array().unwrap();
        assert_eq!(noted.len(), 5);
        for mismatch in noted {
            assert_eq!(mismatch["askedFen"], PRICE, "{mismatch}");
            assert_ne!(mismatch["amountFen"], PRICE, "{mismatch}");
            assert!(
                mismatch["attempt"]
                    .as_str()
                    .unwrap()
                    .starts_with(mismatch["orderNo"].as_str().unwrap()),
                "{mismatch}"
            );
        }
        assert_eq!(s.get(path, &buyer.token).await.code(), 403);
    });
}

/// Forms that are not as Alipay signs them.
fn forged_forms(forge: &Forge, right: &Fields) -> Vec<(&'static str, String)> {
    let signed = forge.alipay(right);
    let sign = signed.rsplit_once("sign=").unwrap().1.to_owned();
    let changed = |name: &str, value: &str| {
        let fields = with(right.clone(), name, value);
        format!("{}&sign={sign}", form(&fields))
    };
    let without = |name: &str| {
        let fields: Fields = right.iter().filter(|(n, _)| n != name).cloned().collect();
        format!("{}&sign={sign}", form(&fields))
    };
    vec![
        ("no signature", form(right)),
        ("an empty signature", format!("{}&sign=", form(right))),
        ("no base64", format!("{}&sign=%21%21", form(right))),
        ("another's key", alipay_by(&stranger(), right)),
        ("cut", format!("{}&sign={}", form(right), &sign[..100])),
        ("an amount changed", changed("total_amount", "0.01")),
        ("an order changed", changed("out_trade_no", "OTHER00000001")),
        ("a number changed", changed("trade_no", "T9")),
        (
            "a status changed",
            changed("trade_status", "TRADE_FINISHED"),
        ),
        ("a field added", format!("{signed}&passback_params=x")),
        ("a field twice", format!("{signed}&total_amount=45.00")),
        ("the signature twice", format!("{signed}&sign={sign}")),
        ("a field left out", without("trade_no")),
        ("no time", without("gmt_payment")),
        ("a weaker signature", changed("sign_type", "RSA")),
        ("no kind of signature", without("sign_type")),
        ("another charset", changed("charset", "GBK")),
        ("no UTF-8", format!("{signed}&body=%FF%FE")),
        ("half a percent", format!("{signed}&body=%4")),
        ("nothing", String::new()),
        (
            "JSON",
            json!({ "trade_status": "TRADE_SUCCESS" }).to_string(),
        ),
        ("much", "a=b&".repeat(20_000)),
    ]
}

#[test]
fn what_is_not_signed_by_the_wallet_over_these_bytes_changes_nothing() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 2).await;
        let buyer = Buyer::new(s, OWNER).await;
        let forge = Forge::of(s);
        let now = s.clock.now_ms();
        let (order, begun) = buyer.at_the_wallet(1).await;
        let number = begun["attempt"].as_str().unwrap();
        let right = forge.alipay_fields(number, "T1", "45.00");
        for (why, body) in forged_forms(&forge, &right) {
            let reply = tell_alipay(s, body).await;
            assert_ne!(reply.text, "success", "{why}");
            assert!(reply.status >= 400, "{why}");
            is_unpaid(&buyer, order, why).await;
        }
        let (order, begun) = buyer.at_the_wallet(2).await;
        let number = begun["attempt"].as_str().unwrap();
        let transaction = forge.transaction(number, "T2", &json!(PRICE));
        let body = forge.sealed(&transaction);
        let stamp = forge.stamp(&body, now);
        let changed = |at: usize, value: &str| {
            let mut stamp = stamp.clone();
            value.clone_into(&mut stamp[at].1);
            stamp
        };
        let other_key = Forge::sealed_by("00000000000000000000000000000000", &transaction);
        let probe = format!("WECHATPAY/SIGNTEST/{}", stamp[2].1);
        for (why, stamp, body) in [
            ("no headers", vec![], body.clone()),
            ("another time", changed(0, "1"), body.clone()),
            ("another nonce", changed(1, "abc"), body.clone()),
            ("no signature", changed(2, ""), body.clone()),
            ("a probe", changed(2, &probe), body.clone()),
            ("an unknown key", changed(3, "PUB_KEY_ID_0"), body.clone()),
            (
                "another's key",
                forge.stamp_by(&stranger(), &body, now),
                body.clone(),
            ),
            ("a space more", stamp.clone(), format!("{body} ")),
            (
                "another APIv3 key",
                forge.stamp(&other_key, now),
                other_key.clone(),
            ),
            ("no notification", forge.stamp("{}", now), "{}".to_owned()),
            ("too old", forge.stamp(&body, now - 301_000), body.clone()),
            (
                "of tomorrow",
                forge.stamp(&body, now + 900_000),
                body.clone(),
            ),
        ] {
            let reply = tell_wechat_pay(s, &stamp, body).await;
            assert!(reply.status >= 400, "{why}: {}", reply.status);
            is_unpaid(&buyer, order, why).await;
        }
        assert_eq!(payments(s), (0, 0));
        // The forgeries alone were refused: the wallet's own notification pays the order.
        let reply = tell_wechat_pay(s, &stamp, body).await;
        assert_eq!((reply.status, reply.text.as_str()), (204, ""));
        assert_eq!(buyer.info(order).await["state"], "paid");
    });
}

#[test]
fn a_payment_for_another_merchant_app_wallet_or_order_pays_nothing() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 3).await;
        let (buyer, other) = (Buyer::new(s, OWNER).await, Buyer::new(s, GUEST).await);
        let forge = Forge::of(s);
        let now = s.clock.now_ms();
        let (one, begun) = buyer.at_the_wallet(1).await;
        let by_alipay = begun["attempt"].as_str().unwrap().to_owned();
        let (two, begun) = other.at_the_wallet(2).await;
        let by_wechat_pay = begun["attempt"].as_str().unwrap().to_owned();
        let right = forge.alipay_fields(&by_alipay, "T1", "45.00");
        for (why, fields) in [
            ("app", with(right.clone(), "app_id", "2021000000000000")),
            (
                "seller",
                with(right.clone(), "seller_id", "2088000000000000"),
            ),
            (
                "unknown",
                with(right.clone(), "out_trade_no", "NOBODY0000000001"),
            ),
            (
                "the other wallet's",
                with(right.clone(), "out_trade_no", &by_wechat_pay),
            ),
        ] {
            let reply = tell_alipay(s, forge.alipay(&fields)).await;
            assert_ne!(reply.text, "success", "{why}");
        }
        let right_too = forge.transaction(&by_wechat_pay, "T2", &json!(PRICE));
        for (why, field, value) in [
            ("merchant", "mchid", "1900000000"),
            ("app", "appid", "wx0000000000000000"),
            ("unknown", "out_trade_no", "NOBODY0000000001"),
            ("the other wallet's", "out_trade_no", by_alipay.as_str()),
        ] {
            let mut transaction = right_too.clone();
            transaction[field] = json!(value);
            let body = forge.sealed(&transaction);
            let reply = tell_wechat_pay(s, &forge.stamp(&body, now), body).await;
            assert!(reply.status >= 400, "{why}");
        }
        is_unpaid(&buyer, one, "strangers'").await;
        is_unpaid(&other, two, "strangers'").await;
        // A payment's number buys once: with another order of the same price it is not taken.
        let reply = tell_alipay(s, forge.alipay(&right)).await;
        assert_eq!(reply.text, "success");
        let (three, begun) = buyer.at_the_wallet(1).await;
        let third = begun["attempt"].as_str().unwrap();
        let again = forge.alipay_fields(third, "T1", "45.00");
        let reply = tell_alipay(s, forge.alipay(&again)).await;
        assert_ne!(reply.text, "success");
        is_unpaid(&buyer, three, "a number that was used").await;
    });
}

#[test]
fn an_old_notification_is_answered_as_before_and_tells_nothing_new() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 2).await;
        let buyer = Buyer::new(s, OWNER).await;
        let forge = Forge::of(s);
        let old = s.clock.now_ms() - 301_000;
        let (order, begun) = buyer.at_the_wallet(2).await;
        let number = begun["attempt"].as_str().unwrap().to_owned();
        let told = forge.sealed(&forge.transaction(&number, "T1", &json!(PRICE)));
        let reply = tell_wechat_pay(s, &forge.stamp(&told, old), told.clone()).await;
        assert_eq!(reply.status, 400, "it was never taken");
        is_unpaid(&buyer, order, "old").await;
        let now = s.clock.now_ms();
        let reply = tell_wechat_pay(s, &forge.stamp(&told, now), told.clone()).await;
        assert_eq!(reply.status, 204);
        let paid = buyer.info(order).await;
        let (other, begun) = buyer.at_the_wallet(2).await;
        let (number, unpaid) = (number.as_str(), begun["attempt"].as_str().unwrap());
        for (why, number, trade_no, fen, status) in [
            ("the same", number, "T1", PRICE, 204),
            ("another payment", number, "T2", PRICE, 400),
            ("another amount", number, "T1", PRICE - 1, 400),
            ("another order", unpaid, "T1", PRICE, 400),
            ("a new payment", unpaid, "T3", PRICE, 400),
        ] {
            let body = forge.sealed(&forge.transaction(number, trade_no, &json!(fen)));
            let reply = tell_wechat_pay(s, &forge.stamp(&body, old), body.clone()).await;
            assert_eq!(reply.status, status, "{why}");
            // A sender without the wallet's key does not hear that the payment is known.
            let stamp = forge.stamp_by(&stranger(), &body, old);
            let reply = tell_wechat_pay(s, &stamp, body).await;
            assert_eq!(reply.status, 400, "{why}, forged");
        }
        assert_eq!(buyer.info(order).await, paid);
        is_unpaid(&buyer, other, "old").await;
        assert_eq!(payments(s), (1, 0), "nothing was noted");
        shop::is_whole(s).await;
    });
}
