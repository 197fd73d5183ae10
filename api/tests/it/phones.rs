//! The list of phones.

use serde_json::{Value, json};
use store::phones::set_power;

use crate::server::{GUEST, OWNER, Reply, STRANGER, Server, with_server};

fn names(reply: &Reply) -> Vec<String> {
    reply.data()["list"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["phoneAlias"].as_str().unwrap().to_owned())
        .collect()
}

async fn three_phones(s: &Server) -> String {
    for (alias, days) in [("测试", 20), ("Beta", 30), ("阿尔法", 3)] {
        s.phone(alias, days).await;
    }
    s.token(OWNER).await
}

#[test]
fn a_phone_is_listed_with_all_that_a_card_shows() {
    with_server(async |s| {
        let id = s.phone("甲", 3).await;
        s.grant("甲", "operate").await;
        let data = s.list(&s.token(OWNER).await, json!({})).await.data();
        let phone = &data["list"][0];
        for (field, value) in [
            ("phoneId", json!(id)),
            ("phoneAlias", json!("甲")),
            ("businessStatus", json!(1)),
            ("power", json!("on")),
            ("reason", Value::Null),
            ("rental", json!("expiring")),
            ("level", json!("owner")),
            ("accreditType", Value::Null),
            ("ownerPhone", Value::Null),
            ("sharedOut", json!(true)),
            ("androidVersion", json!("14")),
            ("chip", json!("RK3588")),
            ("padType", json!(5)),
            ("dpi", json!(320)),
        ] {
            assert_eq!(phone.get(field), Some(&value), "{field}");
        }
        assert!(phone["owlId"].as_str().unwrap().starts_with("OWL-"));
        assert!(["mobile", "unicom", "telecom"].contains(&phone["operator"].as_str().unwrap()));
        assert_eq!(
            data["summary"],
            json!({ "total": 1, "running": 1, "expiringSoon": 1, "abnormal": 0 })
        );

        let granted = s.list(&s.token(GUEST).await, json!({})).await.data();
        let phone = &granted["list"][0];
        assert_eq!(
            (
                &phone["level"],
                &phone["accreditType"],
                &phone["ownerPhone"],
                &phone["sharedOut"]
            ),
            (
                &json!("operate"),
                &json!(2),
                &json!("138****0000"),
                &json!(false)
            )
        );
        assert!(
            phone["expireTime"].as_i64().unwrap() <= s.clock.now_ms() + 3_600_000,
            "the grant's end, not the rental's"
        );
    });
}

#[test]
fn nobody_sees_the_phones_of_others() {
    with_server(async |s| {
        s.phone("甲", 30).await;
        let data = s
            .list(&s.token(STRANGER).await, json!({ "keyword": "甲" }))
            .await
            .data();
        assert_eq!(
            (&data["list"], &data["total"], &data["summary"]["total"]),
            (&json!([]), &json!(0), &json!(0))
        );
    });
}

#[test]
fn the_list_is_searched_sorted_and_paged() {
    with_server(async |s| {
        let token = three_phones(s).await;
        for (body, expected) in [
            (json!({ "sortType": 3 }), vec!["阿尔法", "Beta", "测试"]),
            (
                json!({ "sortType": 3, "sortOrder": "desc" }),
                vec!["测试", "Beta", "阿尔法"],
            ),
            (json!({ "sortType": 2 }), vec!["阿尔法", "测试", "Beta"]),
            (
                json!({ "sortType": 2, "sortOrder": "desc" }),
                vec!["Beta", "测试", "阿尔法"],
            ),
            (
                json!({ "sortType": 3, "pageSize": 2 }),
                vec!["阿尔法", "Beta"],
            ),
            (
                json!({ "sortType": 3, "pageSize": 2, "pageNo": 2 }),
                vec!["测试"],
            ),
            (
                json!({ "sortType": 3, "limit": 2, "page": 2 }),
                vec!["测试"],
            ),
            // A part of a name that no id has by chance.
            (json!({ "keyword": "试" }), vec!["测试"]),
            (
                json!({ "keyword": "beta，阿尔法\n none", "sortType": 3 }),
                vec!["阿尔法", "Beta"],
            ),
        ] {
            assert_eq!(
                names(&s.list(&token, body.clone()).await),
                expected,
                "{body}"
            );
        }
        let data = s
            .list(&token, json!({ "keyword": "beta,none", "pageSize": 1 }))
            .await
            .data();
        assert_eq!(
            (&data["total"], &data["notFound"], &data["summary"]["total"]),
            (&json!(1), &json!(["none"]), &json!(3))
        );
        // By assign time, newest first, when nothing is asked.
        let by_default = names(&s.list(&token, json!({})).await);
        assert_eq!(
            by_default,
            names(
                &s.list(&token, json!({ "sortType": 1, "sortOrder": "desc" }))
                    .await
            )
        );
    });
}

