//! Every way in and back in: by a code, by registration, by reset, by mail.

use domain::auth::{DAILY_CODES, RESEND_MS};
use reqwest::Method;
use serde_json::{Value, json};

use super::{
    BAD_CREDENTIALS, CHANGE, CHECK, CHOSEN, NEWCOMER, REGISTER, REGISTER_CLOSED, REGISTERED, SEND,
    SIGN_IN, UNREGISTERED, WRONG_CODE, another, arrived, later, send, sent,
};
use crate::server::{GUEST, OWNER, PASSWORD, with_server};

#[test]
fn the_ways_in_are_told() {
    with_server(async |s| {
        let data = s.get("/app-api/member/auth/register-type", "").await.data();
        assert_eq!(data["loginWay"], "phone");
        assert_eq!(
            data["methods"],
            json!(["password", "sms", "email", "social"])
        );
        assert_eq!(data["needsCaptcha"], false);
        assert_eq!(data.get("demo"), None, "no demo");
        let kinds: Vec<i64> = data["social"]
            .as_array()
            .unwrap()
            .iter()
            .map(|w| w["type"].as_i64().unwrap())
            .collect();
        assert!(!kinds.is_empty());
    });
}

#[test]
fn a_member_signs_in_by_a_code_that_was_sent() {
    with_server(async |s| {
        let reply = send(s, json!({ "mobile": "+86 138-0000-0000" }), "login").await;
        let data = reply.data();
        assert_eq!(
            (
                data["expireSeconds"].as_i64(),
                data["resendSeconds"].as_i64()
            ),
            (Some(600), Some(60))
        );
        assert_eq!(data["left"], DAILY_CODES - 1);
        let (uuid, code) = (data["uuid"].as_str().unwrap(), arrived(s, OWNER, "login"));
        assert!(
            !reply.text.contains(&code),
            "the code is in the message only"
        );
        let message = s.sent().into_iter().find(|e| e.channel == "sms").unwrap();
        assert!(
            message.text.contains(&code) && message.text.contains("to sign in"),
            "{}",
            message.text
        );
        let with = async |code: &str| {
            s.post(
                SIGN_IN,
                "",
                json!({ "phone": OWNER, "code": code, "uuid": uuid, "agreed": true }),
            )
            .await
        };
        assert_eq!(with(&another(&code)).await.code(), WRONG_CODE);
        let checked = s
            .post(
                CHECK,
                "",
                json!({ "phone": OWNER, "scene": 1, "code": code, "uuid": uuid }),
            )
            .await;
        assert_eq!(checked.data(), true, "a check does not spend it");
        let tokens = with(&code).await.data();
        assert_eq!(
            s.get("/getInfo", tokens["accessToken"].as_str().unwrap())
                .await
                .code(),
            200
        );
        assert_eq!(with(&code).await.code(), WRONG_CODE, "once");
        assert_eq!(with("000000").await.code(), WRONG_CODE);
    });
}

#[test]
fn an_unknown_number_is_told_to_register_only_with_the_right_code() {
    with_server(async |s| {
        let (uuid, code) = sent(s, NEWCOMER, "login").await;
        let with = async |code: &str| {
            s.post(
                SIGN_IN,
                "",
                json!({ "phone": NEWCOMER, "code": code, "uuid": uuid, "agreed": true }),
            )
            .await
        };
        assert_eq!(with(&another(&code)).await.code(), WRONG_CODE);
        assert_eq!(with(&code).await.code(), UNREGISTERED);
        assert_eq!(
            s.sign_in(NEWCOMER).await.code(),
            BAD_CREDENTIALS,
            "nobody was registered silently"
        );
    });
}

#[test]
fn a_newcomer_registers_and_a_taken_number_is_told_to_sign_in() {
    with_server(async |s| {
        let form = |phone: &str, uuid: &str, code: &str| json!({ "phone": phone, "userName": phone, "password": CHOSEN, "code": code, "uuid": uuid, "nickname": "New", "channelCode": "spring", "agreed": true });
        let (uuid, code) = sent(s, NEWCOMER, "register").await;
        let mut refused = form(NEWCOMER, &uuid, &code);
        refused["agreed"] = json!(false);
        let words = s.post(REGISTER, "", refused).await;
        assert_eq!(
            (words.code(), words.msg().as_str()),
            (1_004_003_006, "Read and agree to the agreements first")
        );
        let mut weak = form(NEWCOMER, &uuid, &code);
        weak["password"] = json!("Password1!");
        assert_eq!(
            s.post(REGISTER, "", weak).await.msg(),
            "This password is too common and easily guessed, choose another"
        );
        let reply = s.post(REGISTER, "", form(NEWCOMER, &uuid, &code)).await;
        assert!(reply.header("set-cookie").starts_with("owl_rt="));
        let token = reply.data()["accessToken"].as_str().unwrap().to_owned();
        let me = s
            .get("/app-api/member/member/currentMemberInfo", &token)
            .await
            .data();
        assert_eq!(
            (&me["nickname"], &me["channelCode"]),
            (&json!("New"), &json!("spring"))
        );
        let again = s
            .post(
                SIGN_IN,
                "",
                json!({ "phone": NEWCOMER, "password": CHOSEN, "agreed": true }),
            )
            .await;
        assert_eq!(again.code(), 0);

        let (uuid, code) = sent(s, OWNER, "register").await;
        assert_eq!(
            s.post(REGISTER, "", form(OWNER, &uuid, &another(&code)))
                .await
                .code(),
            WRONG_CODE
        );
        assert_eq!(
            s.post(REGISTER, "", form(OWNER, &uuid, &code)).await.code(),
            REGISTERED
        );
        assert_eq!(s.sign_in(OWNER).await.code(), 0);
    });
}

