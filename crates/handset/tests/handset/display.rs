//! Pictures, touches, text: a phone in use.

use std::time::Instant;

use eventually::eventually;
use phone_wire::control::{ControlMessage, CopyKey, TouchAction};
use phone_wire::device::DeviceMessage;
use phone_wire::screen::{ServerArgs, VideoPacket};

use crate::support::{Stage, note, soon};
use crate::viewer::{Viewer, args};

/// Android's CTRL with its left key.
const CTRL: u32 = 0x1000 | 0x2000;

#[tokio::test(flavor = "multi_thread")]
async fn the_first_packets_are_configuration_and_key_frame_of_the_launcher() {
    let stage = Stage::new().await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    assert_eq!(viewer.name, stage.host.identity(0).unwrap().model);
    assert_eq!(viewer.size, (720, 1280));
    let config = viewer.packet().await;
    assert!(matches!(&config, VideoPacket::Config(unit) if unit[..5] == [0, 0, 0, 1, 0x67]));
    viewer.decode(config);
    let key = viewer.packet().await;
    assert!(matches!(key, VideoPacket::Frame { key: true, .. }));
    let picture = viewer.decode(key).expect("a key frame is a picture");
    assert_eq!((picture.width, picture.height), (720, 1280));
    // The blue of the files app's icon, through drawing, colour conversion and coding.
    let blue = picture.at(396, 1112);
    let off: Vec<u8> = blue
        .iter()
        .zip([0x2F, 0x7C, 0xF6])
        .map(|(is, should)| is.abs_diff(should))
        .collect();
    assert!(off.iter().all(|off| *off < 16), "{blue:?}");
    // White digits of the clock.
    let white = (56..400)
        .flat_map(|x| (150..320).map(move |y| (x, y)))
        .filter(|(x, y)| picture.at(*x, *y).iter().all(|part| *part > 225))
        .count();
    assert!(white > 1500, "{white} white pixels in the clock");
    viewer.send(&ControlMessage::ResetVideo).await;
    soon("a key frame after the reset", async {
        loop {
            let packet = viewer.packet().await;
            let key = matches!(packet, VideoPacket::Frame { key: true, .. });
            viewer.decode(packet);
            if key {
                return;
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tap_opens_notes_and_only_with_the_size_of_the_video() {
    let stage = Stage::new().await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    viewer.picture().await;
    viewer
        .touch(TouchAction::Down, 108, 1132, (720, 1272))
        .await;
    viewer.touch(TouchAction::Up, 108, 1132, (720, 1272)).await;
    viewer.touch(TouchAction::Up, 108, 1132, (720, 1280)).await;
    assert!(
        viewer
            .adb
            .output("dumpsys activity activities")
            .await
            .contains("launcher")
    );
    viewer.tap(108, 1132).await;
    viewer
        .picture_where("the notes' light page", |picture| {
            picture.brightness(100..600, 300..500) > 225.0
        })
        .await;
    assert!(
        viewer
            .adb
            .output("dumpsys activity activities")
            .await
            .contains("com.owldeck.notes")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn pasted_chinese_lands_in_the_file_and_on_the_screen() {
    let stage = Stage::new().await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    viewer.new_note().await;
    let page = (30..300, 190..240);
    viewer
        .picture_where("an empty note", |picture| {
            picture.brightness(20..700, 280..600) > 240.0
                && picture.ink(page.0.clone(), page.1.clone()) == 0
        })
        .await;
    viewer
        .send(&ControlMessage::SetClipboard {
            sequence: 42,
            paste: true,
            text: "你好".into(),
        })
        .await;
    assert_eq!(viewer.answer().await, DeviceMessage::AckClipboard(42));
    assert_eq!(note(&stage.fs(), 1), "你好");
    let drawn = viewer
        .picture_where("ink on the page", |picture| {
            picture.ink(page.0.clone(), page.1.clone()) > 150
        })
        .await;
    // Two characters of 40 pixels each, nothing behind them.
    assert!(drawn.ink(40..120, 180..240) > 150 && drawn.ink(130..400, 180..240) == 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn text_keys_and_the_soft_keyboard_write_and_outlive_a_restart() {
    let stage = Stage::new().await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    viewer.picture().await;
    viewer.new_note().await;
    viewer
        .send(&ControlMessage::InjectText("Hi 你 there".into()))
        .await;
    viewer.key(67, 0).await;
    viewer.key(66, 0).await;
    viewer.key(29, 0x41).await;
    // Q and the backspace of the soft keyboard: five rows of 94 pixels above the gesture bar.
    let top = 1280 - 2 * (47 * 5 + 10 + 20) + 12;
    viewer.tap(36, top + 94 + 47).await;
    viewer.tap(108, top + 94 + 47).await;
    viewer.tap(680, top + 3 * 94 + 47).await;
    // Each key is written at once: the last one, which takes a letter back, is waited for. What has no key is dropped, as on a real phone.
    eventually("all keys but what has none", async || {
        let written = note(&stage.fs(), 1);
        if written == "Hi  ther\nAq" {
            Ok(())
        } else {
            Err(written)
        }
    })
    .await;
    let stage = stage.restart().await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    viewer.picture().await;
    viewer.tap(108, 1132).await;
    viewer
        .picture_where("the list", |picture| {
            picture.brightness(100..600, 500..900) > 225.0
        })
        .await;
    viewer.tap(360, 250).await;
    viewer.key(123, 0).await;
    viewer.send(&ControlMessage::InjectText("!".into())).await;
    viewer
        .adb
        .until("cat /data/data/com.owldeck.notes/files/note-0001.txt", "!")
        .await;
    assert_eq!(note(&stage.fs(), 1), "Hi  ther\nAq!");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_on_the_phone_is_reported_and_can_be_asked_for() {
    let stage = Stage::new().await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    viewer.new_note().await;
    viewer
        .send(&ControlMessage::SetClipboard {
            sequence: 0,
            paste: true,
            text: "从电脑".into(),
        })
        .await;
    viewer.key(29, CTRL).await;
    viewer
        .send(&ControlMessage::GetClipboard(CopyKey::Copy))
        .await;
    assert_eq!(
        viewer.answer().await,
        DeviceMessage::Clipboard("从电脑".into()),
        "without a sequence there is no ACK before"
    );
    viewer
        .send(&ControlMessage::GetClipboard(CopyKey::Cut))
        .await;
    assert_eq!(
        viewer.answer().await,
        DeviceMessage::Clipboard("从电脑".into())
    );
    assert_eq!(note(&stage.fs(), 1), "");
    let quiet = ServerArgs {
        scid: Some(9),
        clipboard_autosync: false,
        ..args()
    };
    let mut asking = Viewer::open(stage.connect().await, &quiet).await;
    asking
        .send(&ControlMessage::GetClipboard(CopyKey::None))
        .await;
    assert_eq!(
        asking.answer().await,
        DeviceMessage::Clipboard("从电脑".into())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rotation_brings_a_new_configuration_and_size() {
    let stage = Stage::new().await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    let upright = viewer.picture().await;
    assert_eq!((upright.width, upright.height), (720, 1280));
    viewer.send(&ControlMessage::RotateDevice).await;
    let wide = viewer
        .picture_where("a wide picture", |picture| picture.width == 1280)
        .await;
    assert_eq!(wide.height, 720);
    viewer
        .touch(TouchAction::Down, 108, 1132, (720, 1280))
        .await;
    // The wide launcher's first icon, with the wide size.
    viewer.size = (1280, 720);
    viewer.tap(355, 560).await;
    viewer
        .adb
        .until("dumpsys activity activities", "com.owldeck.notes")
        .await;
    viewer.send(&ControlMessage::RotateDevice).await;
    viewer
        .picture_where("an upright picture", |picture| picture.width == 720)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn home_back_recents_and_power_work() {
    let stage = Stage::new().await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    viewer.new_note().await;
    let front = "dumpsys activity activities";
    viewer.key(3, 0).await;
    viewer.adb.until(front, "launcher").await;
    viewer.key(187, 0).await;
    viewer.key(187, 0).await;
    viewer.adb.until(front, "com.owldeck.notes").await;
    // The keyboard, the note, the app.
    for _ in 0..3 {
        viewer.key(4, 0).await;
    }
    viewer.adb.until(front, "launcher").await;
    viewer.send(&ControlMessage::StartApp("?时钟".into())).await;
    viewer.adb.until(front, "com.android.deskclock").await;
    viewer.key(26, 0).await;
    viewer
        .picture_where("a black screen", |picture| {
            picture.brightness(0..720, 0..1280) < 6.0
        })
        .await;
    viewer.key(3, 0).await;
    viewer
        .picture_where("the clock again", |picture| {
            picture.brightness(0..720, 0..1280) > 12.0
        })
        .await;
    viewer.key(3, 0).await;
    viewer.adb.until(front, "launcher").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_draws_only_while_watched_and_only_changes() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    for _ in 0..20 {
        adb.output("am start -n com.android.settings/.Settings && input keyevent 3")
            .await;
    }
    let idle = stage.host.stats(0).unwrap();
    assert_eq!(
        (idle.frames_drawn, idle.frames_encoded, idle.has_screen),
        (0, 0, false)
    );
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    viewer.picture().await;
    // A still screen gets its refinements and then nothing: only a reset brings the next key frame.
    viewer.send(&ControlMessage::ResetVideo).await;
    viewer.picture_where("a picture", |_| true).await;
    let drawn = stage.host.stats(0).unwrap().frames_drawn;
    assert!(
        (1..=3).contains(&drawn),
        "{drawn} drawings of a still screen"
    );
    viewer.adb.close(viewer.shell).await;
    soon("the session ends", viewer.adb.read_to_end(viewer.video)).await;
    // The sockets are closed a little before the session leaves its phone.
    eventually("nobody watches", async || {
        !stage.host.stats(0).unwrap().has_screen
    })
    .await;
    let after = stage.host.stats(0).unwrap();
    adb.output("am start -n com.android.settings/.Settings")
        .await;
    let later = stage.host.stats(0).unwrap();
    assert_eq!(
        (later.frames_drawn, later.frames_encoded, later.has_screen),
        (after.frames_drawn, after.frames_encoded, false)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_takes_nothing_gets_the_newest_picture_later_not_all() {
    let stage = Stage::new().await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    viewer.new_note().await;
    viewer
        .picture_where("the note", |picture| {
            picture.brightness(20..700, 280..600) > 240.0
        })
        .await;
    viewer.stall().await;
    let before = stage.host.stats(0).unwrap().frames_encoded;
    for _ in 0..60 {
        viewer
            .send(&ControlMessage::InjectText("line ".into()))
            .await;
    }
    viewer
        .adb
        .until(
            "cat /data/data/com.owldeck.notes/files/note-0001.txt",
            &"line ".repeat(60),
        )
        .await;
    let waiting = stage.host.stats(0).unwrap().frames_encoded - before;
    assert_eq!(waiting, 0, "pictures were encoded for nobody");
    let id = viewer.video;
    viewer.adb.release(id).await;
    viewer
        .picture_where("the whole text", |picture| {
            picture.ink(40..700, 180..400) > 4000
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_small_picture_is_a_key_frame_and_seldom() {
    let stage = Stage::new().await;
    let begun = Instant::now();
    let small = ServerArgs {
        control: false,
        max_size: 320,
        max_fps: Some(2.0),
        video_codec_options: Some("i-frame-interval=0".into()),
        ..args()
    };
    let mut viewer = Viewer::open(stage.connect().await, &small).await;
    assert_eq!(viewer.size, (184, 320));
    assert!(matches!(viewer.packet().await, VideoPacket::Config(_)));
    let mut adb = stage.connect().await;
    let mut last_us = None;
    for page in [
        "com.android.settings/.Settings",
        "com.owldeck.notes/.NotesActivity",
        "com.android.deskclock/.DeskClock",
    ] {
        let VideoPacket::Frame { pts_us, key, data } = viewer.packet().await else {
            panic!("only frames follow")
        };
        assert!(
            key && data.len() > 500 && data.len() < 40_000,
            "{} bytes",
            data.len()
        );
        if let Some(last_us) = last_us {
            // Two a second; a busy machine draws one late, and the next keeps to its time.
            let apart_us = pts_us - last_us;
            let least_us = if stopwatch::measuring() { 250_000 } else { 0 };
            assert!(apart_us > least_us, "{apart_us} µs");
        }
        last_us = Some(pts_us);
        // Many changes, one picture.
        for _ in 0..10 {
            adb.output("input keyevent 3").await;
            adb.output(&format!("am start -n {page}")).await;
        }
    }
    let drawn = stage.host.stats(0).unwrap().frames_drawn;
    // A busy machine takes long over the changes, and two pictures a second are drawn all the time.
    let most = if stopwatch::measuring() {
        8
    } else {
        2 + begun.elapsed().as_millis() as u64 / 500
    };
    assert!(drawn <= most, "{drawn} drawings, {most} at most");
}
