//! Simulated phones: each is the device side of ADB and scrcpy, with a screen that can be operated.
//!
//! Each phone listens on a port of its own and keeps its identity, files and notes in a folder. A phone without a screen session draws
//! and encodes nothing.

mod adb;
mod backup;
mod clock;
mod device;
mod fault;
mod files;
mod hid;
mod host;
mod host_command;
mod identity;
mod journal;
mod json_file;
mod log;
mod packages;
mod phone;
mod power;
mod scrcpy;
mod screen;
mod shell;
mod slot;
mod sockets;
mod supervisor;
mod system;
mod task;

use std::net::SocketAddr;
use std::path::PathBuf;

use thiserror::Error;

pub use host::{Host, HostOptions, PHONES_LIMIT};
pub use host_command::{
    Answer, HostCommand, IdentityRequest, Keep, LINE_LIMIT_BYTES, Power, Report, Request,
};
pub use identity::Identity;
pub use phone::Stats;

/// Parts that are public for this crate's tests alone, which stand in `tests/handset`: unit tests would have the whole crate compiled once more.
#[doc(hidden)]
pub mod internal {
    pub use crate::device::editor;
    pub use crate::fault::{InjectedFault, SLOW_DEFAULT, Step, StepFault, TIME_LIMIT};
    pub use crate::files::{Files, PATH_LIMIT_BYTES};
    pub use crate::log::{LINES_LIMIT, Log, MESSAGE_LIMIT_BYTES};
    pub use crate::packages::apk;
    pub use crate::phone::Phone;
    pub use crate::scrcpy::{aac, opus, sound, video_size};
    pub use crate::screen::{Frame, context_with_fonts, frame_stamp, noise};
    pub use crate::shell::language;
}

/// File that a controller pushes to a handset where a real phone would get the scrcpy server. A handset only checks that
/// the file is there; the server is part of it.
pub const SERVER_FILE: &[u8] = include_bytes!("../assets/scrcpy-server-stand-in.txt");

/// The scrcpy version that a handset speaks; clients from 3.3.1 on are served.
pub const SERVER_VERSION: &str = "3.3.4";

/// Reason why a host of phones cannot start, or a command to a phone was not done.
#[derive(Debug, Error)]
pub enum HandsetError {
    /// The number of phones is not 1 to [`PHONES_LIMIT`], or their ports would exceed 65535.
    #[error("{0} phones from port {1} on cannot be hosted")]
    Count(usize, u16),
    /// An address cannot be listened on.
    #[error("cannot listen on {address}")]
    Listen {
        /// Address of the phone.
        address: SocketAddr,
        /// Cause of the failure.
        source: std::io::Error,
    },
    /// A phone's folder cannot be made, read or written.
    #[error("cannot use {}", path.display())]
    Folder {
        /// Path of the folder or file.
        path: PathBuf,
        /// Cause of the failure.
        source: std::io::Error,
    },
    /// A file in a phone's folder cannot be read as the JSON that was written there.
    #[error("{} cannot be read", path.display())]
    BadFile {
        /// Path of the file.
        path: PathBuf,
        /// Cause of the failure.
        source: serde_json::Error,
    },
    /// A part of a wished identity is one that no phone can have.
    #[error("no phone has such a {0}")]
    BadIdentity(&'static str),
    /// The locale cannot be stored on the phone.
    #[error("the phone cannot keep the locale {0:?}")]
    NoLocale(String),
    /// The text names no fault.
    #[error("there is no fault {0:?}")]
    NoFault(String),
    /// The phone was told to refuse such a step.
    #[error("the phone refuses: {0}")]
    Refused(&'static str),
    /// The phone broke down in the middle of such a step.
    #[error("the phone broke down: {0}")]
    BrokeDown(&'static str),
    /// The command had not begun in the time that it was given; it is never done.
    #[error("too late: the order had not begun in time")]
    Late,
    /// This many commands to one phone wait already.
    #[error("{0} orders wait already")]
    Busy(usize),
    /// The host's disk has no room for the data.
    #[error("no space left on device")]
    NoRoom,
    /// There is no such backup, or it is not whole.
    #[error("there is no such backup")]
    NoBackup,
    /// The copy's digest is not that of the data, or of the backup that was asked for.
    #[error("the copy differs")]
    Altered,
    /// There is no such phone, or it ended.
    #[error("there is no phone {0}")]
    NoPhone(usize),
}

impl HandsetError {
    /// Whether a command that failed so may have been done in part.
    pub(crate) const fn leaves_it_half_done(&self) -> bool {
        match self {
            Self::BrokeDown(_)
            | Self::Folder { .. }
            | Self::BadFile { .. }
            | Self::Listen { .. } => true,
            Self::Count(..)
            | Self::BadIdentity(_)
            | Self::NoLocale(_)
            | Self::NoFault(_)
            | Self::Refused(_)
            | Self::Late
            | Self::Busy(_)
            | Self::NoRoom
            | Self::NoBackup
            | Self::Altered
            | Self::NoPhone(_) => false,
        }
    }
}
