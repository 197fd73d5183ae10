//! Each limit at n and n + 1, and each refusal.

use bytes::{BufMut, Bytes, BytesMut};
use phone_wire::banner::{Banner, BannerError};
use phone_wire::control::{self, ControlError, ControlMessage, ControlMessages};
use phone_wire::device::{self, DeviceError, DeviceMessage, DeviceMessages};
use phone_wire::packet::{
    Agreement, Command, HANDSHAKE_MAX_BYTES, PAYLOAD_MAX_BYTES, Packet, PacketError, Packets,
    VERSION, VERSION_MIN,
};
use phone_wire::screen::Version;
use phone_wire::service::{SERVICE_MAX_BYTES, Service, ServiceError};
use phone_wire::shell::{self, ShellError, ShellPackets};
use phone_wire::sync::{self, SyncError, SyncReplies, SyncReply, SyncRequest, SyncRequests};
use phone_wire::{Decoder, Grammar};

/// Result of a decoder that is fed these first bytes of a message alone.
fn first<G: Grammar>(grammar: G, bytes: &[u8]) -> Result<Option<G::Item>, G::Error> {
    let mut decoder = Decoder::new(grammar);
    decoder.feed(bytes);
    decoder.pull()
}

fn agreed(version: u32) -> Packets {
    let mut packets = Packets::handshake();
    packets.agree(Agreement::with_peer(version, PAYLOAD_MAX_BYTES).unwrap());
    packets
}

fn write_head(length: u32) -> Vec<u8> {
    let mut head = Packet::write(1, 2, Bytes::new()).header(false);
    head[12..16].copy_from_slice(&length.to_le_bytes());
    head.to_vec()
}

#[test]
fn a_packet_is_as_long_as_agreed_and_no_longer() {
    for (grammar, limit) in [
        (Packets::handshake(), HANDSHAKE_MAX_BYTES),
        (agreed(VERSION), PAYLOAD_MAX_BYTES),
    ] {
        assert_eq!(first(grammar.clone(), &write_head(limit)), Ok(None));
        let refused = PacketError::TooLong {
            length: limit + 1,
            limit,
        };
        assert_eq!(first(grammar, &write_head(limit + 1)), Err(refused));
    }
}

#[test]
fn a_packet_with_wrong_magic_or_sum_is_refused_for_ever() {
    let mut wrong = write_head(0);
    wrong[20] ^= 1;
    let mut decoder = Decoder::new(agreed(VERSION));
    decoder.feed(&wrong);
    let error = decoder.pull().unwrap_err();
    assert!(matches!(error, PacketError::Magic { .. }));
    decoder.feed(&write_head(0));
    assert_eq!(decoder.pull(), Err(error));
    assert_eq!(decoder.pending(), 0);

    let mut bytes = BytesMut::new();
    let packet = Packet::write(1, 2, Bytes::from_static(b"abc"));
    packet.encode(true, &mut bytes);
    assert_eq!(first(agreed(VERSION_MIN), &bytes), Ok(Some(packet.clone())));
    bytes[16] ^= 1;
    assert!(matches!(
        first(agreed(VERSION_MIN), &bytes),
        Err(PacketError::Checksum { .. })
    ));
    // The newer version does not look at it.
    assert_eq!(first(agreed(VERSION), &bytes), Ok(Some(packet)));
}

#[test]
fn a_peer_must_take_what_every_version_can() {
    assert_eq!(Agreement::with_peer(VERSION, HANDSHAKE_MAX_BYTES - 1), None);
    let least = Agreement::with_peer(VERSION_MIN, HANDSHAKE_MAX_BYTES).unwrap();
    assert_eq!(least.max_payload, HANDSHAKE_MAX_BYTES);
    assert!(least.checksum());
    let most = Agreement::with_peer(VERSION + 9, u32::MAX).unwrap();
    assert_eq!(
        (most.version, most.max_payload),
        (VERSION, PAYLOAD_MAX_BYTES)
    );
    assert!(!most.checksum());
    assert_eq!(Command::from(17), Command::Unknown(17));
}

