//! Authorizations over HTTP: what is refused, what both sides are told, and what the list says.

pub mod clips;
mod links;

use domain::codes::{self, Code};
use serde_json::{Value, json};

use crate::server::{GUEST, OWNER, Reply, STRANGER, Server, with_server};

const AUTHORIZE: &str = "/app-api/trade/phone-accredit/accredit";
const AUTHORIZE_MANY: &str = "/app-api/trade/phone-accredit/accredit-batch";
const UPDATE: &str = "/app-api/trade/phone-accredit/update";
const RECALL: &str = "/app-api/trade/phone-accredit/recall";
const RECALL_MANY: &str = "/app-api/trade/phone-accredit/recall-batch";
const LEAVE: &str = "/app-api/trade/phone-accredit/leave";
const GIVEN: &str = "/app-api/trade/phone-accredit/accredit-phone-list";
const RECEIVED: &str = "/app-api/trade/phone-accredit/accredited-phone-list";
const FREE: &str = "/app-api/trade/phone-accredit/phone-list";
const ACTIVITY: &str = "/app-api/trade/phone-accredit/activity";
const FINDABLE: &str = "/app-api/trade/phone-accredit/findable";
const HOUR_MS: i64 = 60 * 60 * 1000;

async fn handle(s: &Server, token: &str, number: &str) -> Value {
    let path = format!("/app-api/member/member/queryMemberByPhone?phone={number}");
    s.get(&path, token).await.data()["handle"].clone()
}

fn terms(handle: &Value, more: &Value) -> Value {
    let mut body = json!({ "handle": handle, "accreditType": 2, "hours": 1, "agreed": true });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    body
}

fn assert_refused(reply: &Reply, code: Code, what: &str) {
    assert_eq!(reply.code(), code.number, "{what}: {}", reply.text);
}

#[test]
fn a_phone_is_authorized_changed_and_recalled() {
    with_server(async |s| {
        let (a, b) = (s.phone("甲", 30).await, s.phone("乙", 1).await);
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let to = handle(s, &owner, GUEST).await;
        let one = s
            .post(AUTHORIZE, &owner, terms(&to, &json!({ "phoneId": a })))
            .await;
        let relation = one.data()["relationId"].clone();
        let end = s.clock.now_ms() + 9 * 24 * HOUR_MS;
        let many = json!({ "phoneIds": [a, b], "hours": null, "expireTime": end });
        let many = s
            .post(AUTHORIZE_MANY, &owner, terms(&to, &many))
            .await
            .data();
        assert_eq!(many["success"], 1);
        let [first, second] = [&many["list"][0], &many["list"][1]];
        assert_eq!(first["code"], codes::SHARE_ALREADY.number);
        assert!(
            second["expireTime"].as_i64().unwrap() < end,
            "never beyond the rental: {second}"
        );

        let given = s.get(GIVEN, &owner).await.data();
        assert_eq!(given["total"], 2);
        let row = given["list"]
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["phoneId"] == a)
            .unwrap()
            .clone();
        assert_eq!(
            (
                &row["subMemberPhone"],
                &row["memberPhone"],
                &row["accreditType"],
                &row["relationId"]
            ),
            (&json!("139****0000"), &Value::Null, &json!(2), &relation)
        );
        let received = s.get(RECEIVED, &guest).await.data();
        assert_eq!(received["list"][0]["memberPhone"], "138****0000");
        assert_eq!(s.get(FREE, &owner).await.data()["total"], 0);
        let listed = s.list(&owner, json!({ "phoneIds": [a] })).await.data();
        let to = &listed["list"][0]["sharedTo"];
        assert_eq!(
            (&to["phone"], &to["level"]),
            (&json!("139****0000"), &json!("operate"))
        );

        let lower = json!({ "relationId": relation, "accreditType": 1 });
        assert_eq!(s.post(UPDATE, &owner, lower).await.code(), 0);
        let refused = s.start(&guest, json!({ "phoneId": a })).await.data();
        assert_eq!(refused["control"], false, "a viewer controls nothing");
        let actions = s
            .get(&format!("{ACTIVITY}?relationId={relation}"), &owner)
            .await;
        assert_eq!(actions.data()["list"], json!([]));

        let recall = json!({ "relationId": relation, "relationType": 1 });
        assert_eq!(s.post(RECALL, &owner, recall.clone()).await.code(), 0);
        assert_refused(
            &s.post(RECALL, &owner, recall).await,
            codes::SHARE_ABSENT,
            "again",
        );
        let rest = second["relationId"].clone();
        let left = s
            .post(LEAVE, &guest, json!({ "relationIds": [rest] }))
            .await;
        assert_eq!(left.data()["success"], 1);
        let both = json!({ "relationIds": [relation, rest] });
        let over = s.post(RECALL_MANY, &owner, both).await.data();
        assert_eq!(over["success"], 0);
        assert_eq!(over["list"][1]["code"], codes::SHARE_ABSENT.number);
        assert_eq!(s.get(RECEIVED, &guest).await.data()["total"], 0);
    });
}

