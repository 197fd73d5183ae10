//! What the place where a phone runs can do to it from outside, and why it cannot.

use crate::lang::Words;

/// Something that is done to a phone as a whole, not on its screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ability {
    /// Switch it on and off.
    Power,
    /// Restart it.
    Reboot,
    /// Remove everything on it, as a factory reset.
    Wipe,
    /// Make it another phone: a new identity, and nothing on it.
    Recreate,
    /// Set its density.
    Density,
    /// Put a newer system image on it; what lies on it stays.
    Upgrade,
}

impl Ability {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Power,
        Self::Reboot,
        Self::Wipe,
        Self::Recreate,
        Self::Density,
        Self::Upgrade,
    ];

    /// A stable name, for logs and the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Power => "power",
            Self::Reboot => "reboot",
            Self::Wipe => "wipe",
            Self::Recreate => "recreate",
            Self::Density => "density",
            Self::Upgrade => "upgrade",
        }
    }
}

/// Why a phone's place cannot do something to it; each its words for members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unable {
    /// The phone is reached over the network only: once off, nothing here could switch it on again.
    NoPowerSwitch,
    /// Its storage is not ours to empty: it would lose the very setting that lets this server in.
    NoStorage,
    /// Who it is lies in its hardware.
    FixedIdentity,
    /// Its system comes from its maker.
    FixedImage,
}

impl Unable {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::NoPowerSwitch,
        Self::NoStorage,
        Self::FixedIdentity,
        Self::FixedImage,
    ];

    /// A stable name, for tests, logs, storage and the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoPowerSwitch => "noPowerSwitch",
            Self::NoStorage => "noStorage",
            Self::FixedIdentity => "fixedIdentity",
            Self::FixedImage => "fixedImage",
        }
    }

    /// Reads the stored name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unable| unable.name() == name)
    }

    /// What people read.
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
        }
    }
}
