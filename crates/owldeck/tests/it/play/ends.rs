//! Play sessions: what a viewer cannot do, what nobody can do to the server, and how a session ends.

use std::time::Duration;

use domain::phones::Unwell;
use domain::play::sound::Forms;
use domain::play::{EndReason, Event, Input, KeyAction, Quality, SessionRequest, TouchAction};
use serde_json::{Value, json};
use stopwatch::Stopwatch;
use tokio_tungstenite::tungstenite::Message;

use crate::demo::{Demo, GUEST, OWNER, rounds};
use crate::play::{FIRST, SECOND, epoch_of, inputs, shell, told, touch, until_pong};

/// Rounds of fuzzed sessions, unless `OWLDECK_ROUNDS` says how many.
const FUZZED: u32 = 2;
/// Messages of a viewer in a round.
const MESSAGES: u32 = 1_000;
/// Sessions of a controller in a round.
const CONTROLLED: u32 = 50;

/// Numbers that look random and are the same each time (splitmix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn short(&mut self) -> u16 {
        self.next() as u16
    }
}

/// A message that a browser might send, and now and then one that none would.
fn fuzzed(chance: &mut Chance, epoch: u32) -> Vec<u8> {
    let inputs = [
        touch(TouchAction::Down, chance.short(), chance.short()),
        touch(TouchAction::Up, chance.short(), chance.short()),
        Input::Scroll {
            x: 1,
            y: 2,
            horizontal: chance.short().cast_signed(),
            vertical: chance.short().cast_signed(),
        },
        Input::Key {
            action: KeyAction::Down,
            keycode: chance.short() % 400,
            repeat: 0,
            meta: 0,
        },
        Input::Text("fuzz".into()),
        Input::Paste("fuzz".into()),
        Input::Rotate,
        Input::SetClipboard {
            sequence: 1,
            text: "fuzz".into(),
        },
    ];
    let requests = [
        SessionRequest::ShareClipboard(true),
        SessionRequest::Quality(Quality::Fluent),
        SessionRequest::Ack {
            sequence: chance.next() as u32,
        },
        SessionRequest::Reset,
        SessionRequest::Listen(Forms {
            raw: true,
            opus: true,
            aac: false,
        }),
        SessionRequest::Mute,
    ];
    let seeds: Vec<Vec<u8>> = (inputs.iter().map(|input| input.encode(0, epoch)))
        .chain(requests.iter().map(|request| request.encode(0, epoch)))
        .collect();
    let mut bytes = seeds[chance.below(seeds.len())].clone();
    match chance.below(10) {
        0 => {
            let at = chance.below(bytes.len());
            bytes[at] = chance.short() as u8;
        }
        1 => bytes.truncate(chance.below(bytes.len())),
        _ => {}
    }
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn no_message_of_a_viewer_reaches_the_phone_and_fuzzed_sessions_leave_the_server_up() {
    let demo = Demo::noted(4).await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phone = owner.running(FIRST).await;
    let mut bystander = owner.play(phone, json!({ "mode": "view" })).await.0;
    bystander.picture().await;
    let (_controller, hello) = owner.play(phone, json!({})).await;
    let epoch = epoch_of(&hello);
    let mut chance = Chance(7);
    let (mut sent, since) = (0, demo.told(0).len());
    let mut transcripts = 0;
    let rounds = rounds(FUZZED);
    while sent < rounds * MESSAGES {
        let (mut socket, _) = guest.play(phone, json!({ "mode": "view" })).await;
        for _ in 0..20 {
            // The controller's own epoch is of no help.
            let message = Message::binary(fuzzed(&mut chance, epoch));
            sent += 1;
            if socket.try_raw(message).await.is_err() {
                break;
            }
        }
        transcripts += 1;
        // A bystander that answers no ping for a minute is cut off, and this takes longer on a busy machine.
        until_pong(&mut bystander, 1).await;
    }
    assert_eq!(
        inputs(&demo, 0, since),
        Vec::<String>::new(),
        "of {transcripts} sessions"
    );

    // A controller may do anything to its phone, but not to the server.
    let phone = guest.running(SECOND).await;
    for _ in 0..rounds * CONTROLLED {
        let (mut socket, hello) = guest.play(phone, json!({})).await;
        for _ in 0..10 {
            let message = Message::binary(fuzzed(&mut chance, epoch_of(&hello)));
            if socket.try_raw(message).await.is_err() {
                break;
            }
        }
        until_pong(&mut bystander, 1).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_session_is_warned_may_stay_and_ends_naming_the_minutes() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let (mut socket, _) = owner.play(phone, json!({})).await;
    let left = |event: &Event| match event {
        Event::IdleWarning { seconds } => Some(*seconds),
        _ => None,
    };
    let minute = 60;
    // The clock is set an hour on besides, which makes nobody idle.
    demo.set_clock(60 * minute, 29 * minute);
    assert!((1..=60).contains(&told(&mut socket, left).await));
    socket.send(&SessionRequest::Stay, 0).await;
    assert_eq!(told(&mut socket, left).await, 0, "taken back");
    demo.set_clock(60 * minute, (29 + 29) * minute);
    assert!(
        (1..=60).contains(&told(&mut socket, left).await),
        "counted from the last sign of life"
    );
    demo.set_clock(60 * minute, (29 + 30) * minute);
    let said = Event::Ended {
        reason: EndReason::Idle,
        detail: 30,
    };
    assert_eq!(socket.end().await, (Some(said), 1000));
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_end_with_the_reason_that_says_most() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let (first, second) = (owner.running(FIRST).await, owner.running(SECOND).await);
    let ended = |reason, detail| Some(Event::Ended { reason, detail });

    // A reserved seat that another member took before the socket came.
    let ticket = guest.start(second, json!({})).await["data"]["ticket"].clone();
    let (owners, _) = owner.play(second, json!({})).await;
    let path = format!("/websocket/play/{second}");
    let late = demo.socket(&path, ticket.as_str().expect("a ticket")).await;
    assert_eq!(late.end().await, (ended(EndReason::Occupied, 0), 4409));
    drop(owners);

    // A restart that does not come to its end: the phone is gone because of it.
    shell(&demo, 0, "setprop owl.fault boot:refuse").await;
    let (mut socket, _) = owner.play(first, json!({})).await;
    socket.picture().await;
    let reboot = json!({ "phoneIds": [first] });
    let begun = owner
        .post("/app-api/infra/cacloud/reboot-instance", &reboot)
        .await;
    assert_eq!(begun["code"], 0, "{begun}");
    assert_eq!(socket.end().await, (ended(EndReason::Status, 2), 1000));

    // The grant's end, before the half hour in which nothing is done.
    let mut aliases = owner
        .phones()
        .await
        .into_iter()
        .map(|p| p["phoneAlias"].clone());
    let alone = aliases.find(|alias| *alias != FIRST && *alias != SECOND);
    let alone = alone.expect("a third phone");
    let seeded = demo.seed(&json!({ "grants": [{ "owner": OWNER, "phone": alone, "to": GUEST, "level": "view", "expiresInMinutes": 20 }] }));
    assert!(
        seeded.status.success(),
        "{}",
        String::from_utf8_lossy(&seeded.stderr)
    );
    let third = guest.running(alone.as_str().expect("a name")).await;
    let (mut looking, _) = guest.play(third, json!({})).await;
    looking.picture().await;
    demo.move_clock(20 * 60 + 1);
    assert_eq!(looking.end().await, (ended(EndReason::Expired, 0), 4403));
}

/// The phone breaks down while it answers, so the answer may still arrive or not.
async fn break_down(demo: &Demo, phone: usize) {
    let address = &demo.addresses()[phone];
    let link = phone_link::Link::connect(address, phone_link::LinkOptions::default())
        .await
        .expect("a phone");
    let word = phone_link::ShellCommand::new("setprop owl.fault die:600000");
    let _answer = link.shell(&word).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_breaks_down_ends_its_picture_as_offline() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let (mut socket, _) = owner.play(phone, json!({})).await;
    socket.picture().await;
    break_down(&demo, 0).await;
    let said = Event::Ended {
        reason: EndReason::Offline,
        detail: Unwell::Unreachable as u32,
    };
    assert_eq!(socket.end().await, (Some(said), 1000));
}

/// Every screenshot of the phone takes longer than it may, from the return on until what is returned is aborted.
async fn spoilt(demo: &Demo, phone: usize) -> tokio::task::JoinHandle<()> {
    let options = phone_link::LinkOptions::default();
    let link = phone_link::Link::connect(&demo.addresses()[phone], options)
        .await
        .expect("a phone");
    let spoil = phone_link::ShellCommand::new("setprop owl.fault screen:slow:60000");
    link.shell(&spoil).await.expect("a shell");
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(50)).await;
            link.shell(&spoil).await.expect("a shell");
        }
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_never_comes_is_not_retrieved_and_one_that_stops_has_left() {
    let demo = Demo::without_screen_server(2).await;
    let owner = demo.sign_in(OWNER).await;
    let ended = |reason| Some(Event::Ended { reason, detail: 0 });
    let (first, second) = (owner.running(FIRST).await, owner.running(SECOND).await);
    let (mut stops, _) = owner.play(second, json!({})).await;
    stops.picture().await;
    let spoilers = [spoilt(&demo, 0).await, spoilt(&demo, 1).await];
    until_pong(&mut stops, 1).await;
    let (never, _) = owner.play(first, json!({})).await;
    let (never, stops) = tokio::join!(never.end(), stops.end());
    for spoiler in spoilers {
        spoiler.abort();
    }
    assert_eq!(never, (ended(EndReason::NotRetrieved), 1000));
    assert_eq!(stops, (ended(EndReason::StreamLeft), 1000));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_is_taken_from_a_sub_account_ends_its_picture_within_a_second() {
    const NUMBER: &str = "13600000001";
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let seed = json!({ "subAccounts": [{ "parent": OWNER, "phone": NUMBER, "password": "Owldeck#2026" }] });
    let seeded = demo.seed(&seed);
    let made: Value = serde_json::from_slice(&seeded.stdout).expect("ids");
    let member = &made["subAccounts"][0]["userId"];
    let child = demo.sign_in(NUMBER).await;
    let ended = Some(Event::Ended {
        reason: EndReason::Recalled,
        detail: 0,
    });
    let named = json!({ "memberId": member, "phoneIds": [phone] });
    let all = json!({ "phoneIds": [phone] });
    for round in 0..rounds(4) {
        let given = owner.post("/owl/addMaintainerAllot", &named).await;
        let (mut socket, _) = child.play(phone, json!({})).await;
        socket.picture().await;
        let asked = Stopwatch::start();
        // From this one, or from whoever has it.
        if round % 2 == 0 {
            owner.post("/owl/deleteMaintainerAllot", &named).await;
        } else {
            owner.post("/owl/deleteDevicesAllot", &all).await;
        }
        assert_eq!(socket.end().await, (ended.clone(), 4403), "{given}");
        asked.within(Duration::from_secs(1));
    }
}
