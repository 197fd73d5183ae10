//! Abilities of a provider: changes of a phone from outside, and why one is impossible.

use crate::every;
use crate::lang::Words;
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

/// A change of a phone as a whole, not on its screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum Ability {
    /// Switch the phone on and off.
    Power,
    /// Restart the phone.
    Reboot,
    /// Remove all data from the phone, as a factory reset.
    Wipe,
    /// Replace the phone by a new one: a new identity, without data.
    Recreate,
    /// Set the density.
    Density,
    /// Install a newer system image; the data on the phone stays.
    Upgrade,
    /// Back up the phone's data, and put a backup on the phone.
    Transfer,
}

impl Ability {
    /// The complete list of abilities.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);
}

/// Why a provider cannot do something to a phone; each reason has a message for members. Stored by name.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, IntoStaticStr, EnumString,
)]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum Unable {
    /// The phone is reached over the network only: once off, nothing here could switch it on again.
    NoPowerSwitch,
    /// The phone's storage must not be wiped: the phone would lose the very setting that lets this server in.
    NoStorage,
    /// The phone's identity lies in its hardware.
    FixedIdentity,
    /// The phone's system comes from its maker.
    FixedImage,
    /// The data of the phone's apps can be read by the phone alone.
    NoBackup,
    /// The phone's data would not fit on a new one.
    NoRoom,
}

impl Unable {
    /// The complete list of reasons.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Message for people, in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::NoPowerSwitch => Words::new(
                "这台设备按地址接入，关机后无法远程开机",
                "This phone was added by its address: once off, it could not be switched on from here.",
            ),
            Self::NoStorage => Words::new(
                "这台设备按地址接入，无法远程恢复出厂设置",
                "This phone was added by its address: it cannot be reset from here.",
            ),
            Self::FixedIdentity => Words::new(
                "这台设备的身份信息由硬件决定，无法一键新机",
                "This phone's identity lies in its hardware: it cannot become a new device.",
            ),
            Self::FixedImage => Words::new(
                "这台设备的系统由厂商提供，无法远程升级",
                "This phone's system comes from its maker: it cannot be upgraded from here.",
            ),
            Self::NoBackup => Words::new(
                "这台设备按地址接入，应用数据无法迁移",
                "This phone was added by its address: the data of its apps cannot be moved.",
            ),
            Self::NoRoom => Words::new(
                "数据太多，新云手机放不下",
                "There is more data than a new phone has room for.",
            ),
        }
    }
}
