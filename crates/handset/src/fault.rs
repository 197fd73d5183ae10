//! Faults on request: `setprop owl.fault WORD`, so that a controller can be tried against a phone that misbehaves.

use std::time::Duration;

use strum::{EnumString, IntoStaticStr};

/// The property that asks for a fault.
pub(crate) const PROPERTY: &str = "owl.fault";
/// Longest time that a fault may be given, so that a phone never stays lost by a typing error.
pub const TIME_LIMIT: Duration = Duration::from_hours(1);
/// Delay that `slow` adds to each packet when no time is given.
pub const SLOW_DEFAULT: Duration = Duration::from_millis(500);

/// Step of a phone's operation that may go wrong. Its name in a fault and in messages is that of the variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Step {
    /// Booting, after it was switched on.
    Boot,
    /// Switching on, off, or both.
    Power,
    /// Switching on. A fault of this step is kept while the phone is off.
    PowerOn,
    /// Removing the data.
    Wipe,
    /// Becoming another phone.
    Recreate,
    /// Setting its density.
    Density,
    /// Getting another system image.
    Upgrade,
    /// Being backed up.
    BackUp,
    /// Getting the data of a backup.
    Restore,
    /// Reporting its state to its provider.
    State,
    /// Taking a screenshot.
    Screen,
}

impl Step {
    /// Whether a fault that was set for the step `held` spoils this step: one for `power` also spoils switching on.
    pub(crate) const fn is_spoiled_by(self, held: Self) -> bool {
        matches!((self, held), (Self::PowerOn, Self::Power)) || self as u8 == held as u8
    }
}

/// Way in which a step fails, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepFault {
    /// The step takes this much longer.
    Slow(Duration),
    /// The step waits until another fault is set, or `none`; so does every further step of this kind.
    Hold,
    /// The step is refused; a boot begins and never ends.
    Refuse,
    /// The phone breaks down in the middle, for a while or until it is switched on.
    Die(Option<Duration>),
}

/// Fault of a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InjectedFault {
    #[default]
    None,
    /// Data is delayed by this time.
    Slow(Duration),
    /// New connections are closed at once.
    Refuse,
    /// New connections are never answered.
    Stall,
    /// The next data is noise, on old connections and new ones.
    Garbage,
    /// The phone breaks down, for a while or until it is switched on.
    Die(Option<Duration>),
    /// The video encoder is not available.
    NoEncoder,
    /// The screen server may not inject anything.
    NoInput,
    /// The screen server may not make virtual devices.
    NoUhid,
    /// The phone kills its screen servers.
    Killed,
    /// The screen server has another version than it is asked for.
    OtherVersion,
    /// There is no room for another app, nor for files in the shared storage.
    Full,
    /// The next such step goes wrong; then the fault is over.
    Step(Step, StepFault),
}

impl InjectedFault {
    /// Reads `slow`, `slow:MS`, `refuse`, `stall`, `garbage`, `die`, `die:MS`, `no-encoder`, `no-input`, `no-uhid`,
    /// `killed`, `other-version`, `full`, `none` or nothing; or a
    /// step (`boot`, `power`, `power-on`, `wipe`, `recreate`, `density`, `upgrade`, `back-up`, `restore`, `state`, `screen`) with `slow`, `refuse` or `die`,
    /// as in `wipe:slow:5000`; all but `boot` also with `hold`.
    pub fn parse(text: &str) -> Option<Self> {
        let (first, rest) = text.split_once(':').unwrap_or((text, ""));
        if let Ok(step) = first.parse() {
            return match (step, rest) {
                (Step::Boot, "hold") => None,
                (_, "hold") => Some(Self::Step(step, StepFault::Hold)),
                _ => Some(Self::Step(step, StepFault::of(Self::parse(rest)?)?)),
            };
        }
        let (word, time) = match text.split_once(':') {
            None => (text, None),
            Some((word, ms)) => {
                let time = Duration::from_millis(ms.parse().ok()?);
                (word, Some(time).filter(|time| *time <= TIME_LIMIT))
            }
        };
        if text.contains(':') && time.is_none() {
            return None;
        }
        match (word, time) {
            ("" | "none", None) => Some(Self::None),
            ("slow", time) => Some(Self::Slow(time.unwrap_or(SLOW_DEFAULT))),
            ("refuse", None) => Some(Self::Refuse),
            ("stall", None) => Some(Self::Stall),
            ("garbage", None) => Some(Self::Garbage),
            ("die", time) => Some(Self::Die(time)),
            ("no-encoder", None) => Some(Self::NoEncoder),
            ("no-input", None) => Some(Self::NoInput),
            ("no-uhid", None) => Some(Self::NoUhid),
            ("killed", None) => Some(Self::Killed),
            ("other-version", None) => Some(Self::OtherVersion),
            ("full", None) => Some(Self::Full),
            _ => None,
        }
    }
}

impl StepFault {
    const fn of(fault: InjectedFault) -> Option<Self> {
        match fault {
            InjectedFault::Slow(time) => Some(Self::Slow(time)),
            InjectedFault::Refuse => Some(Self::Refuse),
            InjectedFault::Die(time) => Some(Self::Die(time)),
            InjectedFault::None
            | InjectedFault::Stall
            | InjectedFault::Garbage
            | InjectedFault::NoEncoder
            | InjectedFault::NoInput
            | InjectedFault::NoUhid
            | InjectedFault::Killed
            | InjectedFault::OtherVersion
            | InjectedFault::Full
            | InjectedFault::Step(..) => None,
        }
    }
}
