//! Moving pictures and their streams, made by openh264.

use openh264::OpenH264API;
use openh264::encoder::{
    BitRate, Complexity, Encoder, EncoderConfig, FrameRate, IntraFramePeriod, MatrixCoefficients,
    Profile, QpRange, RateControlMode, SpsPpsStrategy, UsageType, VuiConfig,
};
use openh264::formats::{RgbaSliceU8, YUVBuffer};

/// Content that a picture shows at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scene {
    /// Soft shapes that drift, under noise.
    Camera,
    /// Flat fields with hard edges; now and then one of them changes.
    Screen,
    /// Rows of letters, moving up.
    Scrolling,
}

/// A scene's picture, as red, green, blue, opaque.
pub fn pixels(scene: Scene, (width, height): (usize, usize), time: usize) -> Vec<u8> {
    let mut noise = 0x2545_F491_u32.wrapping_add(time as u32);
    let mut pixels = Vec::with_capacity(width * height * 4);
    for y in 0..height {
        for x in 0..width {
            let [r, g, b] = match scene {
                Scene::Camera => {
                    noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let grain = (noise >> 28) as usize;
                    [
                        (x + 3 * time) % 256 * 3 / 4 + grain,
                        (y + 2 * time) % 256 * 3 / 4 + grain,
                        (x + y + time) % 256 * 3 / 4 + grain,
                    ]
                }
                Scene::Screen => {
                    let field = (x / 48) * 7 + (y / 32) * 3;
                    let shown = if field % 11 == time / 3 % 11 {
                        field + time
                    } else {
                        field
                    };
                    [shown * 37 % 256, shown * 91 % 256, shown * 53 % 256]
                }
                Scene::Scrolling => {
                    let row = y + 5 * time;
                    let letter = (row / 14 * 31 + x / 9 * 17) % 23;
                    let ink = row % 14 < 10 && (x % 9 * letter + row % 14) % 5 < 2;
                    if ink { [20, 24, 40] } else { [250, 248, 240] }
                }
            };
            pixels.extend([r as u8, g as u8, b as u8, 255]);
        }
    }
    pixels
}

/// How a stream is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Settings {
    /// As the handset makes it.
    Handset,
    /// As a camera: rate control, adaptive quantiser, a key picture now and then.
    Camera,
    /// With the library's tools for screens.
    Screen,
    /// With the tools of the High profile.
    High,
}

impl Settings {
    fn config(self) -> EncoderConfig {
        let base = EncoderConfig::new()
            .max_frame_rate(FrameRate::from_hz(60.0))
            .bitrate(BitRate::from_bps(3_000_000))
            .skip_frames(false)
            .sps_pps_strategy(SpsPpsStrategy::ConstantId)
            .num_threads(1);
        match self {
            Self::Handset => base
                .usage_type(UsageType::CameraVideoRealTime)
                .complexity(Complexity::Low)
                .rate_control_mode(RateControlMode::Bufferbased)
                .qp(QpRange::new(26, 26))
                .scene_change_detect(false)
                .adaptive_quantization(false)
                .background_detection(false)
                .intra_frame_period(IntraFramePeriod::from_num_frames(0))
                .profile(Profile::Baseline)
                .vui(VuiConfig::bt709().matrix_coefficients(MatrixCoefficients::Smpte170M)),
            Self::Camera => base
                .usage_type(UsageType::CameraVideoRealTime)
                .complexity(Complexity::High)
                .intra_frame_period(IntraFramePeriod::from_num_frames(12))
                .profile(Profile::Baseline),
            Self::Screen => base
                .usage_type(UsageType::ScreenContentRealTime)
                .complexity(Complexity::Medium)
                .profile(Profile::Baseline),
            Self::High => base
                .usage_type(UsageType::CameraVideoRealTime)
                .complexity(Complexity::High)
                .profile(Profile::High),
        }
    }
}

/// The access units of a scene.
pub fn stream(
    scene: Scene,
    settings: Settings,
    size: (usize, usize),
    count: usize,
) -> Vec<Vec<u8>> {
    let mut encoder =
        Encoder::with_api_config(OpenH264API::from_source(), settings.config()).unwrap();
    let mut planes = YUVBuffer::new(size.0, size.1);
    (0..count)
        .map(|time| {
            let pixels = pixels(scene, size, time);
            planes.read_rgba8(RgbaSliceU8::new(&pixels, size));
            encoder.encode(&planes).unwrap().to_vec()
        })
        .collect()
}

/// The access units of a file, given from this crate's folder: SPS and PPS first where a unit has them.
pub fn recorded(file: &str) -> Vec<Vec<u8>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let bytes = std::fs::read(path).unwrap();
    let mut units: Vec<Vec<u8>> = vec![Vec::new()];
    let mut has_picture = false;
    let starts: Vec<usize> = (0..bytes.len() - 3)
        .filter(|at| bytes[*at..*at + 3] == [0, 0, 1])
        .collect();
    for (at, end) in starts
        .iter()
        .zip(starts.iter().skip(1).chain([&bytes.len()]))
    {
        if has_picture {
            units.push(Vec::new());
        }
        has_picture = matches!(bytes[at + 3] & 0x1F, 1 | 5);
        units.last_mut().unwrap().extend(&bytes[*at..*end]);
    }
    units
}
