//! The audit as operators read it: each change with before and after, found by a filter, taken away, changed by nobody.

use domain::codes;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Console, done};
use crate::server::{GUEST, OWNER, with_server};

const LIST: &str = "/system/audit/list";

#[test]
fn each_change_of_an_operator_is_recorded_with_before_and_after_and_from_where() {
    with_server(async |s| {
        let admin = Console::of(s, "admin").await;
        let page = admin
            .get(&format!("/system/user/list?userName={GUEST}"))
            .await;
        let guest = page["rows"][0]["userId"].clone();
        let status = json!({ "userId": guest, "status": "1" });
        done(&admin.put("/system/user/changeStatus", status).await);
        let text = |zh: &str| format!("<p>{zh}</p>");
        let announcement = json!({
            "msgType": 1, "contentType": 2, "titleZh": "维护", "titleEn": "Maintenance",
            "contentZh": text("今晚"), "contentEn": text("Tonight"), "audience": 1,
        });
        let call = "/admin-api/announcement";
        let made = admin.post(&format!("{call}/create"), announcement).await;
        assert_eq!(made["code"], 0, "{made}");
        let id = made["data"]["id"].clone();
        let published = admin
            .post(&format!("{call}/publish"), json!({ "id": id }))
            .await;
        assert_eq!(published["code"], 0, "{published}");
        let draft = |title: &str| {
            json!({
                "kind": "terms", "titleZh": title, "titleEn": "Terms", "contentZh": text("条款"), "contentEn": text("Terms"),
            })
        };
        for title in ["条款一", "条款二"] {
            let saved = admin.post("/admin-api/agreement/save", draft(title)).await;
            assert_eq!(saved["code"], 0, "{saved}");
        }
        let until_ms = s.clock.now_ms() + 86_400_000;
        let batch = json!({ "note": "展会", "gives": "days", "days": 3, "count": 2, "untilTime": until_ms });
        let made = admin.post("/admin-api/redeem-code/create", batch).await;
        assert_eq!(made["code"], 0, "{made}");

        let page = admin.get(&format!("{LIST}?by=operator&pageSize=50")).await;
        let rows = page["rows"].as_array().unwrap();
        let found = |kind: &str| {
            let row = rows.iter().find(|row| row["kind"] == kind);
            row.unwrap_or_else(|| panic!("no {kind} in {page}"))
        };
        for (kind, at, before, after) in [
            ("admin.disable", "disabled", json!(false), json!(true)),
            ("announcement.create", "titleZh", Value::Null, json!("维护")),
            ("announcement.publish", "stage", json!(0), json!(1)),
            (
                "agreement.save",
                "titleZh",
                json!("条款一"),
                json!("条款二"),
            ),
            ("redeem.create", "total", Value::Null, json!(2)),
        ] {
            let row = found(kind);
            assert_eq!(
                (&row["before"][at], &row["after"][at]),
                (&before, &after),
                "{row}"
            );
            assert_eq!(row["userName"], "admin");
            assert_eq!(row["address"], "127.0.0.1", "{kind}");
        }
        assert_eq!(found("redeem.create")["kindName"], "生成兑换码");
    });
}

#[test]
fn the_audit_is_filtered_and_taken_away_and_the_export_is_recorded_itself() {
    with_server(async |s| {
        let admin = Console::of(s, "admin").await;
        let today = &domain::zone::Zone::default().time_of(s.clock.now_ms())[..10];
        let day = format!("params%5BbeginTime%5D={today}&params%5BendTime%5D={today}");
        let total =
            async |query: &str| admin.get(&format!("{LIST}?{query}")).await["total"].clone();
        let member = Console::of(s, OWNER).await;
        assert_eq!(
            total(&format!("kind=session.begin&keyword={OWNER}&{day}")).await,
            1
        );
        assert_eq!(total("kind=session.begin&by=operator").await, 1);
        assert_eq!(total("params%5BendTime%5D=2020-01-01").await, 0);
        assert_eq!(total("keyword=nobody.here").await, 0);
        for query in ["kind=of.old", "by=robots", "pageSize=201"] {
            assert_eq!(
                admin.get(&format!("{LIST}?{query}")).await["code"],
                400,
                "{query}"
            );
        }
        let actions = admin.get("/system/audit/actions").await;
        assert_eq!(
            actions["data"].as_array().map(Vec::len),
            Some(domain::audit::ACTIONS.len())
        );

        let bearer = format!("Bearer {}", admin.token);
        let headers = [("accept", "text/csv"), ("authorization", bearer.as_str())];
        let export = format!("/system/audit/export?keyword={OWNER}&format=csv");
        let file = s.send(Method::GET, &export, &headers, "").await.text;
        assert_eq!(file.lines().count(), 2, "{file}");
        assert!(
            file.contains("session.begin") && !file.contains(OWNER),
            "{file}"
        );
        assert_eq!(total("kind=audit.export&keyword=admin").await, 1);
        let refused = member.get(LIST).await;
        assert_eq!(refused["code"], codes::FORBIDDEN.number);
    });
}
