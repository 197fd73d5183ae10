//! Screen sessions with a scripted scrcpy server.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use phone_link::wire::Decoder;
use phone_link::wire::control::{ControlMessage, ControlMessages};
use phone_link::wire::device::DeviceMessage;
use phone_link::wire::screen::{Codec, PACKET_MAX_BYTES, ScreenError as Broken, VideoPacket};
use phone_link::wire::shell::ShellPacket;
use phone_link::wire::sync::{MODE_FILE, SyncReply, SyncRequest, SyncRequests};
use phone_link::{FileError, LinkError, ScreenError, ScreenOptions, ScreenPacket};
use proptest::collection::vec;
use proptest::prelude::*;

use super::adbd::pair;
use super::scrcpy::{accept_socket, config, file, packet, session, start, tell_size, video_head};

#[tokio::test]
async fn a_session_installs_starts_connects_and_gives_pictures() {
    let (link, mut adbd) = pair().await;
    let options = ScreenOptions {
        max_size: 1280,
        encoder: Some("c2.android.avc.encoder"),
        ..ScreenOptions::default()
    };
    let file = file();
    let (session, (args, video, control)) =
        tokio::join!(link.open_screen(&file, &options), async {
            // The file is missing: pushed, and its size looked at again.
            tell_size(&mut adbd, 0).await;
            let (_, sync) = adbd.accept().await;
            let mut requests = Decoder::<SyncRequests>::default();
            let mut pushed = Vec::new();
            loop {
                match adbd.message(sync, &mut requests).await.unwrap() {
                    SyncRequest::Send { path, mode } => {
                        assert_eq!((path, mode), (file.remote_path(), MODE_FILE));
                    }
                    SyncRequest::Data(data) => pushed.extend_from_slice(&data),
                    other => {
                        assert_eq!(other, SyncRequest::Done(0));
                        break;
                    }
                }
            }
            assert_eq!(pushed, b"server");
            adbd.write(sync, SyncReply::Okay.to_bytes().unwrap()).await;
            tell_size(&mut adbd, 6).await;
            let (args, _) = start(&mut adbd).await;
            // Not listening yet: tried again.
            adbd.refuse().await;
            adbd.refuse().await;
            let video = accept_socket(&mut adbd, &args).await;
            let control = accept_socket(&mut adbd, &args).await;
            // The head in two pieces, the rest right behind it.
            let head = video_head(Codec::H264, 592, 1280);
            adbd.write(video, head.slice(..70)).await;
            let mut rest = BytesMut::from(&head[70..]);
            rest.extend_from_slice(&packet(&VideoPacket::Config(config(37, 80))));
            adbd.write(video, rest.freeze()).await;
            (args, video, control)
        });
    assert_eq!(args.version, "3.3.4");
    assert!(args.tunnel_forward && args.control && !args.audio && !args.cleanup);
    assert_eq!(
        (args.max_size, args.max_fps, args.video_bit_rate),
        (1280, Some(30.0), 4_000_000)
    );
    assert!(args.scid.unwrap() <= 0x7fff_ffff);
    assert_eq!(
        args.video_encoder.as_deref(),
        Some("c2.android.avc.encoder")
    );

    let mut session = session.unwrap();
    assert_eq!(session.device_name, "Test phone");
    assert_eq!(session.size, (592, 1280));
    let ScreenPacket::Config { bytes, size } = session.video.next().await.unwrap() else {
        panic!("no configuration first");
    };
    assert_eq!((bytes, size), (config(37, 80), (592, 1280)));
    let frame = VideoPacket::Frame {
        pts_us: 77,
        key: true,
        data: Bytes::from_static(b"picture"),
    };
    adbd.write(video, packet(&frame)).await;
    assert_eq!(
        session.video.next().await.unwrap(),
        ScreenPacket::Frame {
            pts_us: 77,
            key: true,
            bytes: Bytes::from_static(b"picture")
        }
    );

    // Both ways on the control socket.
    let sender = session.control.unwrap();
    sender.send(&ControlMessage::ResetVideo).unwrap();
    let mut messages = Decoder::<ControlMessages>::default();
    let sent = adbd.message(control, &mut messages).await;
    assert_eq!(sent, Some(ControlMessage::ResetVideo));
    let ack = DeviceMessage::AckClipboard(5);
    adbd.write(control, ack.to_bytes().unwrap()).await;
    assert_eq!(session.device.unwrap().next().await.unwrap(), ack);
}

