//! The video socket and the server's arguments, in every version that is spoken.

use bytes::{BufMut, Bytes};
use phone_wire::Decoder;
use phone_wire::control::ControlMessage;
use phone_wire::screen::{
    self, ArgsError, Codec, Framing, LogLevel, ScreenError, ScreenEvents, ServerArgs, Session,
    Version, VideoPacket, checked_size, device_name_bytes, stream_header_bytes,
};

use super::samples::bytes_of;

#[test]
fn video_has_these_bytes() {
    assert_eq!(
        stream_header_bytes(Codec::H264, 720, 1280).as_slice(),
        bytes_of("68323634 000002d0 00000500")
    );
    let packet = |key| VideoPacket::Frame {
        pts_us: 0x0102,
        key,
        data: Bytes::from_static(b"abc"),
    };
    assert_eq!(
        packet(true).header(Framing::V3).as_slice(),
        bytes_of("4000000000000102 00000003")
    );
    assert_eq!(
        packet(false).header(Framing::V3).as_slice(),
        bytes_of("0000000000000102 00000003")
    );
    let config = VideoPacket::Config(Bytes::from_static(b"ab"));
    assert_eq!(
        config.header(Framing::V3).as_slice(),
        bytes_of("8000000000000000 00000002")
    );
    assert_eq!(device_name_bytes("x")[..3], [b'x', 0, 0]);
    assert_eq!(Framing::of_version("3.3.4"), Some(Framing::V3));
    assert_eq!(Framing::of_version("4.1"), Some(Framing::V4));
    assert_eq!(Framing::of_version("5.0"), None);
}

#[test]
fn video_of_version_4_has_these_bytes() {
    assert_eq!(Codec::H264.to_bytes().as_slice(), bytes_of("68323634"));
    let session = |resized| Session {
        width: 720,
        height: 1280,
        resized,
    };
    assert_eq!(
        session(false).to_bytes().as_slice(),
        bytes_of("80000000 000002d0 00000500")
    );
    assert_eq!(
        session(true).to_bytes().as_slice(),
        bytes_of("80000001 000002d0 00000500")
    );
    let packet = |key| VideoPacket::Frame {
        pts_us: 0x0102,
        key,
        data: Bytes::from_static(b"abc"),
    };
    assert_eq!(
        packet(true).header(Framing::V4).as_slice(),
        bytes_of("2000000000000102 00000003")
    );
    assert_eq!(
        packet(false).header(Framing::V4).as_slice(),
        bytes_of("0000000000000102 00000003")
    );
    let config = VideoPacket::Config(Bytes::from_static(b"ab"));
    assert_eq!(
        config.header(Framing::V4).as_slice(),
        bytes_of("4000000000000000 00000002")
    );
}

#[test]
fn each_version_has_its_framing_and_its_messages() {
    let zoom = ControlMessage::CameraZoomIn;
    let resize = ControlMessage::ResizeDisplay {
        width: 1,
        height: 1,
    };
    let scan = ControlMessage::ScanFile("/a".to_owned());
    for (text, framing, takes) in [
        ("3.3.1", Framing::V3, [true, false, false]),
        ("3.3.4", Framing::V3, [true, false, false]),
        ("4.0", Framing::V4, [true, true, false]),
        ("4.1", Framing::V4, [true, true, true]),
    ] {
        let version = Version::parse(text).unwrap();
        assert_eq!(
            (version.to_string(), version.framing()),
            (text.to_owned(), framing)
        );
        assert_eq!(Framing::of_version(text), Some(framing));
        let found =
            [&ControlMessage::ResetVideo, &resize, &scan].map(|it| version.display_takes(it));
        assert_eq!(found, takes, "{text}");
        assert!(
            !version.display_takes(&zoom),
            "a camera's, whatever the version"
        );
    }
    for other in ["3.3", "3.3.5", "4", "4.1.0", "4.2", ""] {
        assert_eq!(Version::parse(other), None);
    }
}

