//! Any split of any stream gives the same messages, and no bytes whatever make a decoder panic.

use std::fmt::Debug;

use bytes::BytesMut;
use phone_wire::banner::Banner;
use phone_wire::control::ControlMessages;
use phone_wire::device::DeviceMessages;
use phone_wire::packet::{Agreement, PAYLOAD_MAX_BYTES, Packets, VERSION, VERSION_MIN};
use phone_wire::screen::{
    Codec, Framing, ScreenEvent, ScreenEvents, ServerArgs, Version, device_name_bytes,
    stream_header_bytes,
};
use phone_wire::service::Service;
use phone_wire::shell::ShellPackets;
use phone_wire::sync::{Expect, SyncReplies, SyncRequests};
use phone_wire::{Decoder, Grammar};
use proptest::collection::vec;
use proptest::prelude::*;

use super::messages;

/// Items that a decoder gave, the error that ended it, and the number of bytes that wait for more.
type Outcome<G> = (
    Vec<<G as Grammar>::Item>,
    Option<<G as Grammar>::Error>,
    usize,
);

fn read<G: Grammar>(grammar: G, bytes: &[u8], cuts: &[usize]) -> Outcome<G> {
    let mut decoder = Decoder::new(grammar);
    let mut items = Vec::new();
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
    cuts.push(bytes.len());
    cuts.sort_unstable();
    let mut from = 0;
    for to in cuts {
        decoder.feed(&bytes[from..to]);
        from = to;
        loop {
            match decoder.pull() {
                Ok(Some(item)) => items.push(item),
                Ok(None) => break,
                Err(error) => return (items, Some(error), 0),
            }
        }
    }
    let pending = decoder.pending();
    (items, None, pending)
}

/// Every message comes back whatever the pieces, and so does the same outcome of a damaged stream.
fn survives<G>(
    grammar: &G,
    bytes: &[u8],
    items: &[G::Item],
    (cuts, damage): &(Vec<usize>, Vec<(usize, u8)>),
) -> Result<(), TestCaseError>
where
    G: Grammar + Clone,
    G::Item: PartialEq + Debug,
    G::Error: PartialEq + Debug,
{
    let (found, error, pending) = read(grammar.clone(), bytes, cuts);
    prop_assert_eq!(&found, items);
    prop_assert_eq!(error, None);
    prop_assert_eq!(pending, 0);

    let mut damaged = bytes.to_vec();
    for (at, value) in damage {
        if let Some(byte) = damaged.get_mut(at % (bytes.len() + 1)) {
            *byte = *value;
        }
    }
    prop_assert_eq!(
        read(grammar.clone(), &damaged, cuts),
        read(grammar.clone(), &damaged, &[])
    );
    Ok(())
}

fn rough() -> impl Strategy<Value = (Vec<usize>, Vec<(usize, u8)>)> {
    (
        vec(any::<usize>(), 0..20),
        vec((any::<usize>(), any::<u8>()), 1..4),
    )
}

macro_rules! encoded {
    ($items:expr) => {{
        let mut out = BytesMut::new();
        for item in &$items {
            item.encode(&mut out).unwrap();
        }
        out
    }};
}

