//! Bytes written down: those of the projects' own tests, and those that real programs were seen to send.

use bytes::{Bytes, BytesMut};
use phone_wire::Decoder;
use phone_wire::banner::{Banner, Feature, Features, Role};
use phone_wire::control::{
    BUTTON_PRIMARY, ControlMessage, ControlMessages, KeyAction, Position, TouchAction,
    pressure_fixed, scroll_fixed, scroll_from_256ths, scroll_notches, split_text,
};
use phone_wire::device::DeviceMessage;
use phone_wire::packet::{Command, PAYLOAD_MAX_BYTES, Packet, Packets, VERSION};
use phone_wire::screen::Version;
use phone_wire::service::{Namespace, Service};
use phone_wire::shell::{ArgumentError, CommandLine, ShellPacket, quote};
use phone_wire::sync::{SyncReply, SyncRequest};

pub fn bytes_of(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    digits
        .chunks_exact(2)
        .map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap())
        .collect()
}

#[track_caller]
fn control_is(message: &ControlMessage, hex: &str) {
    assert_eq!(message.to_bytes().unwrap(), bytes_of(hex));
    let mut decoder = Decoder::new(ControlMessages::of(Version::V4_1));
    decoder.feed(&bytes_of(hex));
    assert_eq!(decoder.pull(), Ok(Some(message.clone())));
    assert_eq!(decoder.pending(), 0);
}

#[test]
fn the_host_greets_with_these_bytes() {
    let banner = Banner::host(Features::of(&[
        Feature::ShellV2,
        Feature::Cmd,
        Feature::StatV2,
        Feature::LsV2,
    ]));
    let mut out = BytesMut::new();
    Packet::connect(VERSION, PAYLOAD_MAX_BYTES, &banner).encode(true, &mut out);
    let mut expected =
        bytes_of("43 4e 58 4e 01 00 00 01 00 00 10 00 29 00 00 00 4e 0f 00 00 bc b1 a7 b1");
    expected.extend_from_slice(b"host::features=shell_v2,cmd,stat_v2,ls_v2");
    assert_eq!(out, expected);

    let mut decoder = Decoder::new(Packets::handshake());
    decoder.feed(&expected);
    let packet = decoder.pull().unwrap().unwrap();
    assert_eq!(packet.command, Command::Connect);
    assert_eq!(Banner::parse(&packet.payload), Ok(banner));
}

#[test]
fn every_command_has_its_letters_and_magic() {
    for (command, hex) in [
        (Command::Connect, "43 4e 58 4e bc b1 a7 b1"),
        (Command::Auth, "41 55 54 48 be aa ab b7"),
        (Command::Open, "4f 50 45 4e b0 af ba b1"),
        (Command::Okay, "4f 4b 41 59 b0 b4 be a6"),
        (Command::Close, "43 4c 53 45 bc b3 ac ba"),
        (Command::Write, "57 52 54 45 a8 ad ab ba"),
        (Command::Tls, "53 54 4c 53 ac ab b3 ac"),
    ] {
        let header = Packet::new(command, 0, 0, Bytes::new()).header(false);
        let found: Vec<u8> = [&header[..4], &header[20..]].concat();
        assert_eq!(found, bytes_of(hex), "{command:?}");
    }
}

#[test]
fn a_phones_banner_is_read_with_all_its_oddities() {
    let banner = Banner::parse(
        b"device::ro.product.name=cheetah;;ro.product.model=Pixel 7;odd=a=b;features=shell_v2,unheard_of,cmd;\0\0",
    )
    .unwrap();
    assert_eq!(banner.role, Role::Device);
    let expected = [
        ("ro.product.name", "cheetah"),
        ("ro.product.model", "Pixel 7"),
    ];
    assert_eq!(
        banner.properties,
        expected.map(|(key, value)| (key.to_owned(), value.to_owned()))
    );
    assert_eq!(
        banner.features,
        Features::of(&[Feature::ShellV2, Feature::Cmd])
    );
    assert!(!banner.features.has(Feature::DelayedAck));
}

