//! Who may do what to a phone. Levels are wire values: `accreditType` 1 view, 2 operate.

use serde::{Deserialize, Serialize};

use crate::phones::Action;

/// What a granted member may do with somebody else's phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// See the picture.
    View = 1,
    /// See and control.
    Operate = 2,
    /// Everything: the phone is theirs.
    Owner = 3,
}

impl Level {
    /// The wire value (`accreditType`); the owner has none.
    pub const fn accredit_type(self) -> Option<i16> {
        match self {
            Self::View => Some(1),
            Self::Operate => Some(2),
            Self::Owner => None,
        }
    }

    /// Reads an `accreditType`.
    pub const fn from_accredit_type(value: i16) -> Option<Self> {
        match value {
            1 => Some(Self::View),
            2 => Some(Self::Operate),
            _ => None,
        }
    }

    /// Whether this level includes `needed`.
    pub const fn allows(self, needed: Self) -> bool {
        self as u8 >= needed as u8
    }
}

/// What a parent ticks for a phone that it gave to a sub-account: deeds that otherwise need the owner. Sharing, renewing and recycling
/// are never among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Tick {
    /// Switching on and off, and going on after a change that failed.
    Power = 1,
    /// Another name.
    Rename = 2,
    /// Another density.
    Density = 4,
    /// Emptying it.
    Reset = 8,
}

impl Tick {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Power, Self::Rename, Self::Density, Self::Reset];

    /// The wire word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Power => "power",
            Self::Rename => "rename",
            Self::Density => "density",
            Self::Reset => "reset",
        }
    }

    /// Reads the wire word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tick| tick.name() == name)
    }

    /// What allows an action to a sub-account; none when no parent can, or when operating is enough.
    pub const fn of(action: Action) -> Option<Self> {
        match action {
            Action::PowerOn | Action::PowerOff | Action::EnterDirectly => Some(Self::Power),
            Action::Rename => Some(Self::Rename),
            Action::Density => Some(Self::Density),
            Action::FactoryReset => Some(Self::Reset),
            Action::Watch
            | Action::Play
            | Action::Reboot
            | Action::MoveGroup
            | Action::Probe
            | Action::UpgradeImage
            | Action::InstallApp
            | Action::PushFile => None,
        }
    }
}

/// Which [`Tick`]s are set: a bit each, as it is stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ticks(i16);

impl Ticks {
    /// Reads the stored bits.
    pub fn from_stored(bits: i16) -> Option<Self> {
        let known = Tick::ALL.into_iter().fold(0, |all, tick| all | tick as i16);
        (bits & !known == 0).then_some(Self(bits))
    }

    /// The bits to store.
    pub const fn stored(self) -> i16 {
        self.0
    }

    /// Whether one is set.
    pub const fn has(self, tick: Tick) -> bool {
        self.0 & tick as i16 != 0
    }

    /// Those that are set.
    pub fn all(self) -> impl Iterator<Item = Tick> {
        Tick::ALL.into_iter().filter(move |tick| self.has(*tick))
    }

    /// The level at which somebody who holds `level` does an action: as the owner does, where that is ticked.
    pub fn level_for(self, level: Level, action: Action) -> Level {
        match Tick::of(action) {
            Some(tick) if self.has(tick) => Level::Owner,
            Some(_) | None => level,
        }
    }
}

impl FromIterator<Tick> for Ticks {
    fn from_iter<T: IntoIterator<Item = Tick>>(ticks: T) -> Self {
        Self(ticks.into_iter().fold(0, |bits, tick| bits | tick as i16))
    }
}

#[cfg(test)]
mod tests {
    use super::Level::{self, Operate, Owner, View};
    use super::{Tick, Ticks};
    use crate::phones::Action;

    #[test]
    fn each_level_includes_the_ones_below() {
        let table = [
            (View, View, true),
            (View, Operate, false),
            (Operate, View, true),
            (Operate, Owner, false),
            (Owner, Operate, true),
        ];
        for (held, needed, allowed) in table {
            assert_eq!(held.allows(needed), allowed, "{held:?} for {needed:?}");
        }
    }

    #[test]
    fn only_the_two_granted_levels_are_read() {
        assert_eq!(
            (0..=3).map(Level::from_accredit_type).collect::<Vec<_>>(),
            [None, Some(View), Some(Operate), None]
        );
    }

    #[test]
    fn a_tick_lifts_its_own_actions_and_no_other() {
        let nothing = Ticks::default();
        for tick in Tick::ALL {
            let ticks = Ticks::from_iter([tick]);
            assert_eq!(Ticks::from_stored(ticks.stored()), Some(ticks));
            assert_eq!(ticks.all().collect::<Vec<_>>(), [tick]);
            assert_eq!(Tick::from_name(tick.name()), Some(tick));
            assert_eq!(
                serde_json::to_value(tick).unwrap(),
                serde_json::json!(tick.name())
            );
            for action in Action::ALL {
                let lifted = Tick::of(action) == Some(tick);
                let expected = if lifted { Owner } else { Operate };
                assert_eq!(
                    ticks.level_for(Operate, action),
                    expected,
                    "{tick:?} {action:?}"
                );
                assert_eq!(nothing.level_for(Operate, action), Operate);
                assert_eq!(nothing.level_for(Owner, action), Owner);
            }
        }
    }

    #[test]
    fn bits_that_stand_for_nothing_are_refused() {
        assert_eq!(
            Ticks::from_stored(0b1111),
            Some(Tick::ALL.into_iter().collect())
        );
        assert_eq!(Ticks::from_stored(0b1_0000), None);
        assert_eq!(Ticks::from_stored(-1), None);
    }
}
