//! Limits of strangers: what they learn, and how often they may try.

use std::net::IpAddr;

use domain::auth::RESEND_MS;
use domain::auth::limits::{
    ACCOUNT_CAPTCHA_AFTER, ACCOUNT_GUESSES, ADDRESS_CAPTCHA_AFTER, ADDRESS_GUESSES, ALL_GUESSES,
    ALL_SENDINGS, GUESS_WINDOW_MS,
};
use reqwest::Method;
use serde_json::{Value, json};

use super::{
    BAD_CREDENTIALS, CAPTCHA_NEEDED, NEWCOMER, SEND, SIGN_IN, TOO_MANY, WRONG_CODE, arrived,
    captcha, later, send, wrong_password,
};
use crate::server::{GUEST, OWNER, PASSWORD, with_server};

#[test]
fn failures_demand_a_captcha_and_then_a_wait_and_a_known_device_goes_on() {
    with_server(async |s| {
        let first = s.sign_in(OWNER).await;
        let device = first
            .headers
            .get_all("set-cookie")
            .iter()
            .map(|v| v.to_str().unwrap().to_owned())
            .find(|c| c.starts_with("owl_dev="))
            .unwrap();
        for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
            assert!(device.contains(part), "{device}");
        }
        for _ in 0..ACCOUNT_CAPTCHA_AFTER {
            assert_eq!(wrong_password(s, OWNER).await.code(), BAD_CREDENTIALS);
        }
        let demanded = wrong_password(s, OWNER).await;
        assert_eq!(
            (demanded.code(), &demanded.json()["data"]),
            (CAPTCHA_NEEDED, &json!({ "captcha": true }))
        );
        let with_captcha = async |password: &str| {
            let (uuid, text) = captcha(s, "login").await;
            s.post(SIGN_IN, "", json!({ "phone": OWNER, "password": password, "captchaUuid": uuid, "captchaCode": text, "agreed": true })).await
        };
        for _ in ACCOUNT_CAPTCHA_AFTER..ACCOUNT_GUESSES {
            assert_eq!(with_captcha("wrong").await.code(), BAD_CREDENTIALS);
        }
        let waits = with_captcha(PASSWORD).await;
        assert_eq!(waits.code(), TOO_MANY);
        let wait = waits.json()["data"]["retryAfterMs"].as_i64().unwrap();
        assert!(
            wait > GUESS_WINDOW_MS - 60_000 && wait <= GUESS_WINDOW_MS,
            "{wait}"
        );
        let cookie = device.split(';').next().unwrap();
        let headers = [("content-type", "application/json"), ("cookie", cookie)];
        let body = json!({ "phone": OWNER, "password": PASSWORD, "agreed": true }).to_string();
        assert_eq!(
            s.send(Method::POST, SIGN_IN, &headers, body).await.code(),
            0,
            "its own device is not locked out"
        );
        later(s, GUESS_WINDOW_MS);
        assert_eq!(s.sign_in(OWNER).await.code(), 0);
    });
}

#[test]
fn a_header_that_anybody_can_write_is_no_address() {
    with_server(async |s| {
        let spray = async |from: Option<IpAddr>, n: i64, forwarded: &str| {
            let client = crate::server::client()
                .tls_certs_only([])
                .local_address(from)
                .build()
                .unwrap();
            let body =
                json!({ "phone": format!("133{n:08}"), "password": PASSWORD, "agreed": true });
            let request = client
                .post(format!("{}{SIGN_IN}", s.base))
                .header("x-forwarded-for", forwarded)
                .json(&body);
            request.send().await.unwrap().json::<Value>().await.unwrap()["code"]
                .as_i64()
                .unwrap()
        };
        for n in 0..ADDRESS_CAPTCHA_AFTER {
            assert_eq!(
                spray(None, n, &format!("198.51.100.{n}")).await,
                BAD_CREDENTIALS
            );
        }
        assert_eq!(spray(None, 99, "198.51.100.99").await, CAPTCHA_NEEDED);
        let told = s.get("/app-api/member/auth/register-type", "").await.data();
        assert_eq!(told["needsCaptcha"], true);
        // The trusted proxy is believed: each of its clients is counted by itself.
        let proxy: Option<IpAddr> = "127.0.0.2".parse().ok();
        for n in 100..100 + ADDRESS_CAPTCHA_AFTER {
            assert_eq!(spray(proxy, n, "203.0.113.7").await, BAD_CREDENTIALS);
        }
        assert_eq!(
            spray(proxy, 200, "1.2.3.4, 203.0.113.7").await,
            CAPTCHA_NEEDED
        );
        assert_eq!(spray(proxy, 201, "203.0.113.8").await, BAD_CREDENTIALS);
    });
}

