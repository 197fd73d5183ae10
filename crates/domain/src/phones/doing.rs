//! What phones do, in the few words by which the list is filtered and counted.

use super::status::{Power, Status, Tone};

/// What a phone does. Every status with every power is exactly one of these, so that a count and the phones that are shown for it agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    /// It can be used.
    Running,
    /// Something is under way, also while the phone is switched off for it.
    Busy,
    /// Somebody is needed. Whoever switched a phone off on purpose needs no alarm.
    Failed,
    /// Switched off, and nothing else is to be said of it.
    Off,
    /// An operator holds it.
    Hold,
}

impl Doing {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Running,
        Self::Busy,
        Self::Failed,
        Self::Off,
        Self::Hold,
    ];

    /// By status and switch, as a screen shows them.
    pub const fn of(status: Status, power: Power) -> Self {
        match (status, status.tone_at(power)) {
            // A backup that is done waits for the phone that it is moved to.
            (Status::BackupSuccessful, _) | (_, Tone::Busy) => Self::Busy,
            (_, Tone::Ok) => Self::Running,
            (_, Tone::Err) => Self::Failed,
            (_, Tone::Off) => Self::Off,
            (_, Tone::Hold) => Self::Hold,
        }
    }

    /// The wire word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Busy => "busy",
            Self::Failed => "failed",
            Self::Off => "off",
            Self::Hold => "hold",
        }
    }

    /// Reads the wire word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|doing| doing.name() == name)
    }
}
