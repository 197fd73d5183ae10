//! The audio socket, as both framings send it.

use bytes::Bytes;
use phone_wire::Decoder;
use phone_wire::screen::{
    Framing, SOUND_PACKET_MAX_BYTES, SoundCodec, SoundError, SoundEvent, SoundEvents, VideoPacket,
    device_name_bytes,
};

use super::samples::bytes_of;

/// All that comes before the packets.
fn start(number: u32) -> Vec<u8> {
    let mut bytes = vec![0];
    bytes.extend_from_slice(&device_name_bytes("Orion"));
    bytes.extend_from_slice(&number.to_be_bytes());
    bytes
}

fn read(bytes: &[u8], framing: Framing) -> (Vec<SoundEvent>, Option<SoundError>) {
    let mut decoder = Decoder::new(SoundEvents::new(framing));
    decoder.feed(bytes);
    let mut events = Vec::new();
    loop {
        match decoder.pull() {
            Ok(Some(event)) => events.push(event),
            Ok(None) => return (events, None),
            Err(error) => return (events, Some(error)),
        }
    }
}

#[test]
fn a_stream_of_samples_is_read_in_both_framings_and_in_any_pieces() {
    for framing in [Framing::V3, Framing::V4] {
        let data = Bytes::from_static(&[1, 2, 3, 4]);
        // Whether a phone marks its packets as key frames differs; it says nothing about samples.
        let packets = [(7, true), (20_007, false)].map(|(pts_us, key)| VideoPacket::Frame {
            pts_us,
            key,
            data: data.clone(),
        });
        let mut bytes = start(SoundCodec::Raw as u32);
        for packet in &packets {
            bytes.extend_from_slice(&packet.header(framing));
            bytes.extend_from_slice(packet.payload());
        }
        let expected = vec![
            SoundEvent::Dummy,
            SoundEvent::DeviceName("Orion".to_owned()),
            SoundEvent::Stream(SoundCodec::Raw),
            SoundEvent::Packet {
                pts_us: 7,
                data: data.clone(),
            },
            SoundEvent::Packet {
                pts_us: 20_007,
                data,
            },
        ];
        assert_eq!(read(&bytes, framing), (expected.clone(), None));
        let mut decoder = Decoder::new(SoundEvents::new(framing));
        let mut found = Vec::new();
        for byte in bytes {
            decoder.feed(&[byte]);
            while let Some(event) = decoder.pull().expect("well formed") {
                found.push(event);
            }
        }
        assert_eq!(found, expected, "byte by byte");
    }
}

#[test]
fn a_stream_of_samples_starts_with_these_bytes() {
    for (codec, number, word) in [
        (SoundCodec::Raw, "00726177", "raw"),
        (SoundCodec::Opus, "6f707573", "opus"),
        (SoundCodec::Aac, "00616163", "aac"),
    ] {
        assert_eq!(codec.to_bytes().as_slice(), bytes_of(number));
        assert_eq!(codec.into_str(), word);
    }
}

#[test]
fn before_opus_and_aac_comes_what_their_decoders_are_told() {
    let both = [
        (SoundCodec::Opus, &b"OpusHead"[..], &[0xfc][..]),
        (SoundCodec::Aac, &[0x11, 0x90], &[0x21, 0x00, 0x49]),
    ];
    for (framing, (codec, head, data)) in [Framing::V3, Framing::V4]
        .into_iter()
        .flat_map(|framing| both.map(|one| (framing, one)))
    {
        let (head, data) = (Bytes::from_static(head), Bytes::from_static(data));
        let packets = [
            VideoPacket::Config(head.clone()),
            VideoPacket::Frame {
                pts_us: 9,
                key: true,
                data: data.clone(),
            },
        ];
        let mut bytes = start(codec as u32);
        for packet in &packets {
            bytes.extend_from_slice(&packet.header(framing));
            bytes.extend_from_slice(packet.payload());
        }
        let (events, error) = read(&bytes, framing);
        let expected = [
            SoundEvent::Stream(codec),
            SoundEvent::Config(head),
            SoundEvent::Packet { pts_us: 9, data },
        ];
        assert_eq!((&events[2..], error), (&expected[..], None));
    }
}

#[test]
fn a_phone_without_sound_says_so_and_no_other_codec_is_taken() {
    for (number, error) in [
        (0, SoundError::Disabled),
        (1, SoundError::Configuration),
        (0x666c_6163, SoundError::OtherCodec(0x666c_6163)),
    ] {
        let (events, found) = read(&start(number), Framing::V3);
        assert_eq!((events.len(), found), (2, Some(error)));
    }
    assert_eq!(
        read(&[7], Framing::V3),
        (vec![], Some(SoundError::BadDummy(7)))
    );
}

#[test]
fn a_packet_of_the_limit_passes_and_a_longer_or_empty_one_does_not() {
    let of = |length: u32| {
        let mut bytes = start(SoundCodec::Raw as u32);
        bytes.extend_from_slice(&[0; 8]);
        bytes.extend_from_slice(&length.to_be_bytes());
        bytes.resize(bytes.len() + length as usize, 1);
        read(&bytes, Framing::V3).1
    };
    assert_eq!(of(SOUND_PACKET_MAX_BYTES), None);
    let longer = SOUND_PACKET_MAX_BYTES + 1;
    assert_eq!(of(longer), Some(SoundError::TooLong(longer)));
    assert_eq!(of(0), Some(SoundError::EmptyPacket));
}
