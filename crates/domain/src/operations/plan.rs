//! The engine as a function: [`next`].

use serde::{Deserialize, Serialize};

use super::{AWAY_MS, Kind, POLL_MS, Reason, SETTLE_MS, Step};
use crate::phones::Power;
use crate::uploads::{Delivery, delivery_ms};

/// What a phone shows of itself. Whoever restarts has another boot id, whoever is wiped another data id.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Evidence {
    /// Of the running system; none when it is off or cannot be asked.
    pub boot_id: Option<String>,
    /// Of the data on it; none while it is empty.
    pub data_id: Option<String>,
    /// As its host says; none when it broke down.
    pub power: Option<Power>,
    /// Dots per inch.
    pub dpi: Option<i32>,
    /// Whether it has started completely.
    pub booted: bool,
    /// Of the system image on it; none when it cannot be asked.
    #[serde(default)]
    pub build_id: Option<String>,
    /// Whether there is a connection to it.
    #[serde(default)]
    pub linked: bool,
}

/// What the member chose, where the kind needs a choice.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Input {
    /// Nothing to choose.
    #[default]
    None,
    /// [`Kind::Density`].
    Dpi(i32),
    /// [`Kind::Rename`].
    Alias(String),
    /// [`Kind::InstallApp`] and [`Kind::PushFile`].
    Delivery(Delivery),
}

impl Input {
    /// From its start to its failure if it does not end before: twice what is expected.
    pub fn deadline_ms(&self, kind: Kind) -> i64 {
        match self {
            Self::Delivery(delivery) => 2 * delivery_ms(delivery.load()),
            Self::None | Self::Dpi(_) | Self::Alias(_) => kind.deadline_ms(),
        }
    }
}

/// How far a step's command is. Written before the command is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(i16)]
pub enum Phase {
    /// Nothing was sent.
    Ready = 0,
    /// It was about to be sent: it may have arrived.
    Intended = 1,
    /// Its sender is gone: only the phone can tell whether it arrived.
    Doubted = 2,
    /// The connection broke with it on its way: only the phone can tell, too.
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

/// Where an operation stands: everything that is stored of it and decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// What is done.
    pub kind: Kind,
    /// The member's choice.
    pub input: Input,
    /// Index into [`Kind::steps`].
    pub step: usize,
    /// How far the step's command is.
    pub phase: Phase,
    /// What the phone was before.
    pub before: Option<Evidence>,
    /// Since when step and phase are as they are, Unix milliseconds.
    pub since_ms: i64,
    /// When it fails, Unix milliseconds.
    pub deadline_ms: i64,
}

/// What just happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Its turn has come, or its timer has.
    Go,
    /// A server took it over from one that is gone.
    TakenOver,
    /// The command was acknowledged, or the phone was looked at.
    Seen(Evidence),
    /// The command or the look failed.
    Failed(Reason),
}

/// What a phone's link or host is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Look at the phone.
    Observe,
    /// Switch on.
    PowerOn,
    /// Switch off.
    PowerOff,
    /// Restart.
    Reboot,
    /// Wipe and start.
    Wipe,
    /// Set the density.
    SetDensity(i32),
    /// Put a newer system image on it and restart it.
    UpgradeImage,
    /// Have one picture of its screen.
    LookAtScreen,
    /// Bring files to it, and install those that are to be.
    Deliver(Delivery),
    /// See that it has them.
    LookForDelivery(Delivery),
}

/// What to do now. Written first, done second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Note this progress, then run the effect and come back with what it saw.
    Run(Progress, Effect),
    /// Note this progress, come back with [`Event::Go`] at the given time (Unix milliseconds).
    Wait(Progress, i64),
    /// It is over and did what it should.
    Done,
    /// It is over and failed.
    Failed(Reason),
}

