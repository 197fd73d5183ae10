//! Why a phone did not take a file or an app, for members.

use crate::every;
use crate::lang::Words;
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

/// Why a phone did not take a file or an app. Stored by name, as a [`super::Reason`].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, IntoStaticStr, EnumString,
)]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum PushFailure {
    /// The phone's storage is full.
    NoSpace,
    /// The phone has a newer version of the app.
    Downgrade,
    /// The app's native code is for other processors.
    WrongProcessor,
    /// The app wants a newer Android.
    OlderAndroid,
    /// The app was made for an Android too old.
    OutdatedApp,
    /// The phone has the app with another signature.
    OtherSignature,
    /// The phone has the app, and replacing was not chosen.
    Exists,
    /// The phone has another file of that name.
    NameTaken,
    /// The file is no app, or a damaged one.
    Invalid,
    /// The app is not signed.
    Unsigned,
    /// The app declares itself as a test-only one.
    TestOnly,
    /// An archive of the app is missing.
    MissingPart,
    /// The phone's settings or a checker on it forbid it.
    Forbidden,
    /// The file cannot be written where it belongs.
    Unwritable,
    /// The phone refuses for a reason that is not in this list.
    #[strum(serialize = "notTaken")]
    Other,
}

impl PushFailure {
    /// The complete list of variants.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Whether another try may succeed.
    pub const fn retryable(self) -> bool {
        match self {
            Self::NoSpace | Self::Forbidden | Self::Unwritable | Self::Other => true,
            Self::Downgrade
            | Self::WrongProcessor
            | Self::OlderAndroid
            | Self::OutdatedApp
            | Self::OtherSignature
            | Self::Exists
            | Self::NameTaken
            | Self::Invalid
            | Self::Unsigned
            | Self::TestOnly
            | Self::MissingPart => false,
        }
    }

    /// Message for members, in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::NoSpace => {
                Words::new("云手机存储空间不足", "The phone has not enough free space")
            }
            Self::Downgrade => Words::new(
                "云手机上已有更新的版本，可勾选“允许降级”后再试",
                "The phone has a newer version; allow a downgrade to go back",
            ),
            Self::WrongProcessor => Words::new(
                "应用不支持这台云手机的处理器",
                "The app is made for another kind of processor",
            ),
            Self::OlderAndroid => Words::new(
                "应用需要更高版本的 Android",
                "The app needs a newer Android",
            ),
            Self::OutdatedApp => Words::new(
                "应用面向的 Android 版本过旧",
                "The app is made for an Android that is too old",
            ),
            Self::OtherSignature => Words::new(
                "已安装的同名应用签名不同，请先卸载",
                "The app that is installed is signed by somebody else; uninstall it first",
            ),
            Self::Exists => Words::new(
                "应用已安装，可勾选“覆盖安装”后再试",
                "The app is installed already; allow replacing it",
            ),
            Self::NameTaken => Words::new(
                "云手机上已有同名文件，可改名发送或替换",
                "The phone has another file of that name; send it under a new name, or replace that one",
            ),
            Self::Invalid => {
                Words::new("安装包无效或已损坏", "The package is not valid or damaged")
            }
            Self::Unsigned => Words::new("安装包没有签名", "The package is not signed"),
            Self::TestOnly => Words::new(
                "这是仅供测试的应用，不能安装",
                "The app is for tests only and cannot be installed",
            ),
            Self::MissingPart => Words::new(
                "安装包不完整，缺少分包",
                "Parts of the app are missing; choose its XAPK or APKS",
            ),
            Self::Forbidden => Words::new(
                "云手机的设置不允许安装",
                "The phone's settings do not allow it",
            ),
            Self::Unwritable => Words::new(
                "无法写入云手机的 Download 文件夹",
                "The phone's Download folder cannot be written to",
            ),
            Self::Other => Words::new("云手机拒绝了安装", "The phone refused it"),
        }
    }
}
