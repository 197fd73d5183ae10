//! A play session as programs meet it: clipboard, quality, rotation.

pub mod embeds;
mod ends;
mod group;
mod lines;
mod pace;
mod shots;
mod sound;
mod together;

use std::collections::VecDeque;

use domain::play::keys::meta_state;
use domain::play::picture::Picture;
use domain::play::{
    CLIPBOARD_SET_MAX_BYTES, ClipboardOutcome, Event, Input, KeyAction, Orientation, Quality,
    QualityStep, SessionRequest, Size, TouchAction,
};
use eventually::{LIMIT, eventually};
use phone_link::{Link, LinkOptions, ShellCommand};
use serde_json::json;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::demo::{Demo, GUEST, OWNER, Socket};

/// The guest may look at the first and control the second; the third is the owner's alone.
pub const FIRST: &str = "主力-01";
pub const SECOND: &str = "小店客服";

pub async fn shell(demo: &Demo, phone: usize, words: &'static str) -> String {
    let link = Link::connect(&demo.addresses()[phone], LinkOptions::default())
        .await
        .expect("a phone");
    let out = link
        .shell(&ShellCommand::new(words))
        .await
        .expect("a shell");
    String::from_utf8_lossy(&out.stdout).trim().to_owned()
}

/// The next event that is asked for. Other messages that keep coming do not make it wait for ever: the last events among them are in the panic.
pub async fn told<T>(socket: &mut Socket, wanted: impl Fn(&Event) -> Option<T>) -> T {
    let mut others = VecDeque::new();
    let next = async {
        loop {
            let event = socket.event().await;
            if let Some(found) = wanted(&event) {
                return found;
            }
            others.push_back(event);
            if others.len() > 10 {
                others.pop_front();
            }
        }
    };
    let found = timeout(LIMIT, next).await;
    found.unwrap_or_else(|_| panic!("{others:?}"))
}

/// Messages of this channel between now and the answer of a ping that is sent now.
pub async fn until_pong(socket: &mut Socket, channel: u8) -> Vec<Vec<u8>> {
    socket
        .send(&SessionRequest::Ping { echo_us: 4711 }, 0)
        .await;
    let mut found = Vec::new();
    loop {
        let bytes = socket.bytes().await;
        match Event::parse(&bytes) {
            Ok((_, Event::Pong { echo_us: 4711, .. })) => return found,
            _ if bytes[1] == channel => found.push(bytes),
            _ => {}
        }
    }
}

pub fn epoch_of(hello: &Event) -> u32 {
    match hello {
        Event::Hello { epoch, .. } => *epoch,
        other => panic!("{other:?}"),
    }
}

pub fn touch(action: TouchAction, x: u16, y: u16) -> Input {
    Input::Touch {
        action,
        pointer: 1,
        x,
        y,
        pressure: 30_000,
    }
}

/// Inputs that a phone's journal has, since so many lines.
pub fn inputs(demo: &Demo, phone: usize, since: usize) -> Vec<String> {
    demo.told(phone)[since..]
        .iter()
        .filter_map(|line| line["input"].as_str().map(str::to_owned))
        .collect()
}