#[test]
fn what_is_not_allowed_is_refused_by_its_code() {
    with_server(async |s| {
        let id = s.phone("甲", 30).await;
        let owner = s.token(OWNER).await;
        let to = handle(s, &owner, GUEST).await;
        let now = s.clock.now_ms();
        let hundred: Vec<i64> = (1..=100).collect();
        let more: Vec<i64> = (1..=101).collect();
        for (body, code) in [
            (json!({ "phoneIds": [] }), codes::PHONE_COUNT),
            (json!({ "phoneIds": more }), codes::PHONE_COUNT),
            (json!({ "phoneIds": [id, id] }), codes::DUPLICATE_PHONE),
            (json!({ "agreed": false }), codes::SHARE_AGREEMENT),
            (json!({ "accreditType": 0 }), codes::BAD_REQUEST),
            (json!({ "accreditType": 3 }), codes::BAD_REQUEST),
            (json!({ "accreditType": "2" }), codes::BAD_REQUEST),
            (json!({ "accreditType": null }), codes::BAD_REQUEST),
            (json!({ "hours": 0 }), codes::BAD_REQUEST),
            (json!({ "hours": 721 }), codes::BAD_REQUEST),
            (json!({ "hours": null }), codes::BAD_REQUEST),
            (json!({ "expireTime": now + HOUR_MS }), codes::BAD_REQUEST),
            (
                json!({ "hours": null, "expireTime": now - 1 }),
                codes::SHARE_UNTIL,
            ),
            (json!({ "handle": "x" }), codes::SHARE_LOOKUP),
        ] {
            let what = body.to_string();
            let mut body = terms(&to, &body);
            if body["phoneIds"].is_null() {
                body["phoneIds"] = json!([id]);
            }
            assert_refused(&s.post(AUTHORIZE_MANY, &owner, body).await, code, &what);
        }
        let unknown = terms(&to, &json!({ "phoneIds": hundred }));
        let rows = s.post(AUTHORIZE_MANY, &owner, unknown).await.data();
        assert_eq!(
            (&rows["success"], rows["list"].as_array().unwrap().len()),
            (&json!(0), 100)
        );
        assert_eq!(rows["list"][0]["code"], codes::PHONE_ABSENT.number);
        let own = handle(s, &owner, OWNER).await;
        let tried = s
            .post(AUTHORIZE, &owner, terms(&own, &json!({ "phoneId": id })))
            .await;
        assert_refused(&tried, codes::SHARE_SELF, "the own number");
        let wrong = json!({ "relationId": 1, "relationType": 2 });
        assert_refused(
            &s.post(RECALL, &owner, wrong).await,
            codes::BAD_REQUEST,
            "type",
        );
        let nothing = json!({ "relationId": 1 });
        assert_refused(
            &s.post(UPDATE, &owner, nothing).await,
            codes::BAD_REQUEST,
            "nothing",
        );
        for query in ["?accreditType=3", "?standing=x", "?pageSize=201"] {
            let reply = s.get(&format!("{GIVEN}{query}"), &owner).await;
            assert_refused(&reply, codes::BAD_REQUEST, query);
        }
    });
}

#[test]
fn an_account_that_does_not_want_to_be_found_is_like_a_number_without_one() {
    with_server(async |s| {
        let id = s.phone("甲", 30).await;
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let hidden = s.post(FINDABLE, &guest, json!({ "findable": false })).await;
        assert_eq!(hidden.code(), 0);
        assert_eq!(s.get(FINDABLE, &guest).await.data()["findable"], false);
        let mut answers = Vec::new();
        for number in ["13555555555", GUEST] {
            let path = format!("/app-api/member/member/queryMemberByPhone?phone={number}");
            let mut found = s.get(&path, &owner).await.data();
            let handle = found["handle"].take();
            found["phone"] = json!("");
            let tried = s
                .post(AUTHORIZE, &owner, terms(&handle, &json!({ "phoneId": id })))
                .await;
            assert_refused(&tried, codes::SHARE_ACCOUNT, number);
            answers.push((found, tried.text));
        }
        let same = answers.iter().map(|(found, _)| found).collect::<Vec<_>>();
        assert_eq!(same[0], same[1]);
        let stranger = s.token(STRANGER).await;
        assert_eq!(s.get(GIVEN, &stranger).await.data()["total"], 0);
    });
}
