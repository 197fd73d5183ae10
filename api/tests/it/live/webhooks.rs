//! Webhooks by HTTP: made, refused, told, tested, changed over, paused and removed, with the sandbox for a receiver.

use domain::codes::{DELIVERY_ABSENT, TOO_MANY, WEBHOOK_ABSENT, WEBHOOK_ADDRESS, WEBHOOK_LIMIT};
use domain::live::webhooks::{TESTS_A_MINUTE, WEBHOOKS_MAX};
use eventually::eventually;
use serde_json::{Value, json};

use crate::server::{OWNER, STRANGER, Server, with_server};

const CREATE: &str = "/app-api/member/webhook/create";
const LIST: &str = "/app-api/member/webhook/list";
const UPDATE: &str = "/app-api/member/webhook/update";
const REMOVE: &str = "/app-api/member/webhook/remove";
const ROTATE: &str = "/app-api/member/webhook/rotate";
const PAUSE: &str = "/app-api/member/webhook/pause";
const RESUME: &str = "/app-api/member/webhook/resume";
const TEST: &str = "/app-api/member/webhook/test";
const REDELIVER: &str = "/app-api/member/webhook/redeliver";

fn wish(url: &str) -> Value {
    json!({ "name": "CI", "url": url, "kinds": ["phone.status"] })
}

/// The sandbox's receiver, which looks at the signature by itself.
fn receiver(s: &Server, secret: &str) -> String {
    let secret = secret.replace('+', "%2B").replace('/', "%2F");
    format!("{}/sandbox/hooks?secret={secret}", s.base)
}

async fn deliveries(s: &Server, token: &str, id: &Value, more: &str) -> Value {
    let path = format!("/app-api/member/webhook/deliveries?webhookId={id}{more}");
    s.get(&path, token).await.data()
}

async fn only(s: &Server, token: &str) -> Value {
    let list = s.get(LIST, token).await.data()["list"].clone();
    assert_eq!(list.as_array().unwrap().len(), 1);
    list[0].clone()
}

/// Tells what is due until nothing of a webhook waits.
async fn told(s: &Server, token: &str) -> Value {
    eventually("it is told", async || {
        s.engine.deliver_webhooks().await.unwrap();
        let webhook = only(s, token).await;
        if webhook["waiting"] == 0 && webhook["lastMs"].is_i64() {
            Ok(webhook)
        } else {
            Err(webhook)
        }
    })
    .await
}

#[test]
fn a_status_is_told_with_a_signature_that_a_receiver_verifies() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let phone = s.phone("甲", 30).await;
        let made = s.post(CREATE, &token, wish(&format!("{}/sandbox/hooks", s.base)));
        let made = made.await.data();
        let (id, secret) = (&made["webhookId"], made["secret"].as_str().unwrap());
        let mut body = wish(&receiver(s, secret));
        body["webhookId"] = id.clone();
        assert_eq!(s.post(UPDATE, &token, body).await.code(), 0);
        let list = s.get(LIST, &token).await;
        assert!(!list.text.contains("\"secret\""), "{}", list.text);

        let unwell = Some("unreachable".to_owned());
        store::phones::set_health(&s.store, phone, unwell, s.clock.now_ms())
            .await
            .unwrap();
        let webhook = told(s, &token).await;
        assert_eq!(webhook["lastStatus"], 204, "{webhook}");
        assert_eq!(webhook["lastFailure"], Value::Null);
        let sent = s.sent();
        let taken = sent
            .iter()
            .find(|entry| entry.channel == "webhook")
            .unwrap();
        assert_eq!(taken.purpose, "phone.status");
        let log = deliveries(s, &token, id, "").await;
        assert_eq!(log["total"], 1);
        let row = &log["list"][0];
        assert_eq!(
            (&row["event"], &row["body"]),
            (&json!(taken.to), &json!(taken.text))
        );
        assert_eq!(
            (&row["state"], &row["tries"], &row["status"]),
            (&json!("taken"), &json!(1), &json!(204))
        );
        for (state, total) in [("waiting", 0), ("taken", 1), ("failed", 0)] {
            let some = deliveries(s, &token, id, &format!("&state={state}&pageSize=1")).await;
            assert_eq!(some["total"], total, "{state}");
        }
        // The receiver would notice a wrong signature.
        let mut other = wish(&receiver(s, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
        other["webhookId"] = id.clone();
        assert_eq!(s.post(UPDATE, &token, other).await.code(), 0);
        let tested = s
            .post(TEST, &token, json!({ "webhookId": id }))
            .await
            .data();
        assert_eq!(
            (&tested["taken"], &tested["status"], &tested["failure"]),
            (&json!(false), &json!(401), &json!("refused"))
        );
    });
}

