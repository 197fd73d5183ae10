//! One-click new device as its member's browser sees it.

use domain::codes;
use domain::identity::serial_form;
use serde_json::{Value, json};
use store::phones::{set_health, set_power};

use crate::server::{GUEST, OWNER, with_server};

const CALLS: [&str; 3] = [
    "/app-api/infra/renew/renew",
    "/app-api/infra/renew/renew-v3",
    "/app-api/infra/renew-redesign/renew",
];
const PREVIEW: &str = "/app-api/infra/renew-redesign/preview";
const INFO: &str = "/app-api/infra/operation/info";
const MODEL: &str = "2211133G";

#[test]
fn each_generation_of_the_call_begins_one_and_its_receipt_says_which_model() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        for (at, path) in CALLS.into_iter().enumerate() {
            let id = s.phone(&format!("机{at}"), 30).await;
            let body = json!({ "phoneId": id, "model": MODEL, "brand": "Xiaomi", "serial": "4e7a9c21", "keep": "files" });
            let begun = s.post(path, &token, body.clone()).await.data();
            assert_eq!((&begun["success"], &begun["fail"]), (&json!(1), &json!(0)));
            let path_of_receipt = format!("{INFO}?batchId={}", begun["batchId"]);
            let receipt = s.get(&path_of_receipt, &token).await.data();
            assert_eq!(receipt["batch"]["kind"], "newDevice");
            assert_eq!(
                receipt["list"][0]["renewed"],
                json!({ "brand": "Xiaomi", "name": "Xiaomi 13", "fields": [] })
            );
            // The phone is held by another operation now.
            let busy = s.post(path, &token, body).await.data();
            assert_eq!(busy["list"][0]["code"], codes::PHONE_BUSY.number);
        }
    });
}

#[test]
fn a_wrong_field_is_refused_beside_it_and_nothing_begins() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let (one, two) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        let single = |more: Value| {
            let mut body = json!({ "phoneIds": [one], "model": MODEL });
            body.as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            body
        };
        for (body, field) in [
            (single(json!({ "model": "nothing" })), "model"),
            (single(json!({ "brand": "vivo" })), "model"),
            (single(json!({ "serial": "4E7A9C21" })), "serial"),
            (single(json!({ "serial": "4e7a9c210" })), "serial"),
            (single(json!({ "serial": "4e7a9c2'" })), "serial"),
            (
                single(json!({ "phoneIds": [one, two], "serial": "4e7a9c21" })),
                "serial",
            ),
            (single(json!({ "proxy": { "ip": "203.0.113.9" } })), "proxy"),
            (single(json!({ "protocol": "SOCKS5" })), "protocol"),
            (single(json!({ "port": 1080 })), "port"),
        ] {
            for path in CALLS {
                let refused = s.post(path, &token, body.clone()).await;
                assert_eq!(refused.code(), codes::BAD_REQUEST.number, "{body}");
                assert_eq!(refused.json()["data"]["field"], field, "{body}");
                assert!(!refused.msg().is_empty());
            }
        }
        let unread = s
            .post(CALLS[0], &token, single(json!({ "keep": "all" })))
            .await;
        assert_eq!(unread.code(), codes::BAD_REQUEST.number);
        for (ids, code) in [
            (json!([]), codes::PHONE_COUNT),
            (json!((1..=31).collect::<Vec<_>>()), codes::PHONE_COUNT),
            (json!([one, one]), codes::DUPLICATE_PHONE),
        ] {
            for path in CALLS.into_iter().chain([PREVIEW]) {
                let body = single(json!({ "phoneIds": ids }));
                assert_eq!(
                    s.post(path, &token, body).await.code(),
                    code.number,
                    "{path}"
                );
            }
        }
        // A field that says nothing is none.
        let begun = s
            .post(
                CALLS[2],
                &token,
                single(json!({ "ip": null, "serial": "" })),
            )
            .await;
        assert_eq!(begun.data()["success"], 1);
    });
}

