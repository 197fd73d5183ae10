//! Whether a phone keeps up with what its controller does, looked at while time passes.

use domain::play::{Pace, SLOW_AFTER_MS};
use fleet::Fleet;
use tokio::time::Duration;

/// What a controller was told last of one phone.
pub(super) struct Pacer {
    pace: Pace,
    /// Inputs that were left out until then.
    dropped: u64,
}

impl Default for Pacer {
    fn default() -> Self {
        Self {
            pace: Pace::Flowing,
            dropped: 0,
        }
    }
}

impl Pacer {
    /// What is to be told now: a change, or that something more was left out.
    pub(super) fn look(&mut self, fleet: &Fleet, phone_id: i64, epoch: u32) -> Option<Pace> {
        let dropped = fleet.inputs_dropped(phone_id, epoch);
        let waits = fleet.inputs_wait(phone_id, epoch);
        let slow = waits >= Duration::from_millis(SLOW_AFTER_MS);
        let more = std::mem::replace(&mut self.dropped, dropped) < dropped;
        let pace = match (more, slow, self.pace) {
            (true, ..) | (_, true, Pace::LeftOut) => Pace::LeftOut,
            (_, true, _) => Pace::Slow,
            (_, false, _) => Pace::Flowing,
        };
        let changed = std::mem::replace(&mut self.pace, pace) != pace;
        (changed || more).then_some(pace)
    }
}