#[test]
fn server_arguments_are_written_and_read_back() {
    let mut args = ServerArgs::new("3.3.4");
    assert_eq!(args.to_words().unwrap(), ["3.3.4"]);
    args.scid = Some(0x1a2b_3c4d);
    args.log_level = LogLevel::Debug;
    args.audio = false;
    args.tunnel_forward = true;
    args.max_size = 1280;
    args.max_fps = Some(29.5);
    args.video_bit_rate = 4_000_000;
    args.video_codec_options = Some("i-frame-interval=0".to_owned());
    args.others = vec![("angle".to_owned(), "3".to_owned())];
    let words = args.to_words().unwrap();
    assert_eq!(
        words,
        [
            "3.3.4",
            "scid=1a2b3c4d",
            "log_level=debug",
            "audio=false",
            "tunnel_forward=true",
            "max_size=1280",
            "video_bit_rate=4000000",
            "max_fps=29.5",
            "video_codec_options=i-frame-interval=0",
            "angle=3",
        ]
    );
    assert_eq!(
        ServerArgs::parse(words.iter().map(String::as_str)),
        Ok(args.clone())
    );
    assert_eq!(args.socket_name().to_string(), "scrcpy_1a2b3c4d");
}

#[test]
fn server_arguments_are_read_as_the_server_does() {
    let args = ServerArgs::parse(
        "3.3.4 scid=-1 max_size=1283 max_fps=0 log_level=WARN raw_stream=true".split(' '),
    )
    .unwrap();
    assert_eq!(args.socket_name().to_string(), "scrcpy");
    assert_eq!(args.max_size, 1280);
    assert_eq!(args.max_fps, None);
    assert_eq!(args.log_level, LogLevel::Warn);
    assert!(args.audio && args.control && !args.send_dummy_byte && !args.send_codec_meta);
}

#[test]
fn a_servers_meta_option_has_the_name_of_its_version() {
    for (version, name, other) in [
        ("3.3.4", "send_codec_meta", "send_stream_meta"),
        ("4.1", "send_stream_meta", "send_codec_meta"),
    ] {
        let mut args = ServerArgs::new(version);
        args.send_codec_meta = false;
        let words = args.to_words().unwrap();
        assert_eq!(words, [version.to_owned(), format!("{name}=false")]);
        let read = ServerArgs::parse([version, words[1].as_str()]).unwrap();
        assert!(!read.send_codec_meta && read.others.is_empty());
        let foreign = ServerArgs::parse([version, &format!("{other}=false")]).unwrap();
        assert!(foreign.send_codec_meta);
        assert_eq!(foreign.others, [(other.to_owned(), "false".to_owned())]);
    }
    let mut awake = ServerArgs::new("4.1");
    awake.keep_active = true;
    assert_eq!(awake.to_words().unwrap(), ["4.1", "keep_active=true"]);
    awake.version = "3.3.4".to_owned();
    assert_eq!(awake.to_words().unwrap(), ["3.3.4"], "3.x does not know it");
}

fn video_until(framing: Framing, stage: &[&[u8]]) -> Result<(), ScreenError> {
    let mut decoder = Decoder::new(ScreenEvents::new(framing));
    for bytes in stage {
        decoder.feed(bytes);
        while decoder.pull()?.is_some() {}
    }
    Ok(())
}

