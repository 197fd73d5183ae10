//! The list of sessions, ending them, messages, and what operators do to accounts.

pub mod tokens;
pub mod view_as;

use domain::session::{GRACE_MS, HISTORY_MS, Scope};
use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{GUEST, OWNER, PASSWORD, Reply, Server, with_server};

const PAGE: &str = "/app-api/member/session/page";
const REFRESH: &str = "/app-api/member/auth/refresh-token";
const END: &str = "/app-api/member/session/end";
const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

async fn sign_in_on(s: &Server, terminal: &str, user_agent: &str) -> Value {
    let body = json!({ "phone": OWNER, "password": PASSWORD, "agreed": true }).to_string();
    let headers = [
        ("content-type", "application/json"),
        ("terminal", terminal),
        ("user-agent", user_agent),
    ];
    let path = "/app-api/member/auth/sms-login";
    s.send(Method::POST, path, &headers, body).await.data()
}

async fn send(s: &Server, method: Method, path: &str, token: &str, body: Value) -> Reply {
    let bearer = format!("Bearer {token}");
    let headers = [
        ("content-type", "application/json"),
        ("accept-language", "en-US"),
        ("authorization", bearer.as_str()),
    ];
    s.send(method, path, &headers, body.to_string()).await
}

#[test]
fn sessions_are_listed_with_device_and_address_and_ended_one_by_one() {
    with_server(async |s| {
        let app = sign_in_on(s, "APP", "curl/8.5.0").await;
        let web = sign_in_on(s, "WEB", CHROME).await;
        let (here, there) = (
            web["accessToken"].as_str().unwrap(),
            app["accessToken"].as_str().unwrap(),
        );
        let page = s.get(PAGE, here).await.data();
        assert_eq!(page["total"], 2);
        let (mine, other) = (&page["list"][0], &page["list"][1]);
        let (mine, other) = if mine["current"] == true {
            (mine, other)
        } else {
            (other, mine)
        };
        assert_eq!(
            (&mine["terminal"], &mine["device"], &mine["address"]),
            (
                &json!("WEB"),
                &json!("Chrome 140 · Windows"),
                &json!("127.0.0.1")
            )
        );
        assert_eq!(
            (&other["terminal"], &other["device"], &other["current"]),
            (&json!("APP"), &json!("curl 8"), &json!(false))
        );
        assert!(
            other.get("endedAt").is_none() && other["lastSeenAt"].as_i64().unwrap() % 60_000 == 0
        );

        let id = &other["sessionId"];
        let ended = s.post(END, here, json!({ "sessionId": id })).await;
        assert_eq!(ended.data(), 1);
        assert_eq!(s.get("/getInfo", there).await.code(), 401);
        let again = s.post(END, here, json!({ "sessionId": id })).await;
        assert_eq!(again.code(), 404);
        let page = s.get(PAGE, here).await.data();
        assert_eq!(
            (&page["list"][0]["current"], &page["list"][1]["endReason"]),
            (&json!(true), &json!("ended"))
        );
        for body in [
            json!({}),
            json!({ "sessionId": id, "others": true }),
            json!({ "others": false }),
        ] {
            assert_eq!(s.post(END, here, body).await.code(), 400);
        }
        assert_eq!(s.post(END, here, json!({ "others": true })).await.data(), 0);
    });
}

#[test]
fn pages_of_sessions_are_read_under_all_three_names_and_end_at_two_hundred() {
    with_server(async |s| {
        for _ in 0..3 {
            sign_in_on(s, "WEB", CHROME).await;
        }
        let token = s.token(OWNER).await;
        for names in [
            ("pageNo", "pageSize"),
            ("pageNum", "pageSize"),
            ("page", "limit"),
        ] {
            let path = format!("{PAGE}?{}=2&{}=3", names.0, names.1);
            let page = s.get(&path, &token).await.data();
            assert_eq!(
                (page["list"].as_array().unwrap().len(), &page["total"]),
                (1, &json!(4)),
                "{names:?}"
            );
        }
        for (size, code) in [(200, 0), (201, 400), (0, 400), (-1, 400)] {
            let reply = s.get(&format!("{PAGE}?pageSize={size}"), &token).await;
            assert_eq!(reply.code(), code, "{size}");
        }
        s.clock.set_offset_s((HISTORY_MS + 1000) as f64 / 1000.0);
        let token = s.token(OWNER).await;
        let page = s.get(PAGE, &token).await.data();
        assert_eq!(page["total"], 2, "this one, and the one that it ended");
    });
}

