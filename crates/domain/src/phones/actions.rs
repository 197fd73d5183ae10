//! Actions on a phone: which are possible in a situation, and why others are not.

use crate::every;
use std::borrow::Cow;
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

use super::ability::{Ability, Unable};
use super::status::{Power, Status};
use super::trouble::{self, Trouble};
use crate::access::Level;
use crate::codes::{self, Code};
use crate::lang::{Lang, Words};

/// An action of a member on a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray, IntoStaticStr, EnumString)]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum Action {
    /// See the phone's screen.
    Watch,
    /// See and control the phone.
    Play,
    /// Switch the phone on.
    PowerOn,
    /// Switch the phone off.
    PowerOff,
    /// Restart the phone.
    Reboot,
    /// Back to factory settings.
    FactoryReset,
    /// Set the density.
    Density,
    /// Rename the phone.
    Rename,
    /// Move the phone into another group.
    MoveGroup,
    /// Return from a failed state to running.
    EnterDirectly,
    /// Check whether the phone is well.
    Probe,
    /// Install a newer system image. For operators: their permission is checked beside this rule.
    UpgradeImage,
    /// Install apps on the phone.
    InstallApp,
    /// Put files on the phone.
    PushFile,
    /// See the phone's apps; start, stop and remove them.
    ManageApps,
    /// Have another phone of the same configuration take the place of this one, which is wiped.
    Replace,
    /// Give the phone another identity: one-click new device.
    NewDevice,
    /// Replace the phone, with its data.
    Transfer,
}

/// The facts that decide about an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Situation {
    /// The phone's status.
    pub status: Status,
    /// The phone's power switch.
    pub power: Power,
    /// The member's level.
    pub level: Level,
    /// Whether the rental is over.
    pub expired: bool,
    /// Why the provider cannot do the action, if it cannot.
    pub unable: Option<Unable>,
    /// Trouble of the phone, if known: it decides nothing, and is told where the status refuses.
    pub trouble: Option<Trouble>,
}

/// Why an action is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The rental is over.
    Expired,
    /// The member's right is not enough.
    Right,
    /// The phone is switched off.
    Off,
    /// The phone's status does not allow the action; beside it what is wrong with the phone, where that is known.
    Status(Status, Option<Trouble>),
    /// The phone is on already.
    On,
    /// The provider cannot do the action.
    Unable(Unable),
}

impl Action {
    /// The complete list of actions.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Whether the action is an operation, which takes the phone for itself: one at a time.
    pub const fn is_operation(self) -> bool {
        match self {
            Self::Watch | Self::Play | Self::Rename | Self::MoveGroup => false,
            Self::PowerOn
            | Self::PowerOff
            | Self::Reboot
            | Self::FactoryReset
            | Self::Density
            | Self::EnterDirectly
            | Self::Probe
            | Self::UpgradeImage
            | Self::InstallApp
            | Self::PushFile
            | Self::ManageApps
            | Self::Replace
            | Self::NewDevice
            | Self::Transfer => true,
        }
    }

    /// The least level that the action needs.
    pub const fn needs(self) -> Level {
        match self {
            // An operator with the permission needs no right of a member.
            Self::Watch | Self::UpgradeImage => Level::View,
            // A check changes nothing, but keeps others waiting: a viewer may not do it.
            Self::Play
            | Self::Reboot
            | Self::Probe
            | Self::InstallApp
            | Self::PushFile
            | Self::ManageApps => Level::Operate,
            Self::PowerOn
            | Self::PowerOff
            | Self::FactoryReset
            | Self::Density
            | Self::Rename
            | Self::MoveGroup
            | Self::EnterDirectly
            | Self::Replace
            | Self::NewDevice
            | Self::Transfer => Level::Owner,
        }
    }

    /// The ability that the action needs of the provider; none where the phone itself is enough.
    pub const fn ability(self) -> Option<Ability> {
        match self {
            Self::PowerOn | Self::PowerOff => Some(Ability::Power),
            Self::Reboot => Some(Ability::Reboot),
            Self::FactoryReset | Self::Replace => Some(Ability::Wipe),
            Self::NewDevice => Some(Ability::Recreate),
            Self::Transfer => Some(Ability::Transfer),
            Self::Density => Some(Ability::Density),
            Self::UpgradeImage => Some(Ability::Upgrade),
            Self::Watch
            | Self::Play
            | Self::Rename
            | Self::MoveGroup
            | Self::EnterDirectly
            | Self::Probe
            | Self::InstallApp
            | Self::PushFile
            | Self::ManageApps => None,
        }
    }

