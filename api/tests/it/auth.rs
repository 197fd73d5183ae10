//! Signing in, refreshing, signing out.

mod proof;
mod social;
pub mod verification;

use domain::session::{ACCESS_MS, GRACE_MS};
use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{OWNER, PASSWORD, Reply, STRANGER, Server, with_server, with_server_at};

const SIGN_IN: &str = "/app-api/member/auth/sms-login";
const REFRESH: &str = "/app-api/member/auth/refresh-token?clientSource=WEB";
const SIGN_OUT: &str = "/app-api/member/auth/logout";

async fn refresh(s: &Server, token: &Value) -> Reply {
    s.post(REFRESH, "", json!({ "refreshToken": token })).await
}

async fn works(s: &Server, access: &Value) -> bool {
    s.get("/getInfo", access.as_str().unwrap()).await.code() == 200
}

fn move_clock(s: &Server, ms: i64) {
    s.clock.set_offset_s(ms as f64 / 1000.0);
}

#[test]
fn a_member_signs_in_by_whichever_field_names_the_account() {
    with_server(async |s| {
        for body in [
            json!({ "phone": OWNER, "password": PASSWORD, "agreed": true }),
            json!({ "mobile": "+86 138 0000 0000", "password": PASSWORD, "channelCode": "x", "agreed": true }),
            json!({ "userName": OWNER, "password": PASSWORD, "agreed": true }),
            json!({ "userName": "Admin", "password": PASSWORD, "agreed": true }),
        ] {
            let before = s.clock.now_ms();
            let data = s.post(SIGN_IN, "", body).await.data();
            let keys: Vec<&String> = data.as_object().unwrap().keys().collect();
            assert_eq!(
                keys,
                ["accessToken", "expiresTime", "refreshToken", "userId"]
            );
            assert!(data["userId"].as_i64().unwrap() < 1 << 53);
            let expires = data["expiresTime"].as_i64().unwrap();
            assert!((before + ACCESS_MS..=s.clock.now_ms() + ACCESS_MS).contains(&expires));
            assert!(works(s, &data["accessToken"]).await);
        }
    });
}

#[test]
fn the_refresh_token_is_kept_in_a_cookie_that_scripts_cannot_read() {
    with_server(async |s| {
        let cookie = s.sign_in(OWNER).await.header("set-cookie");
        for part in [
            "owl_rt=",
            "HttpOnly",
            "SameSite=Lax",
            "Path=/",
            "Max-Age=2592000",
        ] {
            assert!(cookie.contains(part), "{cookie}");
        }
        assert!(!cookie.contains("Secure"), "{cookie}");
    });
    with_server_at(Some("https://deck.example"), async |s| {
        let cookie = s.sign_in(OWNER).await.header("set-cookie");
        assert!(
            cookie.starts_with("__Host-owl_rt=") && cookie.contains("Secure"),
            "{cookie}"
        );
        assert!(
            cookie.contains("HttpOnly") && !cookie.contains("Domain"),
            "{cookie}"
        );
    });
}

#[test]
fn a_wrong_password_and_an_unknown_account_get_one_answer() {
    with_server(async |s| {
        let wrong = s
            .post(
                SIGN_IN,
                "",
                json!({ "phone": OWNER, "password": "wrong", "agreed": true }),
            )
            .await;
        let unknown = s
            .post(
                SIGN_IN,
                "",
                json!({ "phone": "13312345678", "password": PASSWORD, "agreed": true }),
            )
            .await;
        assert_eq!((wrong.status, wrong.code()), (200, 1_004_003_000));
        assert_eq!(wrong.text, unknown.text);
        assert!(wrong.header("set-cookie").is_empty());
    });
}

