//! Rights to a phone: levels and delegated permissions. Levels are wire values: `accreditType` 1 view, 2 operate.

use crate::every;
use serde::{Deserialize, Serialize};
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

use crate::lang::Words;
use crate::phones::Action;

/// Level of a member's right to a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema), schema(as = LevelView))]
pub enum Level {
    /// See the picture.
    View = 1,
    /// See and control.
    Operate = 2,
    /// Everything: the member rents the phone.
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

/// A permission that a parent delegates for a phone that it gave to a sub-account: actions that otherwise need the owner. Sharing, renewing
/// and recycling are never among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumCount, VariantArray)]
#[strum(serialize_all = "camelCase", const_into_str)]
#[derive(IntoStaticStr, EnumString)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema), schema(as = DelegatedPermissionView))]
pub enum DelegatedPermission {
    /// Switching on and off, and going on after a change that failed.
    Power = 1,
    /// Renaming.
    Rename = 2,
    /// Changing the density.
    Density = 4,
    /// Resetting to factory settings.
    Reset = 8,
    /// Having another phone take its place.
    Replace = 16,
    /// Moving it among the groups of its owner.
    Group = 32,
    /// Giving it another identity: one-click new device.
    NewDevice = 64,
}

impl DelegatedPermission {
    /// The complete list of variants.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Name for people.
    pub const fn words(self) -> Words {
        match self {
            Self::Power => Words::new("电源", "Power"),
            Self::Rename => Words::new("改名", "Rename"),
            Self::Density => Words::new("DPI", "DPI"),
            Self::Reset => Words::new("恢复出厂", "Factory reset"),
            Self::Replace => Words::new("换机", "Replace"),
            Self::Group => Words::new("分组", "Groups"),
            Self::NewDevice => Words::new("新机", "New device"),
        }
    }

    /// Reads a permission's name as people type it, in either language and whatever its case.
    pub fn from_words(typed: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|permission| {
            let Words { zh, en } = permission.words();
            [permission.into_str(), zh, en]
                .iter()
                .any(|name| name.eq_ignore_ascii_case(typed))
        })
    }

    /// The delegated permission that allows an action to a sub-account; none when no parent can allow it, or when operating is enough.
    pub const fn of(action: Action) -> Option<Self> {
        match action {
            Action::PowerOn | Action::PowerOff | Action::EnterDirectly => Some(Self::Power),
            Action::Rename => Some(Self::Rename),
            Action::Density => Some(Self::Density),
            Action::FactoryReset => Some(Self::Reset),
            Action::Replace | Action::Transfer => Some(Self::Replace),
            Action::MoveGroup => Some(Self::Group),
            Action::NewDevice => Some(Self::NewDevice),
            Action::Watch
            | Action::Play
            | Action::Reboot
            | Action::Probe
            | Action::UpgradeImage
            | Action::InstallApp
            | Action::PushFile
            | Action::ManageApps => None,
        }
    }
}

/// A set of [`DelegatedPermission`]s: a bit each, as it is stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DelegatedPermissions(i16);

impl DelegatedPermissions {
    /// Reads the stored bits.
    pub fn from_stored(bits: i16) -> Option<Self> {
        let known = DelegatedPermission::ALL
            .into_iter()
            .fold(0, |all, permission| all | permission as i16);
        (bits & !known == 0).then_some(Self(bits))
    }

    /// The bits to store.
    pub const fn stored(self) -> i16 {
        self.0
    }

    /// Whether the set contains a permission.
    pub const fn has(self, permission: DelegatedPermission) -> bool {
        self.0 & permission as i16 != 0
    }

    /// The permissions in the set.
    pub fn all(self) -> impl Iterator<Item = DelegatedPermission> {
        DelegatedPermission::ALL
            .into_iter()
            .filter(move |permission| self.has(*permission))
    }

    /// The level that an action is judged at: the owner's where the action is a delegated permission, else `level`.
    pub fn level_for(self, level: Level, action: Action) -> Level {
        match DelegatedPermission::of(action) {
            Some(permission) if self.has(permission) => Level::Owner,
            Some(_) | None => level,
        }
    }
}

impl FromIterator<DelegatedPermission> for DelegatedPermissions {
    fn from_iter<T: IntoIterator<Item = DelegatedPermission>>(permissions: T) -> Self {
        Self(
            permissions
                .into_iter()
                .fold(0, |bits, permission| bits | permission as i16),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Level::{self, Operate, Owner, View};
    use super::{DelegatedPermission, DelegatedPermissions};
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
    fn typed_names_of_permissions_are_read_in_both_languages() {
        for permission in DelegatedPermission::ALL {
            let words = permission.words();
            for typed in [permission.into_str(), words.zh, words.en] {
                assert_eq!(DelegatedPermission::from_words(typed), Some(permission));
            }
        }
        let reset = DelegatedPermission::from_words("FACTORY RESET");
        assert_eq!(reset, Some(DelegatedPermission::Reset));
        assert_eq!(DelegatedPermission::from_words("分享"), None);
    }

    #[test]
    fn a_tick_lifts_its_own_actions_and_no_other() {
        let nothing = DelegatedPermissions::default();
        for permission in DelegatedPermission::ALL {
            let permissions = DelegatedPermissions::from_iter([permission]);
            assert_eq!(
                DelegatedPermissions::from_stored(permissions.stored()),
                Some(permissions)
            );
            assert_eq!(permissions.all().collect::<Vec<_>>(), [permission]);
            assert_eq!(
                serde_json::to_value(permission).unwrap(),
                serde_json::json!(permission.into_str())
            );
            for action in Action::ALL {
                let lifted = DelegatedPermission::of(action) == Some(permission);
                let expected = if lifted { Owner } else { Operate };
                assert_eq!(
                    permissions.level_for(Operate, action),
                    expected,
                    "{permission:?} {action:?}"
                );
                assert_eq!(nothing.level_for(Operate, action), Operate);
                assert_eq!(nothing.level_for(Owner, action), Owner);
            }
        }
    }

    #[test]
    fn bits_that_stand_for_nothing_are_refused() {
        assert_eq!(
            DelegatedPermissions::from_stored(0b111_1111),
            Some(DelegatedPermission::ALL.into_iter().collect())
        );
        assert_eq!(DelegatedPermissions::from_stored(0b1000_0000), None);
        assert_eq!(DelegatedPermissions::from_stored(-1), None);
    }
}
