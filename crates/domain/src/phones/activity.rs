//! Activities of phones: the few words by which the list is filtered and counted.

use super::status::{Power, Status, Tone};
use crate::every;
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

/// Activity of a phone. Every status with every power is exactly one of these, so that a count and the phones that are shown for it agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray, IntoStaticStr, EnumString)]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum PhoneActivity {
    /// The phone can be used.
    Running,
    /// An operation is under way, also while the phone is switched off for it.
    Busy,
    /// Attention is needed: the phone is unwell though switched on, or a change of it failed.
    Failed,
    /// Switched off, without anything else to report.
    Off,
    /// Held by an operator.
    Hold,
}

impl PhoneActivity {
    /// The complete list of activities.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// The activity by status and switch, as a screen shows them.
    pub const fn of(status: Status, power: Power) -> Self {
        match (status, status.tone_at(power)) {
            // After a successful backup the phone waits to be moved to another one.
            (Status::BackupSuccessful, _) | (_, Tone::Busy) => Self::Busy,
            (_, Tone::Ok) => Self::Running,
            (_, Tone::Err) => Self::Failed,
            (_, Tone::Off) => Self::Off,
            (_, Tone::Hold) => Self::Hold,
        }
    }
}