#[test]
fn a_code_is_sent_alike_to_members_and_others() {
    with_server(async |s| {
        for purpose in ["login", "reset", "register"] {
            let (mut member, mut other) = (Value::Null, Value::Null);
            for (phone, into) in [(OWNER, &mut member), (NEWCOMER, &mut other)] {
                *into = send(s, json!({ "phone": phone }), purpose).await.data();
                into["uuid"] = Value::Null;
                assert_eq!(
                    arrived(s, phone, purpose).len(),
                    6,
                    "both get their message"
                );
            }
            assert_eq!(member, other, "{purpose}");
            let offset = if purpose == "login" { 1 } else { 2 };
            later(s, offset * (RESEND_MS + 1000));
        }
    });
}

#[test]
fn codes_are_guessed_as_often_from_one_address_as_passwords() {
    with_server(async |s| {
        let guess = async |phone: String| {
            let body = json!({ "phone": phone, "code": "123456", "uuid": "u", "agreed": true });
            s.post(SIGN_IN, "", body).await
        };
        for n in 0..ADDRESS_GUESSES {
            let reply = guess(format!("133{n:08}")).await;
            assert_eq!(reply.code(), WRONG_CODE, "{n}");
        }
        let over = guess(OWNER.to_owned()).await;
        assert_eq!(over.code(), TOO_MANY);
        assert!(over.json()["data"]["retryAfterMs"].as_i64().unwrap() > 0);
        later(s, GUESS_WINDOW_MS);
        assert_eq!(guess(OWNER.to_owned()).await.code(), WRONG_CODE);
    });
}

#[test]
fn all_strangers_together_have_a_limit_that_known_devices_do_not_meet() {
    with_server(async |s| {
        let first = s.sign_in(GUEST).await;
        let known = first
            .headers
            .get_all("set-cookie")
            .iter()
            .map(|v| v.to_str().unwrap())
            .find(|c| c.starts_with("owl_dev="))
            .unwrap();
        let spend = |name: &str, most: i64| {
            s.statement(&format!(
                "UPDATE limits SET spent = {} WHERE name = '{name}'",
                most - 1
            ));
        };
        assert_eq!(wrong_password(s, OWNER).await.code(), BAD_CREDENTIALS);
        spend("guesses-all", ALL_GUESSES);
        assert_eq!(wrong_password(s, NEWCOMER).await.code(), BAD_CREDENTIALS);
        let over = wrong_password(s, "nobody").await;
        assert_eq!(over.code(), TOO_MANY);
        let cookie = known.split(';').next().unwrap();
        let headers = [("content-type", "application/json"), ("cookie", cookie)];
        let body = json!({ "phone": GUEST, "password": PASSWORD, "agreed": true }).to_string();
        let by_device = s.send(Method::POST, SIGN_IN, &headers, body).await;
        assert_eq!(by_device.code(), 0);

        let ask = async |phone: &str| send(s, json!({ "phone": phone }), "login").await;
        assert_eq!(ask(OWNER).await.code(), 0);
        spend("sendings-all", ALL_SENDINGS);
        assert_eq!(ask(GUEST).await.code(), 0);
        let over = ask(NEWCOMER).await;
        assert_eq!(over.code(), TOO_MANY);
        assert!(over.json()["data"]["retryAfterMs"].as_i64().unwrap() > 0);
        assert!(
            s.sent().iter().all(|e| e.to != NEWCOMER),
            "nothing was sent"
        );
    });
}

#[test]
fn a_number_that_is_no_text_is_no_number() {
    with_server(async |s| {
        for phone in [
            json!([NEWCOMER]),
            json!({ "0": NEWCOMER }),
            json!(13_312_345_678_i64),
            json!(true),
            json!(format!("{NEWCOMER},{OWNER}")),
            json!(format!("{NEWCOMER}\n{OWNER}")),
        ] {
            let asked = send(s, json!({ "phone": phone }), "login").await;
            assert_eq!(asked.code(), 400, "{phone}");
            let body = json!({ "phone": phone, "password": PASSWORD, "agreed": true });
            assert_eq!(s.post(SIGN_IN, "", body).await.code(), 400, "{phone}");
        }
        let twice = format!(r#"{{"phone":"{OWNER}","phone":"{NEWCOMER}"}}"#);
        let headers = [("content-type", "application/json")];
        let asked = s.send(Method::POST, SEND, &headers, twice).await;
        assert_eq!(asked.code(), 400, "two numbers in one request");
        assert!(s.sent().iter().all(|e| e.channel == "captcha"));
    });
}
