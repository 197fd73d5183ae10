//! Why a phone is abnormal.

use crate::every;
use crate::lang::Words;
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

/// Why a phone is unwell; stored by name. The numbers are wire values: the detail of [`crate::play::EndReason::Offline`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray, IntoStaticStr, EnumString)]
#[strum(serialize_all = "camelCase", const_into_str)]
#[repr(u8)]
pub enum Unwell {
    /// No connection, or it was cut.
    Unreachable = 1,
    /// The phone accepts connections and does not answer.
    Silent = 2,
    /// The phone wants a key or an encryption that this server does not have.
    Refused = 3,
    /// The phone is still starting.
    Starting = 4,
    /// The phone sent bytes that are not its protocol's.
    BrokenBytes = 5,
}

impl Unwell {
    /// The complete list of variants.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire value.
    pub fn from_code(code: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|u| *u as u32 == code)
    }

    /// Message for people, in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::Unreachable => Words::new("连接不上设备", "The phone cannot be reached"),
            Self::Silent => Words::new("设备没有响应", "The phone does not answer"),
            Self::Refused => Words::new("设备拒绝连接", "The phone refuses the connection"),
            Self::Starting => Words::new("设备正在启动", "The phone is starting"),
            Self::BrokenBytes => {
                Words::new("设备返回了无法识别的数据", "The phone sent broken data")
            }
        }
    }
}
