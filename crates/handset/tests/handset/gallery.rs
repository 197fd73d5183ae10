//! The gallery, and several fingers.

use phone_wire::control::TouchAction;

use crate::support::Stage;
use crate::viewer::{Picture, Viewer, args};

const RED: [u8; 3] = [230, 20, 20];
const BLUE: [u8; 3] = [20, 20, 230];

/// A square PNG: red, its inner quarter blue.
pub fn target(side: usize) -> Vec<u8> {
    let is_inner = |at: usize| (side / 4..side * 3 / 4).contains(&at);
    let pixels: Vec<u8> = (0..side * side)
        .flat_map(|at| {
            let inner = is_inner(at % side) && is_inner(at / side);
            if inner { BLUE } else { RED }
        })
        .collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, side as u32, side as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("an end");
    out
}

fn is_near(own: [u8; 3], wanted: [u8; 3]) -> bool {
    own.iter()
        .zip(wanted)
        .all(|(own, wanted)| own.abs_diff(wanted) < 40)
}

/// How many pixels across the middle are blue.
pub fn blue(picture: &Picture) -> usize {
    (0..picture.width)
        .filter(|x| is_near(picture.at(*x, picture.height / 2), BLUE))
        .count()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_fingers_enlarge_a_picture_and_one_moves_it() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    adb.push("/sdcard/Pictures/target.png", &target(400))
        .await
        .unwrap();
    adb.output("am start -n com.android.gallery3d/.app.GalleryActivity && input tap 120 300")
        .await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    let fitting = viewer
        .picture_where("the picture fits the screen", |picture| {
            (300..420).contains(&blue(picture))
        })
        .await;
    assert!(is_near(fitting.at(20, 640), RED));
    let size = (720, 1280);
    for (pointer, x) in [(1, 260), (2, 460)] {
        viewer
            .finger(pointer, TouchAction::Down, (x, 640), size)
            .await;
    }
    for (pointer, x) in [(1, 160), (2, 560)] {
        viewer
            .finger(pointer, TouchAction::Move, (x, 640), size)
            .await;
    }
    for (pointer, x) in [(1, 160), (2, 560)] {
        viewer
            .finger(pointer, TouchAction::Up, (x, 640), size)
            .await;
    }
    viewer
        .picture_where("twice as large", |picture| blue(picture) > 700)
        .await;
    viewer.finger(1, TouchAction::Down, (600, 640), size).await;
    viewer.finger(1, TouchAction::Move, (200, 640), size).await;
    viewer.finger(1, TouchAction::Up, (200, 640), size).await;
    viewer
        .picture_where("its right edge", |picture| {
            is_near(picture.at(700, 640), RED)
        })
        .await;
    viewer.adb.output("input keyevent BACK").await;
    assert!(
        viewer
            .adb
            .output("dumpsys activity activities")
            .await
            .contains("gallery3d"),
        "back closes the picture first"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_finger_ends_a_tap_and_fingers_of_one_who_left_are_lifted() {
    let stage = Stage::new().await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    let size = (720, 1280);
    let icon = (108, 1132);
    viewer.finger(1, TouchAction::Down, icon, size).await;
    viewer.finger(2, TouchAction::Down, (600, 400), size).await;
    viewer.finger(2, TouchAction::Up, (600, 400), size).await;
    viewer.finger(1, TouchAction::Up, icon, size).await;
    let front = viewer.adb.output("dumpsys activity activities").await;
    assert!(front.contains("launcher"), "{front}");
    viewer.finger(1, TouchAction::Down, (600, 400), size).await;
    let Viewer {
        mut adb,
        video,
        shell,
        ..
    } = viewer;
    adb.close(video).await;
    adb.finish_shell(shell).await;
    let mut next = Viewer::open(stage.connect().await, &args()).await;
    next.tap(icon.0, icon.1).await;
    next.adb
        .until("dumpsys activity activities", "com.owldeck.notes")
        .await;
}
