//! How an operation stands, and why it failed.

use super::{NotTaken, Step};
use crate::lang::{Lang, Words};

/// How an operation stands. The numbers are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(i16)]
pub enum State {
    /// In line.
    Queued = 0,
    /// Under way.
    Running = 1,
    /// It did what it should.
    Done = 2,
    /// It did not; the reason says why.
    Failed = 3,
    /// Taken back before it changed anything.
    Cancelled = 4,
}

impl State {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Queued,
        Self::Running,
        Self::Done,
        Self::Failed,
        Self::Cancelled,
    ];

    /// The stored number.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// Reads the stored number.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// The wire word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Reads the wire word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// What people read.
    pub const fn words(self) -> Words {
        match self {
            Self::Queued => Words::new("排队中", "Queued"),
            Self::Running => Words::new("执行中", "Running"),
            Self::Done => Words::new("成功", "Done"),
            Self::Failed => Words::new("失败", "Failed"),
            Self::Cancelled => Words::new("已取消", "Cancelled"),
        }
    }

    /// Whether nothing more will happen.
    pub const fn is_over(self) -> bool {
        match self {
            Self::Queued | Self::Running => false,
            Self::Done | Self::Failed | Self::Cancelled => true,
        }
    }
}

/// Why an operation failed. Stored by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The phone could not be reached.
    Unreachable,
    /// The phone or its host said no.
    Refused,
    /// This phone cannot do it at all.
    NotCapable,
    /// It did not answer to the command in time.
    Silent,
    /// It did not come back after starting.
    BootTimeout,
    /// Not done by its deadline.
    TimedOut,
    /// It answered, but nothing changed.
    Unchanged,
    /// The server stopped in between, and the phone shows no effect: it was not tried again.
    Interrupted,
    /// The connection broke in between, and the phone shows no effect.
    Lost,
    /// The rental ended or the phone changed hands.
    NoLongerOwned,
    /// It is switched off, or broke down.
    NotRunning,
    /// Its system has not come up.
    NotStarted,
    /// Its screen cannot be had.
    NoScreen,
    /// The connection broke while files were on their way.
    CutOff,
    /// The server has a file no more.
    FileGone,
    /// It said that it took everything, but does not show all of it.
    Absent,
    /// It did not take a file or an app.
    NotTaken(NotTaken),
}

impl Reason {
    /// All of them but those of [`NotTaken`].
    const OWN: [Self; 16] = [
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
        Self::Absent,
    ];

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let taken = NotTaken::ALL.into_iter().map(Self::NotTaken);
        Self::OWN.into_iter().chain(taken)
    }

    /// The stored word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Refused => "refused",
            Self::NotCapable => "notCapable",
            Self::Silent => "silent",
            Self::BootTimeout => "bootTimeout",
            Self::TimedOut => "timedOut",
            Self::Unchanged => "unchanged",
            Self::Interrupted => "interrupted",
            Self::Lost => "lost",
            Self::NoLongerOwned => "noLongerOwned",
            Self::NotRunning => "notRunning",
            Self::NotStarted => "notStarted",
            Self::NoScreen => "noScreen",
            Self::CutOff => "cutOff",
            Self::FileGone => "fileGone",
            Self::Absent => "absent",
            Self::NotTaken(why) => why.name(),
        }
    }

    /// Reads the stored word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|reason| reason.name() == name)
    }

    /// Whether trying again can help.
    pub const fn retryable(self) -> bool {
        match self {
            Self::NotTaken(why) => why.retryable(),
            Self::NotCapable | Self::NoLongerOwned | Self::FileGone => false,
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
            | Self::Absent => true,
        }
    }

    /// What members read.
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
            Self::Absent => Words::new(
                "发送已完成，但在云手机上没有找到",
                "It was sent, but the phone does not show it",
            ),
            Self::NotTaken(why) => why.words(),
        }
    }

    /// What members read, in one language.
    pub const fn text(self, lang: Lang) -> &'static str {
        self.words().in_lang(lang)
    }

    /// What a deadline means at a step.
    pub const fn overdue(step: Step) -> Self {
        match step {
            Step::Look | Step::Link => Self::Unreachable,
            Step::System => Self::NotStarted,
            Step::Screen => Self::NoScreen,
            Step::Act => Self::Silent,
            Step::Boot => Self::BootTimeout,
            Step::Send | Step::Verify => Self::TimedOut,
        }
    }
}
