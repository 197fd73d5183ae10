//! The list of phones.

mod wire;

use domain::operations::Reason;
use domain::phones::{Status, Tone, Unable, Unwell};
use fleet::PhoneSpec;
use serde_json::{Value, json};
use store::phones::{set_health, set_power};

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
fn a_pattern_names_several_phones_and_counts_them_in_the_order_of_the_call() {
    with_server(async |s| {
        let (one, two) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        let token = s.token(OWNER).await;
        let path = "/app-api/trade/phone/update-alias";
        let body = json!({ "phoneIds": [two, one], "phoneAlias": "新名 {n}", "first": 9 });
        let renamed = s.post(path, &token, body).await.data();
        assert_eq!(renamed["success"], 2, "{renamed}");
        let data = s.list(&token, json!({})).await.data();
        for (id, name) in [(two, "新名 09"), (one, "新名 10")] {
            let mut list = data["list"].as_array().unwrap().iter();
            let phone = list.find(|phone| phone["phoneId"] == id).unwrap();
            assert_eq!(phone["phoneAlias"], name);
        }
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
        let token = s.token(OWNER).await;
        let data = s.list(&token, json!({})).await.data();
        assert_eq!(
            (
                &data["list"][0]["businessStatus"],
                &data["list"][0]["power"]
            ),
            (&json!(0), &json!("off"))
        );
        let path = "/app-api/infra/cacloud/reboot-instance";
        let refused = s.post(path, &token, json!({ "phoneIds": [id] })).await;
        assert_eq!(refused.data()["list"][0]["msg"], "The phone is powered off");
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
        // Filters and page sizes of such a request do not count.
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

#[test]
fn a_phone_whose_change_failed_says_why_before_what_ails_it() {
    with_server(async |s| {
        let id = s.phone("甲", 30).await;
        let token = s.token(OWNER).await;
        let unwell = Some("silent".to_owned());
        set_health(&s.store, id, unwell, s.clock.now_ms())
            .await
            .unwrap();
        let failed = |reason: &str| {
            format!("UPDATE phones SET failed_code = 3, failed_reason = {reason} WHERE id = {id}")
        };
        s.statement(&failed("'bootTimeout'"));
        let data = s.list(&token, json!({})).await.data();
        assert_eq!(
            (
                &data["list"][0]["businessStatus"],
                &data["list"][0]["reason"]
            ),
            (&json!(3), &json!(Reason::BootTimeout.words().en))
        );
        // Nothing was kept of it.
        s.statement(&failed("NULL"));
        let data = s.list(&token, json!({})).await.data();
        assert_eq!(data["list"][0]["reason"], "The phone does not answer");
    });
}

#[test]
fn a_phone_that_something_is_done_to_tells_no_reason_though_its_link_is_lost() {
    with_server(async |s| {
        let id = s.phone("甲", 30).await;
        let token = s.token(OWNER).await;
        let unwell = Some("unreachable".to_owned());
        set_health(&s.store, id, unwell, s.clock.now_ms())
            .await
            .unwrap();
        let shown = async || {
            let data = s.list(&token, json!({})).await.data();
            let [status, reason] =
                ["businessStatus", "reason"].map(|field| data["list"][0][field].clone());
            (status, reason)
        };
        let abnormal = (json!(0), json!(Unwell::Unreachable.words().en));
        assert_eq!(shown().await, abnormal);
        for status in Status::ALL
            .iter()
            .filter(|status| status.tone() == Tone::Busy)
        {
            let code = status.code();
            s.statement(&format!(
                "UPDATE phones SET busy_code = {code} WHERE id = {id}"
            ));
            assert_eq!(shown().await, (json!(code), Value::Null));
        }
        s.statement(&format!(
            "UPDATE phones SET busy_code = NULL, maintenance = TRUE WHERE id = {id}"
        ));
        assert_eq!(shown().await, (json!(99), Value::Null));
        s.statement(&format!(
            "UPDATE phones SET maintenance = FALSE WHERE id = {id}"
        ));
        assert_eq!(shown().await, abnormal);
    });
}

#[test]
fn what_a_phones_place_cannot_do_is_listed_and_refused_at_once_with_its_reason() {
    with_server(async |s| {
        let id = s.phone("甲", 30).await;
        let token = s.token(OWNER).await;
        let data = s.list(&token, json!({})).await.data();
        assert_eq!(data["list"][0]["unable"], json!([]), "nobody runs it yet");
        // At an address that no provider claims.
        s.engine.fleet.attach(PhoneSpec {
            phone_id: id,
            address: "127.0.0.1:1".to_owned(),
        });
        let data = s.list(&token, json!({})).await.data();
        let unable = data["list"][0]["unable"].as_array().unwrap();
        let actions: Vec<&str> = unable
            .iter()
            .filter_map(|each| each["action"].as_str())
            .collect();
        assert_eq!(
            actions,
            [
                "powerOn",
                "powerOff",
                "factoryReset",
                "upgradeImage",
                "replace",
                "newDevice",
                "transfer",
            ]
        );
        let reason = Unable::NoStorage.words().en;
        assert_eq!(unable[2]["reason"], reason);

        let answer = json!({ "phoneId": id, "code": 1_011_101_011, "msg": reason });
        let path = "/app-api/trade/phone/reset-batch";
        let refused = s.post(path, &token, json!({ "phoneIds": [id] })).await;
        let refused = refused.data();
        assert_eq!(
            (&refused["fail"], &refused["list"][0]),
            (&json!(1), &answer)
        );
        let body = json!({ "phoneIds": [id], "action": "factoryReset" });
        let checked = s.post("/app-api/trade/phone/check", &token, body).await;
        assert_eq!(checked.data()["list"][0], answer);
        let path = "/app-api/infra/cacloud/reboot-instance";
        let reboot = s.post(path, &token, json!({ "phoneIds": [id] })).await;
        assert_eq!(reboot.data()["success"], 1);
    });
}

#[test]
fn what_is_counted_is_what_the_filter_shows_and_the_answer_says_when_it_was() {
    with_server(async |s| {
        let (well, failed, held) = (
            s.phone("well", 30).await,
            s.phone("failed", 30).await,
            s.phone("held", 30).await,
        );
        let starting = s.phone("starting", 30).await;
        // Phones that failed to be switched on, are held, or are just being switched on have their power off still.
        for (id, what) in [
            (failed, "failed_code = 3"),
            (held, "maintenance = TRUE"),
            (starting, "busy_code = 2"),
        ] {
            s.statement(&format!(
                "UPDATE phones SET {what}, power_on = FALSE WHERE id = {id}"
            ));
        }
        let off = s.phone("off", 30).await;
        set_power(&s.store, off, domain::phones::Power::Off, s.clock.now_ms())
            .await
            .unwrap();
        let token = s.token(OWNER).await;
        for (state, id) in [
            ("running", well),
            ("failed", failed),
            ("hold", held),
            ("busy", starting),
            ("off", off),
        ] {
            let data = s.list(&token, json!({ "state": state })).await.data();
            let found = (&data["total"], &data["list"][0]["phoneId"]);
            assert_eq!(found, (&json!(1), &json!(id)), "{state}");
            assert_eq!(data["summary"]["abnormal"], 1);
            let late_ms = s.clock.now_ms() - data["now"].as_i64().unwrap();
            assert!((0..60_000).contains(&late_ms), "{late_ms}");
        }
        let refused = s.list(&token, json!({ "state": "asleep" })).await;
        assert_eq!(refused.code(), 400);
    });
}

#[test]
fn the_trial_phone_is_called_so_in_the_language_of_who_takes_it() {
    with_server(async |s| {
        s.seed(json!({ "stock": [{ "configuration": "VIP", "adb": "127.0.0.1:19995" }] }))
            .await;
        let token = s.token(STRANGER).await;
        let path = "/app-api/trade/phone/distribute-for-new-member";
        assert_eq!(s.post(path, &token, json!({})).await.code(), 0);
        assert_eq!(names(&s.list(&token, json!({})).await), ["Trial"]);
    });
}
