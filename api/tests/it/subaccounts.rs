//! Sub-accounts over HTTP: consent by code, phones given and taken, the switch, the end, and what is refused.

use domain::codes::{
    BAD_REQUEST, CODE_WRONG, DUPLICATE_PHONE, PHONE_ABSENT, PHONE_COUNT, SUB_ABSENT, SUB_ALREADY,
    SUB_NAME, SUB_NESTED, SUB_SELF,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{GUEST, OWNER, Reply, Server, with_server};

const SEND: &str = "/app-api/member/captcha/sendSmsCode";
const PAGE: &str = "/app-api/member/member/subPage";
const STATUS: &str = "/app-api/member/member/updateStatus";
const PATERNITY: &str = "/app-api/member/paternity";
const GIVE: &str = "/owl/addMaintainerAllot";
const TAKE: &str = "/owl/deleteMaintainerAllot";
const TAKE_ALL: &str = "/owl/deleteDevicesAllot";
const NEW: &str = "13300000001";

async fn send(s: &Server, method: Method, path: &str, token: &str, body: Value) -> Reply {
    let bearer = format!("Bearer {token}");
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
    ];
    s.send(method, path, &headers, body.to_string()).await
}

/// A number agrees: it receives a code, which the member who asked shows.
async fn add(s: &Server, token: &str, number: &str, name: &str) -> Reply {
    s.forgive();
    let body = json!({ "phone": number, "purpose": "subaccount" });
    let sent = s.post(SEND, token, body).await.data();
    let uuid = sent["uuid"].as_str().unwrap();
    let all = s.sent();
    let entry = all.iter().find(|entry| entry.channel != "captcha").unwrap();
    let code = &entry.code;
    let path = format!("{PATERNITY}/add?phone={number}&code={code}&uuid={uuid}&name={name}");
    s.post(&path, token, json!({})).await
}

async fn seen(s: &Server, token: &str) -> usize {
    let listed = s.list(token, json!({})).await.data();
    listed["list"].as_array().unwrap().len()
}