#[test]
fn a_question_beyond_its_limits_is_refused_in_words() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let many = |n: usize| (0..n).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
        for (fine, beyond) in [
            (json!({ "pageSize": 200 }), json!({ "pageSize": 201 })),
            (json!({ "pageSize": 1 }), json!({ "pageSize": 0 })),
            (json!({ "pageNo": 1 }), json!({ "pageNo": 0 })),
            (
                json!({ "pageNo": 1_000_000 }),
                json!({ "pageNo": 1_000_001 }),
            ),
            (json!({ "sortType": 3 }), json!({ "sortType": 4 })),
            (
                json!({ "sortOrder": "asc" }),
                json!({ "sortOrder": "id; DROP TABLE phones" }),
            ),
            (
                json!({ "keyword": many(300) }),
                json!({ "keyword": many(301) }),
            ),
            (
                json!({ "keyword": "x".repeat(64) }),
                json!({ "keyword": "x".repeat(65) }),
            ),
        ] {
            assert_eq!(s.list(&token, fine.clone()).await.code(), 0, "{fine}");
            let refused = s.list(&token, beyond.clone()).await;
            assert_eq!(refused.code(), 400, "{beyond}");
            assert!(
                !refused.msg().is_empty() && refused.msg().is_ascii(),
                "{}",
                refused.msg()
            );
        }
        for nonsense in [
            json!({ "pageNo": "x" }),
            json!({ "pageSize": i64::MAX }),
            json!({ "pageNo": -1 }),
            json!([]),
            json!(null),
        ] {
            assert_eq!(
                s.list(&token, nonsense.clone()).await.code(),
                400,
                "{nonsense}"
            );
        }
    });
}

#[test]
fn a_phone_that_is_off_is_no_alarm() {
    with_server(async |s| {
        let id = s.phone("甲", 30).await;
        set_power(&s.store, id, domain::phones::Power::Off, s.clock.now_ms())
            .await
            .unwrap();
        let data = s.list(&s.token(OWNER).await, json!({})).await.data();
        assert_eq!(
            (
                &data["list"][0]["businessStatus"],
                &data["list"][0]["power"]
            ),
            (&json!(0), &json!("off"))
        );
        assert_eq!(
            (&data["summary"]["running"], &data["summary"]["abnormal"]),
            (&json!(0), &json!(0))
        );
    });
}

#[test]
fn phones_are_asked_for_by_their_ids_in_that_order_and_only_visible_ones_are_answered() {
    with_server(async |s| {
        let token = three_phones(s).await;
        let all = s.list(&token, json!({ "sortType": 3 })).await.data();
        let ids: Vec<i64> = all["list"]
            .as_array()
            .unwrap()
            .iter()
            .map(|phone| phone["phoneId"].as_i64().unwrap())
            .collect();
        let asked = json!([ids[2], 1, ids[0], ids[2]]);
        // What else was asked does not count.
        let body = json!({ "phoneIds": asked, "keyword": "nothing", "pageSize": 1 });
        let named = s.list(&token, body.clone()).await.data();
        let found: Vec<&Value> = named["list"].as_array().unwrap().iter().collect();
        assert_eq!(
            found
                .iter()
                .map(|phone| &phone["phoneId"])
                .collect::<Vec<_>>(),
            [&json!(ids[2]), &json!(ids[0])]
        );
        assert_eq!(named["total"], 2);
        assert_eq!(named["summary"], all["summary"]);

        s.grant("Beta", "view").await;
        let guest = s
            .list(&s.token(GUEST).await, json!({ "phoneIds": ids }))
            .await;
        assert_eq!(names(&guest), ["Beta"]);
        let stranger = s.list(&s.token(STRANGER).await, body).await.data();
        assert_eq!(stranger["total"], 0);
        assert_eq!(
            s.list(&token, json!({ "phoneIds": [] })).await.data()["total"],
            0
        );

        let many = |n: i64| json!({ "phoneIds": (1..=n).collect::<Vec<i64>>() });
        assert_eq!(s.list(&token, many(300)).await.code(), 0);
        assert_eq!(s.list(&token, many(301)).await.code(), 400);
    });
}
