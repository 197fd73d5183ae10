//! Whether a phone keeps up with what its controller does.

use crate::lang::Words;

/// An input that waits longer than this makes the phone a slow one, in milliseconds.
pub const SLOW_AFTER_MS: u64 = 1_000;

/// How the inputs of a session get on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Pace {
    /// They are done as they come.
    Flowing = 0,
    /// They wait, and are done in their order.
    Slow = 1,
    /// More came than may wait: the newest was left out.
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
