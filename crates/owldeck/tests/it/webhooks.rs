//! Webhooks from outside: a reboot is told to a receiver step by step, and a server that is killed between a change and its telling tells it once
//! it is back.

use eventually::eventually;
use serde_json::{Value, json};

use crate::demo::{Demo, Member, OWNER};
use crate::operations::REBOOT;
use crate::play::{FIRST, shell};

const CREATE: &str = "/app-api/member/webhook/create";
const UPDATE: &str = "/app-api/member/webhook/update";

fn wish(demo: &Demo, query: &str) -> Value {
    json!({
        "name": "CI",
        "url": format!("{}/sandbox/hooks{query}", demo.origin),
        "kinds": ["phone.status", "operation.ended"],
    })
}

/// A webhook whose receiver verifies signatures and then answers as `more` says.
async fn hooked(demo: &Demo, member: &Member<'_>, more: &str) -> Value {
    let made = member.post(CREATE, &wish(demo, "")).await;
    assert_eq!(made["code"], 0, "{made}");
    let made = made["data"].clone();
    verified(demo, member, &made, more).await;
    made
}

async fn verified(demo: &Demo, member: &Member<'_>, made: &Value, more: &str) {
    let secret = made["secret"].as_str().expect("a secret");
    let secret = secret.replace('+', "%2B").replace('/', "%2F");
    let mut body = wish(demo, &format!("?secret={secret}{more}"));
    body["webhookId"] = made["webhookId"].clone();
    assert_eq!(member.post(UPDATE, &body).await["code"], 0);
}

/// Events that the receiver took so far: kind and what was told.
fn taken(demo: &Demo) -> Vec<(String, Value)> {
    let text = std::fs::read_to_string(demo.data.path().join("outbox.jsonl")).expect("the outbox");
    text.lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter(|line| line["channel"] == "webhook")
        .map(|line| {
            let body: Value =
                serde_json::from_str(line["text"].as_str().expect("text")).expect("JSON");
            (
                line["purpose"].as_str().expect("a kind").to_owned(),
                body["data"].clone(),
            )
        })
        .collect()
}

/// Waits until everything that a reboot is, is told; nobody promises in which order.
async fn told_of_a_reboot(demo: &Demo, phone_id: i64) {
    eventually("all of it is told", async || {
        let seen = taken(demo);
        let status = |old: &str, new: &str| {
            seen.iter().any(|(kind, data)| {
                kind == "phone.status"
                    && data["phoneId"] == phone_id
                    && data["old"] == old
                    && data["new"] == new
            })
        };
        let ended = seen.iter().any(|(kind, data)| {
            kind == "operation.ended"
                && data["phoneId"] == phone_id
                && data["kind"] == "reboot"
                && data["outcome"] == "done"
        });
        if ended && status("running", "restarting") && status("restarting", "running") {
            Ok(())
        } else {
            Err(format!("{seen:?}"))
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reboot_is_told_to_a_receiver_that_verifies() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    hooked(&demo, &owner, "").await;
    let begun = owner.post(REBOOT, &json!({ "phoneIds": [phone] })).await;
    assert_eq!(begun["code"], 0, "{begun}");
    told_of_a_reboot(&demo, phone).await;
    // The server notes the answer once it has it, which is after the receiver noted what it took.
    eventually("the answer is listed", async || {
        let list = owner.get("/app-api/member/webhook/list").await;
        if list["list"][0]["lastStatus"] == 204 {
            Ok(())
        } else {
            Err(list)
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_told_before_a_kill_is_told_after_it() {
    let mut demo = Demo::start().await;
    let token = demo.sign_in(OWNER).await.token;
    let (phone, made) = {
        let owner = demo.again(&token);
        let phone = owner.running(FIRST).await;
        // Nothing is taken before the kill, whatever is tried.
        let made = hooked(&demo, &owner, "&answer=503").await;
        // Held, it is seen however late it is looked at; the phone forgets that with the server that runs it.
        shell(&demo, 0, "setprop owl.fault power:hold").await;
        let begun = owner.post(REBOOT, &json!({ "phoneIds": [phone] })).await;
        assert_eq!(begun["code"], 0, "{begun}");
        owner.phone_when(FIRST, |p| p["businessStatus"] == 2).await;
        (phone, made)
    };
    // The change is there; its telling may be in the outbox, addressed, or on its way.
    demo.kill_and_restart().await;
    assert!(taken(&demo).is_empty());
    let owner = demo.again(&token);
    verified(&demo, &owner, &made, "").await;
    // The reboot is over before its deadline is moved to; then past every lease and the next try of whatever failed.
    owner.phone_when(FIRST, |p| p["businessStatus"] == 1).await;
    demo.move_clock(10 * 60);
    told_of_a_reboot(&demo, phone).await;
}