#[test]
fn a_disabled_account_is_told_so_with_data() {
    with_server(async |s| {
        let data = s.sign_in(OWNER).await.data();
        let id = data["userId"].as_i64().unwrap();
        let now_ms = s.clock.now_ms();
        let admin = store::session::actor_of(&s.store, s.token("admin").await, now_ms)
            .await
            .unwrap()
            .unwrap();
        store::member::set_disabled(&s.store, &admin, id, true, now_ms)
            .await
            .unwrap();
        let refused = s.sign_in(OWNER).await.json();
        assert_eq!(
            (&refused["code"], &refused["data"]["userId"]),
            (&json!(4_100_100_102_i64), &json!(id))
        );
        assert!(!works(s, &data["accessToken"]).await);
        let wrong = s
            .post(
                SIGN_IN,
                "",
                json!({ "phone": OWNER, "password": "wrong", "agreed": true }),
            )
            .await;
        assert_eq!(
            wrong.code(),
            1_004_003_000,
            "only its password tells that it is disabled"
        );
    });
}

#[test]
fn nobody_is_signed_in_who_does_not_accept_the_agreements() {
    with_server(async |s| {
        let ways = [
            json!({ "phone": OWNER, "password": PASSWORD }),
            json!({ "userName": "Admin", "password": PASSWORD }),
            json!({ "email": "owner@example.com", "code": "123456", "uuid": "u" }),
            json!({ "phone": OWNER, "code": "123456", "uuid": "u" }),
            json!({}),
        ];
        for mut body in ways {
            for agreed in [None, Some(json!(false)), Some(Value::Null)] {
                if let Some(agreed) = agreed {
                    body["agreed"] = agreed;
                }
                for (lang, words) in [
                    ("zh-CN", "请先阅读并同意协议"),
                    ("en-US", "Read and agree to the agreements first"),
                ] {
                    let headers = [
                        ("content-type", "application/json"),
                        ("accept-language", lang),
                    ];
                    let refused = s
                        .send(Method::POST, SIGN_IN, &headers, body.to_string())
                        .await;
                    assert_eq!(
                        (refused.code(), refused.msg().as_str()),
                        (1_004_003_006, words),
                        "{body}"
                    );
                    assert!(refused.header("set-cookie").is_empty());
                }
            }
        }
    });
}

#[test]
fn a_field_at_fault_is_answered_in_the_forms_words() {
    with_server(async |s| {
        let long = "x".repeat(65);
        for (body, zh, en) in [
            (
                json!({ "agreed": true }),
                "手机号不能为空",
                "Phone number cannot be empty",
            ),
            (
                json!({ "phone": "1", "password": "x", "agreed": true }),
                "请输入正确的手机号",
                "Enter a valid phone number",
            ),
            (
                json!({ "phone": OWNER, "agreed": true }),
                "密码不能为空",
                "Password cannot be empty",
            ),
            (
                json!({ "phone": OWNER, "password": long, "agreed": true }),
                "密码过长",
                "The password is too long",
            ),
            (
                json!({ "phone": OWNER, "password": "x", "channelCode": long, "agreed": true }),
                "渠道编码过长",
                "The channel code is too long",
            ),
        ] {
            for (lang, words) in [("zh-CN", zh), ("en-US", en)] {
                let headers = [
                    ("content-type", "application/json"),
                    ("accept-language", lang),
                ];
                let refused = s
                    .send(Method::POST, SIGN_IN, &headers, body.to_string())
                    .await;
                assert_eq!(
                    (refused.code(), refused.msg().as_str()),
                    (400, words),
                    "{body}"
                );
            }
        }
        let longest = s
            .post(
                SIGN_IN,
                "",
                json!({ "phone": OWNER, "password": "x".repeat(64), "agreed": true }),
            )
            .await;
        assert_eq!(longest.code(), 1_004_003_000, "64 characters are looked at");
    });
}

#[test]
fn a_form_of_another_site_signs_nobody_in() {
    with_server(async |s| {
        let body = json!({ "phone": OWNER, "password": PASSWORD, "agreed": true }).to_string();
        for kind in ["text/plain", "application/x-www-form-urlencoded"] {
            let refused = s
                .send(
                    Method::POST,
                    SIGN_IN,
                    &[("content-type", kind)],
                    body.clone(),
                )
                .await;
            assert_eq!(refused.code(), 400);
            assert!(refused.header("set-cookie").is_empty());
        }
    });
}

