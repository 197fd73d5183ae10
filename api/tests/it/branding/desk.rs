//! Branding, contacts and ways to sign in as operators change them, over HTTP.

use domain::codes;
use reqwest::Method;
use serde_json::{Value, json};

use crate::auth::verification::sent;
use crate::member::{png, upload_to};
use crate::server::{OWNER, PASSWORD, Reply, Server, with_server};

const DESK: &str = "/admin-api/branding";
const LOGO: &str = "/app-api/system/front/logo";
const SIGN_IN: &str = "/admin-api/sign-in";
const WAYS: &str = "/app-api/member/auth/register-type";

fn with(base: &Value, more: Value) -> Value {
    let mut body = base.clone();
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    body
}

async fn desk(s: &Server, token: &str) -> Value {
    s.get(&format!("{DESK}/get"), token).await.data()
}

async fn save(s: &Server, token: &str, body: Value) -> Reply {
    s.post(&format!("{DESK}/save"), token, body).await
}

/// The last action in the audit.
async fn last(s: &Server, token: &str) -> Value {
    let page = s
        .get("/system/audit/list?pageNum=1&pageSize=1", token)
        .await;
    page.json()["rows"][0].clone()
}

#[test]
fn a_saved_branding_is_what_everybody_reads_at_once_and_is_in_the_audit() {
    with_server(async |s| {
        let (admin, member) = (s.token("admin").await, s.token(OWNER).await);
        let before = desk(s, &admin).await;
        let picture = upload_to(s, &format!("{DESK}/picture"), &admin, "file", &png(2000)).await;
        let main = picture.data()["path"].clone();
        let served = s.get(main.as_str().unwrap(), "").await;
        assert_eq!(
            (served.status, served.header("content-type").as_str()),
            (200, "image/jpeg")
        );

        let contacts = json!([
            { "type": 2, "account": " 88213 ", "htmlCode": "https://qun.example/88213" },
            { "type": 1, "account": "owl-service", "htmlCode": "https://chat.example/owl" },
        ]);
        let wanted = with(
            &before,
            json!({ "text": "猫头鹰", "textEn": "Owls", "main": main, "welcomeText": "你好", "serviceHours": "09:00–21:00",
                "serviceUrl": "https://help.example/", "renewRedesign": 2, "contacts": contacts }),
        );
        let saved = save(s, &admin, wanted).await.data();
        assert_eq!(saved, desk(s, &admin).await);
        assert!(saved["updateTime"].as_i64() > before["updateTime"].as_i64());

        let english = s.get(LOGO, "").await.data();
        assert_eq!(
            (
                &english["text"],
                &english["welcomeText"],
                &english["main"],
                &english["renewRedesign"]
            ),
            (&json!("Owls"), &json!("你好"), &main, &json!(2))
        );
        let chinese = s
            .send(Method::GET, LOGO, &[("accept-language", "zh-CN")], "")
            .await;
        assert_eq!(chinese.data()["text"], "猫头鹰");
        let group = s
            .get("/app-api/system/customer-service/page?type=2", &member)
            .await;
        assert_eq!(group.data()["list"][0]["account"], "88213");

        let noted = last(s, &admin).await;
        assert_eq!(noted["kind"], "branding.update");
        let text = noted.to_string();
        assert!(
            text.contains("Owls") && text.contains("help.example"),
            "{text}"
        );
    });
}

#[test]
fn what_is_wrong_with_a_branding_is_said_beside_its_field_and_nothing_is_changed() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        let before = desk(s, &admin).await;
        let contact = |account: &str, address: &str| json!({ "type": 2, "account": account, "htmlCode": address });
        let fine = contact("88213", "https://qun.example/");
        for (more, field) in [
            (json!({ "text": "x".repeat(41) }), "text"),
            (json!({ "textEn": "x".repeat(41) }), "textEn"),
            (json!({ "welcomeTextEn": "x".repeat(201) }), "welcomeTextEn"),
            (json!({ "serviceHours": "x".repeat(101) }), "serviceHours"),
            (json!({ "main": "https://evil.example/x.png" }), "main"),
            (
                json!({ "leftBg": "/app-api/system/front/picture/none" }),
                "leftBg",
            ),
            (json!({ "serviceUrl": "javascript:alert(1)" }), "serviceUrl"),
            (json!({ "renewRedesign": 3 }), "renewRedesign"),
            (
                json!({ "contacts": [fine, contact("", "https://a.example")] }),
                "contacts.1.account",
            ),
            (
                json!({ "contacts": [contact("a", "qun.example")] }),
                "contacts.0.htmlCode",
            ),
            (json!({ "contacts": vec![fine.clone(); 21] }), "contacts"),
        ] {
            let refused = save(s, &admin, with(&before, more)).await;
            assert_eq!(refused.code(), 400, "{field}");
            assert_eq!(refused.json()["data"]["field"], field);
            assert!(!refused.msg().is_empty(), "{field}");
        }
        for (file, code) in [
            (&b"GIF89a"[..], 1_001_003_011),
            (&png(64)[..70], 1_001_003_013),
        ] {
            let refused = upload_to(s, &format!("{DESK}/picture"), &admin, "file", file).await;
            assert_eq!(refused.code(), code);
        }
        assert_eq!(desk(s, &admin).await, before);
        let twenty = save(
            s,
            &admin,
            with(&before, json!({ "contacts": vec![fine; 20] })),
        )
        .await;
        assert_eq!(twenty.code(), 0, "as many as allowed");
    });
}

