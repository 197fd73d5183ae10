//! Sessions that begin in the middle or with what is no picture: mended where that can be, told where it cannot, and nobody else's concern.

use std::time::Duration;

use bytes::{BufMut, Bytes, BytesMut};
use domain::phones::ScreenCause;
use domain::play::{EndReason, Size};
use fleet::{Fleet, PictureKind, Timing, Watch};
use phone_wire::control::ControlMessage;
use phone_wire::screen::{Codec, Framing, VideoPacket, device_name_bytes, stream_header_bytes};

use crate::stand_in::{Act, Script, Seen, StandIn, h264};
use crate::{one_phone, one_phone_with, soon, timing};

const SIZE: Size = Size {
    width: 720,
    height: 1280,
};

/// Bytes of the video socket: its header, then these packets.
fn video(packets: &[VideoPacket]) -> Vec<Bytes> {
    let mut out = BytesMut::from(&device_name_bytes("stand-in")[..]);
    out.put_slice(&stream_header_bytes(Codec::H264, SIZE.width, SIZE.height));
    for packet in packets {
        packet.encode(Framing::V3, &mut out).expect("a packet");
    }
    vec![out.freeze()]
}

fn frame(key: bool) -> VideoPacket {
    VideoPacket::Frame {
        pts_us: 1_000,
        key,
        data: h264::picture(key),
    }
}

/// A key picture without its configuration, and a configuration without a key picture.
fn middles() -> [Vec<VideoPacket>; 2] {
    let config = VideoPacket::Config(h264::config(SIZE));
    [vec![frame(true)], vec![config, frame(false)]]
}

fn begins_with(phone: &StandIn, script: Script) {
    *phone.manner.script.lock().expect("no panic") = Some(script);
}

async fn shown(watch: &mut Watch) {
    let first = soon(watch.viewer.next()).await.expect("a picture");
    assert!(first.key);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_begins_in_the_middle_is_asked_to_begin_anew() {
    for packets in middles() {
        // On a busy machine the key picture may be late.
        let (fleet, mut phone) = one_phone_with(Timing {
            key_timeout: Duration::from_hours(1),
            ..timing()
        })
        .await;
        let script = Script {
            video: video(&packets),
            begins_anew: true,
            ..Script::default()
        };
        begins_with(&phone, script);
        let mut watch = fleet.watch(1, PictureKind::Full).expect("attached");
        shown(&mut watch).await;
        phone.started().await;
        assert_eq!(phone.control().await, ControlMessage::ResetVideo);
        assert!(phone.nothing_seen(), "asked once, and of the same session");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_does_not_gets_a_new_session() {
    for packets in middles() {
        let (fleet, mut phone) = one_phone().await;
        let script = Script {
            video: video(&packets),
            once: true,
            ..Script::default()
        };
        begins_with(&phone, script);
        let mut watch = fleet.watch(1, PictureKind::Full).expect("attached");
        phone.started().await;
        assert_eq!(phone.control().await, ControlMessage::ResetVideo);
        shown(&mut watch).await;
        assert_eq!(*watch.cause.borrow(), Some(ScreenCause::NoKeyPicture));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_one_that_goes_on_so_is_told_by_its_cause_and_its_link_is_as_well_as_before() {
    for packets in middles() {
        let (fleet, mut phone) = one_phone().await;
        let script = Script {
            video: video(&packets),
            ..Script::default()
        };
        begins_with(&phone, script);
        let watch = fleet.watch(1, PictureKind::Full).expect("attached");
        for _ in 0..2 {
            phone.started().await;
            assert_eq!(phone.control().await, ControlMessage::ResetVideo);
            assert!(matches!(phone.seen().await, Seen::Stopped));
        }
        assert_eq!(soon(watch.ended()).await, EndReason::NotRetrieved);
        assert_eq!(*watch.cause.borrow(), Some(ScreenCause::NoKeyPicture));
        assert!(fleet.is_healthy(1));
        assert_eq!(phone.manner.connections(), 1);
    }
}

/// The full picture goes on, over the same server and link.
async fn undisturbed(fleet: &Fleet, phone: &StandIn, full: &mut Watch) {
    let mut health = fleet.health_events();
    let small = fleet.watch(1, PictureKind::Small).expect("attached");
    assert_eq!(soon(small.ended()).await, EndReason::NotRetrieved);
    assert!(small.cause.borrow().is_some());
    phone.act(Act::Picture { key: false });
    let next = soon(full.viewer.next()).await.expect("a picture");
    assert!(!next.key, "the next of the same stream");
    assert!(fleet.is_healthy(1));
    assert!(health.try_recv().is_err(), "nobody was told anything");
    assert_eq!(phone.manner.connections(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_small_picture_that_fails_touches_neither_the_full_one_nor_the_link() {
    let (fleet, phone) = one_phone().await;
    let mut full = fleet.watch(1, PictureKind::Full).expect("attached");
    shown(&mut full).await;
    let mut noise = video(&[]);
    noise.push(Bytes::from_static(&[0xff; 64]));
    let broken_sps = VideoPacket::Config(Bytes::from_static(&[0, 0, 0, 1, 0x67, 1]));
    let [no_config, no_key] = middles().map(|packets| video(&packets));
    for video in [noise, video(&[broken_sps]), no_config, no_key] {
        let script = Script {
            video,
            small_only: true,
            ..Script::default()
        };
        begins_with(&phone, script);
        undisturbed(&fleet, &phone, &mut full).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_picture_that_breaks_comes_back_and_leaves_the_small_one_alone() {
    let (fleet, phone) = one_phone().await;
    let (mut full, mut small) = (
        fleet.watch(1, PictureKind::Full).expect("attached"),
        fleet.watch(1, PictureKind::Small).expect("attached"),
    );
    shown(&mut full).await;
    shown(&mut small).await;
    phone.act(Act::VideoBytes(&[
        0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff,
    ]));
    shown(&mut full).await;
    phone.act(Act::Picture { key: true });
    shown(&mut small).await;
    assert_eq!(phone.manner.connections(), 1);
    assert!(fleet.is_healthy(1));
}