#[test]
fn a_refresh_token_rotates_and_its_reuse_ends_the_session() {
    with_server(async |s| {
        let first = s.sign_in(OWNER).await.data();
        let second = refresh(s, &first["refreshToken"]).await.data();
        assert_ne!(second["refreshToken"], first["refreshToken"]);
        assert!(works(s, &second["accessToken"]).await);

        let again = refresh(s, &first["refreshToken"]).await.data();
        assert_eq!(again, second, "within the grace the same successor");

        move_clock(s, GRACE_MS + 1000);
        let refused = refresh(s, &first["refreshToken"]).await;
        assert_eq!(
            (refused.code(), refused.msg().as_str()),
            (401, "The refresh token is not valid")
        );
        assert!(!works(s, &second["accessToken"]).await);
        assert_eq!(refresh(s, &second["refreshToken"]).await.code(), 401);
    });
}

#[test]
fn a_browser_refreshes_by_its_cookie_and_never_by_the_url() {
    with_server(async |s| {
        let first = s.sign_in(OWNER).await;
        let cookie = first
            .header("set-cookie")
            .split(';')
            .next()
            .unwrap()
            .to_owned();
        let refreshed = s
            .send(Method::POST, REFRESH, &[("cookie", &cookie)], "")
            .await;
        assert_ne!(
            refreshed.data()["refreshToken"],
            first.data()["refreshToken"]
        );
        assert!(
            refreshed
                .header("set-cookie")
                .contains(refreshed.data()["refreshToken"].as_str().unwrap())
        );

        let token = refreshed.data()["refreshToken"]
            .as_str()
            .unwrap()
            .to_owned();
        let by_url = s
            .send(
                Method::POST,
                &format!("{REFRESH}&refreshToken={token}"),
                &[],
                "",
            )
            .await;
        assert_eq!(
            (by_url.code(), by_url.msg().as_str()),
            (401, "无效的刷新令牌")
        );
        assert!(
            refresh(s, &json!(token)).await.code() == 0,
            "the URL spent nothing"
        );
    });
}

#[test]
fn an_expired_refresh_token_says_so_in_the_words_that_clients_know() {
    with_server(async |s| {
        let first = s.sign_in(OWNER).await.data();
        move_clock(s, domain::session::REFRESH_MS);
        let headers = [
            ("content-type", "application/json"),
            ("accept-language", "zh-CN"),
        ];
        let body = json!({ "refreshToken": first["refreshToken"] }).to_string();
        let refused = s.send(Method::POST, REFRESH, &headers, body).await;
        assert_eq!(
            (refused.code(), refused.msg().as_str()),
            (401, "刷新令牌已过期")
        );
    });
}

#[test]
fn an_access_token_ends_after_fifteen_minutes() {
    with_server(async |s| {
        let first = s.sign_in(OWNER).await.data();
        move_clock(s, ACCESS_MS - 60_000);
        assert!(works(s, &first["accessToken"]).await);
        move_clock(s, ACCESS_MS);
        assert!(!works(s, &first["accessToken"]).await);
        assert_eq!(refresh(s, &first["refreshToken"]).await.code(), 0);
    });
}

#[test]
fn signing_out_ends_the_session_clears_the_cookie_and_is_idempotent() {
    with_server(async |s| {
        let first = s.sign_in(OWNER).await.data();
        let access = first["accessToken"].as_str().unwrap();
        for _ in 0..2 {
            let out = s.post(SIGN_OUT, access, json!({})).await;
            assert_eq!(out.data(), true);
            let cookie = out.header("set-cookie");
            assert!(
                cookie.starts_with("owl_rt=;") && cookie.contains("Max-Age=0"),
                "{cookie}"
            );
        }
        assert!(!works(s, &first["accessToken"]).await);
        assert_eq!(refresh(s, &first["refreshToken"]).await.code(), 401);
        assert_eq!(s.send(Method::POST, SIGN_OUT, &[], "").await.data(), true);
    });
}

#[test]
fn signing_in_elsewhere_ends_the_first_browser_but_not_the_app() {
    with_server(async |s| {
        let browser = s.sign_in(OWNER).await.data();
        let body = json!({ "phone": OWNER, "password": PASSWORD, "agreed": true }).to_string();
        let headers = [("content-type", "application/json"), ("terminal", "APP")];
        let app = s.send(Method::POST, SIGN_IN, &headers, body).await.data();
        assert!(works(s, &browser["accessToken"]).await);
        let other = s.sign_in(OWNER).await.data();
        assert!(!works(s, &browser["accessToken"]).await);
        assert!(works(s, &app["accessToken"]).await && works(s, &other["accessToken"]).await);
    });
}

