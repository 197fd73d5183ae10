//! Who may do what to a phone. Levels are wire values: `accreditType` 1 view, 2 operate.

use serde::{Deserialize, Serialize};

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

#[cfg(test)]
mod tests {
    use super::Level::{self, Operate, Owner, View};

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
}
