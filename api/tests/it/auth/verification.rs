//! Captchas, codes by SMS and mail, and every way in and back in that they open; what strangers learn, and how often they may try.

mod alike;
mod entry;
mod strangers;

use domain::auth::{DAILY_CODES, RESEND_MS};
use domain::zone::Zone;
use serde_json::{Value, json};

use crate::server::{OWNER, Reply, Server, with_server};

const SIGN_IN: &str = "/app-api/member/auth/sms-login";
const REGISTER: &str = "/app-api/member/auth/register";
const CHANGE: &str = "/app-api/member/member/update-phone-password";
const SEND: &str = "/app-api/member/captcha/sendSmsCode";
const CHECK: &str = "/app-api/member/captcha/valid-sms-code";
const CHECK_CAPTCHA: &str = "/app-api/member/auth/valid-captcha";
pub const NEWCOMER: &str = "13312345678";
const CHOSEN: &str = "xK9$mPq2";

const BAD_CREDENTIALS: i64 = 1_004_003_000;
const WRONG_CODE: i64 = 1_002_014_000;
const DAILY: i64 = 1_002_014_004;
const TOO_SOON: i64 = 1_002_014_005;
const CAPTCHA_WRONG: i64 = 1_002_000_004;
const CAPTCHA_NEEDED: i64 = 1_002_000_005;
const TOO_MANY: i64 = 1_002_000_429;
const UNREGISTERED: i64 = 1_004_001_001;
const REGISTERED: i64 = 1_004_001_002;
const REGISTER_CLOSED: i64 = 1_004_001_003;

/// Moves the clock to so many milliseconds after now.
fn later(s: &Server, ms: i64) {
    s.clock.set_offset_s(ms as f64 / 1000.0);
}

/// Time until an hour of the next day: who counts what a day allows begins there, so that midnight is far whenever the test runs.
fn to_next_day_ms(s: &Server) -> i64 {
    let now_ms = s.clock.now_ms();
    Zone::default().day_end(now_ms, 0) - now_ms + 3_600_000
}

/// A captcha as somebody reads it: its uuid and its characters.
async fn captcha(s: &Server, action: &str) -> (String, String) {
    let path = format!("/app-api/member/captcha/captchaImage?action={action}");
    let data = s.get(&path, "").await.data();
    let uuid = data["uuid"].as_str().unwrap().to_owned();
    let said = s.sent().into_iter().find(|entry| entry.to == uuid).unwrap();
    assert_eq!(
        (said.channel.as_str(), said.purpose.as_str()),
        ("captcha", action)
    );
    (uuid, said.code)
}

/// Asks for a code like a person: with a captcha.
async fn send(s: &Server, target: Value, purpose: &str) -> Reply {
    let (uuid, text) = captcha(s, "sms").await;
    let mut body = target;
    body["purpose"] = json!(purpose);
    body["captchaUuid"] = json!(uuid);
    body["captchaCode"] = json!(text);
    s.post(SEND, "", body).await
}

/// The request and the code that arrived.
pub async fn sent(s: &Server, phone: &str, purpose: &str) -> (String, String) {
    let data = send(s, json!({ "phone": phone }), purpose).await.data();
    (
        data["uuid"].as_str().unwrap().to_owned(),
        arrived(s, phone, purpose),
    )
}

fn arrived(s: &Server, to: &str, purpose: &str) -> String {
    let entries = s.sent();
    let found = entries
        .iter()
        .find(|e| e.to == to && e.purpose == purpose && e.channel != "captcha");
    found
        .unwrap_or_else(|| panic!("nothing for {to}"))
        .code
        .clone()
}

