//! The password asked again for what concerns money and rights.

use domain::auth::limits::ACCOUNT_GUESSES;
use domain::codes;
use domain::session::PROOF_MS;
use reqwest::Method;
use serde_json::{Value, json};

use crate::auth::verification::sent;
use crate::server::{GUEST, OWNER, PASSWORD, Reply, Server, with_server};

const PROVE: &str = "/app-api/member/auth/prove-password";
const MAKE: &str = "/admin-api/redeem-code/create";

/// An access token of `account` whose password was typed longer ago than counts.
async fn stale(s: &Server, account: &str) -> String {
    let signed_in = s.sign_in(account).await.data();
    s.clock.set_offset_s(PROOF_MS as f64 / 1000.0);
    let body = json!({ "refreshToken": signed_in["refreshToken"] });
    let path = "/app-api/member/auth/refresh-token?clientSource=WEB";
    let refreshed = s.post(path, "", body).await.data();
    refreshed["accessToken"].as_str().unwrap().to_owned()
}

/// Makes a redeem code.
async fn make(s: &Server, token: &str) -> Reply {
    let until = s.clock.now_ms() + 24 * 60 * 60 * 1000;
    let body =
        json!({ "note": "Thanks", "gives": "days", "days": 1, "count": 1, "untilTime": until });
    s.post(MAKE, token, body).await
}

async fn prove(s: &Server, token: &str, password: &str) -> Reply {
    s.post(PROVE, token, json!({ "password": password })).await
}

async fn disable(s: &Server, token: &str, user_id: &Value) -> i64 {
    let bearer = format!("Bearer {token}");
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
    ];
    let body = json!({ "userId": user_id, "status": "1" }).to_string();
    let path = "/system/user/changeStatus";
    s.send(Method::PUT, path, &headers, body).await.code()
}

/// Kinds of what the operator did, the newest first.
async fn kinds(s: &Server, token: &str) -> Vec<String> {
    let path = "/system/audit/list?pageNum=1&pageSize=20&keyword=admin";
    let page = s.get(path, token).await.json();
    let list = page["rows"].as_array().unwrap().iter();
    list.map(|row| row["kind"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn who_signed_in_by_password_is_asked_again_after_15_minutes_and_goes_on() {
    with_server(async |s| {
        let fresh = s.token("admin").await;
        assert_eq!(make(s, &fresh).await.code(), 0, "the sign-in itself counts");

        let token = stale(s, "admin").await;
        let asked = make(s, &token).await;
        assert_eq!(asked.code(), codes::PASSWORD_NEEDED.number);
        assert_eq!(asked.msg(), "Enter your password again to go on");
        let batches = s.get("/admin-api/redeem-code/page", &token).await.data();
        assert_eq!(batches["total"], 1, "nothing was made, and reading goes on");

        let wrong = prove(s, &token, "wrong").await;
        assert_eq!(wrong.code(), codes::PASSWORD_WRONG.number);
        let asked = make(s, &token).await.code();
        assert_eq!(asked, codes::PASSWORD_NEEDED.number);

        assert_eq!(prove(s, &token, PASSWORD).await.code(), 0);
        assert_eq!(make(s, &token).await.code(), 0);
        let kinds = kinds(s, &token).await;
        let expected = ["redeem.create", "session.proof", "session.proof-refused"];
        assert_eq!(&kinds[..3], &expected);
    });
}

#[test]
fn a_code_that_was_sent_is_no_proof_for_money_and_rights() {
    with_server(async |s| {
        s.statement(&format!(
            "UPDATE members SET role = 2, permissions = '*:*:*' WHERE phone = '{OWNER}'"
        ));
        let (uuid, code) = sent(s, OWNER, "login").await;
        let body = json!({ "phone": OWNER, "code": code, "uuid": uuid, "agreed": true });
        let signed_in = s.post("/app-api/member/auth/sms-login", "", body).await;
        let token = signed_in.data()["accessToken"].as_str().unwrap().to_owned();
        let asked = make(s, &token).await.code();
        assert_eq!(asked, codes::PASSWORD_NEEDED.number);
        assert_eq!(prove(s, &token, PASSWORD).await.code(), 0);
        assert_eq!(make(s, &token).await.code(), 0);
    });
}

#[test]
fn wrong_passwords_are_counted_and_then_not_even_the_right_one_is_looked_at() {
    with_server(async |s| {
        let token = stale(s, "admin").await;
        for _ in 0..ACCOUNT_GUESSES {
            let wrong = prove(s, &token, "wrong").await.code();
            assert_eq!(wrong, codes::PASSWORD_WRONG.number);
        }
        let refused = prove(s, &token, PASSWORD).await;
        assert_eq!(refused.code(), codes::TOO_MANY.number);
        let after_ms = refused.json()["data"]["retryAfterMs"].as_i64();
        assert!(after_ms > Some(0), "{}", refused.text);
        let asked = make(s, &token).await.code();
        assert_eq!(asked, codes::PASSWORD_NEEDED.number);
    });
}

#[test]
fn a_proof_is_of_its_session_alone() {
    with_server(async |s| {
        let first = stale(s, "admin").await;
        let body = json!({ "phone": "admin", "password": PASSWORD, "agreed": true });
        let headers = [("content-type", "application/json"), ("terminal", "PC")];
        let path = "/app-api/member/auth/sms-login";
        let elsewhere = s.send(Method::POST, path, &headers, body.to_string()).await;
        let elsewhere = elsewhere.data()["accessToken"].as_str().unwrap().to_owned();
        assert_eq!(make(s, &elsewhere).await.code(), 0);
        let asked = make(s, &first).await.code();
        assert_eq!(asked, codes::PASSWORD_NEEDED.number);
    });
}

#[test]
fn an_operators_account_asks_for_the_password_and_a_members_does_not() {
    with_server(async |s| {
        let clerk = json!({ "userName": "clerk", "password": PASSWORD, "permissions": [] });
        s.seed(json!({ "operators": [clerk] })).await;
        let clerk = s.sign_in("clerk").await.data()["userId"].clone();
        let member = s.sign_in(GUEST).await.data()["userId"].clone();
        let token = stale(s, "admin").await;
        assert_eq!(disable(s, &token, &member).await, 200);
        let asked = disable(s, &token, &clerk).await;
        assert_eq!(asked, codes::PASSWORD_NEEDED.number);
        assert_eq!(prove(s, &token, PASSWORD).await.code(), 0);
        assert_eq!(disable(s, &token, &clerk).await, 200);
    });
}
