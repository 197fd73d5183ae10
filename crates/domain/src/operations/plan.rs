//! The engine as a function: [`next`].

use serde::{Deserialize, Serialize};

use super::transfer::{self, Backup, Destination};
use super::{AWAY_MS, Kind, OperationChoice, POLL_MS, Reason, SETTLE_MS, Step};
use crate::apps::{PackageName, Verb};
use crate::identity::{Identity, NewDevice};
use crate::phones::Power;
use crate::uploads::Delivery;

/// Observed facts about a phone. A restart changes the boot id, a wipe the data id.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Evidence {
    /// Boot id of the running system; none when the phone is off or cannot be asked.
    pub boot_id: Option<String>,
    /// Id of the data on the phone; none while it is empty.
    pub data_id: Option<String>,
    /// Power as the phone's host reports it; none when the phone broke down.
    pub power: Option<Power>,
    /// Dots per inch.
    pub dpi: Option<i32>,
    /// Whether the phone has started completely.
    pub booted: bool,
    /// Build id of the system image; none when the phone cannot be asked.
    pub build_id: Option<String>,
    /// Whether there is a connection to the phone.
    pub linked: bool,
    /// Whether the operation's apps are as they should be; none where nobody looked for them.
    pub apps: Option<bool>,
    /// The phone's Android id, where the look tells it.
    pub android_id: Option<String>,
    /// The phone's own words of itself; none where nobody asked, or it did not answer.
    pub identity: Option<Box<Identity>>,
    /// The backup that was made of the phone; none where none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backup: Option<Backup>,
}

/// State of a step's command. Stored before the command is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(i16)]
pub enum Phase {
    /// The command was not sent.
    Ready = 0,
    /// The command was about to be sent and may have arrived.
    Intended = 1,
    /// The server that sent the command is gone: only the phone shows whether it arrived.
    Doubted = 2,
    /// The connection broke while the command was sent: only the phone shows whether it arrived.
    Cut = 3,
}

impl Phase {
    /// Reads the stored number.
    pub const fn from_code(code: i16) -> Option<Self> {
        match code {
            0 => Some(Self::Ready),
            1 => Some(Self::Intended),
            2 => Some(Self::Doubted),
            3 => Some(Self::Cut),
            _ => None,
        }
    }
}

/// Progress of an operation: all stored facts that decide its next action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// Kind of the operation.
    pub kind: Kind,
    /// The member's choice.
    pub input: OperationChoice,
    /// Index into [`Kind::steps`].
    pub step: usize,
    /// State of the step's command.
    pub phase: Phase,
    /// The phone's state before the change.
    pub before: Option<Evidence>,
    /// Time since which step and phase are as they are, Unix milliseconds.
    pub since_ms: i64,
    /// Deadline, at which the operation fails; Unix milliseconds.
    pub deadline_ms: i64,
}

/// Event that moves an operation on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The operation's turn or timer has come.
    Go,
    /// A server took the operation over from one that is gone.
    TakenOver,
    /// The command was acknowledged, or the phone was looked at.
    Seen(Evidence),
    /// The command or the look failed.
    Failed(Reason),
}

/// Command for a phone's link or host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Look at the phone.
    Observe,
    /// Switch the phone on.
    PowerOn,
    /// Switch the phone off.
    PowerOff,
    /// Restart the phone.
    Reboot,
    /// Wipe and start the phone.
    Wipe,
    /// Give the phone another identity, remove what is not kept, and start it.
    Recreate(Box<NewDevice>),
    /// Look at the phone, and ask what it says of itself.
    LookAtIdentity,
    /// Set the density.
    SetDensity(i32),
    /// Install a newer system image and restart the phone.
    UpgradeImage,
    /// Capture the phone's screen once.
    LookAtScreen,
    /// Send files to the phone, and install those that are to be installed.
    Deliver(Delivery),
    /// Check that the phone has the delivered files.
    LookForDelivery(Delivery),
    /// Do something with apps.
    ManageApps(Verb, Vec<PackageName>),
    /// See whether apps are as they should be after that.
    LookAtApps(Verb, Vec<PackageName>),
    /// Back up the phone.
    BackUp(Destination),
    /// Look at another phone, by its id.
    LookAtOther(i64),
    /// Put a backup on the phone that it is for.
    Migrate(Destination, Backup),
}

