//! Language of the demo's phones: that of their owner, as the owner looks at them.

use eventually::eventually;
use futures_util::future::join_all;
use serde_json::json;

use crate::demo::{Demo, GUEST, OWNER};
use crate::provider::shell;

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
    eventually(wanted, async || {
        let spoken = locale(address).await;
        if spoken == wanted {
            Ok(())
        } else {
            Err(spoken)
        }
    })
    .await;
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
    // The owner opens one phone in another language: that phone alone changes.
    let start = "/app-api/infra/cacloud-resource/phone/startPhone";
    let body = json!({ "phoneId": first, "mode": "view" });
    call(&demo, &owner.token, start, body, "zh-CN").await;
    let mut spoken = eventually("one speaks Chinese", async || {
        let spoken = join_all(phones[..3].iter().map(|phone| locale(phone))).await;
        let changed = spoken.iter().any(|locale| locale == "zh-CN");
        changed.then_some(spoken)
    })
    .await;
    spoken.sort_unstable();
    assert_eq!(spoken, ["en-US", "en-US", "zh-CN"]);
}