#[test]
fn the_second_of_two_is_told_what_the_branding_is_and_who_may_only_see_changes_nothing() {
    with_server(async |s| {
        s.seed(json!({ "operators": [{ "userName": "reader", "password": PASSWORD, "permissions": ["system:branding:list"] }] }))
            .await;
        let (admin, reader) = (s.token("admin").await, s.token("reader").await);
        let seen = desk(s, &reader).await;
        assert_eq!(save(s, &reader, seen.clone()).await.code(), 403);
        let first = save(s, &admin, with(&seen, json!({ "text": "甲" })))
            .await
            .data();
        let second = save(s, &admin, with(&seen, json!({ "text": "乙" }))).await;
        assert_eq!(second.code(), codes::CHANGED_MEANWHILE.number);
        let told = second.json()["data"].clone();
        assert_eq!((&told["now"], &told["by"]), (&first, &json!("admin")));
        let mine = with(
            &seen,
            json!({ "text": "乙", "updateTime": first["updateTime"] }),
        );
        assert_eq!(save(s, &admin, mine).await.data()["text"], "乙");
    });
}

async fn ways(s: &Server, token: &str, more: Value) -> Reply {
    let now = s.get(&format!("{SIGN_IN}/get"), token).await.data();
    let on = now["methods"].as_array().unwrap().iter();
    let on: Vec<&Value> = on
        .filter(|way| way["on"] == true)
        .map(|way| &way["name"])
        .collect();
    let base = json!({ "methods": on, "loginWay": now["loginWay"], "registerType": now["registerType"], "updateTime": now["updateTime"] });
    s.post(&format!("{SIGN_IN}/save"), token, with(&base, more))
        .await
}

#[test]
fn a_way_that_is_switched_off_is_not_offered_and_its_calls_refuse() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        let (uuid, code) = sent(s, OWNER, "login").await;
        let saved = ways(s, &admin, json!({ "methods": ["password"] }))
            .await
            .data();
        assert_eq!(
            saved["methods"][1],
            json!({ "name": "sms", "works": true, "on": false })
        );
        let offered = s.get(WAYS, "").await.data();
        assert_eq!(
            (&offered["methods"], &offered["social"]),
            (&json!(["password"]), &json!([]))
        );

        let off = codes::WAY_OFF.number;
        let by_code = json!({ "phone": OWNER, "code": code, "uuid": uuid, "agreed": true });
        let sign_in = "/app-api/member/auth/sms-login";
        assert_eq!(s.post(sign_in, "", by_code.clone()).await.code(), off);
        for target in [
            json!({ "phone": OWNER }),
            json!({ "email": "ana@mail.example" }),
        ] {
            let ask = with(&target, json!({ "purpose": "login" }));
            let send = "/app-api/member/captcha/sendSmsCode";
            assert_eq!(s.post(send, "", ask).await.code(), off);
        }
        let back = format!(
            "{}%2Fapp%2Fsocial-login",
            s.base.replace(':', "%3A").replace('/', "%2F")
        );
        let leave = format!("/app-api/member/auth/social-auth-redirect?type=50&redirectUri={back}");
        assert_eq!(s.get(&leave, "").await.code(), off);
        let arrive = json!({ "type": 50, "code": "x", "state": "x", "agreed": true });
        assert_eq!(
            s.post("/app-api/member/auth/social-login", "", arrive)
                .await
                .code(),
            off
        );
        assert_eq!(s.sign_in(OWNER).await.code(), 0, "the way that is left");
        assert_eq!(last(s, &admin).await["kind"], "session.begin");

        ways(s, &admin, json!({ "methods": ["password", "sms"] }))
            .await
            .data();
        assert_eq!(last(s, &admin).await["kind"], "sign-in.update");
        assert_eq!(
            s.post(sign_in, "", by_code).await.code(),
            0,
            "on again, at once"
        );
    });
}

