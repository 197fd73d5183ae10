//! Simulated phones where the server has no screen server: pictures by `screencap`, inputs by `input`.

use std::path::Path;
use std::time::{Duration, Instant, UNIX_EPOCH};

use domain::play::{Input, KeyAction, Size, TouchAction};
use eventually::eventually;
use fleet::{InputRefused, PictureKind};
use handset::Host;
use phone_link::{Link, LinkOptions, ShellCommand};
use tokio::time::{sleep, timeout};

use crate::fleet::{EPOCH, PHONE, next, send, soon, started_with};

const JPEG: [u8; 3] = [0xff, 0xd8, 0xff];
const PORTRAIT: Size = Size {
    width: 720,
    height: 1280,
};
const KEYCODE_ENTER: u16 = 66;
/// Long enough for a picture that is on its way.
const QUIET: Duration = Duration::from_millis(1500);

/// So many further looks at a standing screen, and the least that they take.
const LOOKS: u64 = 4;
const LOOKS_TAKE: Duration = Duration::from_millis(600);

/// At whose end the clock on the screen turns.
fn minute() -> u64 {
    UNIX_EPOCH.elapsed().expect("after 1970").as_secs() / 60
}

async fn shell(host: &Host, line: &'static str) {
    let address = host.addresses()[0].to_string();
    let link = Link::connect(&address, LinkOptions::default())
        .await
        .expect("a phone");
    let done = link
        .shell(&ShellCommand::new(line))
        .await
        .expect("an answer");
    assert_eq!(done.exit, 0, "{line}");
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
    let drawn = || host.stats(0).expect("a phone").frames_drawn;
    assert_eq!(drawn(), 0);
    let mut watch = fleet.watch(PHONE, PictureKind::Full).expect("attached");
    let (picture, image) = next(&mut watch).await;
    assert!(picture.key && picture.still && picture.sequence == 0);
    assert_eq!(image[..3], JPEG);
    assert_eq!(*watch.size.borrow(), Some(PORTRAIT));
    assert!(image.len() < 400_000, "{} bytes", image.len());

    let (again, image) = next(&mut fleet.watch(PHONE, PictureKind::Full).expect("attached")).await;
    assert_eq!(
        (again.sequence, &image[..3]),
        (0, &JPEG[..]),
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
    loop {
        let (before, begun, first) = (drawn(), minute(), Instant::now());
        let looks = eventually("looks", async || drawn() >= before + LOOKS);
        tokio::select! {
            () = looks => {
                assert!(first.elapsed() >= LOOKS_TAKE, "so many at once");
                break;
            }
            new = watch.viewer.next() => {
                assert!(new.is_some() && minute() != begun, "nothing new came");
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
    while let Ok((_, later)) = timeout(QUIET, next(&mut watch)).await {
        notes = later;
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
    let begun = minute();
    let quiet = timeout(QUIET, watch.viewer.next()).await;
    assert!(quiet.is_err() || minute() != begun, "nothing was tapped");
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
