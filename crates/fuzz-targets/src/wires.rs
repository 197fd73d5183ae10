//! Fuzz targets of the phone's wires: no bytes make a decoder panic or hold more than its limits, and pieces change nothing.

use phone_wire::auth::{Auth, PublicKey};
use phone_wire::banner::Banner;
use phone_wire::control::ControlMessages;
use phone_wire::device::DeviceMessages;
use phone_wire::hid::{FINGERS_MAX, HidDevice};
use phone_wire::package::{PackageEntry, PackageReply};
use phone_wire::packet::{Agreement, Command, PAYLOAD_MAX_BYTES, Packet, Packets, VERSION};
use phone_wire::screen::{Framing, ScreenEvents, ServerArgs, SoundEvents, Version};
use phone_wire::service::Service;
use phone_wire::shell::ShellPackets;
use phone_wire::sync::{Expect, SyncReplies, SyncRequests};

use crate::pieces::same_in_pieces;

/// Most bytes of a report of ours.
const REPORT: usize = 61;

/// Reads any bytes as packets before anything is agreed, with their checksums.
pub fn adb_handshake(data: &[u8]) {
    same_in_pieces(&Packets::handshake(), data);
}

/// Reads any bytes as packets of a connection that is agreed.
pub fn adb_packet(data: &[u8]) {
    let mut packets = Packets::handshake();
    if let Some(agreement) = Agreement::with_peer(VERSION, PAYLOAD_MAX_BYTES) {
        packets.agree(agreement);
    }
    same_in_pieces(&packets, data);
}

/// Reads any bytes as `AUTH` packets and the lines of a phone's key file.
pub fn auth(data: &[u8]) {
    let kind = data.first().map_or(0, |byte| u32::from(byte % 5));
    let payload = data.get(1..).unwrap_or_default().to_vec();
    if let Ok(auth) = Auth::parse(&Packet::new(Command::Auth, kind, 0, payload.into())) {
        assert_eq!(Auth::parse(&auth.to_packet()), Ok(auth));
    }
    if let Ok((key, comment)) = PublicKey::parse_line(data) {
        assert_eq!(
            PublicKey::parse_line(key.to_line(&comment).as_bytes()).map(|(key, _)| key),
            Ok(key)
        );
    }
}

/// Reads any bytes as the banner of a `CNXN` packet.
pub fn banner(data: &[u8]) {
    if let Ok(banner) = Banner::parse(data) {
        // A written banner can be read; AOSP's format itself loses `:` and `=`.
        let _ = Banner::parse(banner.to_string().as_bytes());
    }
}

/// Reads any bytes as control messages.
pub fn control_message(data: &[u8]) {
    for &version in Version::ALL {
        same_in_pieces(&ControlMessages::of(version), data);
    }
}

/// Reads any bytes as device messages.
pub fn device_message(data: &[u8]) {
    same_in_pieces(&DeviceMessages, data);
}

/// Reads any bytes as a virtual device: length of its descriptor, the descriptor, and reports of it.
pub fn hid(data: &[u8]) {
    let Some((length, rest)) = data.split_first() else {
        return;
    };
    let (descriptor, reports) = rest.split_at(rest.len().min(usize::from(*length) * 4));
    let Ok(hid_device) = HidDevice::parse(descriptor) else {
        return;
    };
    for report in reports.chunks(REPORT) {
        let _ = hid_device.keys(report);
        let fingers = hid_device.fingers(report);
        assert!(fingers.len() <= FINGERS_MAX);
        assert!(
            fingers
                .iter()
                .all(|finger| (0.0..=1.0).contains(&finger.at.0))
        );
        assert!(
            fingers
                .iter()
                .all(|finger| (0.0..=1.0).contains(&finger.at.1))
        );
    }
}

/// Reads any bytes as answers of the package service.
pub fn package_reply(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let _ = PackageReply::parse(&text).session();
    let _ = PackageEntry::parse(&text);
}

/// Reads any bytes as the video socket of scrcpy 3.x.
pub fn screen_v3(data: &[u8]) {
    same_in_pieces(&ScreenEvents::new(Framing::V3), data);
}

/// Reads any bytes as the video socket of scrcpy 4.x.
pub fn screen_v4(data: &[u8]) {
    same_in_pieces(&ScreenEvents::new(Framing::V4), data);
}

/// Reads any bytes as the command line of scrcpy's server.
pub fn server_args(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(args) = ServerArgs::parse(text.split(' ')) {
        // A word with a character that is special in a shell is refused.
        if let Ok(words) = args.to_words() {
            assert!(ServerArgs::parse(words.iter().map(String::as_str)).is_ok());
        }
    }
}

/// Reads any bytes as the service of an `OPEN` packet.
pub fn service(data: &[u8]) {
    if let Ok(service) = Service::parse(data) {
        let _ = Service::parse(&service.to_bytes());
    }
}

/// Reads any bytes as shell v2.
pub fn shell_packet(data: &[u8]) {
    same_in_pieces(&ShellPackets, data);
}

/// Reads any bytes as the audio socket of scrcpy, in both framings.
pub fn sound(data: &[u8]) {
    same_in_pieces(&SoundEvents::new(Framing::V3), data);
    same_in_pieces(&SoundEvents::new(Framing::V4), data);
}

/// Reads any bytes as replies of a sync service.
pub fn sync_reply(data: &[u8]) {
    for expect in [Expect::File, Expect::List, Expect::List2] {
        let mut replies = SyncReplies::default();
        replies.expect(expect);
        same_in_pieces(&replies, data);
    }
}

/// Reads any bytes as requests to a sync service.
pub fn sync_request(data: &[u8]) {
    same_in_pieces(&SyncRequests, data);
}
