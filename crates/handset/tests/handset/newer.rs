//! scrcpy 4.1: its framing and its messages.

use eventually::eventually;
use phone_wire::control::ControlMessage;
use phone_wire::screen::ServerArgs;

use crate::support::{Stage, soon};
use crate::viewer::{Viewer, args};

fn newer() -> ServerArgs {
    ServerArgs {
        version: "4.1".into(),
        ..args()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_encoding_session_tells_its_size() {
    let stage = Stage::new().await;
    let mut viewer = Viewer::open(stage.connect().await, &newer()).await;
    assert_eq!(viewer.size, (720, 1280));
    viewer.picture().await;
    assert_eq!(viewer.sessions, [], "the first one came with the head");
    viewer.send(&ControlMessage::ResetVideo).await;
    soon("the session of the reset", async {
        while viewer.sessions.is_empty() {
            viewer.picture().await;
        }
    })
    .await;
    viewer.send(&ControlMessage::RotateDevice).await;
    viewer
        .picture_where("a wide picture", |picture| picture.width == 1280)
        .await;
    assert_eq!(viewer.sessions, [(720, 1280), (1280, 720)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_knows_the_messages_of_its_version_and_dies_of_others() {
    let stage = Stage::new().await;
    let scan = ControlMessage::ScanFile("/sdcard/Pictures/a.png".into());
    let mut viewer = Viewer::open(stage.connect().await, &newer()).await;
    viewer.send(&scan).await;
    viewer
        .adb
        .until("logcat -d", "MediaProvider: Scanned /sdcard/Pictures/a.png")
        .await;
    assert_eq!(stage.host.stats(0).unwrap().sessions, 1);
    viewer.send(&ControlMessage::CameraZoomIn).await;
    let ended = async |what: &str| {
        eventually(what, async || stage.host.stats(0).unwrap().sessions == 0).await;
    };
    ended("a display has no camera").await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    viewer.picture().await;
    viewer.send(&scan).await;
    ended("3.3.4 has no such message").await;
}
