//! What the demo's phones speak: the language of their owner, as it looks at them.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use tokio::time::{sleep, timeout};

use crate::demo::{Demo, GUEST, OWNER};
use crate::provider::shell;

const TIMEOUT: Duration = Duration::from_secs(30);

/// A call of somebody whose page is in this language.
async fn call(demo: &Demo, token: &str, path: &str, body: serde_json::Value, language: &str) {
    let answer = reqwest::Client::new()
        .post(format!("{}{path}", demo.origin))
        .header("accept-language", language)
        .bearer_auth(token)
        .json(&body)
        .send()
        .await
        .expect("an answer");
    let answer: serde_json::Value = answer.json().await.expect("JSON");
    assert_eq!(answer["code"], 0, "{answer}");
}

async fn locale(address: &str) -> String {
    shell(address, &["getprop", "persist.sys.locale"]).await
}

async fn comes_to_speak(address: &str, wanted: &str) {
    let spoken = timeout(TIMEOUT, async {
        while locale(address).await != wanted {
            sleep(Duration::from_millis(20)).await;
        }
    });
    spoken.await.expect(wanted);
}

#[tokio::test(flavor = "multi_thread")]
async fn phones_speak_the_language_of_the_owner_who_looks_at_them_and_of_nobody_else() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phones = demo.addresses();
    let listed = owner.phones().await;
    let first = listed.iter().min_by_key(|phone| phone["phoneId"].as_i64());
    let alias = first.expect("a phone")["phoneAlias"]
        .as_str()
        .expect("a name");
    let first = owner.running(alias).await;
    let list = "/app-api/trade/phone/app-page";
    // The guest sees two of the owner's phones beside its own, which is the last.
    call(&demo, &guest.token, list, json!({}), "en-US").await;
    comes_to_speak(&phones[3], "en-US").await;
    for phone in &phones[..3] {
        assert_eq!(locale(phone).await, "zh-CN");
    }
    call(&demo, &owner.token, list, json!({}), "en-US").await;
    for phone in &phones[..3] {
        comes_to_speak(phone, "en-US").await;
    }
    // Another language, and one phone that is opened.
    let start = "/app-api/infra/cacloud-resource/phone/startPhone";
    let body = json!({ "phoneId": first, "mode": "view" });
    call(&demo, &owner.token, start, body, "zh-CN").await;
    let changed = timeout(TIMEOUT, async {
        loop {
            let spoken = join_all(phones[..3].iter().map(|phone| locale(phone))).await;
            if spoken.iter().any(|locale| locale == "zh-CN") {
                return spoken;
            }
            sleep(Duration::from_millis(20)).await;
        }
    });
    let mut spoken = changed.await.expect("one speaks Chinese");
    spoken.sort_unstable();
    assert_eq!(spoken, ["en-US", "en-US", "zh-CN"]);
}
