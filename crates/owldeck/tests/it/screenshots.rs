//! Simulated phones where the server has no screen server: pictures by `screencap`, inputs by `input`.

use std::path::Path;
use std::time::{Duration, Instant, UNIX_EPOCH};

use bytes::Bytes;
use domain::play::{Input, KeyAction, Size, TouchAction};
use eventually::eventually;
use fleet::{InputRefused, PictureKind, Watch};
use handset::Host;
use tokio::time::sleep;

use crate::fleet::{EPOCH, PHONE, next, send, shell, soon, started_with};

const JPEG: [u8; 3] = [0xff, 0xd8, 0xff];
const PORTRAIT: Size = Size {
    width: 720,
    height: 1280,
};
const KEYCODE_ENTER: u16 = 66;
/// Longer than the time between two looks of a viewer.
const QUIET: Duration = Duration::from_millis(1500);

/// So many further looks at a standing screen, and the least that they take: each of two viewers may have one on its way and one due.
const LOOKS: u64 = 5;
const LOOKS_TAKE: Duration = Duration::from_millis(500);

/// At whose end the clock on the screen turns.
fn minute() -> u64 {
    UNIX_EPOCH.elapsed().expect("after 1970").as_secs() / 60
}

fn drawn(host: &Host) -> u64 {
    host.stats(0).expect("a phone").frames_drawn
}

/// The next picture; none once so many looks at the screen have brought no new one.
async fn newer(host: &Host, watch: &mut Watch) -> Option<Bytes> {
    let before = drawn(host);
    let looks = eventually("looks", async || drawn(host) >= before + LOOKS);
    tokio::select! {
        biased;
        (_, image) = next(watch) => Some(image),
        () = looks => None,
    }
}

fn note(data: &Path) -> String {
    let file = "phone-0000/fs/data/data/com.owldeck.notes/files/note-0001.txt";
    std::fs::read_to_string(data.join(file)).unwrap_or_default()
}

