//! Group control as a program meets it: each phone follows by itself, and is told what all are told.

use std::collections::BTreeMap;

use domain::play::group::EVERYONE;
use domain::play::{
    EndReason, Event, Following, Input, KeyAction, Orientation, SessionRequest, TouchAction,
};
use domain::session::{IDLE_MS, IDLE_WARNING_MS};
use eventually::eventually;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::demo::{Demo, GUEST, Member, OWNER, Socket};
use crate::play::{epoch_of, inputs, touch};

const BACK: u16 = 4;

/// The phones of a member to whom nobody lent any, running.
async fn own(member: &Member<'_>) -> Vec<i64> {
    let mut ids = Vec::new();
    for phone in member.phones().await {
        let name = phone["phoneAlias"].as_str().expect("a name");
        ids.push(member.running(name).await);
    }
    ids
}

/// Reads until each of these slots is in the wished state.
async fn until(socket: &mut Socket, slots: &[u16], wished: Following) {
    let mut states = BTreeMap::new();
    while !slots.iter().all(|slot| states.get(slot) == Some(&wished)) {
        if let (slot, Event::Follower { state, .. }) = socket.event_of().await {
            states.insert(slot, state);
        }
    }
}

async fn include(socket: &mut Socket, slots: &[u16]) {
    for slot in slots {
        socket.send_to(*slot, &SessionRequest::Include).await;
    }
}

/// Inputs that each phone was told since then, once `done` says so.
async fn told(
    demo: &Demo,
    since: &[usize],
    done: impl Fn(&[Vec<String>]) -> bool,
) -> Vec<Vec<String>> {
    eventually("all are told", async || {
        let phones = since.iter().enumerate();
        let all: Vec<_> = phones
            .map(|(phone, from)| inputs(demo, phone, *from))
            .collect();
        if done(&all) {
            Ok(all)
        } else {
            Err(format!("{all:?}"))
        }
    })
    .await
}

/// How long the phones' journals are now.
fn lengths(demo: &Demo, phones: usize) -> Vec<usize> {
    (0..phones).map(|phone| demo.told(phone).len()).collect()
}

/// How many phones were told exactly this.
fn count(all: &[Vec<String>], expected: &[&str]) -> usize {
    all.iter().filter(|told| *told == expected).count()
}

