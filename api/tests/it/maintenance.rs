//! Maintenance over HTTP: set, counted, listed and ended by operators, read by members.

use domain::codes;
use serde_json::{Value, json};

use crate::server::{GUEST, OWNER, Server, with_server};

const CALL: &str = "/admin-api/maintenance";
const HOUR_MS: i64 = 60 * 60 * 1000;

/// A form about the phone of this name; `more` replaces fields of it.
async fn form(s: &Server, alias: &str, more: Value) -> Value {
    let owner = s.token(OWNER).await;
    let listed = s.list(&owner, json!({ "phoneAlias": alias })).await.data();
    let mut body = json!({
        "scope": "phones", "owlIds": [listed["list"][0]["owlId"]],
        "reasonZh": "更换网线", "reasonEn": "New cable",
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    body
}

/// The only phone of an account, as it sees it.
async fn phone(s: &Server, account: &str) -> Value {
    let token = s.token(account).await;
    s.list(&token, json!({})).await.data()["list"][0].clone()
}

#[test]
fn owner_and_guest_read_the_reason_and_the_phone_comes_back() {
    with_server(async |s| {
        s.phone("甲", 30).await;
        s.grant("甲", "operate").await;
        let admin = s.token("admin").await;
        let until_ms = s.clock.now_ms() + HOUR_MS;
        let body = form(s, "甲", json!({ "untilTime": until_ms })).await;
        let counted = s.post(&format!("{CALL}/count"), &admin, body.clone()).await;
        assert_eq!(
            counted.data(),
            json!({ "phones": 1, "rented": 1, "members": 1, "busy": 0 })
        );
        let made = s.post(&format!("{CALL}/create"), &admin, body).await.data();
        for account in [OWNER, GUEST] {
            let seen = phone(s, account).await;
            assert_eq!(seen["businessStatus"], 99, "{account}");
            assert_eq!(seen["reason"], "New cable");
            assert_eq!(seen["maintainedUntil"], until_ms);
        }
        let page = s.get(&format!("{CALL}/page?state=running"), &admin).await;
        let row = &page.data()["list"][0];
        assert_eq!((&row["phones"], &row["held"]), (&json!(1), &json!(1)));
        assert_eq!(
            (&row["setBy"], &row["scope"]),
            (&json!("admin"), &json!("phones"))
        );
        assert_eq!(row["owlIds"].as_array().unwrap().len(), 1);

        let end = json!({ "maintenanceId": made["id"] });
        let ended = s.post(&format!("{CALL}/end"), &admin, end.clone()).await;
        assert_eq!(ended.data(), true);
        let seen = phone(s, OWNER).await;
        assert_eq!(
            (&seen["businessStatus"], &seen["reason"]),
            (&json!(1), &Value::Null)
        );
        let again = s.post(&format!("{CALL}/end"), &admin, end).await;
        assert_eq!(again.code(), codes::MAINTENANCE_OVER.number);
        let absent = json!({ "maintenanceId": 1 });
        let absent = s.post(&format!("{CALL}/end"), &admin, absent).await;
        assert_eq!(absent.code(), codes::MAINTENANCE_ABSENT.number);
    });
}

#[test]
fn a_wrong_field_is_named_with_its_words_and_nothing_is_taken() {
    with_server(async |s| {
        s.phone("甲", 30).await;
        let admin = s.token("admin").await;
        let late = s.clock.now_ms() + 400 * 24 * HOUR_MS;
        for (more, field, words) in [
            (
                json!({ "scope": "all" }),
                "scope",
                "Choose what is maintained",
            ),
            (
                json!({ "owlIds": [] }),
                "owlIds",
                "Enter the ids of 1 to 300 phones",
            ),
            (
                json!({ "owlIds": ["owl-0"] }),
                "owlIds",
                "There is no phone OWL-0",
            ),
            (json!({ "scope": "host" }), "host", "Choose a host"),
            (
                json!({ "scope": "host", "host": "nowhere" }),
                "host",
                "This host has no phones",
            ),
            (
                json!({ "scope": "configuration" }),
                "configurationId",
                "Choose a configuration",
            ),
            (
                json!({ "scope": "configuration", "configurationId": 1 }),
                "configurationId",
                "This configuration has no phones",
            ),
            (
                json!({ "fromTime": late }),
                "fromTime",
                "Maintenance starts within a year",
            ),
            (
                json!({ "untilTime": 1 }),
                "untilTime",
                "Maintenance must end later than now and than it starts, and within a year",
            ),
            (
                json!({ "reasonZh": " " }),
                "reasonZh",
                "Enter a reason; members read it",
            ),
            (
                json!({ "reasonEn": "x".repeat(101) }),
                "reasonEn",
                "A reason has at most 100 characters",
            ),
        ] {
            let body = form(s, "甲", more).await;
            let refused = s.post(&format!("{CALL}/create"), &admin, body).await;
            assert_eq!(refused.code(), 400, "{field}");
            assert_eq!(refused.json()["data"]["field"], field);
            assert_eq!(refused.msg(), words, "{field}");
        }
        assert_eq!(
            s.get(&format!("{CALL}/page"), &admin).await.data()["total"],
            0
        );
        assert_eq!(phone(s, OWNER).await["businessStatus"], 1);
    });
}
