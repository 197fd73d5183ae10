//! Why a phone is abnormal.

use crate::lang::Words;

/// What is wrong with a phone; stored by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unwell {
    /// No connection, or it was cut.
    Unreachable,
    /// It accepts connections and does not answer.
    Silent,
    /// It wants a key or encryption that is not spoken.
    Refused,
    /// It is still starting.
    Starting,
    /// It sent what is not its protocol.
    BrokenBytes,
}

impl Unwell {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Unreachable,
        Self::Silent,
        Self::Refused,
        Self::Starting,
        Self::BrokenBytes,
    ];

    /// The stored word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Silent => "silent",
            Self::Refused => "refused",
            Self::Starting => "starting",
            Self::BrokenBytes => "brokenBytes",
        }
    }

    /// Reads the stored word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|u| u.name() == name)
    }

    /// What people read.
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
