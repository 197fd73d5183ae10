//! Starting and ending the scrcpy server.

use eventually::eventually;
use phone_wire::control::ControlMessage;
use phone_wire::screen::{ServerArgs, VideoPacket};
use phone_wire::service::Service;

use crate::support::{Stage, soon};
use crate::viewer::{JAR, Viewer, args, start_line};

#[tokio::test(flavor = "multi_thread")]
async fn another_version_is_refused_with_the_real_servers_words() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    adb.push(JAR, handset::SERVER_FILE).await.unwrap();
    for version in ["3.3.5", "3.3", "3.2", "4.0", "4.2", "4.1.0"] {
        let line = start_line(&ServerArgs {
            version: version.into(),
            ..args()
        });
        let (_, err, code) = adb.shell(&line).await;
        let words = format!(
            "[server] ERROR: The server version (3.3.4) does not match the client ({version})\n"
        );
        assert!(err.starts_with(&words), "{err}");
        assert_eq!(code, 1);
    }
    for version in ["3.3.1", "3.3.2", "3.3.3", "3.3.4", "4.1"] {
        let viewer = Viewer::open(
            stage.connect().await,
            &ServerArgs {
                version: version.into(),
                ..args()
            },
        )
        .await;
        assert_eq!(viewer.size, (720, 1280), "{version}");
        let mut adb = viewer.adb;
        adb.close(viewer.shell).await;
        eventually("the session ends", async || {
            stage.host.stats(0).unwrap().sessions == 0
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_pushed_file_there_is_no_server() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let (_, err, code) = adb.shell(&start_line(&args())).await;
    assert!(err.contains("ClassNotFoundException"), "{err}");
    assert_eq!(code, 134);
}

#[tokio::test(flavor = "multi_thread")]
async fn cleanup_deletes_the_pushed_file() {
    let stage = Stage::new().await;
    let viewer = Viewer::open(
        stage.connect().await,
        &ServerArgs {
            cleanup: true,
            ..args()
        },
    )
    .await;
    let mut adb = viewer.adb;
    assert_eq!(adb.shell(&format!("ls {JAR}")).await.2, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_this_phone_cannot_encode_is_said() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    adb.push(JAR, handset::SERVER_FILE).await.unwrap();
    let line = format!("{} video_codec=h265", start_line(&args()));
    let (_, err, code) = adb.shell(&line).await;
    assert!(
        err.contains("Could not create default video encoder for h265"),
        "{err}"
    );
    assert_eq!(code, 1);
    assert_eq!(
        adb.shell(&format!("{} scid=zzz", start_line(&args())))
            .await
            .2,
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_of_other_names_run_side_by_side_and_a_name_is_used_once() {
    let stage = Stage::new().await;
    let mut one = Viewer::open(stage.connect().await, &args()).await;
    one.picture().await;
    let small = ServerArgs {
        scid: Some(2),
        control: false,
        max_size: 320,
        max_fps: Some(2.0),
        ..args()
    };
    let mut two = Viewer::open(stage.connect().await, &small).await;
    assert_eq!(two.size, (184, 320));
    two.picture().await;
    assert_eq!(stage.host.stats(0).unwrap().sessions, 2);
    // The first session no longer listens, so its name is free; while a server waits for clients it is taken.
    let waiting = one
        .adb
        .open(&Service::shell_v2(start_line(&args())))
        .await
        .unwrap();
    let second = eventually("the name is taken", async || {
        let (_, err, code) = two
            .adb
            .shell(&start_line(&ServerArgs {
                control: false,
                ..args()
            }))
            .await;
        (code == 1).then_some(err)
    });
    assert!(second.await.contains("Address already in use"));
    one.adb.close(waiting).await;
    two.picture().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_told_apart_by_the_order_in_which_they_are_asked_for() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    adb.push(JAR, handset::SERVER_FILE)
        .await
        .expect("the server is pushed");
    for scid in 1..=20 {
        let args = ServerArgs {
            scid: Some(scid),
            ..args()
        };
        let start = Service::shell_v2(start_line(&args));
        let shell = adb.open(&start).await.expect("a shell");
        let socket = Service::local_abstract(args.socket_name().to_string());
        let [pictures, _control] = soon("the server listens", adb.open_two(&socket)).await;
        // The byte for nothing, with which a server greets its first client.
        let greeting = soon("a greeting", adb.read(pictures)).await;
        assert_eq!(greeting.as_deref(), Some(&[0][..]), "session {scid}");
        adb.close(shell).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_any_socket_or_the_shell_ends_the_session() {
    let stage = Stage::new().await;
    for which in 0..3 {
        let mut viewer = Viewer::open(stage.connect().await, &args()).await;
        viewer.picture().await;
        let id = [viewer.shell, viewer.video, viewer.control][which];
        viewer.adb.close(id).await;
        let others = [viewer.shell, viewer.video, viewer.control]
            .into_iter()
            .filter(|other| *other != id);
        for other in others {
            soon("the other streams end", viewer.adb.read_to_end(other)).await;
        }
        // The sockets are closed a little before the session leaves its phone.
        eventually("the session has left", async || {
            let stats = stage.host.stats(0).unwrap();
            (stats.sessions, stats.has_screen) == (0, false)
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_malformed_control_message_ends_the_session_and_no_other() {
    let stage = Stage::new().await;
    let mut good = Viewer::open(
        stage.connect().await,
        &ServerArgs {
            scid: Some(5),
            ..args()
        },
    )
    .await;
    let mut bad = Viewer::open(stage.connect().await, &args()).await;
    bad.adb.write(bad.control, &[99, 1, 2][..]).await;
    soon("the session ends", bad.adb.read_to_end(bad.video)).await;
    let (_, _, code) = bad.adb.finish_shell(bad.shell).await;
    assert_eq!(code, 0);
    good.send(&ControlMessage::ResetVideo).await;
    loop {
        if let VideoPacket::Config(_) = good.packet().await {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_without_video_or_control_works() {
    let stage = Stage::new().await;
    let mut blind = Viewer::open(
        stage.connect().await,
        &ServerArgs {
            video: false,
            ..args()
        },
    )
    .await;
    blind.size = (720, 1280);
    blind.tap(108, 1132).await;
    stage
        .connect()
        .await
        .until("dumpsys activity activities", "com.owldeck.notes")
        .await;
    assert_eq!(stage.host.stats(0).unwrap().frames_drawn, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_without_an_encoder_says_so_as_a_real_one() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    adb.push(JAR, handset::SERVER_FILE).await.unwrap();
    adb.output("setprop owl.fault no-encoder").await;
    let (_, err, code) = adb.shell(&start_line(&args())).await;
    assert_eq!(
        err,
        "[server] ERROR: Could not create default video encoder for h264\nList of video encoders:\n    (none)\n"
    );
    assert_eq!(code, 1);
    adb.output("setprop owl.fault none").await;
    let mut viewer = Viewer::open(stage.connect().await, &args()).await;
    viewer.picture().await;
}