#[test]
fn a_member_is_told_of_a_new_device_in_its_language_and_reads_it_once() {
    with_server(async |s| {
        sign_in_on(s, "WEB", CHROME).await;
        let new = sign_in_on(s, "WEB", "curl/8.5.0").await;
        let token = new["accessToken"].as_str().unwrap();
        let base = "/app-api/system/notify-message";
        let count = async || {
            s.get(&format!("{base}/get-unread-count"), token)
                .await
                .data()
        };
        assert_eq!(count().await, 1);
        let page = s.get(&format!("{base}/my-page"), token).await.data();
        let message = &page["list"][0];
        assert_eq!(
            (&message["title"], &message["type"], &message["readStatus"]),
            (
                &json!("Sign-in from a new device"),
                &json!(1),
                &json!(false)
            )
        );
        assert!(
            message["content"]
                .as_str()
                .unwrap()
                .contains("curl 8 (127.0.0.1)"),
            "{message}"
        );
        let info = format!("{base}/info/{}", message["id"]);
        let bearer = format!("Bearer {token}");
        let chinese = [
            ("accept-language", "zh-CN"),
            ("authorization", bearer.as_str()),
        ];
        let read = s.send(Method::GET, &info, &chinese, "").await.data();
        assert_eq!(read["title"], "新设备登录提醒");
        assert_eq!(count().await, 0);
        assert_eq!(
            s.get(&format!("{base}/info/1"), token).await.code(),
            1_002_008_001
        );

        let ids = json!({ "ids": [message["id"]] });
        let guest = s.token(GUEST).await;
        let remove = format!("{base}/removeNotifyMessage");
        let foreign = send(s, Method::DELETE, &remove, &guest, ids.clone()).await;
        assert_eq!(foreign.code(), 1_002_008_001);
        for (body, code) in [
            (json!({ "ids": [] }), 400),
            (json!({ "ids": [message["id"], message["id"]] }), 400),
            (json!({ "ids": (1..=201).collect::<Vec<i64>>() }), 400),
            (
                json!({ "ids": (1..=200).collect::<Vec<i64>>() }),
                1_002_008_001,
            ),
            (ids, 0),
        ] {
            let reply = send(s, Method::DELETE, &remove, token, body.clone()).await;
            assert_eq!(reply.code(), code, "{body}");
        }
        let page = s.get(&format!("{base}/my-page"), token).await.data();
        assert_eq!(page["total"], 0);
    });
}

#[test]
fn an_operator_disables_and_sets_passwords_and_a_member_does_neither() {
    with_server(async |s| {
        let (admin, owner) = (s.token("admin").await, s.sign_in(OWNER).await.data());
        let (id, token) = (&owner["userId"], owner["accessToken"].as_str().unwrap());
        let status = "/system/user/changeStatus";
        for by in [token, ""] {
            let body = json!({ "userId": id, "status": "1" });
            let refused = send(s, Method::PUT, status, by, body).await;
            assert_eq!(refused.code(), if by.is_empty() { 401 } else { 403 });
        }
        for (body, code) in [
            (json!({ "userId": id, "status": "2" }), 400),
            (json!({ "userId": id, "status": 1 }), 400),
            (json!({ "userId": 1, "status": "1" }), 1_004_001_000),
            (json!({ "userId": id, "status": "1" }), 200),
        ] {
            let reply = send(s, Method::PUT, status, &admin, body).await;
            assert_eq!(reply.code(), code);
        }
        assert_eq!(s.get("/getInfo", token).await.code(), 401);
        assert_eq!(s.sign_in(OWNER).await.code(), 4_100_100_102);
        let body = json!({ "userId": id, "status": "0" });
        send(s, Method::PUT, status, &admin, body).await;
        s.token(OWNER).await;

        let reset = "/system/user/resetPwd";
        let weak = json!({ "userId": id, "password": "weak" });
        assert_eq!(send(s, Method::PUT, reset, &admin, weak).await.code(), 400);
        let strong = json!({ "userId": id, "password": "Changed#2027" });
        assert_eq!(
            send(s, Method::PUT, reset, &admin, strong).await.code(),
            200
        );
        assert_eq!(s.sign_in(OWNER).await.code(), 1_004_003_000);
        let body = json!({ "phone": OWNER, "password": "Changed#2027", "agreed": true });
        let new = s
            .post("/app-api/member/auth/sms-login", "", body)
            .await
            .data();
        let token = new["accessToken"].as_str().unwrap();
        let me = s
            .get("/app-api/member/member/currentMemberInfo", token)
            .await
            .data();
        assert_eq!(me["mustChangePassword"], true);
    });
}