fn another(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

async fn wrong_password(s: &Server, account: &str) -> Reply {
    s.post(
        SIGN_IN,
        "",
        json!({ "account": account, "password": "wrong", "agreed": true }),
    )
    .await
}

#[test]
fn a_captcha_is_a_picture_and_its_text_is_told_nowhere_else() {
    with_server(async |s| {
        let path = "/app-api/member/captcha/captchaImage?action=sms";
        let reply = s.get(path, "").await;
        let (top, data) = (reply.json(), reply.data());
        for field in ["captchaEnabled", "uuid", "img"] {
            assert_eq!(top[field], data[field], "{field} is also at the top");
        }
        let uuid = data["uuid"].as_str().unwrap();
        let text = s.sent().into_iter().find(|e| e.to == uuid).unwrap().code;
        assert!(
            !reply
                .headers
                .values()
                .any(|v| v.as_bytes().windows(5).any(|w| w == text.as_bytes()))
        );
        let rest = reply
            .text
            .replace(data["img"].as_str().unwrap(), "")
            .replace(data["audio"].as_str().unwrap(), "");
        assert!(!rest.to_uppercase().contains(&text), "{rest}");
        assert_eq!(
            s.get("/app-api/member/captcha/captchaImage?action=any", "")
                .await
                .code(),
            400
        );
    });
}

/// Asks for a code with what was read of a captcha.
async fn ask_with(s: &Server, captcha: Value, code: Value) -> Reply {
    let body = json!({ "phone": NEWCOMER, "captchaUuid": captcha, "captchaCode": code });
    s.post(SEND, "", body).await
}

#[test]
fn a_code_needs_a_captcha_of_its_action_that_is_read_right_at_the_only_try_and_in_time() {
    with_server(async |s| {
        let none = s.post(SEND, "", json!({ "phone": NEWCOMER })).await;
        assert_eq!(
            (none.code(), &none.json()["data"]["captcha"]),
            (CAPTCHA_NEEDED, &json!(true))
        );
        let (uuid, text) = captcha(s, "sms").await;
        assert_eq!(
            ask_with(s, json!(uuid), json!([text])).await.code(),
            400,
            "an array is no text"
        );
        assert_eq!(
            ask_with(s, json!(uuid), json!("")).await.code(),
            CAPTCHA_WRONG
        );
        assert_eq!(
            ask_with(s, json!(uuid), json!(text)).await.code(),
            CAPTCHA_WRONG,
            "one try"
        );
        let (login, text) = captcha(s, "login").await;
        assert_eq!(
            ask_with(s, json!(login), json!(text)).await.code(),
            CAPTCHA_WRONG,
            "another action"
        );
        let (old, text) = captcha(s, "sms").await;
        later(s, domain::auth::limits::CAPTCHA_LIFE_MS);
        assert_eq!(
            ask_with(s, json!(old), json!(text)).await.code(),
            CAPTCHA_WRONG,
            "too old"
        );
    });
}

#[test]
fn a_captcha_that_was_checked_before_serves_one_request() {
    with_server(async |s| {
        let (uuid, text) = captcha(s, "sms").await;
        assert_eq!(
            s.post(
                CHECK_CAPTCHA,
                "",
                json!({ "uuid": uuid, "code": text.to_lowercase() })
            )
            .await
            .data(),
            true
        );
        assert_eq!(
            ask_with(s, json!(uuid), Value::Null).await.code(),
            0,
            "checked before"
        );
        assert_eq!(
            ask_with(s, json!(uuid), Value::Null).await.code(),
            CAPTCHA_WRONG,
            "for one request"
        );
        let (uuid, _) = captcha(s, "sms").await;
        assert_eq!(
            s.post(CHECK_CAPTCHA, "", json!({ "uuid": uuid, "code": "?" }))
                .await
                .code(),
            CAPTCHA_WRONG
        );
    });
}

#[test]
fn a_number_gets_one_code_a_minute_and_ten_a_day() {
    with_server(async |s| {
        let spellings = [
            "13312345678",
            "+86 133 1234 5678",
            "００８６１３３１２３４５６７８",
            "0133-1234-5678",
        ];
        let begin_ms = to_next_day_ms(s);
        for n in 0..DAILY_CODES {
            later(s, begin_ms + n * (RESEND_MS + 1000));
            let phone = json!({ "phone": spellings[n as usize % 4] });
            assert_eq!(
                send(s, phone.clone(), "login").await.data()["left"],
                DAILY_CODES - 1 - n
            );
            let soon = send(s, phone, "reset").await;
            if n + 1 < DAILY_CODES {
                assert_eq!(soon.code(), TOO_SOON);
                let wait = soon.json()["data"]["retryAfterMs"].as_i64().unwrap();
                assert!((1..=RESEND_MS).contains(&wait), "{wait}");
            }
        }
        later(s, begin_ms + DAILY_CODES * (RESEND_MS + 1000));
        let refused = send(s, json!({ "phone": NEWCOMER }), "register").await;
        assert_eq!(
            (refused.code(), refused.msg().as_str()),
            (
                DAILY,
                "The daily SMS code limit is reached: try again tomorrow, or use password login"
            )
        );
        let left = async |phone: &str| {
            s.get(
                &format!("/app-api/member/captcha/sms-code-times?phone={phone}"),
                "",
            )
            .await
        };
        assert_eq!(left(NEWCOMER).await.data(), 0);
        assert_eq!(left(OWNER).await.data(), left("13399999999").await.data());
        assert_eq!(left("1").await.code(), 400);
        let messages = s.sent().iter().filter(|e| e.to == NEWCOMER).count();
        assert_eq!(i64::try_from(messages), Ok(DAILY_CODES));
    });
}

#[test]
fn thirty_requests_at_once_send_one_message() {
    with_server(async |s| {
        let mut bodies = Vec::new();
        for n in 0..30 {
            let (uuid, text) = captcha(s, "sms").await;
            let phone = ["13312345678", "+8613312345678", "133 1234 5678"][n % 3];
            bodies.push(json!({ "phone": phone, "captchaUuid": uuid, "captchaCode": text }));
        }
        let replies =
            futures_util::future::join_all(bodies.into_iter().map(|body| s.post(SEND, "", body)))
                .await;
        let codes: Vec<i64> = replies.iter().map(Reply::code).collect();
        assert_eq!(
            codes.iter().filter(|code| **code == 0).count(),
            1,
            "{codes:?}"
        );
        assert_eq!(
            codes.iter().filter(|code| **code == TOO_SOON).count(),
            29,
            "{codes:?}"
        );
        assert_eq!(s.sent().iter().filter(|e| e.to == NEWCOMER).count(), 1);
    });
}