#[test]
fn the_last_way_in_and_the_operators_own_cannot_be_switched_off() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        for (more, field) in [
            (json!({ "methods": [] }), "methods"),
            (
                json!({ "methods": ["social"], "loginWay": "social" }),
                "methods",
            ),
            (json!({ "methods": ["sms"], "loginWay": "sms" }), "methods"),
            (
                json!({ "methods": ["password", "sms"], "loginWay": "email" }),
                "loginWay",
            ),
            (json!({ "loginWay": "telepathy" }), "loginWay"),
            (json!({ "registerType": "telepathy" }), "registerType"),
        ] {
            let refused = ways(s, &admin, more.clone()).await;
            assert_eq!(refused.code(), 400, "{more}");
            assert_eq!(refused.json()["data"]["field"], field, "{more}");
        }
        let offered = s.get(WAYS, "").await.data();
        assert_eq!(
            offered["methods"],
            json!(["password", "sms", "email", "social"])
        );

        ways(s, &admin, json!({ "registerType": "none" }))
            .await
            .data();
        let late = ways(s, &admin, json!({ "updateTime": 0 })).await;
        assert_eq!(late.code(), codes::CHANGED_MEANWHILE.number);
        assert_eq!(late.json()["data"]["now"]["registerType"], "none");
    });
}

#[test]
fn a_sender_is_tried_and_its_answer_told_and_noted() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        let test = async |to: &str| {
            s.post(&format!("{SIGN_IN}/test"), &admin, json!({ "to": to }))
                .await
        };
        let wrong = test("nobody").await;
        assert_eq!(
            (wrong.code(), &wrong.json()["data"]["field"]),
            (400, &json!("to"))
        );

        let tried = test(OWNER).await.data();
        assert_eq!(
            (&tried["channel"], &tried["outcome"]),
            (&json!("sms"), &json!("taken"))
        );
        assert!(
            tried["answer"].as_str().unwrap().starts_with("HTTP 2"),
            "{tried}"
        );
        let tried = test("ana@mail.example").await.data();
        assert_eq!(
            (&tried["channel"], &tried["outcome"]),
            (&json!("mail"), &json!("taken"))
        );
        assert!(
            tried["answer"].as_str().unwrap().starts_with("250"),
            "{tried}"
        );
        let entries = s.sent();
        let tests: Vec<_> = entries
            .iter()
            .filter(|entry| entry.purpose == "test")
            .collect();
        assert_eq!(tests.len(), 2);

        let noted = last(s, &admin).await;
        assert_eq!(noted["kind"], "sender.test");
        let text = noted.to_string();
        assert!(
            text.contains("250") && !text.contains("ana@mail.example"),
            "{text}"
        );
        // Wrong addresses were not counted: three more are allowed.
        for _ in 0..3 {
            test(OWNER).await.data();
        }
        let refused = test(OWNER).await;
        assert_eq!(refused.code(), codes::TOO_MANY.number);
        assert!(refused.json()["data"]["retryAfterMs"].as_i64() > Some(0));
    });
}

#[test]
fn a_setting_of_codes_holds_at_once_and_one_about_money_asks_for_the_password() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        let set = async |key: &str, value: &str| {
            let list = format!("/system/config/list?pageNum=1&pageSize=50&configKey={key}");
            let row = s.get(&list, &admin).await.json()["rows"][0].clone();
            let body = with(&row, json!({ "configValue": value }));
            let bearer = format!("Bearer {admin}");
            let headers = [
                ("content-type", "application/json"),
                ("authorization", bearer.as_str()),
            ];
            s.send(Method::PUT, "/system/config", &headers, body.to_string())
                .await
        };
        assert_eq!(set("code.daily.max", "3").await.code(), 200);
        assert_eq!(set("code.resend.seconds", "29").await.code(), 400);
        let left = format!("/app-api/member/captcha/sms-code-times?phone={OWNER}");
        assert_eq!(s.get(&left, "").await.data(), 3);
        assert_eq!(set("session.access.minutes", "5").await.code(), 200);
        let expires = s.sign_in(OWNER).await.data()["expiresTime"]
            .as_i64()
            .unwrap();
        assert!(expires <= s.clock.now_ms() + 5 * 60_000, "{expires}");

        s.execute("UPDATE sessions SET proved_ms = NULL");
        assert_eq!(set("code.daily.max", "4").await.code(), 200);
        let refused = set("points.per.yuan", "2").await;
        assert_eq!(refused.code(), codes::PASSWORD_NEEDED.number);
    });
}
