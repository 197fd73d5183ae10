//! Client of one phone over its own protocols: ADB directly to adbd, scrcpy's server for screen and input.
//!
//! [`Link`] is a connection with many streams; one task reads, one writes, and a slow stream holds up no other.
//! Data from a phone is never trusted: lengths, counts and times are bounded, and broken bytes end the link
//! with a typed cause.

mod apps;
mod copy_handle;
mod error;
mod file_parts;
mod files;
mod flow;
mod foreground_app;
mod handshake;
mod key;
mod link;
mod options;
mod outbox;
mod packages;
mod reader;
mod reverse;
mod screen;
mod server_file;
mod shared;
mod shell;
mod stream;
mod writer;

pub use apps::{AppTable, BLOCK_BYTES, Storage};
pub use copy_handle::CopyHandle;
pub use error::{FileError, LinkError, OpenError, ShellError};
pub use files::Listing;
pub use key::{KeyError, KeyPair};
pub use link::Link;
pub use options::{ConnectStage, LinkOptions};
pub use packages::{APKS_MAX, Apk, PackageError};
pub use reverse::{Incoming, ReverseError};
pub use screen::{
    AAC_CONFIG, ControlSendError, ControlSender, DeviceMessages, ScreenError, ScreenOptions,
    ScreenPacket, ScreenSession, SoundPacket, SoundStream, VideoStream,
};
pub use server_file::{SERVER_FILE_MAX_BYTES, ServerFile, ServerFileError};
pub use shell::{ShellCommand, ShellOutput};
pub use stream::{Priority, Stream};

/// Messages that [`ControlSender`] takes and [`DeviceMessages`] gives, and other plain values.
pub use phone_wire as wire;