#[test]
fn phones_that_may_not_are_refused_each_in_words_and_beforehand() {
    with_server(async |s| {
        let (token, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let now_ms = s.clock.now_ms();
        let (lent, off, unwell, over) = (
            s.phone("借出", 30).await,
            s.phone("关机", 30).await,
            s.phone("异常", 30).await,
            s.phone("到期", -1).await,
        );
        s.grant("借出", "operate").await;
        set_power(&s.store, off, domain::phones::Power::Off, now_ms)
            .await
            .unwrap();
        set_health(&s.store, unwell, Some("silent".to_owned()), now_ms)
            .await
            .unwrap();
        for (phone, by, code) in [
            (lent, &guest, codes::RIGHT_MISSING),
            (off, &token, codes::STATE_FORBIDS),
            (unwell, &token, codes::STATE_FORBIDS),
            (over, &token, codes::PHONE_EXPIRED),
            (4242, &token, codes::PHONE_ABSENT),
        ] {
            let body = json!({ "phoneIds": [phone], "model": MODEL });
            let begun = s.post(CALLS[0], by, body.clone()).await.data();
            assert_eq!(begun["success"], 0);
            let preview = s.post(PREVIEW, by, body).await.data();
            for row in [&begun["list"][0], &preview["list"][0]] {
                assert_eq!(row["code"], code.number, "{row}");
                assert!(!row["msg"].as_str().unwrap().is_empty());
            }
            assert_eq!(preview["list"][0]["now"], Value::Null);
        }
        // Phones of another kind than Android 10 with Orion865: each alone.
        let (one, two) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        let both = json!({ "phoneIds": [one, two], "model": MODEL });
        let begun = s.post(CALLS[1], &token, both.clone()).await.data();
        assert_eq!((&begun["success"], &begun["fail"]), (&json!(0), &json!(2)));
        let preview = s.post(PREVIEW, &token, both).await.data();
        for row in [&begun["list"][1], &preview["list"][1]] {
            assert_eq!(row["code"], codes::NEW_DEVICE_ALONE.number);
        }
    });
}

#[test]
fn the_model_library_has_three_forms_and_draws_serial_numbers_of_a_brands_form() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let get = async |path: &str| s.get(&format!("/app-api/infra/{path}"), &token).await;
        let all = get("model-library/list").await.data();
        let total = all["total"].as_u64().unwrap();
        assert!(total >= 60 && all["list"].as_array().unwrap().len() as u64 == total);
        let xiaomi = get("model-library/list?brand=Xiaomi").await.data();
        assert!(xiaomi["total"].as_u64().unwrap() < total);
        assert_eq!(
            xiaomi["list"][0],
            json!({ "brand": "Xiaomi", "brandName": "Xiaomi", "model": MODEL, "name": "Xiaomi 13" })
        );
        let brands = get("model-library/list-v2").await.data();
        assert!(brands["total"].as_u64().unwrap() >= 12);
        assert_eq!(brands, get("renew-redesign/models").await.data());
        let whole = get("model-library/list-v3?brand=Xiaomi").await.data();
        assert_eq!(whole["list"][0], brands["list"][0]["models"][0]);
        assert_eq!(
            whole["list"][0],
            json!({ "brand": "Xiaomi", "name": "Xiaomi 13", "device": "fuxi", "model": MODEL, "width": 1080, "height": 2400,
                    "dpi": 440, "android": "13", "year": 2023, "soc": "SM8550" })
        );
        let serial = format!("renew-redesign/serial?model={MODEL}");
        let (one, other) = (get(&serial).await.data(), get(&serial).await.data());
        assert_ne!(one, other);
        for drawn in [one, other] {
            let drawn = drawn["serial"].as_str().unwrap();
            assert_eq!(serial_form("Xiaomi").parse(drawn).as_deref(), Some(drawn));
        }
        let unknown = get("renew-redesign/serial?model=nothing").await;
        assert_eq!(unknown.json()["data"]["field"], "model");
    });
}
