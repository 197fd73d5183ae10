//! Messages of hostile phones in a screen session: S-06 of the abuse cases.

use bytes::{BufMut, Bytes, BytesMut};
use domain::play::Size;
use phone_wire::device::DeviceMessage;
use phone_wire::screen::{Codec, Framing, VideoPacket, device_name_bytes, stream_header_bytes};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::stand_in::{Script, h264};

/// Outcome of a trick, to be reached within ten seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The session ends with a reason; the phone itself is as before.
    Ended,
    /// Strange but harmless: pictures are shown.
    Shown,
}

/// The table; each is played with several seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trick {
    UnknownCodec,
    NoSize,
    GiantSize,
    EmptyPacket,
    GiantPacket,
    PacketBeyondTheLimit,
    ConfigurationsOnly,
    TimeBackwards,
    TinyPackets,
    GiantSps,
    BrokenSps,
    PictureBeforeConfiguration,
    NameOfHtml,
    GiantClipboard,
    UnknownDeviceMessage,
    Noise,
    OneByteAtATime,
    StallAfterTheHeader,
}

pub const TRICKS: [(Trick, Fate); 18] = [
    (Trick::UnknownCodec, Fate::Ended),
    (Trick::NoSize, Fate::Ended),
    (Trick::GiantSize, Fate::Ended),
    (Trick::EmptyPacket, Fate::Ended),
    (Trick::GiantPacket, Fate::Ended),
    (Trick::PacketBeyondTheLimit, Fate::Ended),
    (Trick::ConfigurationsOnly, Fate::Ended),
    (Trick::TimeBackwards, Fate::Shown),
    (Trick::TinyPackets, Fate::Shown),
    (Trick::GiantSps, Fate::Ended),
    (Trick::BrokenSps, Fate::Ended),
    (Trick::PictureBeforeConfiguration, Fate::Ended),
    (Trick::NameOfHtml, Fate::Shown),
    (Trick::GiantClipboard, Fate::Ended),
    (Trick::UnknownDeviceMessage, Fate::Ended),
    (Trick::Noise, Fate::Ended),
    (Trick::OneByteAtATime, Fate::Ended),
    (Trick::StallAfterTheHeader, Fate::Ended),
];

const SIZE: Size = Size {
    width: 720,
    height: 1280,
};

/// The device name, which follows the dummy byte.
fn head(name: &str) -> BytesMut {
    BytesMut::from(&device_name_bytes(name)[..])
}

/// Name and stream header, as a phone sends them.
fn opening(name: &str) -> BytesMut {
    let mut out = head(name);
    out.put_slice(&stream_header_bytes(Codec::H264, SIZE.width, SIZE.height));
    out
}

fn config(out: &mut BytesMut, bytes: Bytes) {
    let packet = VideoPacket::Config(bytes);
    packet.encode(Framing::V3, out).expect("a packet");
}

fn frame(out: &mut BytesMut, pts_us: u64, key: bool, data: Bytes) {
    let packet = VideoPacket::Frame { pts_us, key, data };
    packet.encode(Framing::V3, out).expect("a packet");
}

/// A session that begins well.
fn begun() -> BytesMut {
    let mut out = opening("hostile");
    config(&mut out, h264::config(SIZE));
    frame(&mut out, 1_000, true, h264::picture(true));
    out
}

/// A packet header of any length.
fn length(out: &mut BytesMut, length: u32) {
    out.put_u64(2_000);
    out.put_u32(length);
}

/// Writes of the phone's screen server for a trick.
pub fn script(trick: Trick, seed: u64) -> Script {
    let mut chance = StdRng::seed_from_u64(seed);
    let mut script = Script::default();
    let video = match trick {
        Trick::UnknownCodec => {
            let mut out = head("hostile");
            out.put_u32(chance.random_range(2..u32::MAX));
            out.put_u64(0x02d0_0000_0500);
            out
        }
        Trick::NoSize | Trick::GiantSize => {
            let side = match trick {
                Trick::NoSize => 0,
                _ => chance.random_range(4097..u32::MAX),
            };
            let mut out = head("hostile");
            out.put_slice(&Codec::H264.to_bytes());
            out.put_u32(side);
            out.put_u32(side);
            out
        }
        Trick::EmptyPacket | Trick::GiantPacket | Trick::PacketBeyondTheLimit => {
            let mut out = begun();
            let bytes = match trick {
                Trick::EmptyPacket => 0,
                Trick::GiantPacket => u32::MAX,
                _ => 8 * 1024 * 1024 + 1 + chance.random_range(0..1000),
            };
            length(&mut out, bytes);
            out
        }
        Trick::ConfigurationsOnly => {
            let mut out = opening("hostile");
            (0..1000).for_each(|_| config(&mut out, h264::config(SIZE)));
            out
        }
        Trick::TimeBackwards => {
            let mut out = begun();
            for step in 0..1000_u64 {
                let pts_us = (1 << 60) - step * chance.random_range(1..1 << 40);
                frame(
                    &mut out,
                    pts_us,
                    step.is_multiple_of(100),
                    h264::picture(false),
                );
            }
            out
        }
        Trick::TinyPackets => {
            let mut out = begun();
            let tiny = Bytes::from_static(&[0x41]);
            (0..100_000).for_each(|pts_us| frame(&mut out, pts_us, false, tiny.clone()));
            out
        }
        Trick::GiantSps => {
            let mut out = opening("hostile");
            let side = 16 * chance.random_range(300..=1024);
            config(
                &mut out,
                h264::config(Size {
                    width: side,
                    height: side,
                }),
            );
            frame(&mut out, 1_000, true, h264::picture(true));
            out
        }
        Trick::BrokenSps => {
            let mut out = opening("hostile");
            let mut noise = vec![0; chance.random_range(1..2000)];
            chance.fill(&mut noise[..]);
            config(&mut out, [&[0, 0, 0, 1, 0x67][..], &noise].concat().into());
            frame(&mut out, 1_000, true, h264::picture(true));
            out
        }
        Trick::PictureBeforeConfiguration => {
            let mut out = opening("hostile");
            frame(&mut out, 1_000, true, h264::picture(true));
            out
        }
        Trick::NameOfHtml => {
            let mut out = opening("<img src=x onerror=alert(1)>\u{202e}\n");
            config(&mut out, h264::config(SIZE));
            frame(&mut out, 1_000, true, h264::picture(true));
            out
        }
        Trick::GiantClipboard => {
            let mut said = DeviceMessage::Clipboard("x".to_owned())
                .to_bytes()
                .expect("a text")
                .to_vec();
            said[1..5].copy_from_slice(&chance.random_range(256 * 1024..u32::MAX).to_be_bytes());
            script.control.push(said.into());
            begun()
        }
        Trick::UnknownDeviceMessage => {
            script
                .control
                .push(vec![chance.random_range(3..=255); 64].into());
            begun()
        }
        Trick::Noise => {
            let mut out = begun();
            let mut noise = vec![0xff; chance.random_range(12..100_000)];
            chance.fill(&mut noise[12..]);
            out.put_slice(&noise);
            out
        }
        Trick::OneByteAtATime => {
            let out = opening("hostile");
            script.video = out
                .iter()
                .map(|byte| Bytes::copy_from_slice(&[*byte]))
                .collect();
            return script;
        }
        Trick::StallAfterTheHeader => opening("hostile"),
    };
    script.video = video
        .chunks(chance.random_range(1_000..64_000))
        .map(Bytes::copy_from_slice)
        .collect();
    script
}