#[test]
fn a_sub_account_from_consent_to_removal() {
    with_server(async |s| {
        let (a, b) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let child = add(s, &owner, GUEST, "Shop").await.data()["memberId"].clone();
        let parent = s.get(&format!("{PATERNITY}/parent"), &guest).await.data();
        assert_eq!(
            parent["parent"],
            json!({ "phone": "138****0000", "status": 0 })
        );

        let both = json!({ "memberId": child, "phoneIds": [a, b], "permissions": ["rename"] });
        assert_eq!(
            s.post(GIVE, &owner, both.clone()).await.data()["success"],
            2
        );
        assert_eq!(seen(s, &guest).await, 2);
        let row = s.post(PAGE, &owner, json!({})).await.data()["list"][0].clone();
        assert_eq!(
            (
                &row["name"],
                &row["phone"],
                &row["phoneCount"],
                &row["permissions"]
            ),
            (
                &json!("Shop"),
                &json!("139****0000"),
                &json!(2),
                &json!(["rename"])
            )
        );
        let phones = s
            .get(&format!("{PATERNITY}/phones?memberId={child}"), &owner)
            .await;
        assert_eq!(phones.data()["list"][0]["given"], true);
        let deeds = s
            .get(&format!("{PATERNITY}/activity?memberId={child}"), &owner)
            .await;
        assert_eq!(deeds.data()["list"], json!([]));

        for (status, phones) in [(1, 0), (0, 2)] {
            let body = json!({ "memberId": child, "status": status });
            assert_eq!(
                send(s, Method::PUT, STATUS, &owner, body).await.data(),
                true
            );
            assert_eq!(seen(s, &guest).await, phones, "status {status}");
        }
        let one = json!({ "memberId": child, "phoneIds": [a] });
        assert_eq!(s.post(TAKE, &owner, one).await.data()["success"], 1);
        assert_eq!(seen(s, &guest).await, 1);
        let unknown = json!({ "phoneIds": [b, 7] });
        let taken = s.post(TAKE_ALL, &owner, unknown).await.data();
        assert_eq!(taken["list"][1]["code"], PHONE_ABSENT.number);
        assert_eq!(seen(s, &guest).await, 0);

        s.post(GIVE, &owner, both.clone()).await.data();
        let end = format!("{PATERNITY}/remove?memberId={child}");
        assert_eq!(
            send(s, Method::DELETE, &end, &owner, json!({}))
                .await
                .data(),
            true
        );
        assert_eq!(seen(s, &guest).await, 0);

        // Each of these is refused by its code.
        let again = send(s, Method::DELETE, &end, &owner, json!({})).await;
        assert_eq!(again.code(), SUB_ABSENT.number);
        assert_eq!(s.post(GIVE, &owner, both).await.code(), SUB_ABSENT.number);
        let own = send(
            s,
            Method::DELETE,
            &format!("{PATERNITY}/remove"),
            &owner,
            json!({}),
        )
        .await;
        assert_eq!(own.code(), SUB_ABSENT.number);
        let body = json!({ "memberId": child, "status": 2 });
        let status = send(s, Method::PUT, STATUS, &owner, body).await;
        assert_eq!(status.code(), BAD_REQUEST.number);
        assert_eq!(add(s, &owner, OWNER, "").await.code(), SUB_SELF.number);
        assert_eq!(
            add(s, &owner, NEW, "12345678901").await.code(),
            SUB_NAME.number
        );
        let new = add(s, &owner, NEW, "").await.data()["memberId"].clone();
        assert_eq!(add(s, &owner, NEW, "").await.code(), SUB_ALREADY.number);
        let guess = format!("{PATERNITY}/add?phone={NEW}&code=000000&uuid=wrong");
        assert_eq!(
            s.post(&guess, &owner, json!({})).await.code(),
            CODE_WRONG.number
        );
        // An invitation waits in the list until its number agrees, or it is withdrawn.
        let invite = format!("{PATERNITY}/invite");
        let body =
            json!({ "phone": GUEST, "name": "Depot", "phoneIds": [b], "permissions": ["group"] });
        let invited = s.post(&invite, &owner, body.clone()).await.data();
        let row = s.post(PAGE, &owner, json!({ "status": 2 })).await.data();
        assert_eq!((&row["invited"], &row["total"]), (&json!(1), &json!(1)));
        let row = &row["list"][0];
        assert_eq!(row["invitationId"], invited["invitationId"]);
        assert_eq!(row["memberId"], Value::Null);
        assert_eq!(
            (&row["phone"], &row["phoneCount"]),
            (&json!(GUEST), &json!(1))
        );
        let withdraw = format!("{invite}?invitationId={}", invited["invitationId"]);
        assert_eq!(
            send(s, Method::DELETE, &withdraw, &owner, json!({}))
                .await
                .data(),
            true
        );
        let again = send(s, Method::DELETE, &withdraw, &owner, json!({})).await;
        assert_eq!(again.code(), SUB_ABSENT.number);
        s.post(&invite, &owner, body).await.data();
        add(s, &owner, GUEST, "").await.data();
        let row = s
            .post(PAGE, &owner, json!({ "keyword": "Depot" }))
            .await
            .data()["list"][0]
            .clone();
        assert_eq!(
            (&row["permissions"], &row["phoneCount"]),
            (&json!(["group"]), &json!(1))
        );
        assert_eq!(seen(s, &guest).await, 1);
        for (body, code) in [
            (json!({ "phone": OWNER }), SUB_SELF),
            (json!({ "phone": NEW, "name": "12345678901" }), SUB_NAME),
            (json!({ "phone": NEW, "phoneIds": [7] }), PHONE_ABSENT),
            (json!({ "phone": NEW, "phoneIds": [a, a] }), DUPLICATE_PHONE),
        ] {
            assert_eq!(s.post(&invite, &owner, body).await.code(), code.number);
        }
        let nested = s.post(&invite, &guest, json!({ "phone": NEW })).await;
        assert_eq!(nested.code(), SUB_NESTED.number);
        for (ids, code) in [
            (json!([a, a]), DUPLICATE_PHONE),
            (json!([]), PHONE_COUNT),
            (json!((1..=31).collect::<Vec<i64>>()), PHONE_COUNT),
        ] {
            let body = json!({ "memberId": new, "phoneIds": ids });
            assert_eq!(s.post(GIVE, &owner, body).await.code(), code.number);
        }
    });
}
