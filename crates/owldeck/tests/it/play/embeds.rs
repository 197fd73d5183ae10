//! A phone inside somebody else's page, from outside: it plays by its ticket alone, and ends with whatever it was lent from.

use std::time::Duration;

use domain::play::{EndReason, Event};
use serde_json::{Value, json};
use stopwatch::Stopwatch;

use crate::demo::{Demo, Member, OWNER};
use crate::play::FIRST;

const CREATE: &str = "/app-api/infra/embed/create";
const OPEN: &str = "/app-api/infra/embed/open";
const END: &str = "/app-api/infra/embed/end";

/// Asks for a player and opens it; its id and the token in its page's memory.
pub async fn opened(demo: &Demo, asker: &Member<'_>, body: Value) -> (Value, String) {
    let new = asker.post(CREATE, &body).await;
    let path = new["data"]["path"]
        .as_str()
        .unwrap_or_else(|| panic!("a path: {new}"));
    let (_, ticket) = path.split_once("?token=").expect("a ticket");
    let opened = demo.call(None, OPEN, &json!({ "ticket": ticket })).await;
    let token = opened["data"]["accessToken"]
        .as_str()
        .unwrap_or_else(|| panic!("a session: {opened}"));
    (new["data"]["embedId"].clone(), token.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_embedded_player_plays_and_ends_within_a_second_of_its_leave() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let first = owner.running(FIRST).await;
    let ended = |reason| Some(Event::Ended { reason, detail: 0 });

    // By its asker.
    let ask = json!({ "phoneId": first, "level": "operate" });
    let (id, token) = opened(&demo, &owner, ask.clone()).await;
    let page = demo.again(&token);
    let (mut socket, _) = page.play(first, json!({})).await;
    socket.picture().await;
    let asked = Stopwatch::start();
    owner.post(END, &json!({ "embedId": id })).await;
    assert_eq!(socket.end().await, (ended(EndReason::SignedOut), 4403));
    asked.within(Duration::from_secs(1));
    assert_eq!(page.start(first, json!({})).await["code"], 401);

    // With its time.
    let mut short = ask;
    short["lastsMs"] = json!(60_000);
    let (_, token) = opened(&demo, &owner, short).await;
    let (mut socket, _) = demo.again(&token).play(first, json!({})).await;
    socket.picture().await;
    demo.move_clock(61);
    assert_eq!(socket.end().await, (ended(EndReason::SignedOut), 4403));
}
