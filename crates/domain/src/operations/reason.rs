//! State of an operation, and the reason of its failure.

use super::{PushFailure, Step};
use crate::every;
use crate::lang::{Lang, Words};
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

/// State of an operation. The numbers are stored.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, IntoStaticStr, EnumString,
)]
#[strum(serialize_all = "camelCase", const_into_str)]
#[repr(i16)]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = StateView))]
pub enum State {
    /// Waiting in line.
    Queued = 0,
    /// Running.
    Running = 1,
    /// Ended with success.
    Done = 2,
    /// Failed, with a reason.
    Failed = 3,
    /// Cancelled before it changed anything.
    Cancelled = 4,
}

impl State {
    /// The complete list of states.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// The stored number.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// Reads the stored number.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// Name in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::Queued => Words::new("排队中", "Queued"),
            Self::Running => Words::new("执行中", "Running"),
            Self::Done => Words::new("成功", "Done"),
            Self::Failed => Words::new("失败", "Failed"),
            Self::Cancelled => Words::new("已取消", "Cancelled"),
        }
    }

    /// Whether the state is final.
    pub const fn is_over(self) -> bool {
        match self {
            Self::Queued | Self::Running => false,
            Self::Done | Self::Failed | Self::Cancelled => true,
        }
    }
}

/// Why an operation failed. Stored by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum Reason {
    /// The phone could not be reached.
    Unreachable,
    /// The phone or its host refused.
    Refused,
    /// The phone's provider is not capable of the operation.
    NotCapable,
    /// The phone did not answer to the command in time.
    Silent,
    /// The phone did not come back after starting.
    BootTimeout,
    /// The operation was not done by its deadline.
    TimedOut,
    /// The phone answered, but nothing changed.
    Unchanged,
    /// The server stopped meanwhile, and the phone shows no effect: the command was not sent again.
    Interrupted,
    /// The connection broke meanwhile, and the phone shows no effect.
    Lost,
    /// The rental ended or the phone changed hands.
    NoLongerOwned,
    /// The phone is switched off, or broke down.
    NotRunning,
    /// The phone's system has not come up.
    NotStarted,
    /// The phone's screen cannot be captured.
    NoScreen,
    /// The connection broke while files were being sent.
    CutOff,
    /// The server no longer has a file.
    FileGone,
    /// The store of files did not give a file.
    FileUnread,
    /// The phone accepted all files, but does not show all of them.
    Absent,
    /// The phone has none of the apps.
    NotInstalled,
    /// The app has no launcher activity: nothing of it can be started.
    NoLauncher,
    /// The app belongs to the phone's system.
    SystemApp,
    /// A copy of the phone's data is not what it should be.
    Altered,
    /// The phone did not take a file or an app.
    #[strum(transparent)]
    PushFailed(PushFailure),
}

impl Reason {
    /// The list of reasons without those of [`PushFailure`].
    const OWN: [Self; 21] = [
        Self::Unreachable,
        Self::Refused,
        Self::NotCapable,
        Self::Silent,
        Self::BootTimeout,
        Self::TimedOut,
        Self::Unchanged,
        Self::Interrupted,
        Self::Lost,
        Self::NoLongerOwned,
        Self::NotRunning,
        Self::NotStarted,
        Self::NoScreen,
        Self::CutOff,
        Self::FileGone,
        Self::FileUnread,
        Self::Absent,
        Self::NotInstalled,
        Self::NoLauncher,
        Self::SystemApp,
        Self::Altered,
    ];

    /// Iterates over every reason.
    pub fn all() -> impl Iterator<Item = Self> {
        let taken = PushFailure::ALL.into_iter().map(Self::PushFailed);
        Self::OWN.into_iter().chain(taken)
    }

