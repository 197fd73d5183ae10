//! Audio socket: sound of the phone, as raw samples, opus or AAC. The sound is a tone on request (`setprop owl.sound HZ`), else silence.

use std::sync::Arc;
use std::time::Duration;

use bytes::{BufMut as _, Bytes, BytesMut};
use phone_wire::screen::{Framing, ServerArgs, VideoPacket};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use super::{Log, aac, lists, opus};
use crate::adb::{Closed, Stream};
use crate::clock;
use crate::phone::Phone;

/// The property that asks for a tone, in hertz.
pub(crate) const PROPERTY: &str = "owl.sound";
/// Value of the property on a phone that gives no sound at all, as before Android 11.
const NONE: &str = "none";
/// The properties of a phone that has no encoder for opus, or for AAC: `none`.
const OPUS_PROPERTY: &str = "owl.sound.opus";
const AAC_PROPERTY: &str = "owl.sound.aac";
/// Samples a second of each channel, as from the real server.
pub const RATE: u32 = 48_000;
/// Number of channels: left and right, interleaved.
pub const CHANNELS: usize = 2;
/// Samples of one channel in a packet of 20 ms: as samples and as opus.
pub const PACKET_SAMPLES: u32 = RATE / 1000 * 20;
/// Audible frequencies, all below half the sample rate, in hertz.
const TONES_HZ: std::ops::RangeInclusive<f32> = 20.0..=20_000.0;
/// Amplitude of a tone, of 32,767.
const LOUDNESS: f32 = 8000.0;
/// Codec that the real server sends when its client names none.
const DEFAULT_CODEC: &str = "opus";
/// Codec number 0, with which a stream starts that the phone cannot give; clients go on without it.
const DISABLED: [u8; 4] = [0; 4];

/// Codec of the samples.
enum Codec {
    Raw,
    Opus(Box<opus::Encoder>),
    Aac(Box<aac::Encoder>),
}

impl Codec {
    /// Codec that the arguments name. An error is the name of a codec for which the phone has no encoder: FLAC always, others if a property of the
    /// phone disables them.
    fn asked<'a>(phone: &Phone, args: &'a ServerArgs) -> Result<Self, &'a str> {
        let value = |wanted: &str| {
            let found = args.others.iter().find(|(key, _)| key == wanted);
            found.map(|(_, value)| value.as_str())
        };
        let (name, bit_rate) = (
            value("audio_codec").unwrap_or(DEFAULT_CODEC),
            value("audio_bit_rate"),
        );
        let codec = match name {
            "raw" => Some(Self::Raw),
            "opus" if has(phone, OPUS_PROPERTY) => {
                opus::Encoder::new(bit_rate).map(Box::new).map(Self::Opus)
            }
            "aac" if has(phone, AAC_PROPERTY) => {
                aac::Encoder::new(bit_rate).map(Box::new).map(Self::Aac)
            }
            _ => None,
        };
        codec.ok_or(name)
    }

    /// Number with which the stream starts.
    const fn number(&self) -> [u8; 4] {
        match self {
            Self::Raw => *b"\0raw",
            Self::Opus(_) => *b"opus",
            Self::Aac(_) => *b"\0aac",
        }
    }

    /// Configuration packet before the first sound.
    fn config(&self) -> Option<Bytes> {
        match self {
            Self::Raw => None,
            Self::Opus(_) => Some(opus::head()),
            Self::Aac(_) => Some(aac::config()),
        }
    }

    /// Samples of one channel in a packet.
    const fn packet_samples(&self) -> u32 {
        match self {
            Self::Raw | Self::Opus(_) => PACKET_SAMPLES,
            Self::Aac(_) => aac::PACKET_SAMPLES,
        }
    }

    fn encode(&mut self, samples: Bytes) -> Option<Bytes> {
        match self {
            Self::Raw => Some(samples),
            Self::Opus(encoder) => encoder.encode(&samples),
            Self::Aac(encoder) => encoder.encode(&samples),
        }
    }
}

fn has(phone: &Phone, property: &str) -> bool {
    phone.system.property(property).as_deref() != Some(NONE)
}

