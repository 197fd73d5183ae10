//! The kinds of operations: their names, statuses, steps and deadlines.

use super::Reason;
use crate::every;
use crate::lang::Words;
use crate::permissions;
use crate::phones::{Action, Status};
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

/// Usual duration of an operation without a status of its own.
const SHORT_MS: i64 = 60 * 1000;

/// Kind of an operation on a phone. Stored by name.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, IntoStaticStr, EnumString,
)]
#[strum(serialize_all = "camelCase", const_into_str)]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = KindView))]
pub enum Kind {
    /// Switch the phone on.
    PowerOn,
    /// Switch the phone off.
    PowerOff,
    /// Restart the phone.
    Reboot,
    /// Back to factory settings: everything on it is lost.
    FactoryReset,
    /// Set the density.
    Density,
    /// Rename the phone.
    Rename,
    /// Return from a failed state to running, if the phone turns out to be well.
    EnterDirectly,
    /// Check whether the phone is well.
    Probe,
    /// Install a newer system image; the data on the phone stays. For operators.
    UpgradeImage,
    /// Install apps, and put files with them into Download where the member chose so.
    InstallApp,
    /// Put files on the phone.
    PushFile,
    /// Start apps.
    StartApp,
    /// Stop apps.
    StopApp,
    /// Stop apps, then start them.
    RestartApp,
    /// Remove apps with their data.
    UninstallApp,
    /// Remove the data of apps.
    ClearApp,
    /// The phone is wiped, and another one of the same configuration takes its place.
    Replace,
    /// One-click new device: the phone gets another identity, and keeps the data that its member chose.
    NewDevice,
    /// Replacement with data: another phone of the same configuration gets the data and the place; the old one is wiped.
    Transfer,
}

/// A part of an operation, as its receipt shows it. Stored by name.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, IntoStaticStr, EnumString,
)]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum Step {
    /// Note the phone's state before it is changed.
    Look,
    /// Change the phone.
    Act,
    /// Wait until it has started.
    Boot,
    /// See that the phone is as it should be.
    Verify,
    /// See that there is a connection to the phone.
    Link,
    /// See that the phone's system has come up.
    System,
    /// See that the phone's screen can be captured.
    Screen,
    /// Send files to the phone, and install those that are apps to be installed.
    Send,
    /// Back up the phone.
    BackUp,
    /// The backup is whole; see that the new phone is there.
    Take,
    /// Put the backup on the new phone.
    Migrate,
}

/// The part of a phone that becomes as from the factory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reset {
    /// The settings; of the data, what the member chose stays.
    Settings,
    /// The settings and all data.
    Everything,
}

impl Step {
    /// The complete list of steps.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);
}

