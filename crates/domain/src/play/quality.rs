//! Quality of the picture: the controller's choices, and the automatic choice, which follows how pictures arrive.

use crate::backoff::doubled_ms;
use crate::every;
use crate::lang::Words;
use strum::{EnumCount, VariantArray};

/// The controller's choice of quality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, EnumCount, VariantArray)]
#[repr(u8)]
pub enum Quality {
    /// The best quality that the controller's line carries.
    #[default]
    Automatic = 0,
    /// The best picture.
    High = 1,
    /// Half the bits.
    Standard = 2,
    /// A smaller picture that gets through almost everywhere.
    Fluent = 3,
}

/// Quality step that is shown at the moment.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, EnumCount, VariantArray,
)]
#[repr(u8)]
pub enum QualityStep {
    /// Long side 1280, 4 Mbit/s, 30 pictures a second.
    #[default]
    High = 1,
    /// Long side 1280, 2 Mbit/s, 30 pictures a second.
    Standard = 2,
    /// Long side 640, 600 kbit/s, 20 pictures a second.
    Fluent = 3,
    /// The small picture of walls: shown to an onlooker whose line does not carry the controller's choice.
    Small = 4,
}

impl Quality {
    /// The complete list of choices.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire value.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|quality| *quality as u8 == code)
    }

    /// The step shown under this choice; the automatic choice goes on from the present step.
    pub const fn shown(self, now: QualityStep) -> QualityStep {
        match self {
            Self::Automatic => now,
            Self::High => QualityStep::High,
            Self::Standard => QualityStep::Standard,
            Self::Fluent => QualityStep::Fluent,
        }
    }

    /// Name in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::Automatic => Words::new("自动", "Automatic"),
            Self::High => Words::new("高清", "High"),
            Self::Standard => Words::new("标清", "Standard"),
            Self::Fluent => Words::new("流畅", "Fluent"),
        }
    }
}

impl QualityStep {
    /// The complete list of steps.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire value.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|shown| *shown as u8 == code)
    }

    /// The next step that needs less; the automatic choice ends at the fluent one.
    const fn less(self) -> Option<Self> {
        match self {
            Self::High => Some(Self::Standard),
            Self::Standard => Some(Self::Fluent),
            Self::Fluent | Self::Small => None,
        }
    }

    const fn more(self) -> Option<Self> {
        match self {
            Self::High => None,
            Self::Standard => Some(Self::High),
            Self::Fluent => Some(Self::Standard),
            Self::Small => Some(Self::Fluent),
        }
    }
}

/// A picture older than this at its viewer is late.
pub const LATE_MS: u32 = 400;
/// A picture younger than this at its viewer is in time.
pub const IN_TIME_MS: u32 = 250;
/// Time of uninterrupted lateness after which a step down is due.
const LATE_FOR_MS: i64 = 1000;
/// Pause after a step before the next one down: the new picture has to arrive before it can be judged.
const SETTLE_MS: i64 = 3000;
/// Time of uninterrupted punctuality after which a step up is tried.
const IN_TIME_FOR_MS: u32 = 15_000;
/// A step up that is taken back within this time doubles the wait for the next.
const REGRET_MS: i64 = 30_000;
/// The longest wait for a step up.
const WAIT_MAX_MS: u32 = 240_000;

const _: () = assert!(
    IN_TIME_MS < LATE_MS,
    "there is a band in which nothing is done"
);

/// Arrival of pictures since the last look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// Age of the newest picture shown, or of the oldest one that is still on its way if that is more, in milliseconds. `None`
    /// when nothing was sent.
    pub age_ms: Option<u32>,
    /// Whether pictures were dropped because the viewer was behind.
    pub dropped: bool,
}

/// A step that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A step to less quality.
    Down,
    /// A step to more quality.
    Up,
}

/// The automatic choice. Times are milliseconds of any clock that does not go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Automatic {
    late_since_ms: Option<i64>,
    in_time_since_ms: Option<i64>,
    changed_ms: i64,
    went_up_ms: Option<i64>,
    /// Steps up that were taken back soon: each doubles the wait for the next.
    regrets: u32,
}

impl Automatic {
    /// The automatic choice at its start.
    pub const fn new(now_ms: i64) -> Self {
        Self {
            late_since_ms: None,
            in_time_since_ms: None,
            changed_ms: now_ms,
            went_up_ms: None,
            regrets: 0,
        }
    }

    /// Judges the arrival at the controller; the step to show next, if it changes. When nothing was sent, nothing changes.
    pub fn judge(
        &mut self,
        shown: QualityStep,
        arrival: Arrival,
        now_ms: i64,
    ) -> Option<QualityStep> {
        let (less, more) = (shown.less(), shown.more());
        match self.step((less.is_some(), more.is_some()), arrival, now_ms)? {
            Step::Down => less,
            Step::Up => more,
        }
    }

    /// Judges the arrival at an onlooker, whose steps are the small picture and the controller's choice.
    pub fn judge_onlooker(&mut self, small: bool, arrival: Arrival, now_ms: i64) -> Option<Step> {
        self.step((!small, small), arrival, now_ms)
    }

    /// Decides about a step. `may`: whether there is a step down, and one up.
    fn step(&mut self, may: (bool, bool), arrival: Arrival, now_ms: i64) -> Option<Step> {
        let late = arrival.dropped || arrival.age_ms.is_some_and(|age| age >= LATE_MS);
        let in_time = !arrival.dropped && arrival.age_ms.is_some_and(|age| age < IN_TIME_MS);
        if late {
            self.in_time_since_ms = None;
            let since = *self.late_since_ms.get_or_insert(now_ms);
            let long = arrival.dropped || now_ms - since >= LATE_FOR_MS;
            let settled = now_ms - self.changed_ms >= SETTLE_MS;
            // A step up is a trial: the first late picture reverts it.
            let on_trial = !settled && self.went_up_ms.is_some();
            if on_trial || (long && settled) {
                return may.0.then(|| self.step_down(now_ms));
            }
        } else if in_time {
            self.late_since_ms = None;
            let since = *self.in_time_since_ms.get_or_insert(now_ms);
            let wait_ms = doubled_ms(IN_TIME_FOR_MS, self.regrets, WAIT_MAX_MS);
            if now_ms - since >= i64::from(wait_ms) {
                return may.1.then(|| self.step_up(now_ms));
            }
        } else if arrival.age_ms.is_some() {
            self.late_since_ms = None;
            self.in_time_since_ms = None;
        }
        None
    }

    fn step_down(&mut self, now_ms: i64) -> Step {
        let regretted = self
            .went_up_ms
            .take()
            .is_some_and(|went_up| now_ms - went_up <= REGRET_MS);
        if regretted {
            self.regrets = self.regrets.saturating_add(1);
        }
        self.changed(now_ms);
        Step::Down
    }

    fn step_up(&mut self, now_ms: i64) -> Step {
        self.went_up_ms = Some(now_ms);
        self.changed(now_ms);
        Step::Up
    }

    const fn changed(&mut self, now_ms: i64) {
        self.late_since_ms = None;
        self.in_time_since_ms = None;
        self.changed_ms = now_ms;
    }
}