fn key(action: KeyAction) -> Input {
    Input::Key {
        action,
        keycode: BACK,
        repeat: 0,
        meta: 0,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_all_are_told_each_follower_does_once_and_nobody_else_does() {
    const PHONES: u16 = 12;
    let demo = Demo::noted(PHONES).await;
    let owner = demo.sign_in(OWNER).await;
    let ids = own(&owner).await;
    assert_eq!(ids.len(), 9, "every fourth is the guest's");
    let mut group = owner.group(&ids).await;
    let slots: Vec<u16> = (1..9).collect();
    include(&mut group, &slots).await;
    until(&mut group, &slots, Following::Follows).await;

    // One is let go: what comes now passes it by.
    group.send_to(3, &SessionRequest::Exclude).await;
    until(&mut group, &[3], Following::Excluded).await;
    let since = lengths(&demo, PHONES.into());
    for input in [
        touch(TouchAction::Down, 30_000, 30_000),
        touch(TouchAction::Up, 30_000, 30_000),
        key(KeyAction::Down),
        key(KeyAction::Up),
        Input::Text("hello".to_owned()),
    ] {
        group.send_to(EVERYONE, &input).await;
    }
    let expected = ["touch-down", "touch-up", "key-down", "key-up", "text"];
    let all = told(&demo, &since, |all| count(all, &expected) == 7).await;
    assert_eq!(
        count(&all, &[]),
        5,
        "the master, who was let go, and the guest's: {all:?}"
    );

    // One alone.
    let since = lengths(&demo, PHONES.into());
    group.send_to(5, &Input::Text("one".to_owned())).await;
    group
        .send_to(3, &Input::Text("not this one".to_owned()))
        .await;
    group.send_to(EVERYONE, &key(KeyAction::Down)).await;
    let all = told(&demo, &since, |all| {
        count(all, &["key-down"]) == 6 && count(all, &["text", "key-down"]) == 1
    })
    .await;
    assert_eq!(count(&all, &[]), 5, "{all:?}");

    // The end of the group frees its phones, and keys that were pressed are let go.
    drop(group);
    told(&demo, &since, |all| {
        all.iter()
            .filter(|told| told.last().is_some_and(|last| last == "key-up"))
            .count()
            == 7
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_cannot_follow_is_marked_and_keeps_nobody_from_following() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let first = owner.running("主力-01").await;
    let lent = owner.running("小店客服").await;
    let phones = own(&owner).await;
    let third = *(phones.iter().find(|id| ![first, lent].contains(id))).expect("three phones");
    let ids = [first, lent, third];

    // The guest plays one: the owner's group leaves it to the guest.
    let (played, hello) = guest.play(lent, json!({})).await;
    assert!(matches!(hello, Event::Hello { control: true, .. }));
    let mut group = owner.group(&ids).await;
    include(&mut group, &[1, 2]).await;
    let mut states = BTreeMap::new();
    while states.len() < 2 {
        if let (slot, Event::Follower { state, .. }) = group.event_of().await
            && state != Following::Joining
        {
            states.insert(slot, state);
        }
    }
    assert_eq!(
        states,
        BTreeMap::from([(1, Following::Occupied), (2, Following::Follows)])
    );
    drop(played);

    // Asked again once the guest has gone, it follows. A cut keeps the guest's seat for 15 s.
    demo.move_clock(20);
    eventually("it follows", async || {
        group.send_to(1, &SessionRequest::Include).await;
        let state = loop {
            match group.event_of().await {
                (1, Event::Follower { state, .. }) if state != Following::Joining => break state,
                _ => {}
            }
        };
        let follows = state == Following::Follows;
        assert!(follows || state == Following::Occupied, "{state:?}");
        follows
    })
    .await;
    // The guest meets the group as it meets any controller.
    let refused = guest.start(lent, json!({})).await;
    assert_eq!(refused["code"], 1_011_101_005, "{refused}");

    // Opened by the owner itself, a phone leaves the group, and what all are told passes it by.
    let (mut socket, hello) = owner.play(third, json!({})).await;
    until(&mut group, &[2], Following::Elsewhere).await;
    let epoch = epoch_of(&hello);
    socket.send(&key(KeyAction::Down), epoch).await;
    drop(socket);

    // The master is played over its own socket.
    group.send_to(0, &SessionRequest::Include).await;
    let (said, code) = group.end().await;
    let bad = Event::Ended {
        reason: EndReason::BadMessage,
        detail: 0,
    };
    assert_eq!((said, code), (Some(bad), 4400));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_touch_made_on_a_standing_picture_passes_a_lying_phone_by() {
    let demo = Demo::noted(4).await;
    let owner = demo.sign_in(OWNER).await;
    let ids = own(&owner).await;
    let mut group = owner.group(&ids).await;
    include(&mut group, &[1, 2]).await;
    until(&mut group, &[1, 2], Following::Follows).await;
    group.send_to(1, &Input::Rotate).await;
    loop {
        match group.event_of().await {
            (1, Event::Size(size)) if size.width > size.height => break,
            _ => {}
        }
    }
    let since = lengths(&demo, 4);
    for action in [TouchAction::Down, TouchAction::Up] {
        let input = touch(action, 30_000, 30_000);
        let bytes = input.encode_on(Some(Orientation::Portrait), EVERYONE, 0);
        group.raw(Message::binary(bytes)).await;
    }
    group.send_to(EVERYONE, &key(KeyAction::Down)).await;
    let all = told(&demo, &since, |all| {
        all.iter()
            .filter(|told| told.iter().any(|one| one == "key-down"))
            .count()
            == 2
    })
    .await;
    assert_eq!(
        count(&all, &["touch-down", "touch-up", "key-down"]),
        1,
        "{all:?}"
    );
    let lying = all
        .iter()
        .find(|told| told.last().is_some_and(|l| l == "key-down") && told.len() < 3);
    assert!(
        lying.is_some_and(|told| !told.contains(&"touch-down".to_owned())),
        "{all:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_that_nobody_uses_is_warned_and_ends() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let (ids, lent) = (own(&owner).await, owner.running("小店客服").await);
    let mut group = owner.group(&ids).await;
    include(&mut group, &[1, 2]).await;
    until(&mut group, &[1, 2], Following::Follows).await;
    demo.set_clock(0, (IDLE_MS - IDLE_WARNING_MS) / 1000 + 5);
    let warned = loop {
        if let (0, Event::IdleWarning { seconds }) = group.event_of().await {
            break seconds;
        }
    };
    assert!((1..=60).contains(&warned), "{warned}");
    group.send_to(0, &SessionRequest::Stay).await;
    loop {
        if let (0, Event::IdleWarning { seconds: 0 }) = group.event_of().await {
            break;
        }
    }
    demo.set_clock(0, 3 * IDLE_MS / 1000);
    let (said, code) = group.end().await;
    let idle = Event::Ended {
        reason: EndReason::Idle,
        detail: 30,
    };
    assert_eq!((said, code), (Some(idle), 1000));
    // The group's phones are free again.
    let guest = demo.sign_in(GUEST).await;
    eventually("its seat is given up", async || {
        guest.start(lent, json!({})).await["code"] == 0
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_whose_right_is_over_follows_no_more_and_the_others_do() {
    let demo = Demo::noted(8).await;
    let guest = demo.sign_in(GUEST).await;
    let seeded = demo.seed(&json!({ "grants": [
        { "owner": OWNER, "phone": "选品 A", "to": GUEST, "level": "operate", "expiresInMinutes": 5 }
    ] }));
    assert!(seeded.status.success(), "{seeded:?}");
    let mut ids = Vec::new();
    for name in ["农场-03", "跑酷-11", "选品 A"] {
        ids.push(guest.running(name).await);
    }
    let mut group = guest.group(&ids).await;
    include(&mut group, &[1, 2]).await;
    until(&mut group, &[1, 2], Following::Follows).await;
    demo.move_clock(6 * 60);
    until(&mut group, &[2], Following::Expired).await;
    let since = lengths(&demo, 8);
    for action in [KeyAction::Down, KeyAction::Up] {
        group.send_to(EVERYONE, &key(action)).await;
    }
    let all = told(&demo, &since, |all| count(all, &["key-down", "key-up"]) > 0).await;
    assert_eq!(count(&all, &[]), 7, "{all:?}");
    // Asked again, it is refused.
    group.send_to(2, &SessionRequest::Include).await;
    until(&mut group, &[2], Following::Expired).await;
}
