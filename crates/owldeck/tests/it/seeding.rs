//! Seeds for a demo that runs: taken as JSON alone, all of one or nothing, and phones that nobody had are reached at once.

use serde_json::{Value, json};

use crate::demo::Demo;

async fn seed(demo: &Demo, kind: &str, text: String) -> (u16, String) {
    let answer = crate::demo::client()
        .build()
        .expect("a client")
        .post(format!("{}/sandbox/seed", demo.origin))
        .header("content-type", kind)
        .body(text)
        .send()
        .await
        .expect("an answer");
    let status = answer.status().as_u16();
    (status, answer.text().await.expect("text"))
}

#[tokio::test]
async fn a_seed_is_taken_while_the_demo_runs_and_refused_whole_with_the_reason() {
    let demo = Demo::start().await;
    let member = |phone: &str| json!({ "phone": phone, "password": "Owldeck#2026" });
    // A page of another origin may send a form or a text, and nothing else without being asked first.
    let whole = json!({ "members": [member("13700000001")] }).to_string();
    assert_eq!(seed(&demo, "text/plain", whole.clone()).await.0, 415);
    let (status, told) = seed(&demo, "application/json", whole).await;
    assert_eq!(status, 200, "{told}");
    let made: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(made["members"][0]["phone"], "13700000001");

    let taken = json!({ "members": [member("13700000002"), member("13700000001")] }).to_string();
    let (status, why) = seed(&demo, "application/json", taken).await;
    assert_eq!(status, 400, "{why}");
    let again = json!({ "members": [member("13700000002")] }).to_string();
    let (status, why) = seed(&demo, "application/json", again).await;
    assert_eq!(status, 200, "nothing of the refused one was made: {why}");
    let (status, why) = seed(&demo, "application/json", r#"{"nothing":[]}"#.into()).await;
    assert!(status == 400 && why.contains("nothing"), "{status} {why}");
}