#[test]
fn a_video_socket_is_refused_at_its_first_wrong_byte() {
    let name = device_name_bytes("phone");
    let header = screen::stream_header_bytes(screen::Codec::H264, 720, 1280);
    let packet = |length: u32| {
        let mut head = vec![0; 8];
        head.put_u32(length);
        head
    };
    let until = |rest: &[&[u8]]| video_until(Framing::V3, &[&[&[0][..], &name], rest].concat());
    assert_eq!(
        video_until(Framing::V3, &[&[1]]),
        Err(ScreenError::BadDummy(1))
    );
    assert_eq!(until(&[&[0; 4]]), Err(ScreenError::Disabled));
    assert_eq!(until(&[&[0, 0, 0, 1]]), Err(ScreenError::Configuration));
    assert_eq!(
        until(&[&[9; 12]]),
        Err(ScreenError::UnknownCodec(0x0909_0909))
    );
    assert_eq!(until(&[&header, &packet(screen::PACKET_MAX_BYTES)]), Ok(()));
    assert_eq!(
        until(&[&header, &packet(screen::PACKET_MAX_BYTES + 1)]),
        Err(ScreenError::TooLong(screen::PACKET_MAX_BYTES + 1))
    );
    assert_eq!(until(&[&header, &packet(0)]), Err(ScreenError::EmptyPacket));
    let side = u32::from(screen::SIDE_MAX);
    assert_eq!(checked_size(side, 1), Ok((screen::SIDE_MAX, 1)));
    for (width, height) in [(side + 1, 1), (1, side + 1), (0, 1), (1, 0)] {
        assert_eq!(
            checked_size(width, height),
            Err(ScreenError::BadSize { width, height })
        );
    }
}

#[test]
fn a_video_socket_of_version_4_begins_with_a_session_and_only_there() {
    let name = device_name_bytes("phone");
    let codec = Codec::H264.to_bytes();
    let session = Session {
        width: 720,
        height: 1280,
        resized: false,
    };
    let until =
        |framing, rest: &[&[u8]]| video_until(framing, &[&[&[0][..], &name], rest].concat());
    let first = session.to_bytes();
    assert_eq!(until(Framing::V4, &[&codec, &first, &first]), Ok(()));
    assert_eq!(until(Framing::V4, &[&[0; 4]]), Err(ScreenError::Disabled));
    let header = screen::stream_header_bytes(Codec::H264, 720, 1280);
    assert_eq!(
        until(Framing::V4, &[&header, &[0; 4]]),
        Err(ScreenError::OtherFraming)
    );
    assert_eq!(
        until(Framing::V3, &[&codec, &first]),
        Err(ScreenError::OtherFraming)
    );
    let side = screen::SIDE_MAX;
    for (width, height, fits) in [(side, side, true), (side + 1, 1, false), (1, 0, false)] {
        let session = Session {
            width,
            height,
            resized: true,
        };
        let found = until(Framing::V4, &[&codec, &first, &session.to_bytes()]);
        assert_eq!(found.is_ok(), fits, "{width}x{height}");
    }
    let packet = |length: u32| [&[0; 8][..], &length.to_be_bytes()].concat();
    let longest = screen::PACKET_MAX_BYTES;
    assert_eq!(
        until(Framing::V4, &[&codec, &first, &packet(longest)]),
        Ok(())
    );
    assert_eq!(
        until(Framing::V4, &[&codec, &first, &packet(longest + 1)]),
        Err(ScreenError::TooLong(longest + 1))
    );
}

#[test]
fn server_arguments_refuse_what_a_shell_would_take() {
    let mut args = ServerArgs::new("3.3.4");
    for bad in ["a b", "a;b", "$(id)", "a'b", "a\nb", "a|b", "a\0"] {
        args.video_encoder = Some(bad.to_owned());
        assert_eq!(
            args.to_words(),
            Err(ArgsError::Unsafe("video_encoder".to_owned())),
            "{bad:?}"
        );
    }
    assert_eq!(ServerArgs::parse([]), Err(ArgsError::NoVersion));
    assert_eq!(
        ServerArgs::parse(["3.3.4", "audio"]),
        Err(ArgsError::NotAPair("audio".to_owned()))
    );
    for (key, value) in [
        ("max_size", "65536"),
        ("scid", "80000000"),
        ("max_fps", "NaN"),
        ("log_level", "loud"),
        ("video_codec", "gif"),
        ("video_bit_rate", "-1"),
    ] {
        let refused = ArgsError::BadValue {
            key: key.to_owned(),
            value: value.to_owned(),
        };
        let word = format!("{key}={value}");
        assert_eq!(ServerArgs::parse(["3.3.4", &word]), Err(refused));
    }
}
