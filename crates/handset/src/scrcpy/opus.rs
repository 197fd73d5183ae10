//! Sound as opus, the real server's default. Source: RFC 6716 and 7845, scrcpy `Streamer.java` (which part of MediaCodec's configuration is
//! sent).

use bytes::{BufMut as _, Bytes, BytesMut};
use rusty_opus::{Application, OpusEncoder};

use super::sound::{CHANNELS, PACKET_SAMPLES, RATE};

/// Bits a second when the client asks for none, as in the real server, or for a rate that opus cannot have.
const BIT_RATE: i32 = 128_000;
/// Bits a second that opus can have (RFC 6716, 2.1.1).
const BIT_RATES: std::ops::RangeInclusive<i32> = 6_000..=510_000;
/// Complexity of the encoder: enough for two channels of speech and tones, at a third of the time of the best.
const COMPLEXITY: i32 = 5;
/// Longest packet of one frame (RFC 6716, 3.4).
const PACKET_MAX_BYTES: usize = 1275;
/// Samples at the start that a decoder drops: the encoder's look-ahead of 6.5 ms (RFC 7845, 4.2).
const PRE_SKIP: u16 = 312;

/// Encoder of samples into packets, one for each frame of 20 ms.
pub struct Encoder {
    opus: OpusEncoder,
    samples: Vec<f32>,
    packet: Vec<u8>,
}

impl Encoder {
    /// Makes an encoder; `bit_rate` is the client's wish for bits a second. `None` when the encoder cannot be made.
    pub fn new(bit_rate: Option<&str>) -> Option<Self> {
        let wanted = bit_rate.and_then(|text| text.parse().ok());
        let mut opus = OpusEncoder::new(RATE.cast_signed(), CHANNELS, Application::Audio).ok()?;
        opus.bitrate_bps = wanted
            .filter(|rate| BIT_RATES.contains(rate))
            .unwrap_or(BIT_RATE);
        opus.complexity = COMPLEXITY;
        Some(Self {
            opus,
            samples: Vec::new(),
            packet: vec![0; PACKET_MAX_BYTES],
        })
    }

    /// Encodes a frame of interleaved 16-bit samples; `None` for any other length, or when the encoder fails.
    pub fn encode(&mut self, raw: &[u8]) -> Option<Bytes> {
        // The encoder reads a whole frame, so a shorter one is refused here.
        if raw.len() != PACKET_SAMPLES as usize * CHANNELS * 2 {
            return None;
        }
        self.samples.clear();
        self.samples.extend(
            raw.chunks_exact(2)
                .map(|two| f32::from(i16::from_le_bytes([two[0], two[1]])) / 32_768.0),
        );
        let length = self
            .opus
            .encode(&self.samples, PACKET_SAMPLES as usize, &mut self.packet)
            .ok()?;
        Some(Bytes::copy_from_slice(self.packet.get(..length)?))
    }
}

/// Header `OpusHead` of 19 bytes before the first packet (RFC 7845, 5.1).
pub(super) fn head() -> Bytes {
    let mut head = BytesMut::with_capacity(19);
    head.put_slice(b"OpusHead");
    head.put_u8(1);
    head.put_u8(CHANNELS as u8);
    head.put_u16_le(PRE_SKIP);
    head.put_u32_le(RATE);
    head.put_i16_le(0);
    head.put_u8(0);
    head.freeze()
}
