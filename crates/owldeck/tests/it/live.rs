//! The member's socket against the binary with real phones: what happens to them is told, and a stolen session takes its pictures along.

use std::time::Duration;

use domain::play::{EndReason, Event};
use serde_json::{Value, json};
use stopwatch::Stopwatch;

use crate::demo::{Demo, GUEST, Member, OWNER, Socket};
use crate::operations::{REBOOT, begin, row};

const FIRST: &str = "主力-01";

async fn member_socket(demo: &Demo, member: &Member<'_>) -> Socket {
    let body = json!({ "purpose": "member" });
    let answer = member.post("/app-api/infra/ws-ticket", &body).await;
    let ticket = answer["data"]["ticket"].as_str().expect("a ticket");
    demo.socket("/websocket/infra/ws", ticket).await
}

/// The content of the next message of that type.
async fn content(socket: &mut Socket, name: &str) -> Value {
    loop {
        let message: Value = serde_json::from_str(&socket.text().await).expect("JSON");
        if message["type"] == name {
            return serde_json::from_str(message["content"].as_str().expect("a text"))
                .expect("JSON");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_falls_ill_is_told_to_its_owner_and_whoever_it_is_shared_with() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let before = owner.phone_when(FIRST, |p| p["businessStatus"] == 1).await;
    let phone = before["phoneId"].as_i64().expect("an id");
    let mut sockets = [
        member_socket(&demo, &owner).await,
        member_socket(&demo, &guest).await,
    ];
    // The phone's address answers nothing from now on.
    demo.end_phones();
    for socket in &mut sockets {
        loop {
            let changed = content(socket, "phone-changed").await;
            let ids = changed["phoneIds"].as_array().expect("ids").clone();
            if ids.contains(&json!(phone)) {
                break;
            }
        }
    }
    // By now it may be well again: what was told is that something happened.
    owner
        .phone_when(FIRST, |p| p["statusSince"] != before["statusSince"])
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operation_is_told_until_it_is_done_and_needs_no_poll() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let mut socket = member_socket(&demo, &owner).await;
    let batch = begin(&owner, REBOOT, &json!({ "phoneId": phone })).await;
    // The receipt is read after a message and at no other time, so the last message comes with the end.
    loop {
        let changed = content(&mut socket, "operation-changed").await;
        assert_eq!(changed["ids"], json!([batch]));
        let now = row(&owner, batch).await;
        if !now["endTime"].is_null() {
            assert_eq!(now["state"], "done", "{now}");
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_token_that_comes_back_ends_the_family_and_its_picture_within_a_second() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let (mut picture, _) = owner.play(phone, json!({})).await;
    picture.picture().await;
    let mut news = member_socket(&demo, &owner).await;
    let spent = json!({ "refreshToken": owner.refresh });
    let path = "/app-api/member/auth/refresh-token";
    let first = owner.post(path, &spent).await;
    let second = json!({ "refreshToken": first["data"]["refreshToken"] });
    assert_eq!(owner.post(path, &second).await["code"], 0);
    let begun = Stopwatch::start();
    // Two generations old: no grace, whoever shows it.
    assert_eq!(owner.post(path, &spent).await["code"], 401);
    let ended = Event::Ended {
        reason: EndReason::SignedOut,
        detail: 0,
    };
    assert_eq!(picture.end().await, (Some(ended), 4403));
    assert_eq!(
        content(&mut news, "member-push").await,
        json!({ "reason": "ended" })
    );
    assert_eq!(news.end().await.1, 4403);
    begun.within(Duration::from_secs(1));
    assert_eq!(owner.start(phone, json!({})).await["code"], 401);
}