impl Progress {
    /// An operation that has not begun.
    pub fn new(kind: Kind, input: Input, now_ms: i64) -> Self {
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

    /// The step it is at; none when all are done.
    pub fn current(&self) -> Option<Step> {
        self.kind.steps().get(self.step).copied()
    }

    /// Whether it may be taken back: nothing was sent to the phone yet.
    pub fn cancellable(&self) -> bool {
        match self.current() {
            // What is on its way can be stopped; what has arrived stays.
            Some(Step::Look | Step::Link | Step::System | Step::Screen | Step::Send) => true,
            Some(Step::Act) => self.phase == Phase::Ready,
            Some(Step::Boot | Step::Verify) | None => false,
        }
    }

    fn at(mut self, phase: Phase, now_ms: i64) -> Self {
        self.phase = phase;
        self.since_ms = now_ms;
        self
    }

    fn advanced(mut self, now_ms: i64) -> Self {
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
            (Kind::Density, Input::Dpi(dpi)) => Effect::SetDensity(*dpi),
            (Kind::InstallApp | Kind::PushFile, Input::Delivery(delivery)) => {
                Effect::Deliver(delivery.clone())
            }
            (
                Kind::Density
                | Kind::Rename
                | Kind::EnterDirectly
                | Kind::Probe
                | Kind::InstallApp
                | Kind::PushFile,
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
            (Kind::Reboot, _) => differs(&seen.boot_id, |e| &e.boot_id),
            (Kind::FactoryReset, _) => differs(&seen.data_id, |e| &e.data_id),
            (Kind::UpgradeImage, _) => {
                differs(&seen.build_id, |e| &e.build_id) && differs(&seen.boot_id, |e| &e.boot_id)
            }
            (Kind::PowerOn, _) => seen.power == Some(Power::On),
            (Kind::PowerOff, _) => seen.power == Some(Power::Off),
            (Kind::Density, Input::Dpi(dpi)) => seen.dpi == Some(*dpi),
            (Kind::Density, _) => false,
            (Kind::Rename | Kind::EnterDirectly | Kind::Probe, _) => seen.booted,
            // Whoever looked for what was sent found it.
            (Kind::InstallApp | Kind::PushFile, _) => true,
        }
    }
}

/// What to do now. Total: every operation ends, at its deadline at the latest.
pub fn next(progress: Progress, event: Event, now_ms: i64) -> Next {
    let Some(step) = progress.current() else {
        return Next::Done;
    };
    if now_ms >= progress.deadline_ms {
        return overdue(&progress, step, &event);
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
            // Nothing was sent yet: a phone that is away for a moment gets the settling time.
            Event::Failed(Reason::Unreachable) if now_ms - progress.since_ms < SETTLE_MS => {
                later(progress, now_ms)
            }
            Event::Failed(reason) => Next::Failed(reason),
        },
        Step::Boot => match event {
            Event::Go | Event::TakenOver => observe(progress),
            Event::Seen(seen) if seen.booted && progress.took_effect(&seen) => {
                verify(progress.advanced(now_ms), Event::Seen(seen), now_ms)
            }
            // Not there yet, or still the old system on its way down.
            Event::Seen(_) | Event::Failed(_) => later(progress, now_ms),
        },
        Step::Send => send(progress, event, now_ms),
        Step::Verify if progress.kind.sends() => arrived(progress, &event, now_ms),
        Step::Verify => verify(progress, event, now_ms),
        Step::Link | Step::System | Step::Screen => probe(progress, step, event, now_ms),
    }
}

/// At the deadline a last look may still show success; nothing else counts.
fn overdue(progress: &Progress, step: Step, event: &Event) -> Next {
    match event {
        Event::Seen(seen)
            if matches!(step, Step::Boot | Step::Verify)
                && (seen.booted || progress.kind == Kind::PowerOff || progress.kind.sends())
                && progress.took_effect(seen) =>
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
            // The acknowledgement says nothing of the phone: look.
            match progress.current() {
                Some(_) => observe(progress),
                None => Next::Done,
            }
        }
        // Its sender is gone, or the connection broke with the command on its way.
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

/// What goes to a phone goes again after a crash or a cut: whatever it has already is the same afterwards.
fn send(progress: Progress, event: Event, now_ms: i64) -> Next {
    match (progress.phase, event) {
        (Phase::Ready, _) => {
            let command = progress.command();
            Next::Run(progress.at(Phase::Intended, now_ms), command)
        }
        (_, Event::Go | Event::TakenOver) => {
            let command = progress.command();
            Next::Run(progress, command)
        }
        (_, Event::Seen(_)) => look_for(progress.advanced(now_ms)),
        (Phase::Intended, Event::Failed(Reason::Lost | Reason::Unreachable)) => {
            later(progress.at(Phase::Cut, now_ms), now_ms)
        }
        // Its second try had a connection that broke too, or there was none for a while.
        (_, Event::Failed(Reason::Lost)) => Next::Failed(Reason::CutOff),
        (_, Event::Failed(Reason::Unreachable)) if now_ms - progress.since_ms < AWAY_MS => {
            later(progress, now_ms)
        }
        (_, Event::Failed(reason)) => Next::Failed(reason),
    }
}

/// A look for what was sent.
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
        Input::Delivery(delivery) => Effect::LookForDelivery(delivery.clone()),
        Input::None | Input::Dpi(_) | Input::Alias(_) => Effect::Observe,
    };
    Next::Run(progress, effect)
}

fn verify(progress: Progress, event: Event, now_ms: i64) -> Next {
    match event {
        Event::Go | Event::TakenOver => observe(progress),
        Event::Seen(seen) => {
            let well = seen.booted || progress.kind == Kind::PowerOff;
            if well && progress.took_effect(&seen) {
                Next::Done
            } else if now_ms - progress.since_ms >= SETTLE_MS {
                Next::Failed(if seen.power.is_none() {
                    Reason::NotRunning
                } else {
                    Reason::Unchanged
                })
            } else {
                later(progress, now_ms)
            }
        }
        // A look of its own kind fails at once; after a change the phone gets the settling time.
        Event::Failed(reason) if progress.kind.steps().len() == 1 => Next::Failed(reason),
        Event::Failed(reason) if now_ms - progress.since_ms >= SETTLE_MS => Next::Failed(reason),
        Event::Failed(_) => later(progress, now_ms),
    }
}

/// A look at one thing after the other: the first that is not well ends it.
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
    Next::Run(progress, Effect::Observe)
}

fn later(progress: Progress, now_ms: i64) -> Next {
    let due_ms = (now_ms + POLL_MS).min(progress.deadline_ms);
    Next::Wait(progress, due_ms)
}

#[cfg(test)]
mod tests;
