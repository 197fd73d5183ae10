//! Links of an owner, from outside: a page without an account shows the picture, as many as may, and every end cuts it within a second.

use std::time::Duration;

use domain::play::{EndReason, Event};
use serde_json::{Value, json};
use stopwatch::Stopwatch;

use crate::demo::{Demo, Member, OWNER, rounds};
use crate::play::FIRST;

const CREATE: &str = "/app-api/trade/phone-link/create";
const OPEN: &str = "/app-api/trade/phone-link/open";
const END: &str = "/app-api/trade/phone-link/end";
const LIST: &str = "/app-api/trade/phone-link/page";

/// Makes a link; its id and token.
async fn made(owner: &Member<'_>, phone_id: i64, viewers_max: i64) -> (Value, String) {
    let ask = json!({ "phoneId": phone_id, "hours": 1, "viewersMax": viewers_max });
    let link = owner.post(CREATE, &ask).await;
    let path = link["data"]["path"]
        .as_str()
        .unwrap_or_else(|| panic!("a path: {link}"));
    let (_, token) = path.rsplit_once('/').expect("a token");
    (link["data"]["linkId"].clone(), token.to_owned())
}

async fn open(demo: &Demo, token: &str) -> Value {
    demo.call(None, OPEN, &json!({ "token": token })).await["data"].clone()
}

fn session(opened: &Value) -> &str {
    opened["page"]["accessToken"]
        .as_str()
        .unwrap_or_else(|| panic!("a session: {opened}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_links_pages_are_limited_counted_and_end_within_a_second() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let first = owner.running(FIRST).await;
    let signed_out = Some(Event::Ended {
        reason: EndReason::SignedOut,
        detail: 0,
    });

    // As many as may, and then one more.
    let (id, token) = made(&owner, first, 2).await;
    let mut opened = Vec::new();
    for _ in 0..3 {
        opened.push(open(&demo, &token).await);
    }
    let mut sockets = Vec::new();
    for page in &opened[..2] {
        let (mut socket, _) = demo.again(session(page)).play(first, json!({})).await;
        socket.picture().await;
        sockets.push(socket);
    }
    let late = demo
        .again(session(&opened[2]))
        .start(first, json!({}))
        .await;
    let ticket = late["data"]["ticket"]
        .as_str()
        .unwrap_or_else(|| panic!("{late}"));
    let third = demo
        .socket(&format!("/websocket/play/{first}"), ticket)
        .await;
    let full = Some(Event::Ended {
        reason: EndReason::JoinFailed,
        detail: 0,
    });
    assert_eq!(third.end().await.0, full);
    assert_eq!(open(&demo, &token).await["state"], "full");
    let listed = owner.get(LIST).await;
    assert_eq!(listed["list"][0]["viewers"], 2, "{listed}");

    // By its owner.
    let asked = Stopwatch::start();
    owner.post(END, &json!({ "linkId": id })).await;
    for socket in sockets {
        assert_eq!(socket.end().await, (signed_out.clone(), 4403));
    }
    asked.within(Duration::from_secs(1));

    // Again and again.
    for _ in 0..rounds(3) {
        let (id, token) = made(&owner, first, 1).await;
        let opened = open(&demo, &token).await;
        let (mut socket, _) = demo.again(session(&opened)).play(first, json!({})).await;
        socket.picture().await;
        let asked = Stopwatch::start();
        owner.post(END, &json!({ "linkId": id })).await;
        assert_eq!(socket.end().await, (signed_out.clone(), 4403));
        asked.within(Duration::from_secs(1));
    }

    // With its time.
    let (_, token) = made(&owner, first, 1).await;
    let opened = open(&demo, &token).await;
    let (mut socket, _) = demo.again(session(&opened)).play(first, json!({})).await;
    socket.picture().await;
    demo.move_clock(3601);
    assert_eq!(socket.end().await, (signed_out, 4403));
    let answer = demo.call(None, OPEN, &json!({ "token": token })).await;
    assert_eq!(answer["code"], 404);
}
