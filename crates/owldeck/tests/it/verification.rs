//! Limits that a killed server keeps: codes, tries and guesses are counted as before.

use domain::zone::Zone;
use engine::Clock;
use eventually::eventually;
use serde_json::{Value, json};

use crate::demo::{Demo, Member, OWNER};

const SEND: &str = "/app-api/member/captcha/sendSmsCode";
const CHECK: &str = "/app-api/member/captcha/valid-sms-code";
const SIGN_IN: &str = "/app-api/member/auth/sms-login";
const CODE_WRONG: i64 = 1_002_014_000;
const DAILY: i64 = 1_002_014_004;
const TOO_SOON: i64 = 1_002_014_005;
const CAPTCHA_NEEDED: i64 = 1_002_000_005;
/// Codes a number gets in a day.
const A_DAY: u8 = 10;
/// Tries that a code has.
const TRIES: usize = 5;

/// Messages that the number was sent.
fn sent(demo: &Demo) -> Vec<Value> {
    let text = std::fs::read_to_string(demo.data.path().join("outbox.jsonl")).expect("the outbox");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .filter(|line: &Value| line["to"] == OWNER)
        .collect()
}

async fn ask(demo: &Demo, token: &str) -> Value {
    let body = json!({ "phone": OWNER, "purpose": "password" });
    demo.call(Some(token), SEND, &body).await
}

/// Shows a code; the answer's code.
async fn show(demo: &Demo, token: &str, code: &str, uuid: &Value) -> i64 {
    let body = json!({ "phone": OWNER, "purpose": "password", "code": code, "uuid": uuid });
    let answer = demo.call(Some(token), CHECK, &body).await;
    answer["code"].as_i64().expect("a code")
}

/// The next one, as soon as the clock that was moved allows it: so many minutes after `begin_s`.
async fn next(demo: &Demo, token: &str, (begin_s, nth): (i64, i64)) -> Value {
    demo.move_clock(begin_s + nth * 61);
    eventually("the clock moved", async || {
        let answer = ask(demo, token).await;
        (answer["code"] != TOO_SOON).then_some(answer)
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_forgets_no_code_no_try_and_no_guess() {
    let mut demo = Demo::start().await;
    // An hour of the next day: what is counted is counted within one day, whenever the test runs.
    let now_ms = Clock::system().now_ms();
    let begin_s = (Zone::default().day_end(now_ms, 0) - now_ms) / 1000 + 3600;
    demo.kill();
    demo.move_clock(begin_s);
    demo.restart().await;
    let Member { token, .. } = demo.sign_in(OWNER).await;
    let first = ask(&demo, &token).await;
    assert_eq!(first["code"], 0, "{first}");
    demo.kill_and_restart().await;
    let again = ask(&demo, &token).await;
    assert_eq!(again["code"], TOO_SOON, "a minute is a minute: {again}");

    let uuid = first["data"]["uuid"].clone();
    let right = sent(&demo)[0]["code"].as_str().expect("a code").to_owned();
    let wrong = if right == "000000" {
        "000001"
    } else {
        "000000"
    };
    for _ in 1..TRIES {
        assert_eq!(show(&demo, &token, wrong, &uuid).await, CODE_WRONG);
    }
    let guess = json!({ "phone": "13900000000", "password": "wrong", "agreed": true });
    let guessed = async |demo: &Demo| demo.call(None, SIGN_IN, &guess).await["code"].clone();
    for _ in 0..3 {
        guessed(&demo).await;
    }
    assert_eq!(guessed(&demo).await, CAPTCHA_NEEDED);
    for nth in 1..i64::from(A_DAY) - 1 {
        assert_eq!(
            next(&demo, &token, (begin_s, nth)).await["code"],
            0,
            "code {nth}"
        );
    }
    let last = next(&demo, &token, (begin_s, i64::from(A_DAY) - 1)).await;
    assert_eq!(
        (&last["code"], &last["data"]["left"]),
        (&json!(0), &json!(0))
    );
    let right = sent(&demo)[usize::from(A_DAY) - 1]["code"]
        .as_str()
        .expect("a code")
        .to_owned();
    let uuid = &last["data"]["uuid"];
    for _ in 0..TRIES {
        show(
            &demo,
            &token,
            if right == wrong { "000001" } else { wrong },
            uuid,
        )
        .await;
    }
    demo.kill_and_restart().await;
    assert_eq!(
        next(&demo, &token, (begin_s, i64::from(A_DAY))).await["code"],
        DAILY
    );
    assert_eq!(
        show(&demo, &token, &right, uuid).await,
        CODE_WRONG,
        "its tries are used up"
    );
    assert_eq!(guessed(&demo).await, CAPTCHA_NEEDED);
    assert_eq!(
        sent(&demo).len(),
        usize::from(A_DAY),
        "not one more was sent"
    );
}