proptest! {
    #[test]
    fn packets_survive_any_split(items in vec(messages::packet(), 0..8), sums in any::<bool>(), rough in rough()) {
        let mut out = BytesMut::new();
        for item in &items {
            item.encode(sums, &mut out);
        }
        let mut grammar = Packets::handshake();
        let version = if sums { VERSION_MIN } else { VERSION };
        grammar.agree(Agreement::with_peer(version, PAYLOAD_MAX_BYTES).unwrap());
        survives(&grammar, &out, &items, &rough)?;
    }

    #[test]
    fn shell_packets_survive_any_split(items in vec(messages::shell(), 0..8), rough in rough()) {
        let mut out = BytesMut::new();
        for item in &items {
            item.encode(&mut out);
        }
        survives(&ShellPackets, &out, &items, &rough)?;
    }

    #[test]
    fn sync_requests_survive_any_split(items in vec(messages::request(), 0..8), rough in rough()) {
        survives(&SyncRequests, &encoded!(items), &items, &rough)?;
    }

    #[test]
    fn sync_replies_survive_any_split(
        (expect, items) in prop_oneof![Just(Expect::File), Just(Expect::List), Just(Expect::List2)]
            .prop_flat_map(|expect| (Just(expect), vec(messages::reply(expect), 0..8))),
        rough in rough(),
    ) {
        let mut grammar = SyncReplies::default();
        grammar.expect(expect);
        survives(&grammar, &encoded!(items), &items, &rough)?;
    }

    #[test]
    fn control_messages_survive_any_split(items in vec(messages::control(), 0..12), rough in rough()) {
        survives(&ControlMessages::of(Version::V4_1), &encoded!(items), &items, &rough)?;
    }

    #[test]
    fn device_messages_survive_any_split(items in vec(messages::device(), 0..8), rough in rough()) {
        survives(&DeviceMessages, &encoded!(items), &items, &rough)?;
    }

    #[test]
    fn a_video_socket_survives_any_split(
        v4 in any::<bool>(),
        packets in vec(messages::video(), 0..8),
        sessions in vec((0..8_usize, messages::session()), 0..3),
        name in "[a-z 你]{0,30}",
        first in messages::session(),
        rough in rough(),
    ) {
        let (width, height) = (first.width, first.height);
        let mut out = BytesMut::from(&[0][..]);
        out.extend_from_slice(&device_name_bytes(&name));
        let framing = if v4 { Framing::V4 } else { Framing::V3 };
        if v4 {
            out.extend_from_slice(&Codec::H264.to_bytes());
            out.extend_from_slice(&first.to_bytes());
        } else {
            out.extend_from_slice(&stream_header_bytes(Codec::H264, width, height));
        }
        // The longest start of whole characters that leaves a NUL.
        let kept: String = name.chars().scan(0, |length, it| {
            *length += it.len_utf8();
            (*length <= 63).then_some(it)
        }).collect();
        let mut items = vec![
            ScreenEvent::Dummy,
            ScreenEvent::DeviceName(kept),
            ScreenEvent::Stream { codec: Codec::H264, width, height },
        ];
        for (at, packet) in packets.into_iter().enumerate() {
            for (_, session) in sessions.iter().filter(|(before, _)| v4 && *before == at) {
                out.extend_from_slice(&session.to_bytes());
                items.push(ScreenEvent::Session(*session));
            }
            packet.encode(framing, &mut out).unwrap();
            items.push(ScreenEvent::Packet(packet));
        }
        survives(&ScreenEvents::new(framing), &out, &items, &rough)?;
    }

    #[test]
    fn garbage_never_panics(bytes in vec(any::<u8>(), 0..400), cuts in vec(any::<usize>(), 0..6)) {
        prop_assert_eq!(read(Packets::handshake(), &bytes, &cuts), read(Packets::handshake(), &bytes, &[]));
        prop_assert_eq!(read(ShellPackets, &bytes, &cuts), read(ShellPackets, &bytes, &[]));
        prop_assert_eq!(read(SyncRequests, &bytes, &cuts), read(SyncRequests, &bytes, &[]));
        prop_assert_eq!(read(SyncReplies::default(), &bytes, &cuts), read(SyncReplies::default(), &bytes, &[]));
        prop_assert_eq!(read(ControlMessages::of(Version::V4_1), &bytes, &cuts), read(ControlMessages::of(Version::V4_1), &bytes, &[]));
        prop_assert_eq!(read(DeviceMessages, &bytes, &cuts), read(DeviceMessages, &bytes, &[]));
        for framing in [Framing::V3, Framing::V4] {
            let events = ScreenEvents::new(framing);
            prop_assert_eq!(read(events.clone(), &bytes, &cuts), read(events, &bytes, &[]));
        }
        // These three read lenient text: it is enough that they return.
        let _ = Banner::parse(&bytes);
        let _ = Service::parse(&bytes);
        let _ = ServerArgs::parse(String::from_utf8_lossy(&bytes).split(' '));
    }
}
