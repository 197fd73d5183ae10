//! What strangers learn, and how often they may try.

use std::net::IpAddr;

use domain::auth::RESEND_MS;
use domain::auth::limits::{
    ACCOUNT_CAPTCHA_AFTER, ACCOUNT_GUESSES, ADDRESS_CAPTCHA_AFTER, GUESS_WINDOW_MS,
};
use reqwest::Method;
use serde_json::{Value, json};

use super::{
    BAD_CREDENTIALS, CAPTCHA_NEEDED, NEWCOMER, SIGN_IN, TOO_MANY, arrived, captcha, later, send,
    wrong_password,
};
use crate::server::{OWNER, PASSWORD, with_server};

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
            s.post(SIGN_IN, "", json!({ "phone": OWNER, "password": password, "captchaUuid": uuid, "captchaCode": text })).await
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
        let body = json!({ "phone": OWNER, "password": PASSWORD }).to_string();
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
            let client = reqwest::Client::builder()
                .local_address(from)
                .build()
                .unwrap();
            let body = json!({ "phone": format!("133{n:08}"), "password": PASSWORD });
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
