//! Virtual devices: a keyboard, a touch screen and buttons that a client makes.

use bytes::Bytes;
use phone_wire::control::ControlMessage;
use phone_wire::hid::{
    Contact, Device, Modifiers, PLACE_MAX, buttons_report, keyboard_report, stroke_of_char,
    touch_report,
};

use crate::gallery::{blue, target};
use crate::support::{Stage, note};
use crate::viewer::{Viewer, args};

/// The middle of the notes app's icon, as parts of the screen.
const ICON: (f32, f32) = (108.0 / 720.0, 1132.0 / 1280.0);

async fn made(stage: &Stage) -> Viewer {
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    for device in Device::ALL {
        viewer.send(&device.create()).await;
    }
    viewer
}

fn contact(id: u8, touches: bool, (x, y): (f32, f32)) -> Contact {
    let part = |part: f32| (part * f32::from(PLACE_MAX)) as u16;
    Contact {
        id,
        touches,
        x: part(x),
        y: part(y),
    }
}

async fn tap(viewer: &mut Viewer, at: (f32, f32)) {
    for touches in [true, false] {
        viewer.send(&touch_report([contact(3, touches, at)])).await;
    }
}

async fn in_front(viewer: &mut Viewer, app: &str) {
    viewer.adb.until("dumpsys activity activities", app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_virtual_finger_taps_keys_type_and_buttons_go_home() {
    let stage = Stage::new().await;
    let mut viewer = made(&stage).await;
    tap(&mut viewer, ICON).await;
    in_front(&mut viewer, "com.owldeck.notes").await;
    // The button for a new note.
    tap(&mut viewer, (624.0 / 720.0, 1148.0 / 1280.0)).await;
    for letter in "Owl 2!".chars() {
        let stroke = stroke_of_char(letter).expect("a key");
        let shift = Modifiers(u8::from(stroke.shift) * Modifiers::SHIFT.0);
        viewer.send(&keyboard_report(shift, [stroke.key])).await;
        viewer.send(&keyboard_report(Modifiers::NONE, [])).await;
    }
    // Held from one report to the next it types once; with another one beside it that one.
    for keys in [&[0x04][..], &[0x04, 0x05], &[0x05], &[]] {
        let keys = keys.iter().copied();
        viewer.send(&keyboard_report(Modifiers::NONE, keys)).await;
    }
    let read = "cat /data/data/com.owldeck.notes/files/note-0001.txt";
    viewer.adb.until(read, "Owl 2!ab").await;
    assert_eq!(note(&stage.fs(), 1), "Owl 2!ab");
    viewer.send(&buttons_report([0x223])).await;
    viewer.send(&buttons_report([])).await;
    in_front(&mut viewer, "launcher").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_touch_is_turned_with_the_picture() {
    let stage = Stage::new().await;
    let mut viewer = made(&stage).await;
    let upright = viewer.adb.output("dumpsys display").await;
    assert!(upright.contains("displayId=0, "), "{upright}");
    assert!(upright.contains("orientation=0, "), "{upright}");
    viewer.send(&ControlMessage::RotateDevice).await;
    viewer.adb.until("dumpsys display", "orientation=1, ").await;
    viewer
        .adb
        .output("am start -n com.owldeck.notes/.NotesActivity")
        .await;
    // A swipe up from the middle of the lower edge of the picture: on the phone as it stands that edge is its left one.
    for (touches, x) in [(true, 0.0), (true, 0.3), (false, 0.3)] {
        viewer
            .send(&touch_report([contact(0, touches, (x, 0.5))]))
            .await;
    }
    in_front(&mut viewer, "launcher").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_goes_takes_its_touch_back() {
    let stage = Stage::new().await;
    let mut viewer = made(&stage).await;
    viewer.send(&touch_report([contact(0, true, ICON)])).await;
    viewer.send(&Device::Touch.destroy()).await;
    viewer.send(&Device::Touch.create()).await;
    viewer.send(&touch_report([contact(0, false, ICON)])).await;
    let front = viewer.adb.output("dumpsys activity activities").await;
    assert!(front.contains("launcher"), "{front}");
    tap(&mut viewer, ICON).await;
    in_front(&mut viewer, "com.owldeck.notes").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_descriptor_makes_no_device_and_harms_nobody() {
    let stage = Stage::new().await;
    let mut viewer = made(&stage).await;
    for descriptor in [&[0x26, 0x01][..], &[0xff; 4096], &[]] {
        let create = ControlMessage::UhidCreate {
            id: 9,
            vendor: 0,
            product: 0,
            name: "noise".into(),
            descriptor: Bytes::copy_from_slice(descriptor),
        };
        viewer.send(&create).await;
        for id in [9, 77] {
            let data = Bytes::from_static(&[0xff; 64]);
            viewer.send(&ControlMessage::UhidInput { id, data }).await;
        }
    }
    // A report that is too short moves no finger that it does not tell of.
    let id = Device::Touch as u16;
    let data = Bytes::from_static(&[1]);
    viewer.send(&ControlMessage::UhidInput { id, data }).await;
    tap(&mut viewer, ICON).await;
    in_front(&mut viewer, "com.owldeck.notes").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_may_forbid_injecting_and_devices_too() {
    let stage = Stage::new().await;
    let mut viewer = made(&stage).await;
    viewer.adb.output("setprop owl.fault no-input").await;
    let (_, _, open) = viewer.adb.shell("[ -w /dev/uhid ]").await;
    assert_eq!(open, 0);
    viewer.tap(108, 1132).await;
    let front = viewer.adb.output("dumpsys activity activities").await;
    assert!(front.contains("launcher"), "{front}");
    tap(&mut viewer, ICON).await;
    in_front(&mut viewer, "com.owldeck.notes").await;
    viewer.adb.output("setprop owl.fault no-uhid").await;
    let (_, _, shut) = viewer.adb.shell("test -w /dev/uhid").await;
    assert_eq!(shut, 1);
    viewer.send(&Device::Keyboard.create()).await;
    let shell = viewer.shell;
    let (out, err, _) = viewer.adb.finish_shell(shell).await;
    assert!(format!("{out}{err}").contains("EACCES"), "{out}{err}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_virtual_fingers_enlarge_a_picture() {
    let stage = Stage::new().await;
    let mut viewer = made(&stage).await;
    viewer
        .adb
        .push("/sdcard/Pictures/target.png", &target(400))
        .await
        .unwrap();
    viewer
        .adb
        .output("am start -n com.android.gallery3d/.app.GalleryActivity && input tap 120 300")
        .await;
    viewer
        .picture_where("the picture fits the screen", |picture| {
            (300..420).contains(&blue(picture))
        })
        .await;
    for (touches, apart) in [(true, 100.0), (true, 200.0), (false, 200.0)] {
        let fingers = [(0, -apart), (1, apart)];
        let at = |off: f32| ((360.0 + off) / 720.0, 0.5);
        let report = fingers.map(|(id, off)| contact(id, touches, at(off)));
        viewer.send(&touch_report(report)).await;
    }
    viewer
        .picture_where("twice as large", |picture| blue(picture) > 700)
        .await;
}