#[test]
fn only_an_operator_with_every_permission_is_the_root() {
    with_server(async |s| {
        s.seed(json!({ "operators": [{ "userName": "clerk", "password": PASSWORD, "permissions": ["system:user:list"] }] }))
            .await;
        for (account, root) in [("admin", true), ("clerk", false), (OWNER, false)] {
            let info = s.get("/getInfo", &s.token(account).await).await.json();
            assert_eq!(info["isAdminRoot"], root, "{account}");
        }
    });
}

#[test]
fn a_spent_token_stays_spent_when_the_clock_goes_back() {
    with_server(async |s| {
        let refresh = async |token: &Value| {
            let path = "/app-api/member/auth/refresh-token?clientSource=WEB";
            s.post(path, "", json!({ "refreshToken": token })).await
        };
        let first = s.sign_in(OWNER).await.data();
        let next = refresh(&first["refreshToken"]).await.data();
        s.get("/getInfo", next["accessToken"].as_str().unwrap())
            .await;
        s.clock.set_offset_s((GRACE_MS + 1000) as f64 / 1000.0);
        // The server told this time to somebody; then its machine is set back by a month.
        let told_ms = s.clock.now_ms();
        s.clock.set_offset_s(-30.0 * 24.0 * 3600.0);
        assert!(s.clock.now_ms() >= told_ms);
        assert_eq!(refresh(&first["refreshToken"]).await.code(), 401);
    });
}

#[test]
fn a_refused_token_says_why_its_session_ended_and_an_unknown_one_says_nothing() {
    with_server(async |s| {
        let why = async |tokens: &Value| {
            let refused = s
                .get("/getInfo", tokens["accessToken"].as_str().unwrap())
                .await;
            assert_eq!(refused.code(), 401);
            let refresh = json!({ "refreshToken": tokens["refreshToken"] });
            let again = s.post(REFRESH, "", refresh).await;
            assert_eq!(again.code(), 401);
            let told = refused.json()["data"].clone();
            assert_eq!(again.json()["data"], told, "both tokens are told the same");
            told
        };
        let first = sign_in_on(s, "WEB", CHROME).await;
        let second = sign_in_on(s, "WEB", "curl/8.5.0").await;
        assert_eq!(
            why(&first).await,
            json!({ "reason": "elsewhere", "device": "curl 8" })
        );

        let app = sign_in_on(s, "APP", CHROME).await;
        let token = second["accessToken"].as_str().unwrap();
        s.post(END, token, json!({ "others": true })).await.data();
        assert_eq!(why(&app).await, json!({ "reason": "ended" }));

        let admin = s.token("admin").await;
        let body = json!({ "userId": second["userId"], "status": "1" });
        let disabled = send(s, Method::PUT, "/system/user/changeStatus", &admin, body).await;
        assert_eq!(disabled.code(), 200);
        assert_eq!(why(&second).await, json!({ "reason": "disabled" }));

        let unknown = "x".repeat(token.len());
        for stranger in [unknown.as_str(), "x"] {
            let refused = s.get("/getInfo", stranger).await;
            assert_eq!(
                (refused.code(), &refused.json()["data"]),
                (401, &Value::Null)
            );
            let refresh = json!({ "refreshToken": stranger });
            let refused = s.post(REFRESH, "", refresh).await;
            assert_eq!(
                (refused.code(), &refused.json()["data"]),
                (401, &Value::Null)
            );
        }
    });
}

#[test]
fn a_spent_token_and_a_delegated_one_are_told_nothing() {
    with_server(async |s| {
        let old = sign_in_on(s, "WEB", CHROME).await;
        let refresh = json!({ "refreshToken": old["refreshToken"] });
        let new = s.post(REFRESH, "", refresh.clone()).await.data();
        let token = new["accessToken"].as_str().unwrap();
        let program = tokens::made(s, token, &[Scope::PhonesRead]).await;
        let gone = json!({ "tokenId": program["tokenId"] });
        s.post(tokens::REVOKE, token, gone).await.data();
        s.sign_in(OWNER).await.data();
        let program = program["token"].as_str().unwrap();
        for refused in [
            s.post(REFRESH, "", refresh).await,
            s.get("/getInfo", program).await,
        ] {
            assert_eq!(
                (refused.code(), &refused.json()["data"]),
                (401, &Value::Null)
            );
        }
    });
}