#[test]
fn services_are_read_as_stock_adb_asks_for_them() {
    for (text, service) in [
        ("shell:ls\0", Service::Shell("ls".to_owned())),
        ("shell,raw:ls\0", Service::Shell("ls".to_owned())),
        (
            "shell,v2,TERM=xterm,raw:getprop x\0",
            Service::ShellV2 {
                pty: false,
                term: Some("xterm".to_owned()),
                command: "getprop x".to_owned(),
            },
        ),
        (
            "shell,v2,pty:\0",
            Service::ShellV2 {
                pty: true,
                term: None,
                command: String::new(),
            },
        ),
        (
            "exec:screencap '-p'\0",
            Service::Exec("screencap '-p'".to_owned()),
        ),
        (
            "abb_exec:package\0install\0-S\x0012\0",
            Service::AbbExec(
                ["package", "install", "-S", "12"]
                    .map(str::to_owned)
                    .to_vec(),
            ),
        ),
        ("sync:\0", Service::Sync),
        (
            "localabstract:scrcpy_1a2b3c4d\0",
            Service::Local(Namespace::Abstract, "scrcpy_1a2b3c4d".to_owned()),
        ),
        ("tcp:8080\0", Service::Tcp(8080)),
        ("reboot:\0", Service::Reboot(String::new())),
        ("sink:10\0", Service::Sink(10)),
        ("jdwp:3\0", Service::Other("jdwp:3".to_owned())),
    ] {
        assert_eq!(
            Service::parse(text.as_bytes()),
            Ok(service.clone()),
            "{text:?}"
        );
        assert_eq!(Service::parse(&service.to_bytes()), Ok(service));
    }
    assert_eq!(Service::shell_v2("id").to_bytes(), "shell,v2,raw:id\0");
}

#[test]
fn shell_and_sync_have_these_bytes() {
    assert_eq!(ShellPacket::CloseStdin.to_bytes(), bytes_of("04 00000000"));
    assert_eq!(ShellPacket::Exit(7).to_bytes(), bytes_of("03 01000000 07"));
    let window = ShellPacket::WindowSize {
        rows: 24,
        columns: 80,
        width: 0,
        height: 0,
    };
    assert_eq!(
        window.to_bytes(),
        Bytes::from_static(b"\x05\x09\0\0\x0024x80,0x0")
    );
    let send = SyncRequest::Send {
        path: "/sdcard/a,b".to_owned(),
        mode: 0o100_644,
    };
    assert_eq!(
        send.to_bytes().unwrap(),
        Bytes::from_static(b"SEND\x11\0\0\0/sdcard/a,b,33188")
    );
    assert_eq!(
        SyncReply::Okay.to_bytes().unwrap(),
        Bytes::from_static(b"OKAY\0\0\0\0")
    );
}

#[test]
fn foreign_text_is_one_argument_of_a_command() {
    let line = CommandLine::new("echo")
        .word("-n")
        .argument("it's; rm -rf $HOME `id` \\ \"x\" 你好")
        .unwrap();
    assert_eq!(
        line.to_string(),
        r#"echo -n 'it'\''s; rm -rf $HOME `id` \ "x" 你好'"#
    );
    assert_eq!(quote(""), Ok("''".to_owned()));
    assert_eq!(quote("a\0b"), Err(ArgumentError::Nul));
    assert_eq!(quote("a\n'\tb\r"), Ok("'a\n'\\''\tb\r'".to_owned()));
}