#[tokio::test]
async fn a_small_session_has_key_pictures_only_and_no_control() {
    let (link, mut adbd) = pair().await;
    let file = file();
    let options = ScreenOptions::small();
    let (session, args) = tokio::join!(link.open_screen(&file, &options), async {
        tell_size(&mut adbd, 6).await;
        let (args, _) = start(&mut adbd).await;
        let video = accept_socket(&mut adbd, &args).await;
        adbd.write(video, video_head(Codec::H264, 176, 320)).await;
        args
    });
    let session = session.unwrap();
    assert!(session.control.is_none() && session.device.is_none());
    assert_eq!(args.video_encoder, None);
    assert_eq!((args.max_size, args.max_fps), (320, Some(2.0)));
    assert_eq!(
        args.video_codec_options.as_deref(),
        Some("i-frame-interval=0")
    );
}

#[tokio::test]
async fn a_rotation_tells_the_new_size() {
    let (_link, mut session, mut server) = session(&ScreenOptions::default()).await;
    for (width, height) in [(45, 80), (80, 45), (256, 256)] {
        let packet = packet(&VideoPacket::Config(config(width, height)));
        server.adbd.write(server.video, packet).await;
        let expected = (width as u16 * 16, height as u16 * 16);
        match session.video.next().await.unwrap() {
            ScreenPacket::Config { size, .. } => assert_eq!(size, expected),
            other @ ScreenPacket::Frame { .. } => panic!("{other:?}"),
        }
    }
}

/// Error of a session that gets these bytes after its head.
async fn broken(bytes: Bytes) -> ScreenError {
    let (_link, mut session, mut server) = session(&ScreenOptions::small()).await;
    server.adbd.write(server.video, bytes).await;
    server.adbd.close(server.video).await;
    server.adbd.close(server.shell).await;
    loop {
        if let Err(error) = session.video.next().await {
            return error;
        }
    }
}

#[tokio::test]
async fn a_picture_before_its_configuration_is_given_as_it_came() {
    let (_link, mut session, mut server) = session(&ScreenOptions::default()).await;
    let frame = VideoPacket::Frame {
        pts_us: 1,
        key: false,
        data: Bytes::from_static(b"x"),
    };
    server.adbd.write(server.video, packet(&frame)).await;
    let given = session.video.next().await.unwrap();
    assert!(matches!(given, ScreenPacket::Frame { key: false, .. }));
}

#[tokio::test]
async fn broken_pictures_are_refused_by_their_cause() {
    for bad in [config(257, 10), config(10, 257), config(1 << 20, 1 << 20)] {
        let error = broken(packet(&VideoPacket::Config(bad))).await;
        assert!(matches!(
            error,
            ScreenError::BadConfig | ScreenError::Video(Broken::BadSize { .. })
        ));
    }
    let no_sps = VideoPacket::Config(Bytes::from_static(b"\0\0\0\x01\x68\xce"));
    assert!(matches!(
        broken(packet(&no_sps)).await,
        ScreenError::BadConfig
    ));
    let frame = VideoPacket::Frame {
        pts_us: 1,
        key: true,
        data: Bytes::from_static(b"x"),
    };
    let mut long = packet(&frame)[..12].to_vec();
    long[8..].copy_from_slice(&(PACKET_MAX_BYTES + 1).to_be_bytes());
    assert!(matches!(
        broken(long.into()).await,
        ScreenError::Video(Broken::TooLong(_))
    ));
}