#[test]
fn banners_and_services_have_a_longest() {
    let limit = HANDSHAKE_MAX_BYTES as usize;
    assert!(Banner::parse(&vec![b'a'; limit]).is_ok());
    assert_eq!(
        Banner::parse(&vec![b'a'; limit + 1]),
        Err(BannerError::TooLong(limit + 1))
    );
    let mut service = b"exec:".to_vec();
    service.resize(SERVICE_MAX_BYTES, b'a');
    assert!(Service::parse(&service).is_ok());
    service.push(b'a');
    assert_eq!(
        Service::parse(&service),
        Err(ServiceError::TooLong(SERVICE_MAX_BYTES + 1))
    );
    assert_eq!(Service::parse(b"exec:\xff"), Err(ServiceError::NotUtf8));
    for bad in [&b"sink:x"[..], b"source:-1", b"tcpip:65536"] {
        assert_eq!(Service::parse(bad), Err(ServiceError::Number));
    }
}

#[test]
fn shell_packets_have_a_longest_each() {
    for (id, limit) in [
        (0, shell::DATA_MAX_BYTES),
        (2, shell::DATA_MAX_BYTES),
        (4, 0),
        (5, shell::WINDOW_MAX_BYTES),
    ] {
        let head = |length: u32| {
            let mut head = vec![id];
            head.put_u32_le(length);
            head
        };
        assert!(first(ShellPackets, &head(limit)).is_ok(), "{id}");
        let length = limit + 1;
        let refused = ShellError::TooLong { id, length, limit };
        assert_eq!(first(ShellPackets, &head(length)), Err(refused));
    }
    assert_eq!(first(ShellPackets, &[6]), Err(ShellError::UnknownId(6)));
    assert_eq!(
        first(ShellPackets, &[3, 0, 0, 0, 0]),
        Err(ShellError::NoExitCode)
    );
    assert_eq!(
        first(ShellPackets, b"\x05\x03\0\0\0abc"),
        Err(ShellError::WindowSize)
    );
}

#[test]
fn sync_fields_have_a_longest_each_way() {
    let path = |length| format!("/{}", "a".repeat(length - 1));
    let fits = SyncRequest::Receive(path(sync::PATH_MAX_BYTES));
    let bytes = fits.to_bytes().unwrap();
    assert_eq!(first(SyncRequests, &bytes), Ok(Some(fits)));
    let long = SyncRequest::Receive(path(sync::PATH_MAX_BYTES + 1));
    let refused = SyncError::TooLong {
        length: sync::PATH_MAX_BYTES + 1,
        limit: sync::PATH_MAX_BYTES,
    };
    assert_eq!(long.to_bytes(), Err(refused));
    assert_eq!(first(SyncRequests, b"RECV\x01\x04\0\0"), Err(refused));

    let data = |length: usize| Bytes::from(vec![7; length]);
    assert!(
        SyncRequest::Data(data(sync::DATA_MAX_BYTES))
            .to_bytes()
            .is_ok()
    );
    assert!(
        SyncRequest::Data(data(sync::DATA_MAX_BYTES + 1))
            .to_bytes()
            .is_err()
    );
    assert_eq!(first(SyncReplies::default(), b"DATA\0\0\x01\0"), Ok(None));
    assert!(first(SyncReplies::default(), b"DATA\x01\0\x01\0").is_err());
    let why = "a".repeat(sync::FAIL_MAX_BYTES + 1);
    assert!(SyncReply::Fail(why[1..].to_owned()).to_bytes().is_ok());
    assert!(SyncReply::Fail(why).to_bytes().is_err());
}

#[test]
fn sync_refuses_what_it_does_not_know() {
    assert_eq!(
        first(SyncRequests, b"EVIL\0\0\0\0"),
        Err(SyncError::UnknownId(*b"EVIL"))
    );
    assert_eq!(
        first(SyncReplies::default(), b"EVIL"),
        Err(SyncError::UnknownId(*b"EVIL"))
    );
    for bad in [
        &b"STAT\0\0\0\0"[..],
        b"STAT\x03\0\0\0/\0a",
        b"STAT\x01\0\0\0\xff",
    ] {
        assert_eq!(first(SyncRequests, bad), Err(SyncError::BadPath));
    }
    for bad in [&b"SEND\x02\0\0\0/a"[..], b"SEND\x04\0\0\0/a,x"] {
        assert_eq!(first(SyncRequests, bad), Err(SyncError::NoMode));
    }
    assert_eq!(
        SyncRequest::Stat("a\0b".to_owned()).to_bytes(),
        Err(SyncError::BadPath)
    );
}

