//! Screens of another size, and windows that may not be seen.

use phone_wire::control::{ControlMessage, TouchAction};
use phone_wire::device::DeviceMessage;
use phone_wire::screen::ServerArgs;

use crate::support::Stage;
use crate::viewer::{Picture, Viewer, args};

fn is_black(picture: &Picture) -> bool {
    picture.rgb.iter().all(|part| *part < 8)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_session_goes_on_in_the_new_size() {
    let stage = Stage::new().await;
    let newer = ServerArgs {
        version: "4.1".into(),
        ..args()
    };
    let mut v4 = Viewer::open(stage.connect().await, &newer).await;
    v4.picture().await;
    v4.adb.output("wm size 606x1002").await;
    // The long side is cut to a multiple of eight, the short one goes to the nearest.
    let fits = |picture: &Picture| (picture.width, picture.height) == (608, 1000);
    v4.picture_where("the new size", fits).await;
    assert_eq!(v4.sessions, [(608, 1000)], "as its own encoding session");
    let mut v3 = Viewer::open(stage.connect().await, &args()).await;
    assert_eq!(v3.size, (608, 1000));
    v3.picture_where("the same", fits).await;
    v3.adb.output("wm size reset").await;
    v3.picture_where("the old size", |picture| picture.width == 720)
        .await;
}

/// Waits until the phone has done all that was sent.
async fn done(viewer: &mut Viewer, sequence: u64) {
    let message = ControlMessage::SetClipboard {
        sequence,
        paste: false,
        text: "x".into(),
    };
    viewer.send(&message).await;
    assert_eq!(viewer.answer().await, DeviceMessage::AckClipboard(sequence));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finger_that_rests_while_the_size_changes_does_nothing_more() {
    let stage = Stage::new().await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    viewer.picture().await;
    viewer
        .adb
        .output("am start -n com.android.settings/.Settings")
        .await;
    // From the edge, as a gesture that goes back begins.
    viewer.touch(TouchAction::Down, 4, 400, (720, 1280)).await;
    done(&mut viewer, 1).await;
    viewer.adb.output("wm size 544x960").await;
    viewer
        .picture_where("the new size", |picture| picture.width == 544)
        .await;
    viewer.touch(TouchAction::Up, 300, 400, (720, 1280)).await;
    viewer.touch(TouchAction::Up, 300, 400, (544, 960)).await;
    done(&mut viewer, 2).await;
    let front = viewer.adb.output("dumpsys activity activities").await;
    assert!(front.contains("com.android.settings"), "{front}");
    // A gesture from the edge that begins in the new size goes back.
    viewer.touch(TouchAction::Down, 4, 400, (544, 960)).await;
    viewer.touch(TouchAction::Up, 300, 400, (544, 960)).await;
    done(&mut viewer, 3).await;
    let front = viewer.adb.output("dumpsys activity activities").await;
    assert!(front.contains("launcher"), "{front}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_stands_the_least_and_the_greatest_screen() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    for size in ["200x200", "1440x2560", "200x2560", "1440x200"] {
        adb.output(&format!("wm size {size}")).await;
        for density in [72, 640] {
            adb.output(&format!("wm density {density}")).await;
            for app in [
                "com.owldeck.notes/.NotesActivity",
                "com.android.settings/.Settings",
                "com.android.documentsui/.files.FilesActivity",
                "com.android.deskclock/.DeskClock",
                "com.android.gallery3d/.app.GalleryActivity",
            ] {
                adb.output(&format!("am start -n {app}")).await;
                adb.output("input tap 100 100").await;
                adb.output("screencap -p /sdcard/shot.png").await;
            }
            adb.output("input keyevent 3").await;
            adb.output("screencap -p /sdcard/shot.png").await;
        }
    }
    assert_eq!(
        adb.output("wm size").await,
        "Physical size: 720x1280\nOverride size: 1440x200\n"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_protected_window_is_black_and_takes_what_is_typed() {
    let stage = Stage::new().await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    viewer.new_note().await;
    viewer
        .picture_where("the note", |picture| !is_black(picture))
        .await;
    viewer
        .adb
        .output("setprop owl.secure com.owldeck.notes")
        .await;
    viewer.picture_where("nothing", is_black).await;
    viewer.key(29, 0).await;
    viewer
        .adb
        .until("cat /data/data/com.owldeck.notes/files/note-0001.txt", "a")
        .await;
    viewer.key(3, 0).await;
    viewer
        .picture_where("the launcher", |picture| !is_black(picture))
        .await;
}
