//! Why a phone's screen cannot be shown: from what is wrong with the phone to what its member reads, in both languages.

use domain::lang::Lang;
use domain::phones::ScreenCause;
use domain::play::picture::Picture;
use domain::play::{EndReason, Event, Input, TouchAction};
use serde_json::json;
use tokio::time::{Duration, Instant, sleep};

use crate::demo::{Demo, GUEST, Member, OWNER, Socket};
use crate::play::{FIRST, PATIENCE, epoch_of, shell, told, touch};

/// Longer than a screen outlives its last viewer.
const AFTER_THE_LAST: Duration = Duration::from_secs(4);

/// What the member reads at the end of it.
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
    let until = Instant::now() + PATIENCE;
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
async fn a_phone_that_lets_nobody_touch_it_tells_its_controller_and_is_looked_at_by_all() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phone = owner.running(FIRST).await;
    shell(&demo, 0, "setprop owl.fault no-input").await;
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
    assert_eq!(why, ScreenCause::NoInputRight);
    let (zh, en) = (why.words().zh, why.words().en);
    assert_eq!(
        zh,
        "设备禁止模拟点击，请在开发者选项中开启“USB 调试（安全设置）”"
    );
    assert_eq!(
        en,
        "The phone forbids touches from outside. Turn on \"USB debugging (Security settings)\" in its developer options."
    );
    // What is still sent changes nothing, and the pictures go on: a fresh one comes to whoever asks.
    socket.send(&finger, epoch_of(&hello)).await;
    for each in [&mut socket, &mut onlooker] {
        each.send(&Input::Reset, 0).await;
        each.picture().await;
    }
}
