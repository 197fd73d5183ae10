//! News to the controller about its inputs: that the phone is slow to take them, forbids them, or that one was left out; and which app
//! they go to.

use domain::play::Event;
use fleet::InputAccess;
use tokio::time::Duration;

use super::Ending;
use super::session::{Playing, SessionSignals};

/// Pause between two looks at the app in front, by which a key mapping is chosen.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(1_500);

impl Playing<'_> {
    /// Checks whether inputs have waited too long for the phone, or were left out.
    pub(super) async fn check_pace(&mut self) -> Result<(), Ending> {
        if !self.opened.control {
            return Ok(());
        }
        let (phone_id, epoch) = (self.opened.phone_id, self.opened.epoch);
        if let Some(pace) = self.pacer.look(&self.engine.fleet, phone_id, epoch) {
            self.socket.send(0, &Event::Pace(pace)).await?;
        }
        Ok(())
    }

    /// Reports that inputs reach the phone another way, or not at all. Only the controller is told: for an onlooker the picture goes on.
    pub(super) async fn tell_access(&mut self, access: InputAccess) -> Result<(), Ending> {
        let (phone_id, epoch) = (self.opened.phone_id, self.opened.epoch);
        if self.opened.control && self.engine.fleet.is_controlled_by(phone_id, epoch) {
            let event = match access {
                InputAccess::Open(method) => Event::InputMethod(method),
                InputAccess::Barred(cause) => Event::ViewOnly(cause),
            };
            self.socket.send(0, &event).await?;
        }
        Ok(())
    }

    /// Begins to report the app in front, or stops.
    pub(super) fn follow_app(&self, on: bool, signals: &mut SessionSignals) {
        if !on {
            signals.front = None;
        } else if signals.front.is_none() {
            // Following fails only for a phone that is no longer attached; its lost screen then ends the session.
            let followed = (self.engine.fleet).follow_app(self.opened.phone_id, LOOK_AGAIN_AFTER);
            signals.front = followed.ok();
        }
    }

    pub(super) async fn tell_front(&mut self, front: Option<String>) -> Result<(), Ending> {
        let package = front.unwrap_or_default();
        self.socket.send(0, &Event::App(package)).await?;
        Ok(())
    }
}