/// Next action of an operation. Stored first, done second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Store this progress, then run the effect and come back with what it saw.
    Run(Progress, Effect),
    /// Store this progress, come back with [`Event::Go`] at the given time (Unix milliseconds).
    Wait(Progress, i64),
    /// The operation ended with success.
    Done,
    /// The operation failed.
    Failed(Reason),
}

impl Progress {
    /// An operation that has not begun.
    pub fn new(kind: Kind, input: OperationChoice, now_ms: i64) -> Self {
        Self {
            deadline_ms: now_ms + input.deadline_ms(kind),
            kind,
            input,
            step: 0,
            phase: Phase::Ready,
            before: None,
            since_ms: now_ms,
        }
    }

    /// The step of an operation; none when all steps are done.
    pub fn current(&self) -> Option<Step> {
        self.kind.steps().get(self.step).copied()
    }

    /// Whether the operation may be cancelled: no change was sent to the phone yet, or it sends files.
    pub fn cancellable(&self) -> bool {
        match self.current() {
            // A running transfer can be stopped; files that have arrived stay.
            Some(Step::Look | Step::Link | Step::System | Step::Screen | Step::Send) => true,
            Some(Step::Act | Step::BackUp) => self.phase == Phase::Ready,
            Some(Step::Boot | Step::Verify | Step::Take | Step::Migrate) | None => false,
        }
    }

    pub(super) fn at(mut self, phase: Phase, now_ms: i64) -> Self {
        self.phase = phase;
        self.since_ms = now_ms;
        self
    }

    pub(super) fn advanced(mut self, now_ms: i64) -> Self {
        self.step += 1;
        self.at(Phase::Ready, now_ms)
    }

    /// The command of the step that changes the phone.
    fn command(&self) -> Effect {
        match (self.kind, &self.input) {
            (Kind::PowerOn, _) => Effect::PowerOn,
            (Kind::PowerOff, _) => Effect::PowerOff,
            (Kind::Reboot, _) => Effect::Reboot,
            (Kind::FactoryReset, _) => Effect::Wipe,
            (Kind::UpgradeImage, _) => Effect::UpgradeImage,
            (Kind::Density, OperationChoice::Dpi(dpi)) => Effect::SetDensity(*dpi),
            (Kind::InstallApp | Kind::PushFile, OperationChoice::Delivery(delivery)) => {
                Effect::Deliver(delivery.clone())
            }
            (Kind::NewDevice, OperationChoice::NewDevice(wish)) => Effect::Recreate(wish.clone()),
            (Kind::Transfer, _) => transfer::command(self),
            (kind, OperationChoice::Apps(packages)) => match Verb::of(kind) {
                Some(verb) => Effect::ManageApps(verb, packages.clone()),
                None => Effect::Observe,
            },
            (
                Kind::Density
                | Kind::Rename
                | Kind::Replace
                | Kind::NewDevice
                | Kind::EnterDirectly
                | Kind::Probe
                | Kind::InstallApp
                | Kind::PushFile
                | Kind::StartApp
                | Kind::StopApp
                | Kind::RestartApp
                | Kind::UninstallApp
                | Kind::ClearApp,
                _,
            ) => Effect::Observe,
        }
    }

