//! Sound as AAC-LC, for phones without an encoder for opus. Source: ISO/IEC 14496-3, scrcpy `Streamer.java` (packets without
//! a head of their own, `AudioSpecificConfig` before the first).

use bytes::Bytes;
use syom::{EncodeContainer, EncodeOptions};

use super::sound::{CHANNELS, RATE};

/// Samples of one channel in a packet.
pub const PACKET_SAMPLES: u32 = 1024;
/// Bits a second when the client asks for none, as in the real server, or for a rate that AAC cannot have.
const BIT_RATE: u32 = 128_000;
/// Bits a second that AAC-LC can have on two channels: packets of 6144 bits for each at most (4.5.3.1).
const BIT_RATES: std::ops::RangeInclusive<u32> = 8_000..=512_000;
/// AAC-LC (2) in 5 bits, 48 kHz (3) in 4, two channels in 4, then frames of 1024 samples and nothing else in 3 (1.6.2.1).
const CONFIG: [u8; 2] = [2 << 3 | 3 >> 1, (3 & 1) << 7 | 2 << 3];

/// Encoder of samples into packets of 1024 samples. The sound comes out of a decoder as many samples late.
pub struct Encoder {
    /// The library's encoder, which has a configuration of its own, equal to [`config`].
    pub aac: syom::Encoder,
    planes: [Vec<f32>; CHANNELS],
}

impl Encoder {
    /// Makes an encoder; `bit_rate` is the client's wish for bits a second. `None` when the encoder cannot be made.
    pub fn new(bit_rate: Option<&str>) -> Option<Self> {
        let wanted = bit_rate.and_then(|text| text.parse().ok());
        let options = EncodeOptions::default()
            .with_container(EncodeContainer::Raw)
            .with_bitrate_bps(
                wanted
                    .filter(|rate| BIT_RATES.contains(rate))
                    .unwrap_or(BIT_RATE),
            );
        Some(Self {
            aac: syom::Encoder::new(RATE, CHANNELS, &options).ok()?,
            planes: Default::default(),
        })
    }

    /// Encodes interleaved 16-bit samples of [`PACKET_SAMPLES`]; `None` for any other length, or when the encoder fails.
    pub fn encode(&mut self, raw: &[u8]) -> Option<Bytes> {
        if raw.len() != PACKET_SAMPLES as usize * CHANNELS * 2 {
            return None;
        }
        for (at, plane) in self.planes.iter_mut().enumerate() {
            plane.clear();
            plane.extend(raw.chunks_exact(CHANNELS * 2).map(|both| {
                let sample = [both[at * 2], both[at * 2 + 1]];
                f32::from(i16::from_le_bytes(sample)) / 32_768.0
            }));
        }
        let [left, right] = &self.planes;
        let mut packet = None;
        self.aac
            .feed(&[left, right], |frame| {
                packet = Some(Bytes::copy_from_slice(frame.au));
                Ok(())
            })
            .ok()?;
        packet
    }
}

/// Configuration before the first packet: `AudioSpecificConfig`.
pub const fn config() -> Bytes {
    Bytes::from_static(&CONFIG)
}