    /// The stored word.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Reads the stored word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|reason| reason.name() == name)
    }

    /// Whether another try may succeed.
    pub const fn retryable(self) -> bool {
        match self {
            Self::PushFailed(why) => why.retryable(),
            Self::NotCapable
            | Self::NoLongerOwned
            | Self::FileGone
            | Self::NotInstalled
            | Self::NoLauncher
            | Self::SystemApp => false,
            Self::Unreachable
            | Self::Refused
            | Self::Silent
            | Self::BootTimeout
            | Self::TimedOut
            | Self::Unchanged
            | Self::Interrupted
            | Self::Lost
            | Self::NotRunning
            | Self::NotStarted
            | Self::NoScreen
            | Self::CutOff
            | Self::FileUnread
            | Self::Altered
            | Self::Absent => true,
        }
    }

    /// Message for members, in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::Unreachable => Words::new("连接不上云手机", "The phone cannot be reached"),
            Self::Refused => Words::new("云手机拒绝了此操作", "The phone refused the operation"),
            Self::NotCapable => Words::new(
                "这台云手机不支持此操作",
                "This phone cannot do this operation",
            ),
            Self::Silent => Words::new(
                "云手机没有响应指令",
                "The phone did not answer to the command",
            ),
            Self::BootTimeout => Words::new(
                "云手机没有在规定时间内启动",
                "The phone did not start in time",
            ),
            Self::TimedOut => Words::new("没有在规定时间内完成", "It was not done in time"),
            Self::Unchanged => Words::new(
                "指令已执行，但没有生效",
                "The command was answered, but nothing changed",
            ),
            Self::Interrupted => Words::new(
                "服务重启时中断，云手机没有变化，可以重试",
                "Interrupted by a restart of the service; the phone is unchanged, you can retry",
            ),
            Self::Lost => Words::new(
                "执行时连接中断，云手机没有变化，可以重试",
                "The connection broke in between; the phone is unchanged, you can retry",
            ),
            Self::NoLongerOwned => Words::new(
                "云手机已到期或已不在名下",
                "The phone has expired or is no longer yours",
            ),
            Self::NotRunning => Words::new("云手机没有在运行", "The phone is not running"),
            Self::NotStarted => Words::new(
                "云手机的系统还没有启动完成",
                "The phone's system has not come up yet",
            ),
            Self::NoScreen => Words::new("取不到云手机的画面", "The phone's screen cannot be had"),
            Self::CutOff => Words::new(
                "发送时连接中断，可以重试",
                "The connection broke on the way; you can retry",
            ),
            Self::FileGone => Words::new(
                "服务器上的文件已移除或过期，请重新上传",
                "The server has the file no more; upload it again",
            ),
            Self::FileUnread => Words::new(
                "暂时读不到服务器上的文件，可以重试",
                "The server cannot read the file now; you can retry",
            ),
            Self::Absent => Words::new(
                "发送已完成，但在云手机上没有找到",
                "It was sent, but the phone does not show it",
            ),
            Self::NotInstalled => {
                Words::new("云手机上没有这个应用", "The phone does not have the app")
            }
            Self::NoLauncher => {
                Words::new("没有桌面入口，无法启动", "No launcher icon, not started")
            }
            Self::SystemApp => Words::new(
                "这是系统应用，不能卸载或清除数据",
                "It belongs to the phone's system: it cannot be uninstalled or cleared",
            ),
            Self::Altered => Words::new("数据校验未通过", "The copied data differs"),
            Self::PushFailed(why) => why.words(),
        }
    }

    /// Message for members, in one language.
    pub const fn text(self, lang: Lang) -> &'static str {
        self.words().in_lang(lang)
    }

    /// The reason of a failure at a step's deadline.
    pub const fn overdue(step: Step) -> Self {
        match step {
            Step::Look | Step::Link => Self::Unreachable,
            Step::System | Step::Take => Self::NotStarted,
            Step::Screen => Self::NoScreen,
            Step::Act => Self::Silent,
            Step::Boot => Self::BootTimeout,
            Step::Send | Step::Verify | Step::BackUp | Step::Migrate => Self::TimedOut,
        }
    }
}
