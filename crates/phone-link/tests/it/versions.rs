//! The versions of scrcpy's server: one session whatever the framing, and no message that kills it.

use bytes::{Bytes, BytesMut};
use phone_link::wire::Decoder;
use phone_link::wire::control::{ControlMessage, ControlMessages};
use phone_link::wire::screen::{
    Codec, Framing, ScreenError as Broken, Session, Version, VideoPacket,
};
use phone_link::{ControlSendError, ScreenError, ScreenOptions, ScreenPacket};

use super::adbd::pair;
use super::scrcpy::{
    accept_socket, config, file_of, packet_of, session_of, start, tell_size, video_head,
};

fn frame(pts_us: u64, key: bool) -> VideoPacket {
    VideoPacket::Frame {
        pts_us,
        key,
        data: Bytes::from_static(b"picture"),
    }
}

#[tokio::test]
async fn every_version_gives_the_same_packets() {
    for &version in Version::ALL {
        let framing = version.framing();
        let (_link, mut session, mut server) = session_of(version, &ScreenOptions::default()).await;
        assert_eq!(session.size, (720, 1280));
        let mut bytes = BytesMut::new();
        let configs = [config(45, 80), config(80, 45)];
        for (round, config) in configs.iter().enumerate() {
            if round == 1 && framing == Framing::V4 {
                let turned = Session {
                    width: 1280,
                    height: 720,
                    resized: false,
                };
                bytes.extend_from_slice(&turned.to_bytes());
            }
            bytes.extend_from_slice(&packet_of(framing, &VideoPacket::Config(config.clone())));
            bytes.extend_from_slice(&packet_of(framing, &frame(7, true)));
            bytes.extend_from_slice(&packet_of(framing, &frame(8, false)));
        }
        server.adbd.write(server.video, bytes.freeze()).await;
        for (config, size) in configs.iter().zip([(720, 1280), (1280, 720)]) {
            let bytes = config.clone();
            let expected = ScreenPacket::Config { bytes, size };
            assert_eq!(session.video.next().await.unwrap(), expected, "{version}");
            for (pts_us, key) in [(7, true), (8, false)] {
                let bytes = Bytes::from_static(b"picture");
                let expected = ScreenPacket::Frame { pts_us, key, bytes };
                assert_eq!(session.video.next().await.unwrap(), expected, "{version}");
            }
        }
    }
}

#[tokio::test]
async fn a_message_that_the_server_would_die_of_is_not_sent() {
    let scan = ControlMessage::ScanFile("/sdcard/Download/a.png".to_owned());
    let resize = ControlMessage::ResizeDisplay {
        width: 720,
        height: 1280,
    };
    for &version in Version::ALL {
        let (_link, session, mut server) = session_of(version, &ScreenOptions::default()).await;
        let sender = session.control.unwrap();
        let refused = Err(ControlSendError::Unsupported(version));
        for camera in [
            ControlMessage::CameraSetTorch(true),
            ControlMessage::CameraZoomIn,
            ControlMessage::CameraZoomOut,
        ] {
            assert_eq!(sender.send(&camera), refused, "{version}");
        }
        let taken: Vec<ControlMessage> = [&resize, &scan, &ControlMessage::ResetVideo]
            .into_iter()
            .filter(|message| sender.send(message) != refused)
            .cloned()
            .collect();
        let count = match version {
            Version::V4_1 => 3,
            Version::V4_0 => 2,
            _ => 1,
        };
        assert_eq!(taken.len(), count, "{version}");
        let mut messages = Decoder::new(ControlMessages::of(version));
        for message in taken {
            let found = server.adbd.message(server.control.unwrap(), &mut messages);
            assert_eq!(found.await, Some(message));
        }
    }
}

#[tokio::test]
async fn a_server_that_frames_as_another_version_is_told_at_the_head() {
    let (link, mut adbd) = pair().await;
    let file = file_of(Version::V4_1);
    let options = ScreenOptions::small();
    let (session, ()) = tokio::join!(link.open_screen(&file, &options), async {
        tell_size(&mut adbd, 6).await;
        let (args, _) = start(&mut adbd).await;
        assert!(args.keep_active);
        let video = accept_socket(&mut adbd, &args).await;
        let mut bytes = BytesMut::from(&video_head(Codec::H264, 720, 1280)[..]);
        bytes.extend_from_slice(&packet_of(
            Framing::V3,
            &VideoPacket::Config(config(45, 80)),
        ));
        adbd.write(video, bytes.freeze()).await;
    });
    assert!(matches!(
        session,
        Err(ScreenError::Video(Broken::OtherFraming))
    ));
}
