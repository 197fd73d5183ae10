//! Tokens by HTTP: made with a code, good for what their scopes name, and for nothing else.

use domain::codes::{CODE_WRONG, FORBIDDEN, PHONE_ABSENT, TOKEN_ABSENT, TOO_MANY};
use domain::session::{Scope, TOKEN_CALLS_A_MINUTE};
use serde_json::{Value, json};

use crate::server::{OWNER, Reply, STRANGER, Server, with_server};

pub const CREATE: &str = "/app-api/member/token/create";
const LIST: &str = "/app-api/member/token/list";
pub const REVOKE: &str = "/app-api/member/token/revoke";
const SEND: &str = "/app-api/member/captcha/sendSmsCode";

/// Asks for a token like its member: with a code to the own number.
async fn ask(s: &Server, session: &str, mut wish: Value) -> Reply {
    s.forgive();
    let data = s.post(SEND, session, json!({ "purpose": "token" })).await;
    wish["uuid"] = data.data()["uuid"].clone();
    let sent = s.sent();
    let code = sent.iter().find(|entry| entry.purpose == "token").unwrap();
    wish["code"] = json!(code.code);
    s.post(CREATE, session, wish).await
}

/// A token with these scopes, of all phones.
pub async fn made(s: &Server, session: &str, scopes: &[Scope]) -> Value {
    let wish = json!({ "name": "CI", "scopes": scopes, "days": 1 });
    ask(s, session, wish).await.data()
}

#[test]
fn a_token_is_shown_once_and_serves_its_scopes_until_it_is_revoked() {
    with_server(async |s| {
        let session = s.token(OWNER).await;
        let phone = s.phone("甲", 30).await;
        let made = made(s, &session, &[Scope::PhonesRead]).await;
        let token = made["token"].as_str().unwrap();
        let seen = s.list(token, json!({})).await.data();
        assert_eq!(
            (&seen["list"][0]["phoneId"], &seen["total"]),
            (&json!(phone), &json!(1))
        );
        let shot = format!("/app-api/infra/cacloud-resource/phone/screenshot?phoneId={phone}");
        assert_eq!(s.get(&shot, token).await.code(), FORBIDDEN.number);
        assert_eq!(
            s.post("/app-api/member/auth/logout", token, json!({}))
                .await
                .code(),
            0
        );
        assert_eq!(
            s.list(token, json!({})).await.code(),
            0,
            "it signs nobody out"
        );
        assert_eq!(s.get("/getInfo", &session).await.code(), 200);

        let reply = s.get(LIST, &session).await;
        let row = reply.data()["list"][0].clone();
        assert_eq!(
            (&row["name"], &row["scopes"], &row["address"]),
            (&json!("CI"), &json!(["phones:read"]), &json!("127.0.0.1"))
        );
        assert!(!reply.text.contains(token), "its text is gone");
        let which = json!({ "tokenId": made["tokenId"] });
        let foreign = s
            .post(REVOKE, &s.token(STRANGER).await, which.clone())
            .await;
        assert_eq!(foreign.code(), TOKEN_ABSENT.number);
        assert_eq!(s.post(REVOKE, &session, which).await.code(), 0);
        assert_eq!(s.list(token, json!({})).await.code(), 401);
    });
}

#[test]
fn a_wish_that_is_wrong_makes_no_token() {
    with_server(async |s| {
        let session = s.token(OWNER).await;
        let phone = s.phone("甲", 30).await;
        let good = json!({ "name": "CI", "scopes": ["phones:read"], "days": 1 });
        let with = |field: &str, value: Value| {
            let mut wish = good.clone();
            wish[field] = value;
            wish
        };
        for (wish, code) in [
            (with("name", json!("")), 400),
            (with("name", json!("一二三四五六七八九十一")), 400),
            (with("scopes", json!([])), 400),
            (with("scopes", json!(["phones:read", "phones:read"])), 400),
            (with("scopes", json!(["everything"])), 400),
            (with("days", json!(0)), 400),
            (with("days", json!(366)), 400),
            (with("phoneIds", json!([])), 400),
            (with("phoneIds", json!([phone, phone])), 400),
            (with("phoneIds", json!([1])), PHONE_ABSENT.number),
        ] {
            assert_eq!(ask(s, &session, wish.clone()).await.code(), code, "{wish}");
        }
        let mut unproven = good;
        unproven["code"] = json!("000000");
        unproven["uuid"] = json!("wrong");
        let refused = s.post(CREATE, &session, unproven).await;
        assert_eq!(refused.code(), CODE_WRONG.number);
        assert_eq!(s.get(LIST, &session).await.data()["list"], json!([]));
    });
}

#[test]
fn calls_with_a_token_are_counted_by_themselves() {
    with_server(async |s| {
        let session = s.token(OWNER).await;
        let made = made(s, &session, &[Scope::PhonesRead]).await;
        let (id, token) = (&made["tokenId"], made["token"].as_str().unwrap());
        assert_eq!(s.list(token, json!({})).await.code(), 0);
        s.statement(&format!(
            "UPDATE limits SET spent = {TOKEN_CALLS_A_MINUTE} WHERE name = 'pass:{id}'"
        ));
        let refused = s.list(token, json!({})).await;
        assert_eq!(refused.code(), TOO_MANY.number);
        assert!(refused.json()["data"]["retryAfterMs"].as_i64() > Some(0));
        assert_eq!(s.list(&session, json!({})).await.code(), 0);
    });
}
