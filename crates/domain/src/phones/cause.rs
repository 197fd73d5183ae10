//! Why a phone shows no picture.

use crate::lang::Words;

/// What keeps a phone's screen from being shown, as far as the phone told; each its words for members.
/// The numbers are wire values: the detail of [`crate::play::EndReason::NoPicture`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ScreenCause {
    /// This server has no screen server to start on phones.
    NoServerFile = 1,
    /// The phone started another version than it was given.
    VersionMismatch = 2,
    /// The phone cannot load what it was given.
    BrokenServerFile = 3,
    /// The phone has no encoder that takes its pictures, in any size.
    NoEncoder = 4,
    /// The phone lets nobody touch its screen from outside.
    NoInputRight = 5,
    /// The phone ended it, mostly for want of memory.
    Killed = 6,
}

impl ScreenCause {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::NoServerFile,
        Self::VersionMismatch,
        Self::BrokenServerFile,
        Self::NoEncoder,
        Self::NoInputRight,
        Self::Killed,
    ];

    /// Reads the wire value.
    pub fn from_code(code: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| *cause as u32 == code)
    }

    /// A stable name, for tests, logs and storage.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoServerFile => "noServerFile",
            Self::VersionMismatch => "versionMismatch",
            Self::BrokenServerFile => "brokenServerFile",
            Self::NoEncoder => "noEncoder",
            Self::NoInputRight => "noInputRight",
            Self::Killed => "killed",
        }
    }

    /// What people read: what is wrong and who can mend it.
    pub const fn words(self) -> Words {
        match self {
            Self::NoServerFile => Words::new(
                "服务器未设置画面程序，请联系客服",
                "The server has no screen program for phones. Contact support.",
            ),
            Self::VersionMismatch => Words::new(
                "设备上的画面程序版本不符，请联系客服",
                "The phone's screen program is another version. Contact support.",
            ),
            Self::BrokenServerFile => Words::new(
                "设备无法加载画面程序，请联系客服",
                "The phone cannot load its screen program. Contact support.",
            ),
            Self::NoEncoder => Words::new(
                "设备没有可用的视频编码器，无法显示画面",
                "The phone has no usable video encoder, so it shows no picture.",
            ),
            Self::NoInputRight => Words::new(
                "设备禁止模拟点击，请在开发者选项中开启“USB 调试（安全设置）”",
                "The phone forbids touches from outside. Turn on \"USB debugging (Security settings)\" in its developer options.",
            ),
            Self::Killed => Words::new(
                "设备结束了画面程序（可能内存不足），请关闭一些应用后重试",
                "The phone ended its screen program, perhaps for want of memory. Close some apps and try again.",
            ),
        }
    }
}