#[test]
fn a_password_is_reset_by_a_code_and_changed_in_a_session() {
    with_server(async |s| {
        let before = s.token(OWNER).await;
        let (uuid, code) = sent(s, OWNER, "reset").await;
        let reset =
            json!({ "phone": OWNER, "code": code, "uuid": uuid, "newPassword": "onlylower9" });
        assert_eq!(
            s.post(CHANGE, "", reset).await.msg(),
            "Mix upper and lower case letters, digits and special symbols"
        );
        let reset = json!({ "phone": OWNER, "code": code, "uuid": uuid, "newPassword": CHOSEN });
        assert_eq!(s.post(CHANGE, "", reset.clone()).await.data(), true);
        assert_eq!(s.get("/getInfo", &before).await.code(), 401);
        assert_eq!(s.post(CHANGE, "", reset).await.code(), WRONG_CODE, "spent");

        let token = s
            .post(
                SIGN_IN,
                "",
                json!({ "phone": OWNER, "password": CHOSEN, "agreed": true }),
            )
            .await
            .data()["accessToken"]
            .as_str()
            .unwrap()
            .to_owned();
        later(s, RESEND_MS);
        let data = s
            .post(SEND, &token, json!({ "purpose": "password" }))
            .await
            .data();
        let code = arrived(s, OWNER, "password");
        let change = |phone: Value, password: &str| json!({ "phone": phone, "code": code, "uuid": data["uuid"], "newPassword": password });
        assert_eq!(
            s.post(CHANGE, &token, change(json!(GUEST), "owldeck77x"))
                .await
                .code(),
            403
        );
        assert_eq!(
            s.post(CHANGE, "", change(json!(OWNER), CHOSEN))
                .await
                .code(),
            WRONG_CODE,
            "not for a reset"
        );
        let by_mail = s
            .post(
                CHANGE,
                &token,
                json!({ "email": "a@b.cn", "newPassword": CHOSEN }),
            )
            .await;
        assert_eq!(
            (by_mail.code(), by_mail.msg().as_str()),
            (
                1_004_003_010,
                "Changing a password by e-mail is not supported"
            )
        );
        assert_eq!(
            s.post(CHANGE, &token, change(Value::Null, "owldeck77x"))
                .await
                .data(),
            true
        );
        assert_eq!(
            s.get("/getInfo", &token).await.code(),
            200,
            "the session that asks goes on"
        );
        assert_eq!(
            s.post(
                SIGN_IN,
                "",
                json!({ "phone": OWNER, "password": "owldeck77x", "agreed": true })
            )
            .await
            .code(),
            0
        );
        let stale = s
            .post(CHANGE, "not-a-token", json!({ "phone": OWNER }))
            .await;
        assert_eq!(
            stale.code(),
            401,
            "a token that is no longer good is refreshed first"
        );
    });
}

#[test]
fn no_code_is_sent_for_a_registration_that_is_closed() {
    with_server(async |s| {
        s.seed(json!({ "branding": { "registerType": "none" } }))
            .await;
        let refused = send(s, json!({ "phone": NEWCOMER }), "register").await;
        assert_eq!(refused.code(), REGISTER_CLOSED);
        let by_number = json!({ "phone": NEWCOMER, "scene": 5 });
        assert_eq!(s.post(SEND, "", by_number).await.code(), REGISTER_CLOSED);
        assert!(!s.sent().iter().any(|entry| entry.purpose == "register"));
        sent(s, OWNER, "login").await;
        s.seed(json!({ "branding": {} })).await;
        sent(s, NEWCOMER, "register").await;
    });
}

#[test]
fn a_member_signs_in_by_mail_with_password_or_code() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let mail = "Owner+deck@Example.com";
        let data = s
            .post(SEND, &token, json!({ "email": mail, "purpose": "email" }))
            .await
            .data();
        let code = arrived(s, "owner+deck@example.com", "email");
        let body = json!({ "email": mail, "emailCode": code, "emailUuid": data["uuid"] });
        let headers = [
            ("content-type", "application/json"),
            ("authorization", &*format!("Bearer {token}")),
        ];
        let changed = s
            .send(
                Method::PUT,
                "/app-api/member/member/update-client",
                &headers,
                body.to_string(),
            )
            .await;
        assert_eq!(changed.code(), 0, "{}", changed.text);
        let by_password = s
            .post(
                SIGN_IN,
                "",
                json!({ "email": "OWNER+DECK@example.com", "password": PASSWORD, "agreed": true }),
            )
            .await;
        assert_eq!(by_password.code(), 0);
        later(s, RESEND_MS);
        let data = send(s, json!({ "email": mail }), "login").await.data();
        let code = arrived(s, "owner+deck@example.com", "login");
        let by_code = s
            .post(
                SIGN_IN,
                "",
                json!({ "email": mail, "code": code, "uuid": data["uuid"], "agreed": true }),
            )
            .await;
        assert_eq!(by_code.code(), 0);
    });
}