    /// Whether the phone shows that the command arrived.
    fn took_effect(&self, seen: &Evidence) -> bool {
        let differs = |now: &Option<String>, of: fn(&Evidence) -> &Option<String>| {
            let before = self.before.as_ref().and_then(|before| of(before).as_ref());
            now.is_some() && now.as_ref() != before
        };
        match (self.kind, &self.input) {
            (Kind::Transfer, _) => transfer::took_effect(self, seen),
            (Kind::Reboot, _) => differs(&seen.boot_id, |e| &e.boot_id),
            (Kind::FactoryReset, _) => differs(&seen.data_id, |e| &e.data_id),
            // A second try wishes for the same Android id: another boot and, where it is told, other data prove that it was this one.
            (Kind::NewDevice, OperationChoice::NewDevice(wish)) => {
                seen.android_id.as_ref() == Some(&wish.android_id)
                    && differs(&seen.boot_id, |e| &e.boot_id)
                    && (seen.data_id.is_none() || differs(&seen.data_id, |e| &e.data_id))
            }
            (Kind::UpgradeImage, _) => {
                differs(&seen.build_id, |e| &e.build_id) && differs(&seen.boot_id, |e| &e.boot_id)
            }
            (Kind::PowerOn, _) => seen.power == Some(Power::On),
            (Kind::PowerOff, _) => seen.power == Some(Power::Off),
            (Kind::Density, OperationChoice::Dpi(dpi)) => seen.dpi == Some(*dpi),
            (Kind::Density | Kind::NewDevice, _) => false,
            (Kind::Rename | Kind::Replace | Kind::EnterDirectly | Kind::Probe, _) => seen.booted,
            // The event comes from a look for the delivered files, which found them.
            (Kind::InstallApp | Kind::PushFile, _) => true,
            (
                Kind::StartApp
                | Kind::StopApp
                | Kind::RestartApp
                | Kind::UninstallApp
                | Kind::ClearApp,
                _,
            ) => seen.apps == Some(true),
        }
    }

    /// Whether the phone reported what the operation stores at its end.
    fn was_read(&self, seen: &Evidence) -> bool {
        self.kind != Kind::NewDevice || seen.identity.is_some()
    }
}

/// Decides the next action. Total: every operation ends, at its deadline at the latest.
pub fn next(progress: Progress, event: Event, now_ms: i64) -> Next {
    let Some(step) = progress.current() else {
        return Next::Done;
    };
    if now_ms >= progress.deadline_ms {
        return overdue(&progress, step, &event);
    }
    if progress.kind == Kind::Transfer {
        return transfer::next(progress, step, event, now_ms);
    }
    match step {
        Step::Act => act(progress, event, now_ms),
        Step::Look => match event {
            Event::Go | Event::TakenOver => observe(progress),
            Event::Seen(evidence) => {
                let mut progress = progress;
                progress.before = Some(evidence);
                act(progress.advanced(now_ms), Event::Go, now_ms)
            }
            // No command was sent yet: a phone that is away for a moment gets the settling time.
            Event::Failed(Reason::Unreachable) if now_ms - progress.since_ms < SETTLE_MS => {
                later(progress, now_ms)
            }
            Event::Failed(reason) => Next::Failed(reason),
        },
        Step::Boot => match event {
            Event::Go | Event::TakenOver => observe(progress),
            Event::Seen(seen) if seen.booted && progress.took_effect(&seen) => {
                let progress = progress.advanced(now_ms);
                if progress.was_read(&seen) {
                    verify(progress, Event::Seen(seen), now_ms)
                } else {
                    observe(progress)
                }
            }
            // The phone has not started yet, or its old system is still shutting down.
            Event::Seen(_) | Event::Failed(_) => later(progress, now_ms),
        },
        Step::Send | Step::BackUp | Step::Take | Step::Migrate => send(progress, event, now_ms),
        Step::Verify if progress.kind.sends() => arrived(progress, &event, now_ms),
        Step::Verify => verify(progress, event, now_ms),
        Step::Link | Step::System | Step::Screen => probe(progress, step, event, now_ms),
    }
}