impl Kind {
    /// The complete list of kinds.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Name in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::PowerOn => Words::new("开机", "Power on"),
            Self::PowerOff => Words::new("关机", "Power off"),
            Self::Reboot => Words::new("重启", "Reboot"),
            Self::FactoryReset => Words::new("恢复出厂", "Factory reset"),
            Self::Density => Words::new("修改 DPI", "Change DPI"),
            Self::Rename => Words::new("重命名", "Rename"),
            Self::EnterDirectly => Words::new("直接进入", "Enter directly"),
            Self::Probe => Words::new("健康检查", "Health check"),
            Self::UpgradeImage => Words::new("升级系统", "Upgrade image"),
            Self::InstallApp => Words::new("安装应用", "Install app"),
            Self::PushFile => Words::new("推送文件", "Push file"),
            Self::StartApp => Words::new("启动应用", "Start app"),
            Self::StopApp => Words::new("停止应用", "Stop app"),
            Self::RestartApp => Words::new("重启应用", "Restart app"),
            Self::UninstallApp => Words::new("卸载应用", "Uninstall app"),
            Self::ClearApp => Words::new("清除应用数据", "Clear app data"),
            Self::Replace => Words::new("更换设备", "Replace device"),
            Self::NewDevice => Words::new("一键新机", "New device"),
            Self::Transfer => Words::new("更换设备（迁移数据）", "Replace with data"),
        }
    }

    /// The action whose rule decides about the operation and also disables buttons.
    pub const fn action(self) -> Action {
        match self {
            Self::PowerOn => Action::PowerOn,
            Self::PowerOff => Action::PowerOff,
            Self::Reboot => Action::Reboot,
            Self::FactoryReset => Action::FactoryReset,
            Self::Density => Action::Density,
            Self::Rename => Action::Rename,
            Self::EnterDirectly => Action::EnterDirectly,
            Self::Probe => Action::Probe,
            Self::UpgradeImage => Action::UpgradeImage,
            Self::InstallApp => Action::InstallApp,
            Self::PushFile => Action::PushFile,
            Self::StartApp
            | Self::StopApp
            | Self::RestartApp
            | Self::UninstallApp
            | Self::ClearApp => Action::ManageApps,
            Self::Replace => Action::Replace,
            Self::NewDevice => Action::NewDevice,
            Self::Transfer => Action::Transfer,
        }
    }

    /// The phone's status while the operation is at this step; none where the phone goes on showing its previous status.
    pub const fn status_at(self, step: Option<Step>) -> Option<Status> {
        match (self, step) {
            (Self::Transfer, Some(Step::Take)) => Some(Status::BackupSuccessful),
            (Self::Transfer, Some(Step::Migrate | Step::Verify)) => Some(Status::Migrating),
            _ => self.running_status(),
        }
    }

    /// The phone's status when the operation begins to run; none where the phone goes on showing its previous status.
    pub const fn running_status(self) -> Option<Status> {
        match self {
            Self::Transfer => Some(Status::BackingUp),
            Self::PowerOn | Self::Reboot => Some(Status::Restarting),
            Self::FactoryReset => Some(Status::Resetting),
            Self::NewDevice => Some(Status::Initializing),
            Self::UpgradeImage => Some(Status::UpgradingImage),
            Self::PowerOff
            | Self::Density
            | Self::Rename
            | Self::EnterDirectly
            | Self::Probe
            | Self::InstallApp
            | Self::PushFile
            | Self::StartApp
            | Self::StopApp
            | Self::RestartApp
            | Self::UninstallApp
            | Self::ClearApp
            | Self::Replace => None,
        }
    }

    /// The phone's status after the operation failed; none where the phone is unchanged.
    const fn failed_status(self) -> Option<Status> {
        match self {
            Self::Transfer => Some(Status::BackupFailed),
            Self::PowerOn | Self::Reboot => Some(Status::RestartFailed),
            Self::FactoryReset => Some(Status::ResetFailed),
            Self::NewDevice => Some(Status::InitializeFailed),
            Self::UpgradeImage => Some(Status::UpgradeImageFailed),
            Self::PowerOff
            | Self::Density
            | Self::Rename
            | Self::EnterDirectly
            | Self::Probe
            | Self::InstallApp
            | Self::PushFile
            | Self::StartApp
            | Self::StopApp
            | Self::RestartApp
            | Self::UninstallApp
            | Self::ClearApp
            | Self::Replace => None,
        }
    }

    /// The phone's status after a failure at a step for a reason: an operation that the provider is not capable of never began,
    /// so it changes nothing.
    pub const fn status_after(self, step: Option<Step>, reason: Reason) -> Option<Status> {
        // The old phone is off already.
        if let (Self::Transfer, Some(Step::Migrate | Step::Verify)) = (self, step) {
            return Some(Status::MigrationFailed);
        }
        match reason {
            Reason::NotCapable => None,
            Reason::Unreachable
            | Reason::Refused
            | Reason::Silent
            | Reason::BootTimeout
            | Reason::TimedOut
            | Reason::Unchanged
            | Reason::Interrupted
            | Reason::Lost
            | Reason::NoLongerOwned
            | Reason::NotRunning
            | Reason::NotStarted
            | Reason::NoScreen
            | Reason::CutOff
            | Reason::FileGone
            | Reason::FileUnread
            | Reason::Absent
            | Reason::NotInstalled
            | Reason::NoLauncher
            | Reason::SystemApp
            | Reason::Altered
            | Reason::PushFailed(_) => self.failed_status(),
        }
    }

    /// Whether success clears an earlier failure, because the phone was seen well.
    pub const fn heals(self) -> bool {
        match self {
            Self::PowerOn
            | Self::Reboot
            | Self::FactoryReset
            | Self::EnterDirectly
            | Self::UpgradeImage
            | Self::NewDevice => true,
            Self::PowerOff
            | Self::Density
            | Self::Rename
            | Self::Probe
            | Self::InstallApp
            | Self::PushFile
            | Self::StartApp
            | Self::StopApp
            | Self::RestartApp
            | Self::UninstallApp
            | Self::ClearApp
            | Self::Replace
            | Self::Transfer => false,
        }
    }

    /// The part of the phone that success resets; none where the phone keeps all. The phone that another one replaces is wiped by a
    /// factory reset of its own.
    pub const fn reset(self) -> Option<Reset> {
        match self {
            Self::FactoryReset => Some(Reset::Everything),
            Self::NewDevice => Some(Reset::Settings),
            Self::PowerOn
            | Self::PowerOff
            | Self::Reboot
            | Self::Density
            | Self::Rename
            | Self::EnterDirectly
            | Self::Probe
            | Self::UpgradeImage
            | Self::InstallApp
            | Self::PushFile
            | Self::StartApp
            | Self::StopApp
            | Self::RestartApp
            | Self::UninstallApp
            | Self::ClearApp
            | Self::Replace
            | Self::Transfer => None,
        }
    }

    /// Usual duration in milliseconds.
    pub const fn expected_ms(self) -> i64 {
        match self.running_status() {
            // Backing up, then migrating.
            Some(Status::BackingUp) => super::Transfer::deadline_ms(),
            Some(status) => match status.expected_ms() {
                Some(ms) => ms,
                None => SHORT_MS,
            },
            None => SHORT_MS,
        }
    }

    /// Whether an operation that runs since `started_ms` takes longer than usual.
    pub const fn hangs(self, started_ms: i64, now_ms: i64) -> bool {
        now_ms.saturating_sub(started_ms) > self.expected_ms()
    }

    /// Time from start to failure if the operation does not end before: twice the usual duration.
    pub const fn deadline_ms(self) -> i64 {
        2 * self.expected_ms()
    }

    /// The steps in order. Renaming and replacing happen within the call and have none.
    pub const fn steps(self) -> &'static [Step] {
        match self {
            Self::Reboot | Self::FactoryReset | Self::UpgradeImage | Self::NewDevice => {
                &[Step::Look, Step::Act, Step::Boot, Step::Verify]
            }
            Self::PowerOn => &[Step::Act, Step::Boot, Step::Verify],
            Self::PowerOff
            | Self::Density
            | Self::StartApp
            | Self::StopApp
            | Self::RestartApp
            | Self::UninstallApp
            | Self::ClearApp => &[Step::Act, Step::Verify],
            Self::EnterDirectly => &[Step::Verify],
            Self::Probe => &[Step::Link, Step::System, Step::Screen],
            Self::InstallApp | Self::PushFile => &[Step::Send, Step::Verify],
            Self::Transfer => &[Step::BackUp, Step::Take, Step::Migrate, Step::Verify],
            Self::Rename | Self::Replace => &[],
        }
    }

    /// Whether doing the operation twice differs from doing it once. The command of such an operation is never sent again when
    /// its fate is unknown.
    pub const fn once(self) -> bool {
        match self {
            Self::Reboot
            | Self::FactoryReset
            | Self::UpgradeImage
            | Self::UninstallApp
            | Self::Replace
            | Self::NewDevice => true,
            Self::PowerOn
            | Self::PowerOff
            | Self::Density
            | Self::Rename
            | Self::EnterDirectly
            | Self::Probe
            | Self::InstallApp
            | Self::PushFile
            | Self::StartApp
            | Self::StopApp
            | Self::RestartApp
            | Self::ClearApp
            | Self::Transfer => false,
        }
    }

    /// The permission that the operation needs, and with which it may be done to any phone; none for operations of members
    /// on their own phones.
    pub const fn permission(self) -> Option<&'static str> {
        match self {
            Self::UpgradeImage => Some(permissions::UPGRADE_IMAGE),
            Self::PowerOn
            | Self::PowerOff
            | Self::Reboot
            | Self::FactoryReset
            | Self::Density
            | Self::Rename
            | Self::EnterDirectly
            | Self::Probe
            | Self::InstallApp
            | Self::PushFile
            | Self::StartApp
            | Self::StopApp
            | Self::RestartApp
            | Self::UninstallApp
            | Self::ClearApp
            | Self::Replace
            | Self::NewDevice
            | Self::Transfer => None,
        }
    }

    /// Whether the phone starts within the operation, which counts against [`super::BOOTING_MAX`].
    pub fn boots(self) -> bool {
        self.steps().contains(&Step::Boot)
    }

    /// Whether the operation moves bytes from or to the phone as long as it runs, which counts against [`super::SENDING_MAX`].
    pub fn sends(self) -> bool {
        self.steps()
            .iter()
            .any(|step| matches!(step, Step::Send | Step::Migrate))
    }

    /// Name of a step on the receipt of this kind.
    pub const fn step_words(self, step: Step) -> Words {
        match (step, self) {
            (Step::Look, _) => Words::new("检查", "Check"),
            (Step::Act, Self::PowerOn) => Words::new("开机", "Switch on"),
            (Step::Act, Self::PowerOff) => Words::new("关机", "Switch off"),
            (Step::Act, Self::FactoryReset) => Words::new("清除", "Wipe"),
            (Step::Act, Self::NewDevice) => Words::new("写入标识", "Write identity"),
            (Step::Verify, Self::NewDevice) => Words::new("读回", "Read back"),
            (Step::Act, Self::Density) => Words::new("设置", "Set"),
            (Step::Act, Self::StartApp) => Words::new("启动", "Start"),
            (Step::Act, Self::StopApp) => Words::new("停止", "Stop"),
            (Step::Act, Self::UninstallApp) => Words::new("卸载", "Uninstall"),
            (Step::Act, Self::ClearApp) => Words::new("清除数据", "Clear data"),
            (Step::Act, Self::UpgradeImage) => Words::new("换系统镜像", "Change the image"),
            (
                Step::Act,
                Self::Reboot
                | Self::RestartApp
                | Self::Rename
                | Self::EnterDirectly
                | Self::Probe
                | Self::InstallApp
                | Self::PushFile
                | Self::Replace
                | Self::Transfer,
            ) => Words::new("重启", "Restart"),
            (Step::Send, Self::InstallApp) => Words::new("发送并安装", "Send and install"),
            (Step::Send, _) => Words::new("发送", "Send"),
            (Step::Boot, _) => Words::new("启动", "Start up"),
            (Step::Verify, Self::Transfer) => Words::new("运行", "Running"),
            (Step::BackUp, _) => Words::new("备份", "Back up"),
            (Step::Take, _) => Words::new("备份完成", "Backed up"),
            (Step::Migrate, _) => Words::new("迁移", "Migrate"),
            (Step::Verify, _) => Words::new("确认", "Confirm"),
            (Step::Link, _) => Words::new("连接", "Connection"),
            (Step::System, _) => Words::new("系统", "System"),
            (Step::Screen, _) => Words::new("画面", "Screen"),
        }
    }
}
