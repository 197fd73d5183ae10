//! Why a phone's screen cannot be shown: from what is wrong with the phone to what its member reads, in both languages.

use domain::lang::Lang;
use domain::phones::ScreenCause;
use domain::play::picture::Picture;
use domain::play::{EndReason, Event, Input, InputMethod, KeyAction, SessionRequest, TouchAction};
use eventually::{LIMIT, eventually};
use serde_json::json;
use tokio::time::{Duration, Instant, sleep};

use crate::demo::{Demo, GUEST, Member, OWNER, Socket};
use crate::play::{FIRST, epoch_of, inputs, shell, told, touch};

/// Longer than a screen outlives its last viewer.
const AFTER_THE_LAST: Duration = Duration::from_secs(4);

/// Checks the sentence that the member reads at the end of a session.
fn reads((end, code): (Option<Event>, u16), cause: ScreenCause, zh: &str, en: &str) {
    let Some(Event::Ended { reason, detail }) = end else {
        panic!("{cause:?}: {end:?}");
    };
    assert_eq!(
        (reason, detail, code),
        (EndReason::NoPicture, cause as u32, 1000)
    );
    assert_eq!(reason.sentence(detail, Lang::Zh), zh);
    assert_eq!(reason.sentence(detail, Lang::En), en);
}

