//! Events that a controller is told while it operates: that the phone is slow or was given too much, and which app is in front.

use domain::play::{Event, Input, KeyAction, Pace, SessionRequest};
use serde_json::json;

use crate::demo::{Demo, GUEST, OWNER, Socket};
use crate::play::{FIRST, epoch_of, shell, told, until_pong};

const KEYCODE_VOLUME_DOWN: u16 = 25;

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_falls_behind_is_said_to_be_slow_and_what_is_left_out_is_told() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let (mut socket, hello) = owner.play(phone, json!({})).await;
    let epoch = epoch_of(&hello);
    socket.picture().await;
    // A busy machine's phone may be slow and flow again by itself in between.
    let told_of = async |socket: &mut Socket, wanted: Pace| {
        told(socket, |event| {
            (*event == Event::Pace(wanted)).then_some(())
        })
        .await;
    };
    // The phone confirms a paste long after the server stops waiting for that, so each takes as long as the server waits.
    shell(&demo, 0, "setprop owl.fault slow:1200").await;
    for text in ["一", "二", "三", "四"] {
        socket.send(&Input::Paste(text.into()), epoch).await;
    }
    told_of(&mut socket, Pace::Slow).await;
    for _ in 0..200 {
        for action in [KeyAction::Down, KeyAction::Up] {
            let key = Input::Key {
                action,
                keycode: KEYCODE_VOLUME_DOWN,
                repeat: 0,
                meta: 0,
            };
            socket.send(&key, epoch).await;
        }
    }
    told_of(&mut socket, Pace::LeftOut).await;
    shell(&demo, 0, "setprop owl.fault none").await;
    told_of(&mut socket, Pace::Flowing).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_app_in_front_is_told_to_who_controls_and_asks() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phone = owner.running(FIRST).await;
    let (mut socket, hello) = owner.play(phone, json!({})).await;
    let epoch = epoch_of(&hello);
    let app = |event: &Event| match event {
        Event::App(package) => Some(package.clone()),
        _ => None,
    };
    socket
        .send(&SessionRequest::FollowApp(true), epoch + 1)
        .await;
    socket.send(&SessionRequest::FollowApp(true), epoch).await;
    assert_eq!(told(&mut socket, app).await, "com.owldeck.launcher");
    shell(&demo, 0, "am start -W -n com.owldeck.notes/.NotesActivity").await;
    assert_eq!(told(&mut socket, app).await, "com.owldeck.notes");
    socket.send(&SessionRequest::FollowApp(false), epoch).await;
    until_pong(&mut socket, 0).await;
    shell(&demo, 0, "input keyevent 3").await;
    socket.send(&SessionRequest::FollowApp(true), epoch).await;
    assert_eq!(told(&mut socket, app).await, "com.owldeck.launcher");

    // An onlooker learns nothing of the app in front.
    let (mut onlooker, _) = guest.play(phone, json!({ "mode": "view" })).await;
    onlooker.send(&SessionRequest::FollowApp(true), epoch).await;
    shell(&demo, 0, "am start -W -n com.owldeck.notes/.NotesActivity").await;
    assert_eq!(told(&mut socket, app).await, "com.owldeck.notes");
    for event in until_pong(&mut onlooker, 0).await {
        let event = Event::parse(&event).expect("an event").1;
        assert_eq!(app(&event), None);
    }
}