#[test]
fn a_new_secret_and_the_one_before_are_good_side_by_side() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let made = s.post(CREATE, &token, wish(&format!("{}/sandbox/hooks", s.base)));
        let first = made.await.data();
        let id = &first["webhookId"];
        let which = json!({ "webhookId": id });
        let second = s.post(ROTATE, &token, which.clone()).await.data();
        assert_ne!(first["secret"], second["secret"]);
        assert!(only(s, &token).await["oldSecretUntilMs"].is_i64());
        for made in [&first, &second] {
            let mut body = wish(&receiver(s, made["secret"].as_str().unwrap()));
            body["webhookId"] = id.clone();
            assert_eq!(s.post(UPDATE, &token, body).await.code(), 0);
            let tested = s.post(TEST, &token, which.clone()).await.data();
            assert_eq!(
                (&tested["taken"], &tested["status"]),
                (&json!(true), &json!(204))
            );
        }
    });
}

#[test]
fn a_wish_that_is_wrong_makes_no_webhook() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let good = wish("https://hooks.example/");
        let with = |field: &str, value: Value| {
            let mut wish = good.clone();
            wish[field] = value;
            wish
        };
        let address = WEBHOOK_ADDRESS.number;
        for (wish, code) in [
            (with("name", json!("")), 400),
            (with("name", json!("一二三四五六七八九十一")), 400),
            (with("kinds", json!([])), 400),
            (with("kinds", json!(["phone.status", "phone.status"])), 400),
            (with("kinds", json!(["webhook.test"])), 400),
            (with("url", json!("hooks.example")), address),
            (with("url", json!("http://hooks.example/")), address),
            (with("url", json!("http://127.0.0.1:1/")), address),
            (with("url", json!("https://a:b@hooks.example/")), address),
            (with("url", json!("https://hooks.example:22/")), address),
            (with("url", json!("https://0x7f.1/")), address),
            (
                with("url", json!("https://[::ffff:169.254.169.254]/")),
                address,
            ),
            (
                with(
                    "url",
                    json!(format!("https://hooks.example/{}", "a".repeat(480))),
                ),
                address,
            ),
        ] {
            let refused = s.post(CREATE, &token, wish.clone()).await;
            assert_eq!(refused.code(), code, "{wish}: {}", refused.text);
        }
        let said = s
            .post(CREATE, &token, with("url", json!("https://10.0.0.1/")))
            .await;
        assert!(said.msg().contains("open internet"), "{}", said.text);
        assert_eq!(s.get(LIST, &token).await.data()["list"], json!([]));
        for _ in 0..WEBHOOKS_MAX {
            assert_eq!(s.post(CREATE, &token, good.clone()).await.code(), 0);
        }
        let more = s.post(CREATE, &token, good.clone()).await;
        assert_eq!(more.code(), WEBHOOK_LIMIT.number);
    });
}

#[test]
fn a_paused_webhook_keeps_what_happens_and_tells_it_once_resumed() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let phone = s.phone("甲", 30).await;
        let url = format!("{}/sandbox/hooks", s.base);
        let made = s.post(CREATE, &token, wish(&url)).await.data();
        let which = json!({ "webhookId": made["webhookId"] });
        assert_eq!(s.post(PAUSE, &token, which.clone()).await.code(), 0);
        let unwell = Some("unreachable".to_owned());
        store::phones::set_health(&s.store, phone, unwell, s.clock.now_ms())
            .await
            .unwrap();
        s.engine.deliver_webhooks().await.unwrap();
        let webhook = only(s, &token).await;
        assert_eq!(
            (&webhook["paused"], &webhook["waiting"]),
            (&json!("byHand"), &json!(1))
        );
        // A test goes out all the same.
        let tested = s.post(TEST, &token, which.clone()).await.data();
        assert_eq!(tested["taken"], true);
        assert_eq!(s.post(RESUME, &token, which.clone()).await.code(), 0);
        let webhook = told(s, &token).await;
        assert_eq!(webhook["paused"], Value::Null);
        let log = deliveries(s, &token, &made["webhookId"], "&state=taken").await;
        assert_eq!(log["total"], 2);

        let stranger = s.token(STRANGER).await;
        for path in [PAUSE, RESUME, REMOVE, ROTATE, TEST] {
            let foreign = s.post(path, &stranger, which.clone()).await;
            assert_eq!(foreign.code(), WEBHOOK_ABSENT.number, "{path}");
        }
        let delivery = json!({ "deliveryId": log["list"][0]["deliveryId"] });
        let foreign = s.post(REDELIVER, &stranger, delivery.clone()).await;
        assert_eq!(foreign.code(), DELIVERY_ABSENT.number);
        assert_eq!(s.post(REDELIVER, &token, delivery).await.code(), 0);
        told(s, &token).await;
        let took = s.sent();
        let webhooks = took.iter().filter(|entry| entry.channel == "webhook");
        assert_eq!(webhooks.count(), 3);
        for _ in 1..TESTS_A_MINUTE {
            assert_eq!(s.post(TEST, &token, which.clone()).await.code(), 0);
        }
        let refused = s.post(TEST, &token, which.clone()).await;
        assert_eq!(refused.code(), TOO_MANY.number);
        assert!(refused.json()["data"]["retryAfterMs"].as_i64() > Some(0));
        assert_eq!(s.post(REMOVE, &token, which).await.code(), 0);
        assert_eq!(s.get(LIST, &token).await.data()["list"], json!([]));
    });
}
