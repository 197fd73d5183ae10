//! The picture sockets as programs meet them: tickets, rights, broken messages, ends.

use domain::access::Level;
use domain::phones::ScreenCause;
use domain::play::picture::{PICTURE_HEADER_BYTES, Picture};
use domain::play::{
    CellState, EndReason, Event, INPUT_MAX_BYTES, Input, KeyAction, SessionRequest,
};
use phone_link::{Link, LinkOptions, ShellCommand};
use serde_json::{Value, json};
use stopwatch::Stopwatch;
use tokio::time::Duration;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::demo::{Demo, GUEST, OWNER};
use crate::operations::shell;

const FIRST: &str = "主力-01";
const SECOND: &str = "小店客服";

fn ended(reason: EndReason) -> Event {
    Event::Ended { reason, detail: 0 }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_play_socket_greets_and_begins_with_a_key_picture() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let (mut socket, hello) = owner.play(phone, json!({})).await;
    let Event::Hello {
        epoch,
        level: Level::Owner,
        control: true,
        resume,
        ..
    } = hello
    else {
        panic!("the owner controls: {hello:?}");
    };
    assert!(epoch > 0 && !resume.is_empty());
    let message = socket.picture().await;
    let picture = Picture::parse(&message).expect("a picture");
    assert!(picture.key && picture.slot == 0);
    assert_eq!(
        message[PICTURE_HEADER_BYTES..][..5],
        [0, 0, 0, 1, 0x67],
        "the configuration comes first"
    );
    socket.send(&SessionRequest::Ping { echo_us: 77 }, 0).await;
    let pong = loop {
        if let event @ Event::Pong { .. } = socket.event().await {
            break event;
        }
    };
    assert!(
        matches!(pong, Event::Pong { echo_us: 77, server_us } if server_us > 1_700_000_000_000_000)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_opens_one_socket_of_its_own_phone_from_our_own_pages() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let (first, second) = (owner.running(FIRST).await, owner.running(SECOND).await);
    let ticket = |answer: serde_json::Value| {
        answer["data"]["ticket"]
            .as_str()
            .expect("a ticket")
            .to_owned()
    };

    let used = ticket(owner.start(first, json!({ "mode": "view" })).await);
    let path = format!("/websocket/play/{first}");
    let _open = demo.socket(&path, &used).await.event().await;
    let wrong_phone = ticket(owner.start(second, json!({ "mode": "view" })).await);
    for refused in [
        used.as_str(),
        wrong_phone.as_str(),
        "guess",
        owner.token.as_str(),
    ] {
        let (said, code) = demo.socket(&path, refused).await.end().await;
        assert_eq!((said, code), (Some(ended(EndReason::JoinFailed)), 4401));
    }
    let (said, code) = demo
        .socket(
            "/websocket/deck",
            &ticket(owner.start(first, json!({})).await),
        )
        .await
        .end()
        .await;
    assert_eq!(
        (said, code),
        (Some(ended(EndReason::JoinFailed)), 4401),
        "a play ticket is no deck ticket"
    );

    let fresh = ticket(owner.start(first, json!({ "mode": "view" })).await);
    for origin in [
        "https://evil.example",
        "null",
        &format!("{}.evil.example", demo.origin),
    ] {
        let refused = demo.socket_from(&path, &fresh, origin).await;
        assert!(
            matches!(refused, Err(Error::Http(answer)) if answer.status() == 403),
            "{origin}"
        );
    }
    assert!(
        matches!(
            demo.socket(&path, &fresh).await.event().await,
            Event::Hello { .. }
        ),
        "the ticket was not spent on strangers"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_and_oversized_messages_close_with_a_reason_and_nobody_else_suffers() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let mut bystander = demo.sign_in(GUEST).await.play(phone, json!({})).await.0;
    bystander.picture().await;

    let mut foreign_version = Input::Rotate.encode(0, 1);
    foreign_version[0] = 9;
    let broken = [
        (Message::binary(vec![1, 2, 3]), 4400),
        (Message::binary(foreign_version), 4400),
        (Message::binary(SessionRequest::Stay.encode(7, 1)), 4400),
        (
            Message::binary(SessionRequest::Subscribe.encode(0, 1)),
            4400,
        ),
        (Message::text("{\"type\":\"touch\"}"), 4400),
        (Message::binary(vec![0; INPUT_MAX_BYTES + 1]), 1009),
    ];
    for (message, expected) in broken {
        let (mut socket, _) = owner.play(phone, json!({})).await;
        socket.raw(message).await;
        assert_eq!(
            socket.end().await,
            (Some(ended(EndReason::BadMessage)), expected)
        );
    }
    let (mut socket, hello) = owner.play(phone, json!({})).await;
    let Event::Hello { epoch, .. } = hello else {
        panic!("{hello:?}")
    };
    for action in [KeyAction::Down, KeyAction::Up] {
        socket
            .send(
                &Input::Key {
                    action,
                    keycode: 187,
                    repeat: 0,
                    meta: 0,
                },
                epoch,
            )
            .await;
    }
    assert!(
        !bystander.picture().await.is_empty(),
        "the phone still answers and the other viewer sees it"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_is_ignored_and_then_shown_the_door() {
    let demo = Demo::start().await;
    let guest = demo.sign_in(GUEST).await;
    let phone = guest.running(FIRST).await;
    let (mut socket, hello) = guest.play(phone, json!({ "mode": "control" })).await;
    assert!(
        matches!(
            hello,
            Event::Hello {
                level: Level::View,
                control: false,
                epoch: 0,
                ..
            }
        ),
        "{hello:?}"
    );
    for _ in 0..20 {
        socket.send(&Input::Rotate, 0).await;
    }
    socket.send(&SessionRequest::Ping { echo_us: 1 }, 0).await;
    while !matches!(socket.event().await, Event::Pong { .. }) {}
    socket.send(&Input::Rotate, 0).await;
    assert_eq!(
        socket.end().await,
        (Some(ended(EndReason::BadMessage)), 4403)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_controls_at_a_time_and_the_owner_takes_over() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phone = owner.running(SECOND).await;
    let (mut guests, hello) = guest.play(phone, json!({})).await;
    assert!(matches!(
        hello,
        Event::Hello {
            control: true,
            level: Level::Operate,
            ..
        }
    ));
    let (owners, _) = owner.play(phone, json!({})).await;
    // The guest goes on without control, and is told who took it.
    let moved = |event: &Event| matches!(event, Event::ControlMoved { taken: true, .. });
    while !moved(&guests.event().await) {}
    assert!(matches!(
        guests.event().await,
        Event::Hello {
            control: false,
            epoch: 0,
            ..
        }
    ));
    let refused = guest.start(phone, json!({})).await;
    assert_eq!(refused["code"], 1_011_101_005, "{refused}");
    // A new tab of the same member replaces the old one.
    let (_tab, _) = owner.play(phone, json!({})).await;
    assert_eq!(
        owners.end().await,
        (Some(ended(EndReason::Elsewhere)), 4409)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cut_controller_comes_back_to_its_epoch() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phone = guest.running(SECOND).await;
    let (socket, hello) = guest.play(phone, json!({})).await;
    let Event::Hello {
        epoch: before,
        resume,
        ..
    } = hello
    else {
        panic!("{hello:?}")
    };
    drop(socket);
    let (_socket, hello) = guest.play(phone, json!({ "resume": resume })).await;
    assert!(
        matches!(hello, Event::Hello { epoch, .. } if epoch == before),
        "{hello:?}"
    );
    drop(owner);
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_ends_the_picture_within_a_second() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let (mut socket, _) = owner.play(phone, json!({})).await;
    socket.picture().await;
    owner.post("/app-api/member/auth/logout", &json!({})).await;
    let begun = Stopwatch::start();
    assert_eq!(
        socket.end().await,
        (Some(ended(EndReason::SignedOut)), 4403)
    );
    begun.within(Duration::from_secs(1));
    assert_eq!(owner.start(phone, json!({})).await["code"], 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_sends_garbage_is_abnormal_and_the_others_go_on() {
    let garbage = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let address = garbage.local_addr().expect("an address").to_string();
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = garbage.accept().await {
            let _ = tokio::io::AsyncWriteExt::write_all(&mut connection, &[0x5a; 4096]).await;
        }
    });
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let seeded = demo.seed(&json!({
        "phones": [{ "owner": OWNER, "alias": "坏手机", "configuration": "标准型", "expiresInDays": 3, "adb": address }],
    }));
    assert!(
        seeded.status.success(),
        "{}",
        String::from_utf8_lossy(&seeded.stderr)
    );
    let broken = owner
        .phone_when("坏手机", |p| p["reason"] == "设备返回了无法识别的数据")
        .await;
    assert_eq!(broken["businessStatus"], 0);
    let refused = owner
        .start(broken["phoneId"].as_i64().expect("an id"), json!({}))
        .await;
    assert_eq!(refused["code"], 1_011_000_022, "{refused}");
    let well = owner.running(FIRST).await;
    assert!(
        !owner
            .play(well, json!({}))
            .await
            .0
            .picture()
            .await
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopping_server_says_so_and_exits_with_0() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let (mut socket, _) = owner.play(phone, json!({})).await;
    socket.picture().await;
    let end = tokio::spawn(socket.end());
    drop(owner);
    let code = tokio::task::spawn_blocking(move || demo.stop())
        .await
        .expect("it ends");
    assert_eq!(
        end.await.expect("an end"),
        (Some(ended(EndReason::ServerStopping)), 1001)
    );
    assert_eq!(code, Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_shows_no_picture_says_why() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let memory = std::fs::read_to_string(demo.data.path().join("demo.json")).expect("a file");
    let memory: Value = serde_json::from_str(&memory).expect("JSON");
    let address = format!("127.0.0.1:{}", memory["firstPort"]);
    let link = Link::connect(&address, LinkOptions::default())
        .await
        .expect("a phone");
    let fault = ShellCommand::new("setprop owl.fault other-version");
    assert_eq!(link.shell(&fault).await.expect("a shell").exit, 0);
    let (socket, _) = owner.play(phone, json!({})).await;
    let said = Event::Ended {
        reason: EndReason::NoPicture,
        detail: ScreenCause::VersionMismatch as u32,
    };
    assert_eq!(socket.end().await, (Some(said), 1000));
    let heal = ShellCommand::new("setprop owl.fault none");
    assert_eq!(link.shell(&heal).await.expect("a shell").exit, 0);
    let (mut socket, _) = owner.play(phone, json!({})).await;
    socket.picture().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_whose_right_is_over_goes_dark_on_a_deck_and_stays_so() {
    let demo = Demo::start().await;
    let guest = demo.sign_in(GUEST).await;
    let (lent, mine) = (guest.running(SECOND).await, guest.running("农场-03").await);
    let body = json!({ "purpose": "deck", "phoneIds": [lent, mine] });
    let answer = guest.post("/app-api/infra/ws-ticket", &body).await;
    let ticket = answer["data"]["ticket"].as_str().expect("a ticket");
    let mut deck = demo.socket("/websocket/deck", ticket).await;
    deck.send_to(0, &SessionRequest::Subscribe).await;
    assert_eq!(deck.event_of().await, (0, Event::Cell(CellState::Live)));
    // The loan ends after three days.
    demo.move_clock(3 * 24 * 60 * 60 + 60);
    assert_eq!(deck.event_of().await, (0, Event::Cell(CellState::Gone)));
    // Out of view and back again, it is no lighter; the member's own phone is seen.
    deck.send_to(0, &SessionRequest::Unsubscribe).await;
    deck.send_to(0, &SessionRequest::Subscribe).await;
    assert_eq!(deck.event_of().await, (0, Event::Cell(CellState::Gone)));
    deck.send_to(1, &SessionRequest::Subscribe).await;
    assert_eq!(deck.event_of().await, (1, Event::Cell(CellState::Live)));
    let picture = Picture::parse(&deck.picture().await).expect("a picture");
    assert_eq!(picture.slot, 1);
    // Asked to come seldom, a picture comes at once still, and whatever the phone shows meanwhile when it may.
    deck.send_to(0, &SessionRequest::CellInterval { ms: 60_000 })
        .await;
    deck.send_to(1, &SessionRequest::Unsubscribe).await;
    deck.send_to(1, &SessionRequest::Subscribe).await;
    let first = Picture::parse(&deck.picture().await).expect("a picture");
    assert_eq!(first.slot, 1);
    for address in demo.addresses() {
        shell(&address, "input", &["keyevent", "187"]).await;
    }
    deck.send_to(0, &SessionRequest::CellInterval { ms: 0 })
        .await;
    let next = Picture::parse(&deck.picture().await).expect("a picture");
    assert_eq!(next.slot, 1);
}
