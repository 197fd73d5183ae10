//! Links of an owner, from outside: a page without an account shows the picture, as many as may, and every end cuts it within a second.

use std::time::Duration;

use domain::play::{EndReason, Event};
use serde_json::{Value, json};
use stopwatch::Stopwatch;

use crate::demo::{Demo, Member, OWNER, client, rounds};
use crate::play::FIRST;
use crate::uploads::upload;

const CREATE: &str = "/app-api/trade/phone-link/create";
const OPEN: &str = "/app-api/trade/phone-link/open";
const END: &str = "/app-api/trade/phone-link/end";
const TICKET: &str = "/app-api/trade/phone-link/clip/ticket";
const LIST: &str = "/app-api/trade/phone-link/page";

/// Data of a clip: far more than buffers on its way hold.
const CLIP_BYTES: usize = 48 * 1024 * 1024;

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
    // One by one with since when, the longest first, and nothing else of who they are.
    let since = listed["list"][0]["viewingSince"].clone();
    let since: Vec<i64> = serde_json::from_value(since).expect("times");
    let (begun, now) = (&listed["list"][0]["createTime"], &listed["now"]);
    let (begun, now) = (
        begun.as_i64().expect("a time"),
        now.as_i64().expect("a time"),
    );
    assert_eq!(since.len(), 2);
    assert!(begun <= since[0] && since[0] <= since[1] && since[1] <= now);

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

/// An MP4 with a video track and so many bytes of data.
fn video(data: usize) -> Vec<u8> {
    fn boxed(kind: [u8; 4], content: &[u8]) -> Vec<u8> {
        let length = u32::try_from(content.len() + 8).expect("a short box");
        [&length.to_be_bytes()[..], &kind, content].concat()
    }
    let handler = boxed(*b"hdlr", b"\0\0\0\0\0\0\0\0vide\0\0\0\0");
    let track = boxed(*b"trak", &boxed(*b"mdia", &handler));
    [
        boxed(*b"ftyp", b"isom\0\0\0\0isom"),
        boxed(*b"moov", &track),
        boxed(*b"mdat", &vec![7; data]),
    ]
    .concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clip_on_its_way_breaks_off_within_a_second() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let bytes = video(CLIP_BYTES);
    let file = upload(&demo, &owner, "a.mp4", &bytes).await;
    for _ in 0..rounds(2) {
        let ask =
            json!({ "kind": "clip", "uploadId": file["uploadId"], "hours": 1, "viewersMax": 1 });
        let link = owner.post(CREATE, &ask).await["data"].clone();
        let path = link["path"].as_str().expect("a path");
        let (_, token) = path.rsplit_once('/').expect("a token");
        let http = client().cookie_store(true).build().expect("a client");
        let body = json!({ "token": token });
        let opened = http
            .post(format!("{}{OPEN}", demo.origin))
            .json(&body)
            .send();
        let opened: Value = opened.await.expect("an answer").json().await.expect("JSON");
        let page = demo.again(session(&opened["data"]));
        let ticket = page.post(TICKET, &json!({})).await;
        let ticket = ticket["data"]["ticket"]
            .as_str()
            .expect("a ticket")
            .to_owned();
        let socket = demo.socket("/websocket/clip", &ticket).await;
        let clip = opened["data"]["page"]["clip"].as_str().expect("an address");
        let address = format!("{}{clip}", demo.origin);
        let asked = http.get(&address).send().await;
        let mut playing = asked
            .expect("an answer")
            .error_for_status()
            .expect("the clip");
        assert_eq!(playing.content_length(), Some(bytes.len() as u64));
        assert!(playing.chunk().await.is_ok_and(|chunk| chunk.is_some()));

        let asked = Stopwatch::start();
        owner.post(END, &json!({ "linkId": link["linkId"] })).await;
        assert_eq!(socket.end().await, (None, 4403));
        asked.within(Duration::from_secs(1));
        // Bytes that lay in buffers still come, but nothing behind them.
        let broken = loop {
            match playing.chunk().await {
                Ok(Some(_)) => {}
                Ok(None) => break false,
                Err(_) => break true,
            }
        };
        assert!(broken, "all of it came");
        let after = http.get(&address).send().await.expect("an answer");
        assert_eq!(after.status(), 404);
    }
}
