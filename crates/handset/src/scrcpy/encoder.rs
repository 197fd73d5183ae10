//! Encoder of pictures into H.264: scales, converts, encodes, and splits configuration from access unit.

use bytes::Bytes;
use openh264::OpenH264API;
use openh264::encoder::{
    BitRate, Complexity, Encoder, EncoderConfig, FrameRate, FrameType, IntraFramePeriod,
    MatrixCoefficients, Profile, QpRange, RateControlMode, SpsPpsStrategy, UsageType, VuiConfig,
};
use openh264::formats::{RgbaSliceU8, YUVBuffer};

use crate::screen::Frame;

/// Fewest and most bits a second that make a difference to the quantiser.
const BIT_RATE_RANGE: std::ops::RangeInclusive<u32> = 64_000..=20_000_000;
/// Quantiser of 4 Mbit/s; half the bits are five steps more.
const USUAL_QUANTISER: f32 = 26.0;
const USUAL_BIT_RATE: f32 = 4_000_000.0;
const STEPS_PER_HALVING: f32 = 5.0;
/// Finest and coarsest quantiser that are used (H.264 has 0 to 51).
const QUANTISER_RANGE: std::ops::RangeInclusive<f32> = 21.0..=36.0;

/// Settings of an encoding session.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Settings {
    /// Width and height in pixels, multiples of 8.
    pub(super) size: (u16, u16),
    pub(super) bit_rate: u32,
    pub(super) fps: f32,
    /// Whether every picture can be decoded by itself.
    pub(super) all_key: bool,
}

/// An encoded picture.
#[derive(Debug)]
pub(super) struct Encoded {
    /// SPS and PPS, Annex B; with each key frame.
    pub(super) config: Option<Bytes>,
    pub(super) key: bool,
    /// The access unit without SPS and PPS, Annex B.
    pub(super) unit: Bytes,
}

/// An encoding session.
pub(super) struct PictureEncoder {
    encoder: Encoder,
    settings: Settings,
    planes: YUVBuffer,
    scaled: Vec<[u8; 4]>,
}

impl PictureEncoder {
    pub(super) fn new(settings: Settings) -> Result<Self, openh264::Error> {
        let bit_rate = settings
            .bit_rate
            .clamp(*BIT_RATE_RANGE.start(), *BIT_RATE_RANGE.end());
        let quantiser = quantiser(bit_rate);
        let config = EncoderConfig::new()
            // This mode is cheaper than the screen content mode by a factor of two to six.
            .usage_type(UsageType::CameraVideoRealTime)
            .complexity(Complexity::Low)
            // A screen stands still most of the time and then jumps: a fixed quantiser that follows from the bit rate suits it
            // better than the library's rate control, which drops pictures. In this mode the quantiser range below decides alone.
            .rate_control_mode(RateControlMode::Bufferbased)
            .qp(QpRange::new(quantiser, quantiser))
            .bitrate(BitRate::from_bps(bit_rate))
            .max_frame_rate(FrameRate::from_hz(settings.fps))
            .skip_frames(false)
            .scene_change_detect(false)
            .adaptive_quantization(false)
            .background_detection(false)
            .intra_frame_period(IntraFramePeriod::from_num_frames(0))
            .sps_pps_strategy(SpsPpsStrategy::ConstantId)
            .profile(Profile::Baseline)
            .num_threads(1)
            // The library converts colours with the matrix of BT.601, so the stream must name that one.
            .vui(VuiConfig::bt709().matrix_coefficients(MatrixCoefficients::Smpte170M));
        let (width, height) = settings.size;
        Ok(Self {
            encoder: Encoder::with_api_config(OpenH264API::from_source(), config)?,
            settings,
            planes: YUVBuffer::new(width.into(), height.into()),
            scaled: Vec::new(),
        })
    }

    pub(super) fn settings(&self) -> Settings {
        self.settings
    }

    /// Encodes one picture; with `key` it can be decoded by itself.
    pub(super) fn encode(&mut self, frame: &Frame, key: bool) -> Result<Encoded, openh264::Error> {
        let (width, height) = (
            usize::from(self.settings.size.0),
            usize::from(self.settings.size.1),
        );
        if (frame.width, frame.height) == self.settings.size {
            self.planes.read_rgba8(RgbaSliceU8::new(
                frame.pixels.as_flattened(),
                (width, height),
            ));
        } else {
            shrink(frame, (width, height), &mut self.scaled);
            self.planes.read_rgba8(RgbaSliceU8::new(
                self.scaled.as_flattened(),
                (width, height),
            ));
        }
        if key || self.settings.all_key {
            self.encoder.force_intra_frame();
        }
        let stream = self.encoder.encode(&self.planes)?;
        let key = matches!(stream.frame_type(), FrameType::IDR);
        let (mut config, mut unit) = (Vec::new(), Vec::new());
        for layer in (0..stream.num_layers()).filter_map(|index| stream.layer(index)) {
            for nal in (0..layer.nal_count()).filter_map(|index| layer.nal_unit(index)) {
                // The byte behind the start code has the type in its low five bits (H.264, 7.3.1 and table 7-1): 7 SPS, 8 PPS.
                let kind = nal
                    .iter()
                    .position(|byte| *byte == 1)
                    .and_then(|at| nal.get(at + 1))
                    .map_or(0, |head| head & 0x1F);
                if matches!(kind, 7 | 8) {
                    &mut config
                } else {
                    &mut unit
                }
                .extend_from_slice(nal);
            }
        }
        Ok(Encoded {
            config: (!config.is_empty()).then(|| config.into()),
            key,
            unit: unit.into(),
        })
    }
}

/// Quantiser with which a scrolling page has about this bit rate.
fn quantiser(bit_rate: u32) -> u8 {
    let halvings = (USUAL_BIT_RATE / bit_rate as f32).log2();
    (USUAL_QUANTISER + STEPS_PER_HALVING * halvings)
        .clamp(*QUANTISER_RANGE.start(), *QUANTISER_RANGE.end()) as u8
}

/// Averages the pixels that fall on each smaller one.
fn shrink(frame: &Frame, (width, height): (usize, usize), out: &mut Vec<[u8; 4]>) {
    let (from_width, from_height) = (usize::from(frame.width), usize::from(frame.height));
    out.clear();
    out.reserve(width * height);
    let columns: Vec<std::ops::Range<usize>> =
        (0..width).map(|x| span(x, width, from_width)).collect();
    let mut sums: Vec<[u32; 3]> = vec![[0; 3]; width];
    for y in 0..height {
        let rows = span(y, height, from_height);
        sums.fill([0; 3]);
        for row in rows.clone() {
            let line = &frame.pixels[row * from_width..(row + 1) * from_width];
            for (sum, column) in sums.iter_mut().zip(&columns) {
                for pixel in &line[column.clone()] {
                    sum[0] += u32::from(pixel[0]);
                    sum[1] += u32::from(pixel[1]);
                    sum[2] += u32::from(pixel[2]);
                }
            }
        }
        for (sum, column) in sums.iter().zip(&columns) {
            let count = (column.len() * rows.len()) as u32;
            out.push([
                (sum[0] / count) as u8,
                (sum[1] / count) as u8,
                (sum[2] / count) as u8,
                255,
            ]);
        }
    }
}

/// Range of the `from` places that fall on place `at` when they are scaled to `to` places; never empty.
fn span(at: usize, to: usize, from: usize) -> std::ops::Range<usize> {
    let start = at * from / to;
    start..((at + 1) * from / to).max(start + 1)
}