/// Handles an event after the deadline: a last look may still show success; any other event fails.
fn overdue(progress: &Progress, step: Step, event: &Event) -> Next {
    match event {
        Event::Seen(seen)
            if matches!(step, Step::Boot | Step::Verify)
                && (seen.booted || progress.kind == Kind::PowerOff || progress.kind.sends())
                && progress.took_effect(seen)
                && progress.was_read(seen) =>
        {
            Next::Done
        }
        Event::Go | Event::TakenOver | Event::Seen(_) | Event::Failed(_) => {
            Next::Failed(Reason::overdue(step))
        }
    }
}

fn act(progress: Progress, event: Event, now_ms: i64) -> Next {
    match (progress.phase, event) {
        (Phase::Ready, _) => {
            let command = progress.command();
            Next::Run(progress.at(Phase::Intended, now_ms), command)
        }
        (Phase::Intended, Event::Seen(_)) => {
            let progress = progress.advanced(now_ms);
            // The acknowledgement does not prove an effect: look at the phone.
            match progress.current() {
                Some(_) => observe(progress),
                None => Next::Done,
            }
        }
        // The command's sender is gone, or the connection broke while the command was sent.
        (Phase::Intended, Event::Failed(Reason::Lost)) => observe(progress.at(Phase::Cut, now_ms)),
        (Phase::Intended, Event::TakenOver | Event::Go) if progress.kind.once() => {
            observe(progress.at(Phase::Doubted, now_ms))
        }
        (Phase::Intended, Event::TakenOver | Event::Go) => {
            let command = progress.command();
            Next::Run(progress, command)
        }
        (Phase::Intended, Event::Failed(reason)) => Next::Failed(reason),
        (Phase::Doubted | Phase::Cut, Event::Go | Event::TakenOver) => observe(progress),
        (Phase::Doubted | Phase::Cut, Event::Seen(seen)) if progress.took_effect(&seen) => {
            let progress = progress.advanced(now_ms);
            match progress.current() {
                Some(Step::Boot) if !seen.booted => later(progress, now_ms),
                Some(_) => observe(progress),
                None => Next::Done,
            }
        }
        // A phone that cannot be reached may be about to show it; one that answers unchanged gets the settling time.
        (phase @ (Phase::Doubted | Phase::Cut), Event::Seen(seen))
            if now_ms - progress.since_ms >= SETTLE_MS =>
        {
            Next::Failed(match phase {
                _ if seen.power.is_none() => Reason::NotRunning,
                Phase::Cut => Reason::Lost,
                Phase::Ready | Phase::Intended | Phase::Doubted => Reason::Interrupted,
            })
        }
        (Phase::Doubted | Phase::Cut, Event::Seen(_) | Event::Failed(_)) => later(progress, now_ms),
    }
}

/// Sends a delivery, or copies a phone's data. After a crash or a cut it is sent again, because sending is idempotent.
pub(super) fn send(progress: Progress, event: Event, now_ms: i64) -> Next {
    match (progress.phase, event) {
        (Phase::Ready, _) => {
            let command = progress.command();
            Next::Run(progress.at(Phase::Intended, now_ms), command)
        }
        (_, Event::Go | Event::TakenOver) => {
            let command = progress.command();
            Next::Run(progress, command)
        }
        (_, Event::Seen(seen)) if progress.kind == Kind::Transfer => {
            transfer::copied(progress, seen, now_ms)
        }
        (_, Event::Seen(_)) => look_for(progress.advanced(now_ms)),
        (Phase::Intended, Event::Failed(Reason::Lost | Reason::Unreachable)) => {
            later(progress.at(Phase::Cut, now_ms), now_ms)
        }
        // The connection broke during the second try too, or the phone stayed away for too long.
        (_, Event::Failed(Reason::Lost)) => Next::Failed(Reason::CutOff),
        (_, Event::Failed(Reason::Unreachable)) if now_ms - progress.since_ms < AWAY_MS => {
            later(progress, now_ms)
        }
        (_, Event::Failed(reason)) => Next::Failed(reason),
    }
}