#[test]
fn no_configuration_whatever_makes_a_session_panic() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let damage = vec((any::<usize>(), any::<u8>()), 0..6);
    let noise = vec(any::<u8>(), 1..80);
    proptest!(ProptestConfig::with_cases(300), |(damage in damage, noise in noise, whole in any::<bool>())| {
        let mut bytes = if whole { noise } else { config(45, 80).to_vec() };
        for (at, value) in damage {
            let at = at % bytes.len();
            bytes[at] = value;
        }
        // Ends by its own fault or with the phone's end; the test is that it ends.
        let error = runtime.block_on(broken(packet(&VideoPacket::Config(bytes.into()))));
        let ended = matches!(error, ScreenError::BadConfig | ScreenError::Video(_) | ScreenError::Ended { .. });
        prop_assert!(ended, "{error:?}");
    });
}

/// Error of a start when the server prints these lines and exits.
async fn dies(lines: &'static str, exit: u8) -> ScreenError {
    let (link, mut adbd) = pair().await;
    let file = file();
    let options = ScreenOptions::default();
    let (session, ()) = tokio::join!(link.open_screen(&file, &options), async {
        tell_size(&mut adbd, 6).await;
        let (_, shell) = start(&mut adbd).await;
        let mut bytes = BytesMut::new();
        ShellPacket::Stdout(lines.into()).encode(&mut bytes);
        ShellPacket::Exit(exit).encode(&mut bytes);
        adbd.write(shell, bytes.freeze()).await;
        adbd.close(shell).await;
    });
    session.unwrap_err()
}