async fn inputs_when(
    demo: &Demo,
    phone: usize,
    since: usize,
    done: impl Fn(&[String]) -> bool,
) -> Vec<String> {
    eventually("all inputs", async || {
        let found = inputs(demo, phone, since);
        if done(&found) {
            Ok(found)
        } else {
            Err(format!("{found:?}"))
        }
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clipboard_is_shared_both_ways_by_who_controls_and_off_at_first_on_a_shared_phone() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let shared = |event: &Event| match event {
        Event::ClipboardShared(on) => Some(*on),
        _ => None,
    };
    let outcome = |event: &Event| match event {
        Event::ClipboardSet { sequence, outcome } => Some((*sequence, *outcome)),
        _ => None,
    };
    let text = |event: &Event| match event {
        Event::Clipboard(text) => Some(text.clone()),
        _ => None,
    };
    let mut aliases = owner
        .phones()
        .await
        .into_iter()
        .map(|p| p["phoneAlias"].clone());
    let alone = aliases.find(|alias| *alias != FIRST && *alias != SECOND);
    let alone = alone.expect("a third phone");
    let alone = owner.running(alone.as_str().expect("a name")).await;
    let (mut own, _) = owner.play(alone, json!({})).await;
    assert!(told(&mut own, shared).await, "nobody else is let in");

    let phone = guest.running(SECOND).await;
    let (mut socket, hello) = guest.play(phone, json!({})).await;
    let epoch = epoch_of(&hello);
    assert!(!told(&mut socket, shared).await, "somebody else's phone");
    let set = |sequence, text: String| Input::SetClipboard { sequence, text };
    socket.picture().await;
    socket.send(&set(1, "secret".into()), epoch).await;
    assert_eq!(
        told(&mut socket, outcome).await,
        (1, ClipboardOutcome::NotShared)
    );
    socket
        .send(&SessionRequest::ShareClipboard(true), epoch)
        .await;
    assert!(told(&mut socket, shared).await);
    let longest = "字".repeat(CLIPBOARD_SET_MAX_BYTES / 3);
    socket.send(&set(2, longest.clone()), epoch).await;
    assert_eq!(
        told(&mut socket, outcome).await,
        (2, ClipboardOutcome::Done)
    );
    socket.send(&set(3, "over".into()), epoch + 1).await;
    assert_eq!(
        told(&mut socket, outcome).await,
        (3, ClipboardOutcome::NotController)
    );

    // From the phone: a note is written there and copied by keys.
    shell(&demo, 1, "am start -W -n com.owldeck.notes/.NotesActivity").await;
    shell(&demo, 1, "input tap 624 1148").await;
    copy_note(&demo, &mut socket, epoch, "copied").await;
    assert_eq!(told(&mut socket, text).await, "copied");
    socket
        .send(&SessionRequest::ShareClipboard(false), epoch)
        .await;
    assert!(!told(&mut socket, shared).await);
    copy_note(&demo, &mut socket, epoch, "kept").await;
    socket.send(&set(4, String::new()), epoch).await;
    assert_eq!(
        told(&mut socket, outcome).await,
        (4, ClipboardOutcome::NotShared)
    );
    // The server types a text behind a paste only once the phone has confirmed the paste, and the phone reports the copy before that: the
    // server knows of the copy before sharing begins again.
    socket.send(&Input::Paste("pasted".into()), epoch).await;
    socket.send(&Input::Text("!".into()), epoch).await;
    note_when(&demo, "pasted!").await;
    socket
        .send(&SessionRequest::ShareClipboard(true), epoch)
        .await;
    assert!(told(&mut socket, shared).await);
    copy_note(&demo, &mut socket, epoch, "open").await;
    assert_eq!(
        told(&mut socket, text).await,
        "open",
        "what was copied meanwhile stays there"
    );
}

/// Ctrl and a letter.
async fn chord(socket: &mut Socket, epoch: u32, letter: u8) {
    for action in [KeyAction::Down, KeyAction::Up] {
        let key = Input::Key {
            action,
            keycode: 29 + u16::from(letter - b'a'),
            repeat: 0,
            meta: meta_state(false, false, true, false, false, false),
        };
        socket.send(&key, epoch).await;
    }
}

/// Waits until the second phone's note is this.
async fn note_when(demo: &Demo, text: &str) {
    let read = "cat /data/data/com.owldeck.notes/files/note-0001.txt";
    eventually(format!("the note is {text:?}"), async || {
        let note = shell(demo, 1, read).await;
        if note == text { Ok(()) } else { Err(note) }
    })
    .await;
}

/// Replaces the open note of the second phone by a word, and copies that.
async fn copy_note(demo: &Demo, socket: &mut Socket, epoch: u32, word: &str) {
    chord(socket, epoch, b'a').await;
    socket.send(&Input::Text(word.to_owned()), epoch).await;
    note_when(demo, word).await;
    chord(socket, epoch, b'a').await;
    chord(socket, epoch, b'c').await;
}

#[tokio::test(flavor = "multi_thread")]
async fn quality_changes_under_a_held_finger_and_a_rotation_lets_it_go() {
    let demo = Demo::noted(4).await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let (mut socket, hello) = owner.play(phone, json!({})).await;
    let epoch = epoch_of(&hello);
    let size = |event: &Event| match event {
        Event::Size(size) => Some(*size),
        _ => None,
    };
    let shown = |wanted, shown| {
        move |event: &Event| (*event == Event::Quality { wanted, shown }).then_some(())
    };
    told(&mut socket, shown(Quality::Automatic, QualityStep::High)).await;
    let mut last = Picture::parse(&socket.picture().await)
        .expect("a picture")
        .sequence;
    let since = demo.told(0).len();
    socket
        .send(&touch(TouchAction::Down, 30_000, 30_000), epoch)
        .await;
    inputs_when(&demo, 0, since, |found| {
        found.contains(&"touch-down".to_owned())
    })
    .await;

    // Made before broken: pictures go on in their order, with a key picture of the new size among them.
    socket
        .send(&SessionRequest::Quality(Quality::Fluent), epoch)
        .await;
    let until = Instant::now() + LIMIT;
    let (mut told_shown, mut new_size) = (false, None);
    while !told_shown || new_size.is_none() {
        assert!(Instant::now() < until, "{told_shown} {new_size:?}");
        let bytes = socket.bytes().await;
        if let Ok(picture) = Picture::parse(&bytes) {
            assert_eq!(picture.sequence, last.wrapping_add(1), "none is missing");
            last = picture.sequence;
        } else if let Ok((_, event)) = Event::parse(&bytes) {
            told_shown |= event
                == Event::Quality {
                    wanted: Quality::Fluent,
                    shown: QualityStep::Fluent,
                };
            new_size = size(&event).or(new_size);
        }
    }
    assert_eq!(
        new_size,
        Some(Size {
            width: 360,
            height: 640
        })
    );
    socket
        .send(&touch(TouchAction::Move, 31_000, 40_000), epoch)
        .await;
    socket
        .send(&touch(TouchAction::Up, 31_000, 40_000), epoch)
        .await;
    let gesture = inputs_when(&demo, 0, since, |found| {
        found.last().is_some_and(|last| last == "touch-up")
    })
    .await;
    assert_eq!(
        gesture,
        ["touch-down", "touch-move", "touch-up"],
        "no finger was dropped"
    );

    // The new process has the input now: a held finger is let go of when the phone turns.
    let since = demo.told(0).len();
    socket
        .send(&touch(TouchAction::Down, 30_000, 30_000), epoch)
        .await;
    socket.send(&Input::Rotate, epoch).await;
    let turned = told(&mut socket, size).await;
    assert_eq!(
        turned,
        Size {
            width: 640,
            height: 360
        }
    );
    let gesture = inputs_when(&demo, 0, since, |found| {
        found.last().is_some_and(|last| last == "touch-up")
    })
    .await;
    assert_eq!(
        gesture,
        ["touch-down", "rotate", "touch-cancel", "touch-up"]
    );
    // A point on the picture in its former orientation is another one now.
    let since = demo.told(0).len();
    for (orientation, x) in [
        (Orientation::Portrait, 1_000),
        (Orientation::Landscape, 60_000),
    ] {
        for action in [TouchAction::Down, TouchAction::Up] {
            let bytes = touch(action, x, 30_000).encode_on(Some(orientation), 0, epoch);
            socket.raw(Message::binary(bytes)).await;
        }
    }
    let taps = inputs_when(&demo, 0, since, |found| {
        found.contains(&"touch-up".to_owned())
    })
    .await;
    assert_eq!(taps, ["touch-down", "touch-up"], "one of two");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_gives_its_controller_the_same_seat_again() {
    let mut demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let (mut socket, hello) = owner.play(phone, json!({})).await;
    socket.picture().await;
    let before = epoch_of(&hello);
    let Event::Hello { resume, .. } = hello else {
        panic!("{hello:?}")
    };
    let token = owner.token;
    // The seat waits 15 s, and the phone may still be on its way: a clock that was set back runs at half speed.
    demo.move_clock(-3600);
    demo.kill_and_restart().await;

    let owner = demo.again(&token);
    let ticket = eventually("a ticket", async || {
        let started = owner.start(phone, json!({ "resume": resume })).await;
        let ticket = started["data"]["ticket"].as_str().map(str::to_owned);
        ticket.ok_or(started)
    })
    .await;
    let path = format!("/websocket/play/{phone}");
    let mut socket = demo.socket(&path, &ticket).await;
    let hello = socket.event().await;
    assert_eq!(epoch_of(&hello), before, "{hello:?}");
    socket.picture().await;
}
