//! What the controller is told of its inputs: that the phone is slow to take them, forbids them, or that one was left out; and which app
//! they go to.

use domain::play::{Event, Pace, SLOW_AFTER_MS};
use fleet::{InputRefused, Way};
use tokio::time::{Duration, Instant};

use super::Ending;
use super::session::{Playing, Signs};

/// However many are left out, it is said so often at most.
const SAY_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// What was told last.
pub(super) struct Inputs {
    pace: Pace,
    left_out: Option<Instant>,
}

impl Default for Inputs {
    fn default() -> Self {
        Self {
            pace: Pace::Flowing,
            left_out: None,
        }
    }
}

impl Playing<'_> {
    /// The phone did not take an input. Why that is, where it is no more than that it is too slow, the session says otherwise: its screen
    /// is not open, or its control is over.
    pub(super) async fn refused(&mut self, refused: InputRefused) -> Result<(), Ending> {
        let said = (self.inputs.left_out).is_some_and(|at| at.elapsed() < SAY_AGAIN_AFTER);
        match refused {
            InputRefused::Busy | InputRefused::TooManyPointers if !said => {
                self.inputs.left_out = Some(Instant::now());
                self.tell_pace(Pace::LeftOut).await
            }
            _ => Ok(()),
        }
    }

    /// Whether what waits for the phone has waited too long.
    pub(super) async fn mind_the_pace(&mut self) -> Result<(), Ending> {
        if !self.opened.control {
            return Ok(());
        }
        let (phone_id, epoch) = (self.opened.phone_id, self.opened.epoch);
        let waits = self.engine.fleet.inputs_wait(phone_id, epoch);
        let slow = waits >= Duration::from_millis(SLOW_AFTER_MS);
        let pace = match (slow, self.inputs.pace) {
            (false, _) => Pace::Flowing,
            (true, Pace::LeftOut) => Pace::LeftOut,
            (true, _) => Pace::Slow,
        };
        if pace == self.inputs.pace {
            return Ok(());
        }
        self.tell_pace(pace).await
    }

    async fn tell_pace(&mut self, pace: Pace) -> Result<(), Ending> {
        self.inputs.pace = pace;
        self.door.send(0, &Event::Pace(pace)).await?;
        Ok(())
    }

    /// Inputs reach the phone another way, or not at all. Who only looks on, or no longer controls, need not hear of it: the picture goes on.
    pub(super) async fn tell_way(&mut self, way: Way) -> Result<(), Ending> {
        let (phone_id, epoch) = (self.opened.phone_id, self.opened.epoch);
        if self.opened.control && self.engine.fleet.is_controlled_by(phone_id, epoch) {
            let event = match way {
                Way::Open(way) => Event::InputWay(way),
                Way::Barred(cause) => Event::ViewOnly(cause),
            };
            self.door.send(0, &event).await?;
        }
        Ok(())
    }

    /// Begins to tell which app is in front, or stops.
    pub(super) fn follow_app(&self, on: bool, signs: &mut Signs) {
        if !on {
            signs.front = None;
        } else if signs.front.is_none() {
            // A phone that was taken away ends the session by itself.
            signs.front = self.engine.fleet.follow_app(self.opened.phone_id).ok();
        }
    }

    pub(super) async fn tell_front(&mut self, front: Option<String>) -> Result<(), Ending> {
        let package = front.unwrap_or_default();
        self.door.send(0, &Event::App(package)).await?;
        Ok(())
    }
}
