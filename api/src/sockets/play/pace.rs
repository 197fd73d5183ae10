//! What the controller is told of its inputs: that the phone is slow to take them, forbids them, or that one was left out; and which app
//! they go to.

use domain::play::Event;
use fleet::InputAccess;

use super::Ending;
use super::session::{Playing, SessionSignals};

impl Playing<'_> {
    /// Whether what waits for the phone has waited too long, or was left out.
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

    /// Inputs reach the phone another way, or not at all. Who only looks on, or no longer controls, need not hear of it: the picture goes on.
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

    /// Begins to tell which app is in front, or stops.
    pub(super) fn follow_app(&self, on: bool, signals: &mut SessionSignals) {
        if !on {
            signals.front = None;
        } else if signals.front.is_none() {
            // A phone that was taken away ends the session by itself.
            signals.front = self.engine.fleet.follow_app(self.opened.phone_id).ok();
        }
    }

    pub(super) async fn tell_front(&mut self, front: Option<String>) -> Result<(), Ending> {
        let package = front.unwrap_or_default();
        self.socket.send(0, &Event::App(package)).await?;
        Ok(())
    }
}
