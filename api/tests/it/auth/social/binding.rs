//! Binding an account somewhere else to an account here: once, by a way in or in a session, and only to one member.

use reqwest::Method;
use serde_json::json;

use super::{MINUTE_S, OPEN_ID, WECHAT, bind, depart, social_token};
use crate::auth::verification::{NEWCOMER, sent};
use crate::server::{OWNER, STRANGER, with_server};

#[test]
fn an_account_elsewhere_is_bound_to_the_account_that_is_registered_with_it() {
    with_server(async |s| {
        let token = social_token(s, OPEN_ID, 0).await;
        let (uuid, code) = sent(s, NEWCOMER, "register").await;
        let body = json!({ "phone": NEWCOMER, "userName": NEWCOMER, "password": "xK9$mPq2", "code": code, "uuid": uuid, "socialToken": token, "agreed": true });
        let registered = s
            .post("/app-api/member/auth/register", "", body)
            .await
            .data();
        assert!(registered["userId"].is_i64(), "{registered}");

        let data = depart(s, OPEN_ID).await.whole(s, 0).await.data();
        assert_eq!(data["bound"], true);
        assert_eq!(data["userId"], registered["userId"]);
    });
}

#[test]
fn a_code_binds_an_account_elsewhere_only_when_it_was_asked_for_that() {
    with_server(async |s| {
        let token = social_token(s, OPEN_ID, 0).await;
        for (purpose, answer) in [("login", 1_002_014_000), ("bind", 0)] {
            s.forgive();
            let (uuid, code) = sent(s, OWNER, purpose).await;
            let body = json!({ "phone": OWNER, "code": code, "uuid": uuid, "socialToken": token, "agreed": true });
            let reply = s.post("/app-api/member/auth/sms-login", "", body).await;
            assert_eq!(reply.code(), answer, "{purpose}: {}", reply.text);
        }
        // Nor does one that was asked for binding sign anybody in.
        s.forgive();
        let (uuid, code) = sent(s, OWNER, "bind").await;
        let body = json!({ "phone": OWNER, "code": code, "uuid": uuid, "agreed": true });
        let reply = s.post("/app-api/member/auth/sms-login", "", body).await;
        assert_ne!(reply.code(), 0, "{}", reply.text);
    });
}

#[test]
fn a_social_token_binds_once_and_for_ten_minutes() {
    with_server(async |s| {
        let token = social_token(s, OPEN_ID, 0).await;
        // A wrong password spends nothing.
        let wrong =
            json!({ "phone": OWNER, "password": "wrong", "socialToken": token, "agreed": true });
        let reply = s.post("/app-api/member/auth/sms-login", "", wrong).await;
        assert_eq!(reply.code(), 1_004_003_000);
        assert_eq!(bind(s, OWNER, &token).await.code(), 0);
        assert_eq!(bind(s, STRANGER, &token).await.code(), 1_004_003_005);
        for wrong in ["", "x", &"x".repeat(200)] {
            let code = bind(s, STRANGER, wrong).await.code();
            assert!(
                code == 1_004_003_005 || (wrong.is_empty() && code == 0),
                "{code}"
            );
        }
        let late = social_token(s, OPEN_ID, 1).await;
        s.clock.set_offset_s(10.0 * MINUTE_S + 1.0);
        assert_eq!(bind(s, STRANGER, &late).await.code(), 1_004_003_005);
    });
}

#[test]
fn an_account_elsewhere_belongs_to_one_member_and_a_member_has_one_at_each_service() {
    with_server(async |s| {
        let (first, second) = (
            social_token(s, OPEN_ID, 0).await,
            social_token(s, OPEN_ID, 0).await,
        );
        let other = social_token(s, OPEN_ID, 1).await;
        assert_eq!(bind(s, OWNER, &first).await.code(), 0);
        assert_eq!(bind(s, STRANGER, &second).await.code(), 1_002_018_002);
        assert_eq!(bind(s, OWNER, &other).await.code(), 1_002_018_003);
        // The refusal undid the spending: the same token binds the member who has none there.
        assert_eq!(bind(s, STRANGER, &other).await.code(), 0);
    });
}

#[test]
fn a_member_binds_and_unbinds_in_its_session() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let journey = depart(s, WECHAT).await;
        let body = journey.body(2).await;
        let bearer = format!("Bearer {token}");
        let headers = [
            ("content-type", "application/json"),
            ("authorization", bearer.as_str()),
            ("cookie", journey.cookie.as_str()),
        ];
        let path = "/app-api/member/social-user/bind";
        let bound = s.send(Method::POST, path, &headers, body.to_string()).await;
        assert_eq!(bound.data(), true);
        let me = s
            .get("/app-api/member/member/currentMemberInfo", &token)
            .await;
        let social = me.data()["social"].clone();
        assert_eq!(social[0]["type"], WECHAT);
        assert_eq!(social[0]["name"], "周大勇");
        assert_eq!(
            depart(s, WECHAT).await.whole(s, 2).await.data()["bound"],
            true
        );

        let token = s.token(OWNER).await;
        let bearer = format!("Bearer {token}");
        let headers = [
            ("content-type", "application/json"),
            ("authorization", bearer.as_str()),
        ];
        let path = "/app-api/member/social-user/unbind";
        let body = json!({ "type": WECHAT }).to_string();
        let unbound = s.send(Method::DELETE, path, &headers, body.clone()).await;
        assert_eq!(unbound.data(), true);
        let again = s.send(Method::DELETE, path, &headers, body).await;
        assert_eq!(again.code(), 1_002_018_001);
        assert_eq!(
            depart(s, WECHAT).await.whole(s, 2).await.data()["bound"],
            false
        );
    });
}
