//! The statuses of a cloud phone: code, name, expected time, label and tip (specification, section 4).

use crate::every;
use serde::{Deserialize, Serialize};
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

use super::Action;
use crate::lang::{Lang, Words};
use crate::operations::Kind;

const MINUTE_MS: i64 = 60 * 1000;

/// Status of a phone. The numbers are wire values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "camelCase", const_into_str)]
#[repr(i16)]
pub enum Status {
    /// Unreachable, unwell or off.
    Abnormal = 0,
    Running = 1,
    Restarting = 2,
    /// A restart failed.
    RestartFailed = 3,
    /// Factory reset.
    Resetting = 4,
    /// A factory reset failed.
    ResetFailed = 5,
    /// Image upgrade.
    UpgradingImage = 6,
    /// An image upgrade failed.
    UpgradeImageFailed = 7,
    /// One-click new device, running.
    Initializing = 8,
    /// One-click new device, failed.
    InitializeFailed = 9,
    /// Backing up before a migration.
    BackingUp = 10,
    /// The backup failed.
    BackupFailed = 11,
    /// The backup is complete.
    BackupSuccessful = 12,
    /// Moving data to a new phone.
    Migrating = 13,
    /// Moving data failed.
    MigrationFailed = 14,
    /// Taken out of service by an operator.
    Maintenance = 99,
}

/// Whether a phone is switched on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, EnumString)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema), schema(as = PowerView))]
pub enum Power {
    /// The phone is switched on.
    On,
    /// The phone was switched off by its member.
    Off,
}

/// Look of a status: a healthy phone is quiet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum Tone {
    /// A healthy phone; nothing to do.
    Ok,
    /// An operation is under way.
    Busy,
    /// Attention is needed.
    Err,
    /// Held by an operator.
    Hold,
    /// Switched off: never an alarm.
    Off,
}

/// Display data of a status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusView {
    /// The short name.
    pub label: &'static str,
    /// Meaning of the status and advice; empty where nothing needs saying.
    pub tip: &'static str,
    /// Look of the status.
    pub tone: Tone,
    /// Usual duration, in milliseconds.
    pub expected_ms: Option<i64>,
}

