//! Banner of a `CNXN` packet: role, properties and features of a side.
//! Source: AOSP `adb.cpp`, `transport.cpp`.

use std::fmt;

use strum::{EnumString, IntoStaticStr};
use thiserror::Error;

use crate::packet::HANDSHAKE_MAX_BYTES;

/// Role of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Role {
    /// A running Android.
    Device,
    /// Recovery mode.
    Recovery,
    /// Recovery mode that waits for an update.
    Sideload,
    /// Rescue mode.
    Rescue,
    Bootloader,
    /// A controller, or an unknown word.
    #[default]
    Host,
}

/// Feature that this crate knows (`kFeature…` in `transport.cpp`); a feature may be used when both sides list it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u16)]
pub enum Feature {
    /// Shell with separate standard error and exit code.
    ShellV2 = 1,
    /// The phone has the `cmd` program.
    Cmd = 1 << 1,
    /// The file service has STA2 and LST2, with 64-bit sizes.
    StatV2 = 1 << 2,
    /// The file service has LIS2, with 64-bit sizes.
    LsV2 = 1 << 3,
    /// A push makes missing folders.
    FixedPushMkdir = 1 << 4,
    /// In-process commands with shell v2 packets.
    Abb = 1 << 5,
    /// In-process commands with raw bytes.
    AbbExec = 1 << 6,
    /// A push keeps the time of a symbolic link.
    FixedPushSymlinkTimestamp = 1 << 7,
    /// Delayed acknowledgement, by bytes; changes the wire at once.
    DelayedAck = 1 << 8,
}

const FEATURES: [(Feature, &str); 9] = [
    (Feature::ShellV2, "shell_v2"),
    (Feature::Cmd, "cmd"),
    (Feature::StatV2, "stat_v2"),
    (Feature::LsV2, "ls_v2"),
    (Feature::FixedPushMkdir, "fixed_push_mkdir"),
    (Feature::Abb, "abb"),
    (Feature::AbbExec, "abb_exec"),
    (
        Feature::FixedPushSymlinkTimestamp,
        "fixed_push_symlink_timestamp",
    ),
    (Feature::DelayedAck, "delayed_ack"),
];

/// Set of [`Feature`]s; unknown words are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Features(u16);

impl Features {
    /// Set of these features.
    pub const fn of(features: &[Feature]) -> Self {
        let mut bits = 0;
        let mut rest = features;
        while let [first, others @ ..] = rest {
            bits |= *first as u16;
            rest = others;
        }
        Self(bits)
    }

    /// Whether a feature is in the set.
    pub const fn has(self, feature: Feature) -> bool {
        self.0 & feature as u16 != 0
    }

    /// Features that both sides list.
    #[must_use]
    pub const fn shared_with(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Reads a list of names with commas between.
    pub fn parse(list: &str) -> Self {
        let bits = FEATURES
            .iter()
            .filter(|(_, name)| list.split(',').any(|word| word == *name))
            .fold(0, |bits, (feature, _)| bits | *feature as u16);
        Self(bits)
    }
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut comma = "";
        for (feature, name) in FEATURES {
            if self.has(feature) {
                write!(f, "{comma}{name}")?;
                comma = ",";
            }
        }
        Ok(())
    }
}

/// Reason why a banner is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BannerError {
    /// The banner is longer than a handshake packet.
    #[error("banner of {0} bytes is longer than {HANDSHAKE_MAX_BYTES}")]
    TooLong(usize),
}

/// Banner of a side: `<role>::<key=value;…>`, as [`fmt::Display`] writes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Banner {
    /// Role of the side.
    pub role: Role,
    /// Properties without `features`. They are no proof of a model: a value with `:` or `=` is lost in AOSP's own format.
    pub properties: Vec<(String, String)>,
    /// Features of the side.
    pub features: Features,
}

impl Banner {
    /// A controller's banner.
    pub const fn host(features: Features) -> Self {
        Self {
            role: Role::Host,
            properties: Vec::new(),
            features,
        }
    }

    /// Reads a payload as leniently as AOSP does (`parse_banner` in `adb.cpp`): trailing NULs, empty and odd pieces are skipped.
    pub fn parse(payload: &[u8]) -> Result<Self, BannerError> {
        if payload.len() > HANDSHAKE_MAX_BYTES as usize {
            return Err(BannerError::TooLong(payload.len()));
        }
        let text = String::from_utf8_lossy(payload);
        let mut pieces = text.trim_end_matches('\0').splitn(3, ':');
        let role: Role = pieces
            .next()
            .unwrap_or_default()
            .parse()
            .unwrap_or_default();
        let mut banner = Self {
            role,
            ..Self::default()
        };
        for piece in pieces.nth(1).unwrap_or_default().split(';') {
            match piece.split_once('=') {
                Some(("features", list)) => banner.features = Features::parse(list),
                Some((key, value)) if !value.contains('=') => {
                    banner.properties.push((key.to_owned(), value.to_owned()));
                }
                Some(_) | None => {}
            }
        }
        Ok(banner)
    }
}

impl fmt::Display for Banner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::", self.role.into_str())?;
        for (key, value) in &self.properties {
            write!(f, "{key}={value};")?;
        }
        write!(f, "features={}", self.features)
    }
}