async fn played(owner: &Member<'_>, phone: i64) -> (Socket, Event) {
    owner.play(phone, json!({})).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_wrong_with_a_phone_is_told_to_its_member_in_words() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    for (fault, cause, zh, en) in [
        (
            "setprop owl.fault other-version",
            ScreenCause::VersionMismatch,
            "设备上的画面程序版本不符，请联系客服",
            "The phone's screen program is another version. Contact support.",
        ),
        (
            "setprop owl.fault killed",
            ScreenCause::Killed,
            "设备结束了画面程序（可能内存不足），请关闭一些应用后重试",
            "The phone ended its screen program, perhaps for want of memory. Close some apps and try again.",
        ),
    ] {
        shell(&demo, 0, fault).await;
        let (socket, _) = played(&owner, phone).await;
        reads(socket.end().await, cause, zh, en);
    }
    shell(&demo, 0, "setprop owl.fault none").await;
    let (mut healed, _) = played(&owner, phone).await;
    healed.picture().await;

    // In the middle of a session: the phone's memory is short, and stays so.
    shell(&demo, 0, "setprop owl.fault killed").await;
    reads(
        healed.end().await,
        ScreenCause::Killed,
        "设备结束了画面程序（可能内存不足），请关闭一些应用后重试",
        "The phone ended its screen program, perhaps for want of memory. Close some apps and try again.",
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_without_an_encoder_is_shown_by_screenshots_while_it_is_watched() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    shell(&demo, 0, "setprop owl.fault no-encoder").await;
    let (mut socket, _) = played(&owner, phone).await;
    let seen = socket.picture().await;
    assert!(Picture::parse(&seen).expect("a picture").still);
    drop(socket);
    shell(&demo, 0, "setprop owl.fault none").await;
    // The phone is asked for a stream again by whoever comes after the last has left.
    let until = Instant::now() + LIMIT;
    loop {
        let (mut healed, _) = played(&owner, phone).await;
        let seen = healed.picture().await;
        if !Picture::parse(&seen).expect("a picture").still {
            break;
        }
        drop(healed);
        assert!(Instant::now() < until, "the stream comes back");
        sleep(AFTER_THE_LAST).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_lets_nobody_touch_it_tells_its_controller_its_makers_switch_and_is_looked_at_by_all()
 {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phone = owner.running(FIRST).await;
    shell(&demo, 0, "setprop owl.fault no-uhid").await;
    let (mut socket, hello) = played(&owner, phone).await;
    socket.picture().await;
    let (mut onlooker, _) = guest.play(phone, json!({"mode": "view"})).await;
    onlooker.picture().await;
    let finger = touch(TouchAction::Down, 30_000, 30_000);
    socket.send(&finger, epoch_of(&hello)).await;
    let cause = |event: &Event| match event {
        Event::ViewOnly(cause) => Some(*cause),
        _ => None,
    };
    let why = told(&mut socket, cause).await;
    assert_eq!(
        why,
        ScreenCause::NoInputRightXiaomi,
        "the first is one of Xiaomi's"
    );
    assert_eq!(
        why.words().zh,
        "设备禁止模拟点击，请在开发者选项中开启“USB 调试（安全设置）”，然后重启设备"
    );
    assert_eq!(
        why.words().en,
        "The phone forbids touches from outside. Turn on \"USB debugging (Security settings)\" in its developer options, then restart it."
    );
    // Touches that are still sent change nothing, and the pictures go on: a fresh one comes to each viewer that asks.
    socket.send(&finger, epoch_of(&hello)).await;
    for each in [&mut socket, &mut onlooker] {
        each.send(&SessionRequest::Reset, 0).await;
        each.picture().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_forbids_injecting_is_controlled_by_virtual_devices() {
    let demo = Demo::noted(4).await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    shell(&demo, 0, "setprop owl.fault no-input").await;
    let (mut socket, hello) = played(&owner, phone).await;
    let epoch = epoch_of(&hello);
    socket.picture().await;
    let method = |wanted| move |event: &Event| (*event == Event::InputMethod(wanted)).then_some(());
    socket.send(&touch(TouchAction::Down, 0, 0), epoch).await;
    told(&mut socket, method(InputMethod::Switching)).await;
    told(&mut socket, method(InputMethod::Devices)).await;
    let since = demo.told(0).len();

    // A tap opens the notes, another one a note, which keys and text fill.
    let part = |at: u32, of: u32| u16::try_from(at * 65_535 / of).expect("a part");
    for (x, y) in [(108, 1132), (624, 1148)] {
        let (x, y) = (part(x, 720), part(y, 1280));
        for action in [TouchAction::Down, TouchAction::Up] {
            socket.send(&touch(action, x, y), epoch).await;
        }
        if y == part(1132, 1280) {
            shown(&demo, "com.owldeck.notes").await;
        }
    }
    let press = |action, keycode, meta| Input::Key {
        action,
        keycode,
        repeat: 0,
        meta,
    };
    for (keycode, meta) in [(29, 1), (30, 0)] {
        for action in [KeyAction::Down, KeyAction::Up] {
            socket.send(&press(action, keycode, meta), epoch).await;
        }
    }
    for text in [" c~", "你好"] {
        socket.send(&Input::Text(text.to_owned()), epoch).await;
    }
    let read = "cat /data/data/com.owldeck.notes/files/note-0001.txt";
    comes(&demo, read, |note| note == "Ab c~你好").await;

    // A swipe from the lower edge goes home.
    for (action, y) in [
        (TouchAction::Down, 1275),
        (TouchAction::Move, 1150),
        (TouchAction::Up, 1150),
    ] {
        let (x, y) = (part(360, 720), part(y, 1280));
        socket.send(&touch(action, x, y), epoch).await;
    }
    shown(&demo, "launcher").await;

    let seen = inputs(&demo, 0, since);
    let injected = [
        "touch-down",
        "touch-up",
        "touch-move",
        "key-down",
        "key-up",
        "text",
    ];
    assert!(seen.contains(&"uhid".to_owned()), "{seen:?}");
    assert!(
        seen.iter().all(|input| !injected.contains(&input.as_str())),
        "{seen:?}"
    );

    // A member who opens the phone later is told the input method at once.
    drop(socket);
    let (mut again, _) = played(&owner, phone).await;
    told(&mut again, method(InputMethod::Devices)).await;
}

async fn comes(demo: &Demo, command: &'static str, right: impl Fn(&str) -> bool) {
    eventually(command, async || {
        let said = shell(demo, 0, command).await;
        if right(&said) { Ok(()) } else { Err(said) }
    })
    .await;
}

async fn shown(demo: &Demo, app: &str) {
    comes(demo, "dumpsys activity activities", |said| {
        said.contains(app)
    })
    .await;
}