#[test]
fn control_fields_have_a_longest_each_way() {
    let text = |length: usize| "a".repeat(length);
    let data = |length: usize| Bytes::from(vec![7; length]);
    let clipboard = |length| ControlMessage::SetClipboard {
        sequence: 1,
        paste: false,
        text: text(length),
    };
    let create = |name, descriptor| ControlMessage::UhidCreate {
        id: 1,
        vendor: 2,
        product: 3,
        name: text(name),
        descriptor: data(descriptor),
    };
    let input = |length| ControlMessage::UhidInput {
        id: 1,
        data: data(length),
    };
    let (name, report) = (control::UHID_NAME_MAX_BYTES, control::UHID_DATA_MAX_BYTES);
    for (fits, long) in [
        (
            ControlMessage::InjectText(text(control::TEXT_MAX_BYTES)),
            ControlMessage::InjectText(text(control::TEXT_MAX_BYTES + 1)),
        ),
        (
            clipboard(control::CLIPBOARD_MAX_BYTES),
            clipboard(control::CLIPBOARD_MAX_BYTES + 1),
        ),
        (create(name, report), create(name + 1, report)),
        (create(name, report), create(name, report + 1)),
        (input(report), input(report + 1)),
        (
            ControlMessage::StartApp(text(control::APP_NAME_MAX_BYTES)),
            ControlMessage::StartApp(text(control::APP_NAME_MAX_BYTES + 1)),
        ),
        (
            ControlMessage::ScanFile(text(control::SCAN_PATH_MAX_BYTES)),
            ControlMessage::ScanFile(text(control::SCAN_PATH_MAX_BYTES + 1)),
        ),
    ] {
        let bytes = fits.to_bytes().unwrap();
        assert!(bytes.len() <= control::MESSAGE_MAX_BYTES);
        assert_eq!(
            first(ControlMessages::of(Version::V4_1), &bytes),
            Ok(Some(fits))
        );
        assert!(matches!(long.to_bytes(), Err(ControlError::TooLong { .. })));
    }
    let refused = ControlError::TooLong {
        length: control::TEXT_MAX_BYTES + 1,
        limit: control::TEXT_MAX_BYTES,
    };
    assert_eq!(
        first(ControlMessages::default(), &[1, 0, 0, 1, 45]),
        Err(refused)
    );
}

#[test]
fn control_refuses_what_its_version_does_not_know() {
    for &version in Version::ALL {
        let last = version.last_control_type();
        let grammar = ControlMessages::of(version);
        assert!(grammar.measure(&[last]).is_ok(), "{version}");
        assert_eq!(
            first(grammar, &[last + 1]),
            Err(ControlError::UnknownType(last + 1)),
            "{version}"
        );
    }
    assert_eq!(
        first(ControlMessages::default(), &[17]),
        Ok(Some(ControlMessage::ResetVideo))
    );
    assert_eq!(
        first(ControlMessages::default(), &[18]),
        Err(ControlError::UnknownType(18))
    );
    assert_eq!(
        first(ControlMessages::default(), &[4, 2]),
        Err(ControlError::UnknownAction(2))
    );
    assert_eq!(
        first(ControlMessages::default(), &[8, 3]),
        Err(ControlError::UnknownAction(3))
    );
    let mut touch = [0; 32];
    (touch[0], touch[1]) = (2, 4);
    assert_eq!(
        first(ControlMessages::default(), &touch),
        Err(ControlError::UnknownAction(4))
    );
    assert_eq!(
        first(ControlMessages::default(), &[1, 0, 0, 0, 1, 0xff]),
        Err(ControlError::NotUtf8)
    );
}

#[test]
fn device_messages_have_a_longest_each_way() {
    let limit = device::CLIPBOARD_MAX_BYTES;
    let fits = DeviceMessage::Clipboard("a".repeat(limit));
    let bytes = fits.to_bytes().unwrap();
    assert_eq!(first(DeviceMessages, &bytes), Ok(Some(fits)));
    let long = DeviceMessage::Clipboard("a".repeat(limit + 1));
    assert_eq!(long.to_bytes(), Err(DeviceError::TooLong(limit + 1)));
    let mut head = vec![0];
    head.put_u32(limit as u32 + 1);
    assert_eq!(
        first(DeviceMessages, &head),
        Err(DeviceError::TooLong(limit + 1))
    );
    assert_eq!(
        first(DeviceMessages, &[3]),
        Err(DeviceError::UnknownType(3))
    );
}
