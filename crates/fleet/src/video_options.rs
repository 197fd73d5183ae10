//! scrcpy options of a picture, by its kind, its quality step and the encoder fallback level of the phone.

use domain::play::QualityStep;
use phone_link::ScreenOptions;

use crate::phone::PictureKind;

/// Longest sides of the full picture in pixels, tried in this order until the phone's encoder takes one.
const FULL_SIDES: [u16; 3] = [1280, 1024, 800];
/// Android's software encoders, tried by name in the last size where the phone's preferred encoder takes no size: slow, but independent of the
/// phone's maker.
const ENCODERS: [&str; 2] = ["c2.android.avc.encoder", "OMX.google.h264.encoder"];
/// Fallback level at which nothing is left but screenshots.
pub const SCREENSHOTS_LEVEL: usize = FULL_SIDES.len() + ENCODERS.len();

/// Returns the options of a picture. `encoder_fallback_level` is the number of sizes, then encoders, that the phone has refused; `step` counts
/// for the full picture alone.
pub fn video_options(
    kind: PictureKind,
    encoder_fallback_level: usize,
    step: QualityStep,
) -> ScreenOptions {
    let side_max = FULL_SIDES[encoder_fallback_level.min(FULL_SIDES.len() - 1)];
    let named = encoder_fallback_level.checked_sub(FULL_SIDES.len());
    ScreenOptions {
        encoder: named.and_then(|at| ENCODERS.get(at).copied()),
        ..match kind {
            PictureKind::Full => full(step, side_max),
            PictureKind::Small => ScreenOptions::small(),
        }
    }
}

/// Options for a step, on an encoder that takes sides up to `side_max` pixels.
const fn full(step: QualityStep, side_max: u16) -> ScreenOptions {
    let (side, fps, video_bit_rate) = match step {
        QualityStep::High => (1280, 30.0, 4_000_000),
        QualityStep::Standard => (1280, 30.0, 2_000_000),
        QualityStep::Fluent => (640, 20.0, 600_000),
        QualityStep::Small => return ScreenOptions::small(),
    };
    ScreenOptions {
        max_size: if side < side_max { side } else { side_max },
        max_fps: Some(fps),
        video_bit_rate,
        control: true,
        every_picture_key: false,
        encoder: None,
    }
}
