//! A program with a token, from outside: it plays, lends a page the phone, and loses both within a second of the token.

use domain::play::{EndReason, Event};
use serde_json::{Value, json};
use stopwatch::Stopwatch;
use tokio::time::Duration;

use crate::demo::{Demo, Member, OWNER};
use crate::play::embeds::opened;
use crate::play::{FIRST, SECOND};

const SEND: &str = "/app-api/member/captcha/sendSmsCode";
const CREATE: &str = "/app-api/member/token/create";
const REVOKE: &str = "/app-api/member/token/revoke";

/// A token that its member proved with the code out of the outbox.
pub async fn made(demo: &Demo, member: &Member<'_>, phone_id: i64) -> Value {
    let sent = member.post(SEND, &json!({ "purpose": "token" })).await;
    let outbox = std::fs::read_to_string(demo.data.path().join("outbox.jsonl"));
    let outbox = outbox.expect("the outbox");
    let code = outbox
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .find(|line| line["purpose"] == "token")
        .expect("a code");
    let wish = json!({
        "name": "CI", "scopes": ["phones:read", "phones:control"], "phoneIds": [phone_id], "days": 1,
        "code": code["code"], "uuid": sent["data"]["uuid"],
    });
    let made = member.post(CREATE, &wish).await;
    assert_eq!(made["code"], 0, "{made}");
    made["data"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_plays_by_its_token_and_loses_every_picture_with_it() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let (first, second) = (owner.running(FIRST).await, owner.running(SECOND).await);
    let token = made(&demo, &owner, first).await;
    let program = demo.again(token["token"].as_str().expect("a token"));

    let seen: Vec<Value> = program.phones().await;
    assert_eq!(seen.len(), 1, "the only phone that it reaches");
    assert_eq!(seen[0]["phoneId"], first);
    assert_eq!(
        program.start(second, json!({})).await["code"],
        1_011_101_001
    );
    let (mut looks, _) = program.play(first, json!({ "mode": "view" })).await;
    looks.picture().await;
    let ask = json!({ "phoneId": first, "level": "operate" });
    let (_, lent) = opened(&demo, &program, ask).await;
    let (mut plays, _) = demo.again(&lent).play(first, json!({})).await;
    plays.picture().await;

    let revoked = Stopwatch::start();
    let which = json!({ "tokenId": token["tokenId"] });
    assert_eq!(owner.post(REVOKE, &which).await["code"], 0);
    let ended = Some(Event::Ended {
        reason: EndReason::SignedOut,
        detail: 0,
    });
    let (looks, plays) = tokio::join!(looks.end(), plays.end());
    revoked.within(Duration::from_secs(1));
    assert_eq!(looks.0, ended);
    assert_eq!(plays.0, ended);
    assert_eq!(program.start(first, json!({})).await["code"], 401);
    // The member who made the token stays signed in.
    owner.running(FIRST).await;
}
