//! Versions of the server that are supported, and their differences on the wire.
//! Source: scrcpy's tags v2.7 to v4.1.

use std::fmt;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::control::ControlMessage;

/// Mark of a 4.x session packet, in the top bit of its first field.
pub(super) const SESSION_MARK: u32 = 0x8000_0000;

/// Framing of packets, which follows from the server's version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Framing {
    /// 2.x and 3.x: the size once at the start, flags in bits 63 and 62.
    #[default]
    V3,
    /// 4.x: bit 63 marks a session packet with the size, the flags moved to bits 62 and 61.
    V4,
}

impl Framing {
    /// Framing of a server's version; `None` when it is not supported.
    pub fn of_version(version: &str) -> Option<Self> {
        match version.split('.').next() {
            Some("2" | "3") => Some(Self::V3),
            Some("4") => Some(Self::V4),
            Some(_) | None => None,
        }
    }

    pub(super) const fn config_flag(self) -> u64 {
        match self {
            Self::V3 => 1 << 63,
            Self::V4 => 1 << 62,
        }
    }

    pub(super) const fn key_flag(self) -> u64 {
        self.config_flag() >> 1
    }

    /// Bits of the time, below both flags.
    pub(super) const fn pts_mask(self) -> u64 {
        self.key_flag() - 1
    }
}

/// Supported version of the server. A server refuses a client of any other version.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(const_into_str)]
pub enum Version {
    /// 3.3.1, of June 2025: the first that divides scroll values by 16.
    #[strum(serialize = "3.3.1")]
    V3_3_1,
    /// 3.3.2.
    #[strum(serialize = "3.3.2")]
    V3_3_2,
    /// 3.3.3.
    #[strum(serialize = "3.3.3")]
    V3_3_3,
    /// 3.3.4, of December 2025: the last 3.x.
    #[strum(serialize = "3.3.4")]
    V3_3_4,
    /// 4.0, of May 2026: [`Framing::V4`], camera and resize messages.
    #[strum(serialize = "4.0")]
    V4_0,
    /// 4.1, of July 2026: the scan of a file.
    #[strum(serialize = "4.1")]
    V4_1,
}

impl Version {
    /// Versions that are supported, the oldest first.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Reads a version as the server writes it.
    pub fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    /// Text of the version as the server writes it.
    pub const fn text(self) -> &'static str {
        self.into_str()
    }

    /// Framing of the packets that this version sends.
    pub const fn framing(self) -> Framing {
        match self {
            Self::V3_3_1 | Self::V3_3_2 | Self::V3_3_3 | Self::V3_3_4 => Framing::V3,
            Self::V4_0 | Self::V4_1 => Framing::V4,
        }
    }

    /// Highest control message type that this version knows. The server terminates on a higher one.
    pub const fn last_control_type(self) -> u8 {
        match self {
            Self::V3_3_1 | Self::V3_3_2 | Self::V3_3_3 | Self::V3_3_4 => 17,
            Self::V4_0 => 21,
            Self::V4_1 => 22,
        }
    }

    /// Whether a display session of this version accepts this message. The server terminates on an unknown type and on a camera's message.
    pub const fn display_takes(self, message: &ControlMessage) -> bool {
        message.kind() <= self.last_control_type() && !message.is_for_camera()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