#[test]
fn control_messages_have_the_bytes_of_scrcpys_own_tests() {
    control_is(
        &ControlMessage::InjectKeycode {
            action: KeyAction::Up,
            keycode: 66,
            repeat: 5,
            meta: 0x41,
        },
        "00 01 00000042 00000005 00000041",
    );
    control_is(
        &ControlMessage::InjectText("hello, world!".to_owned()),
        "01 0000000d 68656c6c6f2c20776f726c6421",
    );
    control_is(
        &ControlMessage::InjectTouch {
            action: TouchAction::Down,
            pointer: 0x1234_5678_8765_4321,
            position: Position {
                x: 100,
                y: 200,
                width: 1080,
                height: 1920,
            },
            pressure: pressure_fixed(1.0),
            action_button: BUTTON_PRIMARY,
            buttons: BUTTON_PRIMARY,
        },
        "02 00 1234567887654321 00000064 000000c8 0438 0780 ffff 00000001 00000001",
    );
    control_is(
        &ControlMessage::InjectScroll {
            position: Position {
                x: 260,
                y: 1026,
                width: 1080,
                height: 1920,
            },
            horizontal: scroll_fixed(16.0),
            vertical: scroll_fixed(-16.0),
            buttons: 1,
        },
        "03 00000104 00000402 0438 0780 7fff 8000 00000001",
    );
    control_is(&ControlMessage::BackOrScreenOn(KeyAction::Up), "04 01");
    control_is(
        &ControlMessage::SetClipboard {
            sequence: 0x0102_0304_0506_0708,
            paste: true,
            text: "hello, world!".to_owned(),
        },
        "09 0102030405060708 01 0000000d 68656c6c6f2c20776f726c6421",
    );
    control_is(
        &ControlMessage::UhidCreate {
            id: 42,
            vendor: 0x1234,
            product: 0x5678,
            name: "ABC".to_owned(),
            descriptor: Bytes::from_static(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
        },
        "0c 002a 1234 5678 03 414243 000b 0102030405060708090a0b",
    );
    control_is(
        &ControlMessage::StartApp("firefox".to_owned()),
        "10 07 66697265666f78",
    );
    control_is(&ControlMessage::ResetVideo, "11");
    control_is(&ControlMessage::CameraSetTorch(true), "12 01");
    control_is(&ControlMessage::CameraZoomIn, "13");
    control_is(&ControlMessage::CameraZoomOut, "14");
    control_is(
        &ControlMessage::ResizeDisplay {
            width: 1920,
            height: 1080,
        },
        "15 0780 0438",
    );
    control_is(
        &ControlMessage::ScanFile("/sdcard/Download".to_owned()),
        "16 00000010 2f7364636172642f446f776e6c6f6164",
    );
}

#[test]
fn device_messages_have_these_bytes() {
    let copied = DeviceMessage::Clipboard("ABC".to_owned());
    assert_eq!(copied.to_bytes().unwrap(), bytes_of("00 00000003 414243"));
    let done = DeviceMessage::AckClipboard(0x0102_0304_0506_0708);
    assert_eq!(done.to_bytes().unwrap(), bytes_of("01 0102030405060708"));
}

#[test]
fn fixed_points_are_scrcpys() {
    assert_eq!(pressure_fixed(0.0), 0);
    assert_eq!(pressure_fixed(0.5), 0x8000);
    assert_eq!(pressure_fixed(7.0), 0xffff);
    assert_eq!(scroll_fixed(1.0), 0x0800);
    assert_eq!(scroll_fixed(100.0), i16::MAX);
    assert_eq!(scroll_from_256ths(256), 0x0800);
    assert_eq!(scroll_from_256ths(-4096), i16::MIN);
    assert_eq!(scroll_from_256ths(4096), i16::MAX);
    assert!((scroll_notches(0x0800) - 1.0).abs() < f32::EPSILON);
}

#[test]
fn long_text_is_cut_between_characters() {
    let text = "你".repeat(101);
    let (first, rest) = split_text(&text);
    assert_eq!((first.len(), rest.len()), (300, 3));
    let (first, rest) = split_text(&text[3..]);
    assert_eq!((first.len(), rest.len()), (300, 0));
    let shifted = format!("a{text}");
    assert_eq!(split_text(&shifted).0.len(), 298);
}