#[test]
fn a_token_that_was_tampered_with_or_is_of_another_kind_opens_nothing() {
    with_server(async |s| {
        let data = s.sign_in(OWNER).await.data();
        let good = data["accessToken"].as_str().unwrap();
        let phone = s.phone("甲", 30).await;
        let ticket = s.ticket(good, &[phone]).await.data()["ticket"].clone();
        let other = |at: usize| {
            let mut bytes = good.as_bytes().to_vec();
            bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
            String::from_utf8(bytes).unwrap()
        };
        let none = "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.";
        let wrong = [
            other(0),
            other(good.len() / 2),
            other(good.len() - 1),
            good[1..].to_owned(),
            good[..good.len() - 1].to_owned(),
            format!("{good}A"),
            format!("{good}="),
            good.to_lowercase(),
            format!("{good},{good}"),
            format!("Bearer {good}"),
            format!("{none}{good}"),
            none.to_owned(),
            data["refreshToken"].as_str().unwrap().to_owned(),
            ticket.as_str().unwrap().to_owned(),
            data["userId"].to_string(),
            String::new(),
            "null".to_owned(),
            "a".repeat(7000),
        ];
        for token in wrong {
            assert_eq!(s.get("/getInfo", &token).await.code(), 401, "{token}");
            let spent = refresh(s, &json!(token)).await.code();
            let own = token == data["refreshToken"];
            assert_eq!(spent, if own { 0 } else { 401 }, "{token}");
        }
        for scheme in ["Basic", "Token", ""] {
            let header = format!("{scheme} {good}");
            let headers = [("authorization", header.trim())];
            let reply = s.send(Method::GET, "/getInfo", &headers, "").await;
            assert_eq!(reply.code(), 401, "{scheme}");
        }
        assert!(
            works(s, &data["accessToken"]).await,
            "none of them spent it"
        );
    });
}

#[test]
fn a_sign_in_takes_over_no_session_that_came_along_and_no_token_of_an_address() {
    with_server(async |s| {
        let planted = s.sign_in(STRANGER).await.data();
        let (access, kept) = (
            planted["accessToken"].as_str().unwrap(),
            planted["refreshToken"].as_str().unwrap(),
        );
        let (cookie, bearer) = (format!("owl_rt={kept}"), format!("Bearer {access}"));
        let headers = [
            ("content-type", "application/json"),
            ("cookie", cookie.as_str()),
            ("authorization", bearer.as_str()),
        ];
        let body = json!({ "phone": OWNER, "password": PASSWORD, "agreed": true }).to_string();
        let reply = s.send(Method::POST, SIGN_IN, &headers, body).await;
        let mine = reply.data();
        assert_ne!(mine["userId"], planted["userId"]);
        for token in ["accessToken", "refreshToken"] {
            assert_ne!(mine[token], planted[token]);
        }
        assert!(
            !reply.header("set-cookie").contains(kept),
            "a cookie of its own"
        );
        let of = async |token: &str| {
            let info = s.get("/getInfo", token).await;
            info.json()["user"]["userId"].clone()
        };
        assert_eq!(of(access).await, planted["userId"], "whose it was it stays");
        assert_eq!(
            of(mine["accessToken"].as_str().unwrap()).await,
            mine["userId"]
        );
        for name in ["token", "access_token", "accessToken", "Authorization"] {
            let path = format!("/getInfo?{name}={}", mine["accessToken"].as_str().unwrap());
            assert_eq!(
                s.send(Method::GET, &path, &[], "").await.code(),
                401,
                "{name}"
            );
        }
        let by_cookie = format!(
            "Authorization={}; token={0}",
            mine["accessToken"].as_str().unwrap()
        );
        let reply = s
            .send(Method::GET, "/getInfo", &[("cookie", &by_cookie)], "")
            .await;
        assert_eq!(reply.code(), 401);
    });
}
