//! Replacement without data as its member's browser sees it.

use domain::codes;
use serde_json::{Value, json};
use store::phones::{NewPhone, add_stock, set_health};

use crate::server::{GUEST, OWNER, Server, with_server};

const CHECK: &str = "/app-api/trade/phone/check-replace";
const REPLACE: &str = "/app-api/trade/phone/replace";
const BATCH: &str = "/app-api/trade/phone/replace-batch";
const TRANSFER: &str = "/app-api/trade/phone/transfer";
const RETRY: &str = "/app-api/trade/phone-bound/retry-migrate";
const QUERY: &str = "/app-api/trade/phone-bound/query-status";
const INFO: &str = "/app-api/infra/operation/info";

/// Puts phones that run into stock.
async fn spare(s: &Server, ports: std::ops::Range<u16>) {
    let new = ports.map(|port| NewPhone {
        configuration: "VIP".to_owned(),
        adb: format!("127.0.0.1:{port}"),
    });
    let now_ms = s.clock.now_ms();
    let made = add_stock(&s.store, new.collect(), now_ms).await.unwrap();
    for phone in made {
        set_health(&s.store, phone.id, None, now_ms).await.unwrap();
    }
}

#[test]
fn phones_are_checked_replaced_alone_and_together_and_the_receipt_names_the_new_ones() {
    with_server(async |s| {
        let (one, two, three) = (
            s.phone("甲", 30).await,
            s.phone("乙", 30).await,
            s.phone("丙", 30).await,
        );
        let (token, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        // Nothing is in stock.
        let none = codes::REPLACEMENT_NONE.number;
        let refused = s.post(REPLACE, &token, json!({ "phoneId": one })).await;
        assert_eq!(refused.code(), none);
        spare(s, 41_000..41_002).await;

        let ids = json!({ "phoneIds": [one, two, three, 4242] });
        let checked = s.post(CHECK, &token, ids).await.data();
        let told = |row: &Value| (row["code"].clone(), row["inStock"].clone());
        let list: Vec<_> = checked["list"]
            .as_array()
            .unwrap()
            .iter()
            .map(told)
            .collect();
        assert_eq!(
            list,
            [
                (json!(0), json!(2)),
                (json!(0), json!(2)),
                (json!(none), json!(2)),
                (json!(codes::PHONE_ABSENT.number), Value::Null),
            ]
        );
        for (body, code) in [
            (json!({ "phoneIds": [] }), codes::PHONE_COUNT),
            (
                json!({ "phoneIds": (1..=31).collect::<Vec<_>>() }),
                codes::PHONE_COUNT,
            ),
            (json!({ "phoneIds": [one, one] }), codes::DUPLICATE_PHONE),
        ] {
            for path in [CHECK, BATCH] {
                assert_eq!(s.post(path, &token, body.clone()).await.code(), code.number);
            }
        }
        s.grant("丙", "operate").await;
        let by_guest = s.post(REPLACE, &guest, json!({ "phoneId": three })).await;
        assert_eq!(by_guest.code(), codes::RIGHT_MISSING.number);

        let first = s
            .post(REPLACE, &token, json!({ "phoneId": one }))
            .await
            .data();
        assert_eq!((&first["success"], &first["fail"]), (&json!(1), &json!(0)));
        let rest = json!({ "phoneIds": [three, two] });
        let rest = s.post(BATCH, &token, rest).await.data();
        assert_eq!((&rest["success"], &rest["fail"]), (&json!(1), &json!(1)));
        let info = |data: &Value| format!("{INFO}?batchId={}", data["batchId"]);
        let receipt = s.get(&info(&rest), &token).await.data();
        let [done, failed] = [&receipt["list"][0], &receipt["list"][1]];
        assert_eq!(
            (&done["state"], &done["phoneAlias"]),
            (&json!("done"), &json!("丙"))
        );
        assert_eq!(
            (&failed["state"], &failed["retryable"]),
            (&json!("failed"), &json!(true))
        );
        assert_eq!(
            (&done["replacement"]["wipeNo"], &failed["replacement"]),
            (&Value::Null, &Value::Null)
        );
        // The guest's grant went along.
        let lent = s.list(&guest, json!({})).await.data();
        assert_eq!(lent["list"][0]["phoneId"], done["replacement"]["phoneId"]);
        assert_eq!(lent["list"][0]["phoneAlias"], "丙");
        let mine = s.list(&token, json!({})).await.data();
        let mut ids: Vec<i64> = mine["list"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|row| row["phoneId"].as_i64())
            .collect();
        assert!(ids.contains(&two) && !ids.contains(&one) && !ids.contains(&three));
        ids.dedup();
        assert_eq!(ids.len(), 3, "never one more, never one less");
    });
}

#[test]
fn with_data_the_disclaimer_is_agreed_to_and_what_cannot_be_moved_is_refused_in_words() {
    with_server(async |s| {
        let (one, two) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        s.grant("乙", "operate").await;
        let (token, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        spare(s, 41_100..41_101).await;
        let wish = |ids: &[i64]| json!({ "phoneIds": ids, "agreed": true, "disclaimerVersion": 1 });
        for body in [
            json!({ "phoneIds": [one] }),
            json!({ "phoneIds": [one], "agreed": false, "disclaimerVersion": 1 }),
            json!({ "phoneIds": [one], "agreed": true }),
            json!({ "phoneIds": [one], "agreed": true, "disclaimerVersion": 2 }),
        ] {
            let refused = s.post(TRANSFER, &token, body).await;
            assert_eq!(refused.code(), codes::AGREEMENTS.number);
        }
        for (ids, code) in [
            (vec![], codes::PHONE_COUNT),
            ((1..=31).collect(), codes::PHONE_COUNT),
            (vec![one, one], codes::DUPLICATE_PHONE),
        ] {
            assert_eq!(
                s.post(TRANSFER, &token, wish(&ids)).await.code(),
                code.number
            );
        }
        let many: Vec<i64> = (1..=31).collect();
        for ids in [vec![], many] {
            let asked = s.post(QUERY, &token, json!({ "phoneIds": ids })).await;
            assert_eq!(asked.code(), codes::PHONE_COUNT.number);
        }
        let checked = json!({ "phoneIds": [one, two], "withData": true });
        let checked = s.post(CHECK, &token, checked).await.data();
        let code = |row: &Value| row["code"].as_i64();
        let list = checked["list"].as_array().unwrap();
        assert_eq!(
            list.iter().map(code).collect::<Vec<_>>(),
            [Some(0), Some(codes::REPLACEMENT_NONE.number)]
        );

        let by_guest = s.post(TRANSFER, &guest, wish(&[two])).await.data();
        assert_eq!(
            code(&by_guest["list"][0]),
            Some(codes::RIGHT_MISSING.number)
        );
        let before_ms = s.clock.now_ms();
        let begun = s.post(TRANSFER, &token, wish(&[one, two])).await.data();
        assert_eq!((&begun["success"], &begun["fail"]), (&json!(1), &json!(1)));
        let receipt = format!("{INFO}?batchId={}", begun["batchId"]);
        let mut agreed = s.get(&receipt, &token).await.data()["disclaimer"].clone();
        let at_ms = agreed["time"].as_i64().unwrap();
        assert!((before_ms..=s.clock.now_ms()).contains(&at_ms));
        agreed["time"] = json!(0);
        assert_eq!(
            agreed,
            json!({ "version": 1, "by": "138****0000", "time": 0 })
        );
        let told = s
            .post(QUERY, &token, json!({ "phoneIds": [one, two] }))
            .await
            .data();
        assert_eq!(
            (&told["total"], &told["list"][0]["phoneId"]),
            (&json!(1), &json!(one))
        );
        assert!(told["list"][0]["newPhoneId"].is_i64(), "{told}");
        let strange = s
            .post(QUERY, &guest, json!({ "phoneIds": [one] }))
            .await
            .data();
        assert_eq!(strange["total"], 0);

        // Only what failed is tried again or given up.
        for cancel in [true, false] {
            for (who, phone, code) in [
                (&token, two, codes::STATE_FORBIDS),
                (&token, 4242, codes::PHONE_ABSENT),
                (&guest, two, codes::RIGHT_MISSING),
            ] {
                let body = json!({ "phoneId": phone, "cancel": cancel });
                assert_eq!(
                    s.post(RETRY, who, body).await.code(),
                    code.number,
                    "{phone}"
                );
            }
        }
    });
}