impl Status {
    /// The complete list of statuses, ordered by code.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// The wire value.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// Reads a wire value.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.code() == code)
    }

    /// Whether the status is a failed change of the phone that may be retried or skipped by entering directly.
    pub const fn is_failed_change(self) -> bool {
        matches!(
            self,
            Self::RestartFailed
                | Self::ResetFailed
                | Self::UpgradeImageFailed
                | Self::InitializeFailed
        )
    }

    /// The action that repeats the failed change, or that helps a phone which is unwell for no known reason.
    pub const fn retry(self) -> Option<Action> {
        match self {
            Self::Abnormal | Self::RestartFailed => Some(Action::Reboot),
            Self::ResetFailed => Some(Action::FactoryReset),
            Self::UpgradeImageFailed => Some(Action::UpgradeImage),
            Self::InitializeFailed => Some(Action::NewDevice),
            Self::BackupFailed | Self::MigrationFailed => Some(Action::Transfer),
            Self::Running
            | Self::Restarting
            | Self::Resetting
            | Self::UpgradingImage
            | Self::Initializing
            | Self::BackingUp
            | Self::BackupSuccessful
            | Self::Migrating
            | Self::Maintenance => None,
        }
    }

    /// Usual duration, in milliseconds; none for a status that lasts.
    pub const fn expected_ms(self) -> Option<i64> {
        match self {
            Self::Restarting => Some(5 * MINUTE_MS),
            Self::Resetting
            | Self::UpgradingImage
            | Self::Initializing
            | Self::BackingUp
            | Self::Migrating => Some(10 * MINUTE_MS),
            Self::Abnormal
            | Self::Running
            | Self::RestartFailed
            | Self::ResetFailed
            | Self::UpgradeImageFailed
            | Self::InitializeFailed
            | Self::BackupFailed
            | Self::BackupSuccessful
            | Self::MigrationFailed
            | Self::Maintenance => None,
        }
    }

    /// Look of the status.
    pub const fn tone(self) -> Tone {
        match self {
            Self::Running | Self::BackupSuccessful => Tone::Ok,
            Self::Restarting
            | Self::Resetting
            | Self::UpgradingImage
            | Self::Initializing
            | Self::BackingUp
            | Self::Migrating => Tone::Busy,
            Self::Abnormal
            | Self::RestartFailed
            | Self::ResetFailed
            | Self::UpgradeImageFailed
            | Self::InitializeFailed
            | Self::BackupFailed
            | Self::MigrationFailed => Tone::Err,
            Self::Maintenance => Tone::Hold,
        }
    }

    /// The short name, in both languages.
    pub const fn label(self) -> Words {
        match self {
            Self::Abnormal => Words::new("异常", "Abnormal"),
            Self::Running => Words::new("运行中", "Running"),
            Self::Restarting => Words::new("重启中", "Restarting"),
            Self::RestartFailed => Words::new("重启失败", "Restart failed"),
            Self::Resetting => Words::new("恢复出厂中", "Resetting"),
            Self::ResetFailed => Words::new("恢复出厂失败", "Reset failed"),
            Self::UpgradingImage => Words::new("镜像升级中", "Upgrading image"),
            Self::UpgradeImageFailed => Words::new("镜像升级失败", "Image upgrade failed"),
            Self::Initializing => Words::new("一键新机中", "Initializing"),
            Self::InitializeFailed => Words::new("一键新机失败", "New device failed"),
            Self::BackingUp => Words::new("备份中", "Backing up"),
            Self::BackupFailed => Words::new("备份失败", "Backup failed"),
            Self::BackupSuccessful => Words::new("备份成功", "Backup successful"),
            Self::Migrating => Words::new("迁移中", "Migrating"),
            Self::MigrationFailed => Words::new("迁移失败", "Migration failed"),
            Self::Maintenance => Words::new("维护中", "Maintenance"),
        }
    }

    /// The short name where the power switch or the running operation says more: switching on and restarting share statuses, not names.
    const fn label_at(self, power: Power, running: Option<Kind>) -> Words {
        match (self, power, running) {
            (Self::Restarting, _, Some(Kind::PowerOn)) => Words::new("开机中", "Powering on"),
            // The switch of a phone whose restart failed stays on.
            (Self::RestartFailed, Power::Off, _) => Words::new("开机失败", "Power-on failed"),
            _ => self.label(),
        }
    }

    /// Meaning of the status and advice, in both languages.
    pub const fn tip(self) -> Words {
        match self {
            Self::Running | Self::BackupSuccessful => Words::new("", ""),
            Self::Abnormal => Words::new(
                "设备异常、离线或网络异常",
                "The phone is abnormal, offline or its network is down",
            ),
            Self::Restarting => Words::new("约 5 分钟", "About 5 minutes"),
            Self::Resetting
            | Self::UpgradingImage
            | Self::Initializing
            | Self::BackingUp
            | Self::Migrating => Words::new("约 10 分钟", "About 10 minutes"),
            Self::RestartFailed
            | Self::ResetFailed
            | Self::UpgradeImageFailed
            | Self::InitializeFailed => Words::new(
                "请重试，或直接进入云手机",
                "Retry, or enter the phone directly",
            ),
            Self::BackupFailed => Words::new(
                "请尝试不迁移数据的更换，或换一台新机",
                "Try replacement without data migration, or switch to a new machine",
            ),
            Self::MigrationFailed => Words::new(
                "已分配新云手机；取消迁移会丢失原备份",
                "A new phone was already assigned; cancelling the migration loses the original backup",
            ),
            Self::Maintenance => Words::new(
                "设备维护中，请稍后再试",
                "Under maintenance, try again later",
            ),
        }
    }

    /// Look with the power switch taken into account. A phone that is off is not abnormal.
    pub const fn tone_at(self, power: Power) -> Tone {
        match (self, power) {
            (Self::Abnormal, Power::Off) => Tone::Off,
            _ => self.tone(),
        }
    }

    /// Whether the status has a reason because something went wrong. A phone that restarts has lost its link as a matter of course.
    pub const fn has_reason(self, power: Power) -> bool {
        match self.tone_at(power) {
            Tone::Err => true,
            Tone::Ok | Tone::Busy | Tone::Hold | Tone::Off => false,
        }
    }

    /// Display data. A phone that is off is shown quietly; a busy one is shown with the `running` operation.
    pub const fn view(self, power: Power, running: Option<Kind>, lang: Lang) -> StatusView {
        let tone = self.tone_at(power);
        match tone {
            Tone::Off => StatusView {
                label: Words::new("已关机", "Powered off").in_lang(lang),
                tip: "",
                tone,
                expected_ms: None,
            },
            Tone::Ok | Tone::Busy | Tone::Err | Tone::Hold => StatusView {
                label: self.label_at(power, running).in_lang(lang),
                tip: self.tip().in_lang(lang),
                tone,
                expected_ms: self.expected_ms(),
            },
        }
    }
}
