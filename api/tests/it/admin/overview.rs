//! The overview and the state of the server, part by part and permission by permission.

use serde_json::{Value, json};

use crate::server::{OWNER, PASSWORD, with_server};

const OVERVIEW: &str = "/admin-api/console/overview";
const SYSTEM: &str = "/admin-api/console/system";

/// Names of the parts that are there.
fn parts(data: &Value) -> Vec<String> {
    let fields = data.as_object().unwrap().iter();
    fields
        .filter(|(name, value)| *name != "time" && !value.is_null())
        .map(|(name, _)| name.clone())
        .collect()
}

#[test]
fn the_overview_has_the_parts_of_each_permission() {
    with_server(async |s| {
        for (name, permission, wanted) in [
            ("p1", "member:list", vec!["people"]),
            ("p2", "infra:phone:list", vec!["phones", "stock"]),
            ("p3", "order:list", vec!["money"]),
            ("p4", "order:refund", vec!["mismatches", "refunds"]),
            ("p5", "infra:host:list", vec!["hanging"]),
            ("p6", "system:feedback:list", vec!["feedback"]),
            ("p7", "monitor:server:list", vec!["errors", "firstDay"]),
            ("p8", "system:dict:list", vec![]),
        ] {
            let operator =
                json!({ "userName": name, "password": PASSWORD, "permissions": [permission] });
            s.seed(json!({ "operators": [operator] })).await;
            let token = s.token(name).await;
            let data = s.get(OVERVIEW, &token).await.data();
            let mut found = parts(&data);
            found.sort_unstable();
            assert_eq!(found, wanted, "{permission}");
            // The page is in the menu of those who see a part of it.
            let routers = s.get("/getRouters", &token).await.text;
            assert_eq!(
                routers.contains("admin/overview"),
                !wanted.is_empty(),
                "{permission}"
            );
            let allowed = permission == "monitor:server:list";
            assert_eq!(routers.contains("admin/system"), allowed, "{permission}");
            assert_eq!(
                s.get(SYSTEM, &token).await.code(),
                if allowed { 0 } else { 403 }
            );
        }
        let member = s.token(OWNER).await;
        assert_eq!(parts(&s.get(OVERVIEW, &member).await.data()), [""; 0]);
        assert_eq!(s.get(OVERVIEW, "").await.code(), 401);
    });
}

#[test]
fn the_first_day_tells_its_steps_and_stock_its_pace() {
    with_server(async |s| {
        let free = json!({ "configuration": "VIP", "adb": "127.0.0.1:1" });
        s.seed(json!({ "stock": [free] })).await;
        let data = s.get(OVERVIEW, &s.token("admin").await).await.data();
        let day = &data["firstDay"];
        assert_eq!(day["operator"], "admin");
        assert_eq!(
            (&day["phones"], &day["configurations"]),
            (&json!(1), &json!(0))
        );
        assert_eq!((&day["sms"], &day["wallets"]), (&json!(true), &json!(0)));
        let stock = &data["stock"][0];
        assert_eq!(
            (&stock["name"], &stock["all"], &stock["free"]),
            (&json!("VIP"), &json!(1), &json!(1))
        );
        assert_eq!(stock["lastsDays"], Value::Null, "nothing was sold");
        assert_eq!(data["phones"]["all"], 1);
        assert_eq!(data["money"]["todayFen"], 0);
        let hours = data["money"]["hours"].as_array().unwrap().len();
        assert!((1..=25).contains(&hours), "{hours}");
        // A shop with a member's phone is no empty one.
        s.phone("甲", 30).await;
        let data = s.get(OVERVIEW, &s.token("admin").await).await.data();
        assert_eq!(data["firstDay"], Value::Null);
    });
}

#[test]
fn faults_are_told_with_their_request_and_settings_with_their_source() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        let before = s.get(SYSTEM, &admin).await.data();
        assert_eq!(before["errors"], json!([]));
        assert_eq!(before["database"]["stamp"], "demo");
        let sources: Vec<_> = (before["settings"].as_array().unwrap().iter())
            .map(|one| {
                (
                    one["variable"].clone(),
                    one["value"].clone(),
                    one["secret"].clone(),
                    one["source"].clone(),
                )
            })
            .collect();
        let row = |variable: &str, value: Value, secret: bool, source: &str| {
            (json!(variable), value, json!(secret), json!(source))
        };
        assert_eq!(
            sources,
            [
                row("OWLDECK_GRACE_DAYS", json!("7"), false, "default"),
                row("OWLDECK_ORDER_MINUTES", json!("20"), false, "file"),
                row("OWLDECK_SMS_KEY", Value::Null, true, "environment"),
            ]
        );
        s.statement("UPDATE config SET value = '9' WHERE key = 'phone.grace.days'");
        s.engine.reload_config().await.unwrap();
        let after = s.get(SYSTEM, &admin).await.data();
        assert_eq!(
            (
                &after["settings"][0]["value"],
                &after["settings"][0]["source"]
            ),
            (&json!("9"), &json!("database"))
        );
        s.execute("ALTER TABLE feedback RENAME TO feedback_away");
        let failed = s.get("/admin-api/system/user-feedback/page", &admin).await;
        assert_eq!(failed.code(), 500);
        let failed_again = s.get("/admin-api/system/user-feedback/page", &admin).await;
        s.execute("ALTER TABLE feedback_away RENAME TO feedback");
        let errors = s.get(SYSTEM, &admin).await.data()["errors"].clone();
        let fault = &errors[0];
        assert_eq!(
            fault["call"], "GET /admin-api/system/user-feedback/page",
            "{errors}"
        );
        assert_eq!((&fault["times"], &fault["members"]), (&json!(2), &json!(1)));
        assert_eq!(fault["requestId"], failed_again.header("x-request-id"));
        assert!(
            fault["reason"].as_str().unwrap().contains("feedback"),
            "{fault}"
        );
        let overview = s.get(OVERVIEW, &admin).await.data();
        assert_eq!(overview["errors"][0]["requestId"], fault["requestId"]);
    });
}

#[test]
fn hosts_are_listed_by_name_or_the_worst_first() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        for query in ["", "?sort=worst"] {
            let page = s
                .get(&format!("/admin-api/host/page{query}"), &admin)
                .await
                .data();
            assert_eq!(page["total"], 0, "this server has no phones");
        }
        let refused = s.get("/admin-api/host/page?sort=best", &admin).await;
        assert_eq!(refused.code(), 400);
    });
}