    /// Whether the action is possible. The right is judged first, so that a stranger learns nothing of the phone's state; then rental, the
    /// provider's abilities, power, status.
    pub const fn check(self, situation: Situation) -> Result<(), Refusal> {
        if !situation.level.allows(self.needs()) {
            return Err(Refusal::Right);
        }
        // The phone's name and group are the member's own affair, whatever the phone does.
        if matches!(self, Self::Rename | Self::MoveGroup) {
            return Ok(());
        }
        if situation.expired {
            return Err(Refusal::Expired);
        }
        if let Some(unable) = situation.unable {
            return Err(Refusal::Unable(unable));
        }
        let Situation { status, power, .. } = situation;
        let off = matches!(
            (status, power),
            (Status::Abnormal | Status::Running, Power::Off)
        );
        let fits = match self {
            Self::PowerOn => off || matches!(status, Status::RestartFailed),
            Self::Watch
            | Self::Play
            | Self::Density
            | Self::InstallApp
            | Self::PushFile
            | Self::ManageApps => matches!(status, Status::Running),
            Self::PowerOff
            | Self::Reboot
            | Self::FactoryReset
            | Self::Probe
            | Self::UpgradeImage => {
                matches!(status, Status::Abnormal | Status::Running) || status.is_failed_change()
            }
            // A phone that is unwell could not be read back: its cause comes first.
            Self::NewDevice => matches!(status, Status::Running) || status.is_failed_change(),
            Self::Replace | Self::Transfer => {
                matches!(
                    status,
                    Status::Abnormal | Status::Running | Status::BackupFailed
                ) || status.is_failed_change()
                    || (matches!(self, Self::Transfer) && matches!(status, Status::MigrationFailed))
            }
            Self::EnterDirectly => status.is_failed_change(),
            Self::Rename | Self::MoveGroup => true,
        };
        // A phone that is switched on or replaced may be off.
        let wants_it_on = !matches!(self, Self::PowerOn | Self::Replace | Self::Transfer);
        if off && wants_it_on {
            Err(Refusal::Off)
        } else if fits {
            Ok(())
        } else if !wants_it_on && matches!(status, Status::Abnormal | Status::Running) {
            Err(Refusal::On)
        } else {
            Err(Refusal::Status(status, situation.trouble))
        }
    }
}

impl Refusal {
    /// The row of the table of codes.
    pub const fn code(self) -> Code {
        match self {
            Self::Expired => codes::PHONE_EXPIRED,
            Self::Right => codes::RIGHT_MISSING,
            Self::Off | Self::On | Self::Status(..) => codes::STATE_FORBIDS,
            Self::Unable(_) => codes::PHONE_UNABLE,
        }
    }

    /// The stored word. The status that forbids the action is stored beside it.
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Expired => "expired",
            Self::Right => "right",
            Self::Off => "off",
            Self::Status(_, None) => "status",
            Self::Status(_, Some(trouble)) => return Cow::Owned(trouble.name()),
            Self::On => "on",
            Self::Unable(unable) => unable.into_str(),
        })
    }

    /// The status that forbids the action, where one does.
    pub const fn status(self) -> Option<Status> {
        match self {
            Self::Status(status, _) => Some(status),
            Self::Expired | Self::Right | Self::Off | Self::On | Self::Unable(_) => None,
        }
    }

    /// Reads the stored word and status.
    pub fn from_stored(name: &str, status: Option<Status>) -> Option<Self> {
        match name {
            "expired" => Some(Self::Expired),
            "right" => Some(Self::Right),
            "off" => Some(Self::Off),
            "status" => status.map(|status| Self::Status(status, None)),
            "on" => Some(Self::On),
            name => match Trouble::from_name(name) {
                Some(trouble) => status.map(|status| Self::Status(status, Some(trouble))),
                None => name.parse().ok().map(Self::Unable),
            },
        }
    }

    /// The reason in words, for the page, which knows what is wrong with a phone as the list's words alone; none where it is empty.
    pub fn text_because(self, cause: &str, lang: Lang) -> String {
        match self {
            Self::Status(status, None) if !cause.is_empty() => {
                trouble::sentence(status, cause, lang)
            }
            refusal => refusal.text(lang),
        }
    }

    /// The reason in words.
    pub fn text(self, lang: Lang) -> String {
        match self {
            Self::Expired | Self::Right => self.code().text(lang).to_owned(),
            Self::Off => Words::new("云手机已关机", "The phone is powered off")
                .in_lang(lang)
                .to_owned(),
            Self::On => Words::new("云手机已经开机", "The phone is on already")
                .in_lang(lang)
                .to_owned(),
            Self::Unable(unable) => unable.words().in_lang(lang).to_owned(),
            // Trouble says more than the status.
            Self::Status(status, Some(trouble)) => trouble.sentence(status, lang),
            Self::Status(status, None) => {
                let label = status.label().in_lang(lang);
                match lang {
                    Lang::Zh => format!("云手机{label}，请稍后再试"),
                    Lang::En => format!("Phone status: {label}. Try again later."),
                }
            }
        }
    }
}
