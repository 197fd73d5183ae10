//! The clipboard of a session: whether it is shared, and how setting it went.

use crate::access::Level;
use crate::every;
use crate::lang::Words;
use strum::{EnumCount, VariantArray};

/// Outcome of setting the phone's clipboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray)]
#[repr(u8)]
pub enum ClipboardOutcome {
    /// The phone confirmed it.
    Done = 0,
    /// The session does not share its clipboard.
    NotShared = 1,
    /// This session does not control the phone.
    NotController = 2,
    /// The phone is not ready for it now.
    Busy = 3,
    /// The phone did not confirm it in time.
    Unconfirmed = 4,
}

impl ClipboardOutcome {
    /// The complete list of outcomes.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire value.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| *outcome as u8 == code)
    }

    /// Message for the page, in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::Done => Words::new(
                "已复制到云手机剪贴板",
                "Copied to the cloud phone's clipboard.",
            ),
            Self::NotShared => Words::new(
                "剪贴板共享未开启",
                "Clipboard sharing is off in this session.",
            ),
            Self::NotController => Words::new(
                "只有操作者可以使用剪贴板",
                "Only the one who controls the phone may use its clipboard.",
            ),
            Self::Busy => Words::new(
                "云手机正忙，请稍后再试",
                "The phone is busy. Try again in a moment.",
            ),
            Self::Unconfirmed => Words::new(
                "云手机未确认剪贴板内容",
                "The phone did not confirm the clipboard.",
            ),
        }
    }
}

/// Whether a controller's session begins with a shared clipboard: on one's own phone that is granted to nobody, yes; on a phone that is
/// shared, in or out, the controller has to turn it on.
pub const fn shared_at_first(level: Level, granted_out: bool) -> bool {
    matches!(level, Level::Owner) && !granted_out
}