/// List of the encoders of sound, in the real server's format.
pub(super) fn encoders(phone: &Phone) -> String {
    let all = [
        ("opus", "c2.owl.opus.encoder", OPUS_PROPERTY),
        ("aac", "c2.owl.aac.encoder", AAC_PROPERTY),
    ];
    let all = all.iter().filter(|(.., property)| has(phone, property));
    let all: Vec<_> = all.map(|(codec, name, _)| (*codec, *name)).collect();
    lists::encoders("audio", &all)
}

/// Sends sound until the client leaves. A phone without this sound sends codec number 0, and returns at once unless there are other sockets.
pub(super) async fn run(
    phone: &Arc<Phone>,
    (args, framing, log): (&ServerArgs, Framing, &Log<'_>),
    stream: Stream,
) {
    let Stream { mut reader, writer } = stream;
    let soundless = !has(phone, PROPERTY);
    let codec = if soundless {
        None
    } else {
        match Codec::asked(phone, args) {
            Ok(codec) => Some(codec),
            Err(name) => {
                let words = format!(
                    "Could not create default audio encoder for {name}\n{}",
                    encoders(phone)
                );
                // An unread log is no reason to stop.
                let _ = log.error(&words).await;
                None
            }
        }
    };
    let head = codec.as_ref().map_or(DISABLED, Codec::number);
    if args.send_codec_meta && writer.send(Bytes::copy_from_slice(&head)).await.is_err() {
        return;
    }
    let Some(mut codec) = codec else {
        if args.video || args.control {
            reader.drain().await;
        }
        return;
    };
    let count = codec.packet_samples();
    let period = Duration::from_secs(1) * count / RATE;
    let sending = async {
        if let Some(config) = codec.config() {
            let config = VideoPacket::Config(config);
            writer.send(packet(args, framing, &config)?).await?;
        }
        let mut ticks = interval_at(Instant::now() + period, period);
        // A client that stalls hears silence for what it missed, instead of all of it late.
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut phase = 0.0;
        loop {
            ticks.tick().await;
            let tone = tone_of(phone.system.property(PROPERTY).as_deref());
            let data = codec
                .encode(samples(tone, count, &mut phase))
                .ok_or(Closed)?;
            let frame = VideoPacket::Frame {
                // The time is that of the first sample, as from the real server.
                pts_us: clock::unix_us().saturating_sub(period.as_micros() as u64),
                key: false,
                data,
            };
            writer.send(packet(args, framing, &frame)?).await?;
        }
    };
    let ended: Result<(), Closed> = tokio::select! {
        ended = sending => ended,
        () = reader.drain() => Ok(()),
    };
    if ended.is_err() {
        tracing::debug!("sound listener left");
    }
}

/// Tone that is asked for, in hertz; `None` is silence.
pub fn tone_of(property: Option<&str>) -> Option<f32> {
    let tone: f32 = property?.parse().ok()?;
    TONES_HZ.contains(&tone).then_some(tone)
}

/// Samples of one packet, `count` of each channel, both channels alike: 16 bits, little-endian, interleaved. `tone` is in hertz; `phase` is the
/// position in the wave, 0 to 1, carried from packet to packet.
pub fn samples(tone: Option<f32>, count: u32, phase: &mut f32) -> Bytes {
    let mut out = BytesMut::with_capacity(count as usize * CHANNELS * 2);
    for _ in 0..count {
        let sample = match tone {
            None => 0,
            Some(tone) => {
                *phase = (*phase + tone / RATE as f32).fract();
                ((*phase * std::f32::consts::TAU).sin() * LOUDNESS) as i16
            }
        };
        out.put_i16_le(sample);
        out.put_i16_le(sample);
    }
    out.freeze()
}

fn packet(args: &ServerArgs, framing: Framing, packet: &VideoPacket) -> Result<Bytes, Closed> {
    if !args.send_frame_meta {
        return Ok(packet.payload().clone());
    }
    let mut out = BytesMut::new();
    // Packets of some 20 ms are never too long.
    packet.encode(framing, &mut out).map_err(|_| Closed)?;
    Ok(out.freeze())
}
