//! Tasks of one phone, requested on it or by its provider.

use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::HandsetError;
use crate::fault::Step;
use crate::host_command::{HostCommand, Power, Report};
use crate::phone::PowerRequest;

/// A command and the sender of its answer.
pub(crate) struct PendingCommand {
    pub(crate) command: HostCommand,
    /// Time limit; a command that has not begun by then is never done.
    pub(crate) until: Option<Instant>,
    pub(crate) answer: oneshot::Sender<Result<Report, HandsetError>>,
}

/// Task that may take long.
pub(crate) enum Task {
    Power(PowerRequest),
    PendingCommand(PendingCommand),
}

impl Task {
    /// Step for which a fault can spoil this task; `None` when none can.
    pub(crate) fn step(&self, power: Power) -> Option<Step> {
        match self {
            Self::Power(PowerRequest::Off | PowerRequest::Reboot) => Some(Step::Power),
            Self::Power(PowerRequest::Die(_)) => None,
            Self::PendingCommand(pending) => match &pending.command {
                HostCommand::PowerOn if power == Power::On => None,
                HostCommand::PowerOn => Some(Step::PowerOn),
                HostCommand::PowerOff | HostCommand::Reboot => Some(Step::Power),
                HostCommand::Upgrade => Some(Step::Upgrade),
                HostCommand::Wipe => Some(Step::Wipe),
                HostCommand::Recreate { .. } => Some(Step::Recreate),
                HostCommand::BackUp { .. } => Some(Step::BackUp),
                HostCommand::Restore { .. } => Some(Step::Restore),
                HostCommand::State
                | HostCommand::Measure
                | HostCommand::AllowHosts
                | HostCommand::Locale { .. }
                | HostCommand::Fault { .. } => None,
            },
        }
    }

    /// Time limit; a task that has not begun by then is never done.
    pub(crate) const fn until(&self) -> Option<Instant> {
        match self {
            Self::Power(_) => None,
            Self::PendingCommand(pending) => pending.until,
        }
    }

    pub(crate) fn refuse(self, why: HandsetError) {
        match self {
            Self::Power(_) => tracing::debug!(%why, "perform power request failed"),
            // Sending fails only when nobody waits for it any more.
            Self::PendingCommand(pending) => drop(pending.answer.send(Err(why))),
        }
    }
}
