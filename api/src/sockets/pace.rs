//! Pace of a phone: whether it keeps up with its controller's inputs, checked periodically.

use domain::play::{Pace, SLOW_AFTER_MS};
use fleet::Fleet;
use tokio::time::Duration;

/// Pace that was last sent to a controller, for one phone.
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
    /// The pace to send now: a change, or that something more was left out.
    pub(super) fn look(&mut self, fleet: &Fleet, phone_id: i64, epoch: u32) -> Option<Pace> {
        let dropped = fleet.inputs_dropped(phone_id, epoch);
        let waits = fleet.oldest_pending_input_age(phone_id, epoch);
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
