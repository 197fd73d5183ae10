//! Whether a phone keeps up with what its controller does.

use super::Input;
use crate::lang::Words;

/// An input that waits longer than this makes the phone a slow one, in milliseconds.
pub const SLOW_AFTER_MS: u64 = 1_000;
/// What was done longer ago than this is left out, in milliseconds: by now it would hit something else.
pub const INPUT_AGE_MAX_MS: u64 = 1_000;
/// The same of texts: one waits until the phone confirms the one before it, and nobody types a letter twice who sees it come late.
pub const TEXT_AGE_MAX_MS: u64 = 10_000;

const _: () = assert!(
    SLOW_AFTER_MS <= INPUT_AGE_MAX_MS && INPUT_AGE_MAX_MS < TEXT_AGE_MAX_MS,
    "a phone is slow before anything is left out"
);

impl Input {
    /// How long it may wait for the phone before it is left out, in milliseconds. A lift is done whenever that is, or the finger or key would stay
    /// pressed: `None`.
    pub const fn age_max_ms(&self) -> Option<u64> {
        match self {
            lift if lift.lifts() => None,
            Self::Text(_) | Self::Paste(_) | Self::SetClipboard { .. } => Some(TEXT_AGE_MAX_MS),
            _ => Some(INPUT_AGE_MAX_MS),
        }
    }
}

/// How the inputs of a session get on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Pace {
    /// They are done as they come.
    Flowing = 0,
    /// They wait, and are done in their order.
    Slow = 1,
    /// More came than may wait, or it waited too long: something was left out.
    LeftOut = 2,
}

impl Pace {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Flowing, Self::Slow, Self::LeftOut];

    /// Reads the wire value.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| *pace as u8 == code)
    }

    /// What the page says.
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