/// Handles the result of a look for the delivered files.
fn arrived(progress: Progress, event: &Event, now_ms: i64) -> Next {
    match event {
        Event::Go | Event::TakenOver => look_for(progress),
        Event::Seen(_) => Next::Done,
        Event::Failed(reason) if now_ms - progress.since_ms >= SETTLE_MS => Next::Failed(*reason),
        Event::Failed(_) => later(progress, now_ms),
    }
}

fn look_for(progress: Progress) -> Next {
    let effect = match &progress.input {
        OperationChoice::Delivery(delivery) => Effect::LookForDelivery(delivery.clone()),
        OperationChoice::None
        | OperationChoice::Dpi(_)
        | OperationChoice::Alias(_)
        | OperationChoice::Apps(_)
        | OperationChoice::NewDevice(_)
        | OperationChoice::Transfer(_) => Effect::Observe,
    };
    Next::Run(progress, effect)
}

fn verify(progress: Progress, event: Event, now_ms: i64) -> Next {
    match event {
        Event::Go | Event::TakenOver => observe(progress),
        Event::Seen(seen) => {
            let well = seen.booted || progress.kind == Kind::PowerOff;
            let changed = well && progress.took_effect(&seen);
            if changed && progress.was_read(&seen) {
                Next::Done
            } else if now_ms - progress.since_ms >= SETTLE_MS {
                Next::Failed(if seen.power.is_none() {
                    Reason::NotRunning
                } else if changed {
                    Reason::Unreachable
                } else {
                    Reason::Unchanged
                })
            } else {
                later(progress, now_ms)
            }
        }
        // A check fails at once; after a change the phone gets the settling time.
        Event::Failed(reason) if progress.kind.steps().len() == 1 => Next::Failed(reason),
        Event::Failed(reason) if now_ms - progress.since_ms >= SETTLE_MS => Next::Failed(reason),
        Event::Failed(_) => later(progress, now_ms),
    }
}

/// Checks one thing after the other: the first that is not well ends the operation.
fn probe(progress: Progress, step: Step, event: Event, now_ms: i64) -> Next {
    match (step, event) {
        (Step::Screen, Event::Go | Event::TakenOver) => Next::Run(progress, Effect::LookAtScreen),
        (_, Event::Go | Event::TakenOver) => observe(progress),
        (_, Event::Failed(reason)) => Next::Failed(reason),
        (Step::Screen, Event::Seen(_)) => Next::Done,
        (_, Event::Seen(seen)) if seen.power != Some(Power::On) => Next::Failed(Reason::NotRunning),
        (_, Event::Seen(seen)) if !seen.linked => Next::Failed(Reason::Unreachable),
        (Step::Link, Event::Seen(_)) => observe(progress.advanced(now_ms)),
        (_, Event::Seen(seen)) if !seen.booted => Next::Failed(Reason::NotStarted),
        (_, Event::Seen(_)) => Next::Run(progress.advanced(now_ms), Effect::LookAtScreen),
    }
}

fn observe(progress: Progress) -> Next {
    let effect = match (&progress.input, Verb::of(progress.kind)) {
        (OperationChoice::Apps(packages), Some(verb)) => Effect::LookAtApps(verb, packages.clone()),
        (OperationChoice::NewDevice(_), _) if progress.current() != Some(Step::Boot) => {
            Effect::LookAtIdentity
        }
        _ => Effect::Observe,
    };
    Next::Run(progress, effect)
}

pub(super) fn later(progress: Progress, now_ms: i64) -> Next {
    let due_ms = (now_ms + POLL_MS).min(progress.deadline_ms);
    Next::Wait(progress, due_ms)
}

#[cfg(test)]
mod tests;
