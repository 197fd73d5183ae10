//! Whether a phone keeps up with what its controller does.

use super::Input;
use crate::every;
use crate::lang::Words;
use strum::{EnumCount, VariantArray};

/// Waiting time of an input beyond which its phone counts as slow, in milliseconds.
pub const SLOW_AFTER_MS: u64 = 1_000;
/// Age beyond which an input is dropped, in milliseconds: the picture has changed, and it would hit something else.
pub const INPUT_AGE_MAX_MS: u64 = 1_000;
/// Age beyond which a text is dropped, in milliseconds: a text waits until the phone confirms the one before it, and people do not retype a
/// text that they see coming late.
pub const TEXT_AGE_MAX_MS: u64 = 10_000;

const _: () = assert!(
    SLOW_AFTER_MS <= INPUT_AGE_MAX_MS && INPUT_AGE_MAX_MS < TEXT_AGE_MAX_MS,
    "a phone is slow before anything is left out"
);

impl Input {
    /// How long the input may wait for the phone before it is dropped, in milliseconds; `None` for a lift, without which the finger or key
    /// would stay pressed.
    pub const fn age_max_ms(&self) -> Option<u64> {
        match self {
            lift if lift.lifts() => None,
            Self::Text(_) | Self::Paste(_) | Self::SetClipboard { .. } => Some(TEXT_AGE_MAX_MS),
            _ => Some(INPUT_AGE_MAX_MS),
        }
    }
}

/// Pace of a session's inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray)]
#[repr(u8)]
pub enum Pace {
    /// The inputs are done as they come.
    Flowing = 0,
    /// The inputs wait, and are done in their order.
    Slow = 1,
    /// Inputs were dropped, because more came than may wait or because they waited too long.
    LeftOut = 2,
}

impl Pace {
    /// The complete list of variants.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire value.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| *pace as u8 == code)
    }

    /// Message for the page, in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::Flowing => Words::new("云手机响应正常", "The phone keeps up."),
            Self::Slow => Words::new(
                "云手机响应慢，操作正在排队",
                "The phone is slow: your input waits its turn.",
            ),
            Self::LeftOut => Words::new(
                "云手机跟不上，有操作未执行，请稍后再试",
                "The phone cannot keep up: some of your input was left out. Try again in a moment.",
            ),
        }
    }
}