#[tokio::test]
async fn a_server_that_dies_says_why_and_is_not_waited_for() {
    let mismatch = "[server] ERROR: Exception on thread Thread[main,5,main]\njava.lang.IllegalArgumentException: The server version (3.3.3) does not match the client (3.3.4)\n";
    assert!(matches!(
        dies(mismatch, 1).await,
        ScreenError::VersionMismatch
    ));
    let encoder = "[server] INFO: Device: [redroid]\n[server] ERROR: Could not create default video encoder for h264\nList of video encoders:\n    (none)\n";
    assert!(matches!(dies(encoder, 1).await, ScreenError::NoEncoder));
    for named in [
        "[server] ERROR: Video encoder 'c2.android.avc.encoder' for h264 not found\nList of video encoders:\n    (none)\n",
        "[server] ERROR: Video encoder type for \"c2.owl\" (video/hevc) does not match codec type (video/avc)\n",
        "[server] ERROR: Could not create video encoder 'c2.android.avc.encoder' for h264\n",
    ] {
        assert!(matches!(dies(named, 1).await, ScreenError::NoEncoder));
    }
    let class = "java.lang.ClassNotFoundException: com.genymobile.scrcpy.Server\n";
    assert!(matches!(
        dies(class, 1).await,
        ScreenError::BrokenServerFile
    ));
    match dies("[server] INFO: hello\n[server] ERROR: boom", 137).await {
        ScreenError::Ended { exit, words } => {
            assert_eq!(exit, Some(137));
            assert_eq!(words, "[server] ERROR: boom");
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_link_that_breaks_during_the_start_is_the_cause() {
    let (link, mut adbd) = pair().await;
    let file = file();
    let options = ScreenOptions::default();
    let (session, ()) = tokio::join!(link.open_screen(&file, &options), async {
        tell_size(&mut adbd, 6).await;
        start(&mut adbd).await;
        drop(adbd);
    });
    assert!(matches!(
        session,
        Err(ScreenError::Link(LinkError::HungUp | LinkError::Io(_))
            | ScreenError::Open(phone_link::OpenError::Link(_)))
    ));
}

#[tokio::test]
async fn a_server_killed_while_running_ends_the_session_with_its_words() {
    let (_link, mut session, mut server) = session(&ScreenOptions::default()).await;
    server.adbd.close(server.video).await;
    let mut bytes = BytesMut::new();
    ShellPacket::Stdout("Killed\n".into()).encode(&mut bytes);
    ShellPacket::Exit(137).encode(&mut bytes);
    server.adbd.write(server.shell, bytes.freeze()).await;
    match session.video.next().await.unwrap_err() {
        ScreenError::Ended { exit, words } => {
            assert_eq!((exit, words.as_str()), (Some(137), "Killed"));
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_listens_is_given_up_after_ten_seconds() {
    let (link, mut adbd) = pair().await;
    let file = file();
    let options = ScreenOptions::default();
    let begun = tokio::time::Instant::now();
    let refusing = async {
        tell_size(&mut adbd, 6).await;
        start(&mut adbd).await;
        let mut tries = 0_u32;
        loop {
            tokio::select! {
                _ = adbd.refuse() => tries += 1,
                () = tokio::time::sleep(Duration::from_secs(1)) => return tries,
            }
        }
    };
    let opening = async {
        let session = link.open_screen(&file, &options).await;
        (session, begun.elapsed().as_secs())
    };
    let ((session, elapsed_s), tries) = tokio::join!(opening, refusing);
    assert!(matches!(session, Err(ScreenError::StartTimeout)));
    assert_eq!(elapsed_s, 10);
    assert!((90..=110).contains(&tries), "{tries}");
}

#[tokio::test]
async fn a_file_that_does_not_fit_on_the_phone_is_named() {
    let (link, mut adbd) = pair().await;
    let file = file();
    let options = ScreenOptions::default();
    let (session, ()) = tokio::join!(link.open_screen(&file, &options), async {
        tell_size(&mut adbd, 5).await;
        let (_, sync) = adbd.accept().await;
        let mut requests = Decoder::<SyncRequests>::default();
        while adbd.message(sync, &mut requests).await != Some(SyncRequest::Done(0)) {}
        adbd.write(sync, SyncReply::Okay.to_bytes().unwrap()).await;
        tell_size(&mut adbd, 5).await;
    });
    let Err(ScreenError::Install(cause)) = session else {
        panic!("installed");
    };
    assert!(matches!(*cause, FileError::Cut));
}

#[tokio::test]
async fn another_codec_is_refused() {
    let (link, mut adbd) = pair().await;
    let file = file();
    let options = ScreenOptions::small();
    let (session, ()) = tokio::join!(link.open_screen(&file, &options), async {
        tell_size(&mut adbd, 6).await;
        let (args, _) = start(&mut adbd).await;
        let video = accept_socket(&mut adbd, &args).await;
        adbd.write(video, video_head(Codec::H265, 720, 1280)).await;
    });
    assert!(matches!(session, Err(ScreenError::OtherCodec)));
}

#[tokio::test]
async fn dropping_a_session_ends_the_server_and_keeps_the_link() {
    let (link, session, mut server) = session(&ScreenOptions::default()).await;
    drop(session);
    let mut open = vec![
        server.shell.host,
        server.video.host,
        server.control.unwrap().host,
    ];
    while !open.is_empty() {
        let packet = server.adbd.next().await.unwrap();
        if packet.command == phone_link::wire::packet::Command::Close {
            open.retain(|id| *id != packet.arg0);
        }
    }
    assert!(link.closed_now().is_none());
}

#[tokio::test]
async fn a_server_that_may_touch_nothing_says_so_each_time_and_its_pictures_come() {
    let (_link, mut session, mut server) = session(&ScreenOptions::default()).await;
    let mut forbidden = session.control.as_ref().expect("control").forbidden();
    let words = "[server] ERROR: Could not invoke method\njava.lang.reflect.InvocationTargetException\nCaused by: java.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.\n";
    for times in 1..=2 {
        let mut bytes = BytesMut::new();
        ShellPacket::Stderr(words.into()).encode(&mut bytes);
        server.adbd.write(server.shell, bytes.freeze()).await;
        let said = forbidden.wait_for(|said| *said == times).await;
        assert!(said.is_ok());
    }
    let picture = packet(&VideoPacket::Config(config(45, 80)));
    server.adbd.write(server.video, picture).await;
    assert!(matches!(
        session.video.next().await,
        Ok(ScreenPacket::Config { .. })
    ));
}