fn touch(action: TouchAction, (x, y): (u32, u32)) -> Input {
    let along = |at: u32, length: u16| (at * 65_535 / u32::from(length - 1)) as u16;
    Input::Touch {
        action,
        pointer: 0,
        x: along(x, PORTRAIT.width),
        y: along(y, PORTRAIT.height),
        pressure: u16::MAX,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_is_shown_by_screenshots_while_it_is_watched() {
    let (fleet, host, _data) = started_with(None).await;
    let drawn = || drawn(&host);
    assert_eq!(drawn(), 0);
    // The clock on the screen turns with each minute, and the screen is another one.
    let begun = minute();
    let turned = || minute() - begun;
    let mut watch = fleet.watch(PHONE, PictureKind::Full).expect("attached");
    let (picture, image) = next(&mut watch).await;
    assert!(picture.key && picture.still && picture.sequence == 0);
    assert_eq!(image[..3], JPEG);
    assert_eq!(*watch.size.borrow(), Some(PORTRAIT));
    assert!(image.len() < 400_000, "{} bytes", image.len());

    let (again, image) = next(&mut fleet.watch(PHONE, PictureKind::Full).expect("attached")).await;
    assert_eq!(image[..3], JPEG);
    assert!(
        u64::from(again.sequence) <= turned(),
        "a second viewer shares it"
    );
    let mut small = fleet.watch(PHONE, PictureKind::Small).expect("attached");
    let (picture, image) = next(&mut small).await;
    assert!(
        picture.still && image.len() < 40_000,
        "{} bytes",
        image.len()
    );
    assert_eq!(
        *small.size.borrow(),
        Some(Size {
            width: 180,
            height: 320
        })
    );

    // A standing screen is looked at again and again, and not sent again, unless the minute turns on its clock.
    let mut news = 0;
    loop {
        let (first, before) = (Instant::now(), drawn());
        let looks = eventually("looks", async || drawn() >= before + LOOKS);
        tokio::select! {
            () = looks => {
                assert!(first.elapsed() >= LOOKS_TAKE, "so many at once");
                break;
            }
            new = watch.viewer.next() => {
                news += 1;
                assert!(new.is_some() && news <= turned(), "nothing new came");
            }
        }
    }

    drop((watch, small));
    // Viewers are waited for a little; then nobody looks any more.
    soon(async {
        loop {
            let before = drawn();
            sleep(QUIET).await;
            if drawn() == before {
                break;
            }
        }
    })
    .await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn its_controller_taps_types_and_turns_it_by_commands() {
    let (fleet, host, data) = started_with(None).await;
    shell(&host, "am start -n com.owldeck.notes/.NotesActivity").await;
    let mut watch = fleet.watch(PHONE, PictureKind::Full).expect("attached");
    next(&mut watch).await;
    let text = |text: &str| Input::Text(text.to_owned());
    assert_eq!(
        fleet.input(PHONE, EPOCH, &text("x")),
        Err(InputRefused::NotController)
    );
    fleet.grant_control(PHONE, EPOCH).expect("attached");
    for action in [TouchAction::Down, TouchAction::Up] {
        send(&fleet, &touch(action, (624, 1148)));
    }
    next(&mut watch).await;
    // Characters that a shell would take for its own stay text; characters that cannot be typed are left out.
    send(&fleet, &text("a b'; $(reboot) \"100%s\""));
    send(&fleet, &text("你好"));
    for action in [KeyAction::Down, KeyAction::Up] {
        let key = Input::Key {
            action,
            keycode: KEYCODE_ENTER,
            repeat: 0,
            meta: 0,
        };
        send(&fleet, &key);
    }
    send(&fleet, &Input::Paste("two\nlines".into()));
    let expected = "a b'; $(reboot) \"100%s\"\ntwo\nlines";
    eventually("all of it is typed", async || {
        let typed = note(data.path());
        if typed.trim_end() == expected {
            Ok(())
        } else {
            Err(typed)
        }
    })
    .await;

    send(&fleet, &Input::Rotate);
    soon(
        watch
            .size
            .wait_for(|size| size.is_some_and(Size::landscape)),
    )
    .await
    .expect("it runs");
    send(&fleet, &Input::Rotate);
    soon(watch.size.wait_for(|size| *size == Some(PORTRAIT)))
        .await
        .expect("it runs");

    fleet.revoke_control(PHONE, EPOCH).expect("attached");
    assert_eq!(
        fleet.input(PHONE, EPOCH, &text("x")),
        Err(InputRefused::NotController)
    );
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_swipe_goes_home_and_a_revoked_finger_does_nothing() {
    let (fleet, host, _data) = started_with(None).await;
    shell(&host, "am start -n com.owldeck.notes/.NotesActivity").await;
    let mut watch = fleet.watch(PHONE, PictureKind::Full).expect("attached");
    let mut notes = next(&mut watch).await.1;
    // The window may still be on its way, or a minute end.
    let mut begun = minute();
    while let Some(later) = newer(&host, &mut watch).await {
        (notes, begun) = (later, minute());
    }
    fleet.grant_control(PHONE, EPOCH).expect("attached");
    send(&fleet, &touch(TouchAction::Down, (624, 1148)));
    // A change of the controller forgets the finger, so that its end makes no tap.
    fleet.grant_control(PHONE, EPOCH + 1).expect("attached");
    let up = touch(TouchAction::Up, (624, 1148));
    assert_eq!(
        fleet.input(PHONE, EPOCH, &up),
        Err(InputRefused::NotController)
    );
    assert_eq!(fleet.input(PHONE, EPOCH + 1, &up), Ok(()));
    let new = newer(&host, &mut watch).await;
    assert!(new.is_none() || minute() != begun, "nothing was tapped");
    for action in [KeyAction::Down, KeyAction::Up] {
        let home = Input::Key {
            action,
            keycode: 3,
            repeat: 0,
            meta: 0,
        };
        assert_eq!(fleet.input(PHONE, EPOCH + 1, &home), Ok(()));
    }
    let home = next(&mut watch).await.1;
    assert_ne!(home, notes);
    host.stop().await;
}
