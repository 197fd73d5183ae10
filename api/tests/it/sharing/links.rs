//! Links of an owner by HTTP: made, opened by nobody in particular, changed, ended, and what they do not tell.

use domain::codes::{
    FORBIDDEN, NOT_FOUND, PHONE_ABSENT, RIGHT_MISSING, SHARE_UNTIL, TOO_MANY, UNAUTHENTICATED,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{GUEST, OWNER, Reply, Server, with_server};

const CREATE: &str = "/app-api/trade/phone-link/create";
const LIST: &str = "/app-api/trade/phone-link/page";
const UPDATE: &str = "/app-api/trade/phone-link/update";
const END: &str = "/app-api/trade/phone-link/end";
const OPEN: &str = "/app-api/trade/phone-link/open";
const STANDING: &str = "/app-api/trade/phone-link/standing";

fn token(link: &Value) -> String {
    let path = link["path"].as_str().unwrap();
    let (page, token) = path.rsplit_once('/').unwrap();
    assert_eq!((page, token.len()), ("/app/sharePhoneVideo", 43));
    token.to_owned()
}

async fn open(s: &Server, token: &str, passcode: Option<&str>) -> Reply {
    let headers = [("content-type", "application/json")];
    let body = json!({ "token": token, "passcode": passcode }).to_string();
    s.send(Method::POST, OPEN, &headers, body).await
}

#[test]
fn a_page_sees_the_phone_and_learns_nothing_of_its_owner() {
    with_server(async |s| {
        let owner = s.token(OWNER).await;
        let (phone, other) = (s.phone("主力", 30).await, s.phone("乙", 30).await);
        let body = json!({ "phoneId": phone, "hours": 1, "viewersMax": 2 });
        let link = s.post(CREATE, &owner, body).await.data();
        assert_eq!(link["passcode"], Value::Null);
        let opened = open(s, &token(&link), None).await;
        let said = opened.json().to_string();
        for secret in ["主力", OWNER, "OWL-"] {
            assert!(!said.contains(secret), "{secret} in {said}");
        }
        let page = &opened.data()["page"];
        assert_eq!(
            (&page["phoneId"], &page["untilTime"]),
            (&json!(phone), &link["untilTime"])
        );
        let session = page["accessToken"].as_str().unwrap();
        let started = s.start(session, json!({ "phoneId": phone })).await.data();
        assert_eq!(
            (&started["control"], &started["level"]),
            (&json!(false), &json!("view"))
        );
        let foreign = s.start(session, json!({ "phoneId": other })).await;
        assert_eq!(foreign.code(), PHONE_ABSENT.number);
        let standing = s.get(STANDING, session).await.data();
        assert_eq!(
            (&standing["viewers"], &standing["viewersMax"]),
            (&json!(0), &json!(2))
        );
        let shot = format!("/app-api/infra/cacloud-resource/phone/screenshot?phoneId={phone}");
        for path in [
            "/getInfo",
            "/getRouters",
            "/app-api/member/member/currentMemberInfo",
            "/app-api/member/session/page",
            LIST,
        ] {
            assert_eq!(
                s.get(path, session).await.code(),
                FORBIDDEN.number,
                "{path}"
            );
        }
        assert_eq!(s.get(&shot, session).await.code(), RIGHT_MISSING.number);
        let embeds = s.get("/app-api/infra/embed/list", session).await.data();
        assert_eq!(embeds["list"], json!([]));
        let which = json!({ "linkId": link["linkId"] });
        let refused = s.post(END, session, which.clone()).await;
        assert_eq!(refused.code(), FORBIDDEN.number);
        assert_eq!(s.get(STANDING, &owner).await.code(), NOT_FOUND.number);

        let all = s.get(LIST, &owner).await.data();
        let row = &all["list"][0];
        assert_eq!(
            (
                &row["path"],
                &row["opened"],
                &row["open"],
                &row["phoneAlias"]
            ),
            (&link["path"], &json!(1), &json!(true), &json!("主力"))
        );
        assert_eq!(s.post(END, &owner, which.clone()).await.code(), 0);
        let over = s.start(session, json!({ "phoneId": phone })).await;
        assert_eq!(over.code(), UNAUTHENTICATED.number);
        assert_eq!(s.post(END, &owner, which).await.code(), NOT_FOUND.number);
        let ended = open(s, &token(&link), None).await;
        let never = open(s, &"A".repeat(43), None).await;
        assert_eq!(ended.code(), NOT_FOUND.number);
        assert_eq!(
            ended.json(),
            never.json(),
            "an end is no beginning of a trace"
        );
        assert_eq!(s.get(LIST, &owner).await.data()["list"][0]["open"], false);
    });
}

#[test]
fn a_passcode_is_shown_once_and_guessed_five_times() {
    with_server(async |s| {
        let owner = s.token(OWNER).await;
        let phone = s.phone("甲", 30).await;
        let body = json!({ "phoneId": phone, "hours": 1, "viewersMax": 1, "passcode": true });
        let link = s.post(CREATE, &owner, body).await.data();
        let (token, passcode) = (token(&link), link["passcode"].as_str().unwrap());
        let listed = s.get(LIST, &owner).await.data().to_string();
        assert!(!listed.contains(passcode), "{listed}");
        let asked = open(s, &token, None).await.data();
        assert_eq!(
            (&asked["state"], &asked["triesLeft"], &asked["page"]),
            (&json!("passcode"), &Value::Null, &Value::Null)
        );
        assert_eq!(
            open(s, &token, Some(passcode)).await.data()["state"],
            "opened"
        );
        for left in (0..5).rev() {
            let wrong = open(s, &token, Some("......")).await.data();
            assert_eq!(
                (&wrong["state"], &wrong["triesLeft"]),
                (&json!("passcode"), &json!(left))
            );
        }
        assert_eq!(
            open(s, &token, Some(passcode)).await.code(),
            TOO_MANY.number
        );
        let renew = json!({ "linkId": link["linkId"], "passcode": "renew" });
        let renewed = s.post(UPDATE, &owner, renew).await.data();
        assert_ne!(renewed["passcode"], link["passcode"]);
        let nothing = json!({ "linkId": link["linkId"] });
        assert_eq!(s.post(UPDATE, &owner, nothing).await.code(), 400);
    });
}

#[test]
fn what_a_link_may_not_be_is_refused() {
    with_server(async |s| {
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let phone = s.phone("甲", 30).await;
        s.grant("甲", "operate").await;
        let body = json!({ "phoneId": phone, "hours": 1, "viewersMax": 1 });
        let code = async |token: &str, body: &Value| s.post(CREATE, token, body.clone()).await;
        assert_eq!(code(&guest, &body).await.code(), RIGHT_MISSING.number);
        for (field, value, expected) in [
            ("viewersMax", json!(0), 400),
            ("viewersMax", json!(50), 0),
            ("viewersMax", json!(51), 400),
            ("hours", json!(0), 400),
            ("hours", json!(720), 0),
            ("hours", json!(721), 400),
            ("hours", Value::Null, 400),
        ] {
            let mut changed = body.clone();
            changed[field] = value.clone();
            let reply = code(&owner, &changed).await;
            assert_eq!(reply.code(), expected, "{field} {value}");
            if field == "viewersMax" && expected != 0 {
                assert_eq!(reply.json()["data"]["field"], "viewersMax");
            }
        }
        let past = json!({ "phoneId": phone, "expireTime": 1, "viewersMax": 1 });
        assert_eq!(code(&owner, &past).await.code(), SHARE_UNTIL.number);
    });
}
