//! Kinds and states of operations, as calls name them.

use domain::operations::{Kind, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Kind of operation.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum KindView {
    /// Switch on.
    PowerOn,
    /// Switch off.
    PowerOff,
    /// Restart.
    Reboot,
    /// Reset to factory settings.
    FactoryReset,
    /// Change of the density.
    Density,
    /// Change of the name.
    Rename,
    /// Return from a failed state to running.
    EnterDirectly,
    /// Health check.
    Probe,
    /// Upgrade of the system image, by an operator.
    UpgradeImage,
    /// Installation of apps, and files with them.
    InstallApp,
    /// Delivery of files.
    PushFile,
    /// Start of apps.
    StartApp,
    /// Stop of apps.
    StopApp,
    /// Stop of apps, then their start.
    RestartApp,
    /// Removal of apps with their data.
    UninstallApp,
    /// Removal of the data of apps.
    ClearApp,
    /// Replacement by another phone of the same configuration.
    Replace,
    /// One-click new device: another identity.
    NewDevice,
    /// The same with the phone's data.
    Transfer,
}

impl From<Kind> for KindView {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::PowerOn => Self::PowerOn,
            Kind::PowerOff => Self::PowerOff,
            Kind::Reboot => Self::Reboot,
            Kind::FactoryReset => Self::FactoryReset,
            Kind::Density => Self::Density,
            Kind::Rename => Self::Rename,
            Kind::EnterDirectly => Self::EnterDirectly,
            Kind::Probe => Self::Probe,
            Kind::UpgradeImage => Self::UpgradeImage,
            Kind::InstallApp => Self::InstallApp,
            Kind::PushFile => Self::PushFile,
            Kind::StartApp => Self::StartApp,
            Kind::StopApp => Self::StopApp,
            Kind::RestartApp => Self::RestartApp,
            Kind::UninstallApp => Self::UninstallApp,
            Kind::ClearApp => Self::ClearApp,
            Kind::Replace => Self::Replace,
            Kind::NewDevice => Self::NewDevice,
            Kind::Transfer => Self::Transfer,
        }
    }
}

/// State of an operation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum StateView {
    /// Waiting in the queue.
    Queued,
    /// Being carried out.
    Running,
    /// Ended well.
    Done,
    /// Ended with a failure.
    Failed,
    /// Taken back before it changed the phone.
    Cancelled,
}

impl From<State> for StateView {
    fn from(state: State) -> Self {
        match state {
            State::Queued => Self::Queued,
            State::Running => Self::Running,
            State::Done => Self::Done,
            State::Failed => Self::Failed,
            State::Cancelled => Self::Cancelled,
        }
    }
}
