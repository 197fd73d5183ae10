//! The page of a trial: its inputs go to one app of the phone. While another app is in front, nothing is shown and the app is started again.

use causes::causes;
use domain::apps::{PackageName, Verb};
use domain::play::Input;
use domain::sharing::trial::{TrialInputs, is_in_front};
use engine::Engine;
use fleet::{AppError, PictureKind, Viewer};
use tokio::task::JoinHandle;
use tokio::time::Duration;

use super::Ending;
use super::session::{Playing, SessionSignals};

/// Pause between two looks at the app in front, which is how long a visitor can see another app than that of the trial.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(400);
/// Starts of the app that fail one after the other until the trial is given up.
const FAILURES_MAX: u8 = 3;

/// The trial of a page.
pub(super) struct Trial {
    package: PackageName,
    inputs: TrialInputs,
    in_front: bool,
    /// The start of the app that is on its way.
    starting: Option<JoinHandle<Result<(), AppError>>>,
    failures: u8,
    /// Whether the phone's clipboard was emptied: what its owner copied is not for a visitor to paste.
    emptied: bool,
    /// Keeps the screen open while nothing of it is shown.
    hidden: Option<Viewer>,
}

impl Trial {
    pub(super) fn of(package: PackageName) -> Self {
        Self {
            package,
            inputs: TrialInputs::default(),
            in_front: false,
            starting: None,
            failures: 0,
            emptied: false,
            hidden: None,
        }
    }

    fn start(&mut self, engine: &Engine, phone_id: i64) {
        let (fleet, package) = (engine.fleet.clone(), self.package.clone());
        self.starting = Some(tokio::spawn(async move {
            fleet.manage_app(phone_id, Verb::Start, &package).await
        }));
    }
}

impl Playing<'_> {
    /// Shows the phone. A trial shows nothing yet: its app is started, and the app in front is followed until it is the trial's.
    pub(super) fn show_first(&mut self, viewer: Viewer, signals: &mut SessionSignals) {
        let phone_id = self.opened.phone_id;
        if let Some(trial) = &mut self.trial {
            trial.hidden = Some(viewer);
            signals.front = (self.engine.fleet)
                .follow_app(phone_id, LOOK_AGAIN_AFTER)
                .ok();
            trial.start(self.engine, phone_id);
        } else {
            self.socket.pictures().show(0, viewer);
        }
    }

    /// Whether an input reaches the phone. In a trial only inputs for its app do, and the phone's clipboard is emptied before the first.
    pub(super) fn lets_through(&mut self, input: &Input) -> bool {
        let (phone_id, epoch) = (self.opened.phone_id, self.opened.epoch);
        let Some(trial) = &mut self.trial else {
            return true;
        };
        let passes = trial.inputs.passes(input, trial.in_front);
        if passes && !trial.emptied {
            // Inputs keep their order: this one arrives before the visitor's first.
            let empty = Input::SetClipboard {
                sequence: 0,
                text: String::new(),
            };
            trial.emptied = self.engine.fleet.input(phone_id, epoch, &empty).is_ok();
        }
        passes
    }

    /// Handles a change of the app in front. In a trial the trial's app is shown; any other is hidden, and the trial's is started again.
    pub(super) async fn front_is(
        &mut self,
        front: Option<String>,
        signals: &mut SessionSignals,
    ) -> Result<(), Ending> {
        let phone_id = self.opened.phone_id;
        let Some(trial) = &mut self.trial else {
            return self.tell_front(front).await;
        };
        let front = front.unwrap_or_default();
        let was = std::mem::replace(&mut trial.in_front, is_in_front(&trial.package, &front));
        match (was, trial.in_front) {
            (false, true) => {
                trial.failures = 0;
                let hidden = trial.hidden.take();
                self.show(false, signals).await?;
                drop(hidden);
                Ok(())
            }
            (true, false) => {
                trial.hidden = (self.engine.fleet.watch(phone_id, PictureKind::Full).ok())
                    .map(|watch| watch.viewer);
                self.socket.pictures().hide(0);
                if trial.starting.is_none() {
                    trial.start(self.engine, phone_id);
                }
                Ok(())
            }
            (true, true) | (false, false) => Ok(()),
        }
    }

    /// Starts the app once more where it did not come to the front; a phone that cannot start it ends the trial.
    pub(super) async fn check_trial(&mut self) -> Result<(), Ending> {
        let phone_id = self.opened.phone_id;
        let Some(trial) = &mut self.trial else {
            return Ok(());
        };
        let ended = trial.starting.take_if(|starting| starting.is_finished());
        if let Some(starting) = ended
            && let Ok(Err(error)) = starting.await
        {
            tracing::info!(phone_id, error = %causes(&error), "start app of trial failed");
            if matches!(error, AppError::NoLauncher | AppError::Refused(_)) {
                trial.failures += 1;
            }
        }
        if trial.failures >= FAILURES_MAX {
            trial.failures = 0;
            let (store, now_ms) = (&self.engine.store, self.engine.clock.now_ms());
            // The rights of open sockets are looked at twice a second: they end this one.
            let given_up = store::sharing::links::give_up_trial(store, &self.opened.actor, now_ms);
            if let Err(fault) = given_up.await {
                tracing::error!(phone_id, error = %causes(&fault), "give up trial failed");
            }
        } else if !trial.in_front && trial.starting.is_none() {
            trial.start(self.engine, phone_id);
        }
        Ok(())
    }
}
