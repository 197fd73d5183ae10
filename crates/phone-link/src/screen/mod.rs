//! Screen session: scrcpy's server on the phone, its video, and its control.

mod control;
mod process;
mod sound;
mod sps;
mod start;
mod video;

use std::sync::Arc;

use phone_wire::device::DeviceError;
use phone_wire::screen::{ArgsError, ScreenError as ScreenWireError, SoundError};
use thiserror::Error;

pub use control::{ControlSendError, ControlSender, DeviceMessages};
pub use sound::{AAC_CONFIG, SoundPacket, SoundStream};
pub use video::{ScreenPacket, VideoStream};

use crate::error::{FileError, LinkError, OpenError};

/// Options of a session.
#[derive(Debug, Clone, PartialEq)]
pub struct ScreenOptions {
    /// Longest side in pixels; 0 is the screen's own.
    pub max_size: u16,
    /// Limit of pictures a second; `None` is no limit.
    pub max_fps: Option<f32>,
    /// Bit rate of the video, bits a second.
    pub video_bit_rate: u32,
    /// Whether the session takes control messages.
    pub control: bool,
    /// Whether every picture can be decoded alone.
    pub every_picture_key: bool,
    /// The phone's encoder by name; `None` is the one that it prefers.
    pub encoder: Option<&'static str>,
}

impl Default for ScreenOptions {
    /// Options of the full picture with control.
    fn default() -> Self {
        Self {
            max_size: 0,
            max_fps: Some(30.0),
            video_bit_rate: 4_000_000,
            control: true,
            every_picture_key: false,
            encoder: None,
        }
    }
}

impl ScreenOptions {
    /// Options of the small picture in a list or a deck: long edge 320, 2 pictures a second, each a key picture.
    pub const fn small() -> Self {
        Self {
            max_size: 320,
            max_fps: Some(2.0),
            video_bit_rate: 400_000,
            control: false,
            every_picture_key: true,
            encoder: None,
        }
    }
}

/// A running session. Each part keeps it alive; it ends when the last part is dropped, and any part's end ends the others.
#[derive(Debug)]
pub struct ScreenSession {
    /// Pictures. Read them without pause: the phone waits for its reader.
    pub video: VideoStream,
    /// Sender of control messages, when control was asked for.
    pub control: Option<ControlSender>,
    /// Messages of the phone, when control was asked for. Read them, or drop them with the session.
    pub device: Option<DeviceMessages>,
    /// Name that the phone gives itself.
    pub device_name: String,
    /// Size of the first picture in pixels, width and height.
    pub size: (u16, u16),
}

/// Reason why there is no session, or no longer one.
#[derive(Debug, Clone, Error)]
pub enum ScreenError {
    /// The server file could not be put on the phone.
    #[error("cannot install the scrcpy server: {0}")]
    Install(Arc<FileError>),
    /// The server's command cannot be written.
    #[error(transparent)]
    Arguments(#[from] ArgsError),
    /// A service was not opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The link broke.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The server reports that its version differs from that of the client, which was taken from the file's [`crate::ServerFile`].
    #[error("the scrcpy server on the phone is another version")]
    VersionMismatch,
    /// The server file on the phone cannot be started.
    #[error("the phone cannot load the scrcpy server")]
    BrokenServerFile,
    /// The phone has no encoder for pictures.
    #[error("the phone has no usable video encoder")]
    NoEncoder,
    /// The phone has no encoder for this kind of sound, or its encoder makes another kind.
    #[error("the phone has no usable audio encoder")]
    NoSoundEncoder,
    /// The server ended; with its exit code and last error line, when known.
    #[error("the scrcpy server ended (exit {exit:?}): {words}")]
    Ended {
        /// Exit code; `None` when it ended without one.
        exit: Option<u8>,
        /// Last line about an error, cut to 200 characters; may be empty.
        words: String,
    },
    /// The server did not give a picture stream in time.
    #[error("the scrcpy server did not start in time")]
    StartTimeout,
    /// The video stream is broken.
    #[error("the phone's video stream is broken: {0}")]
    Video(#[from] ScreenWireError),
    /// The stream's configuration cannot be read.
    #[error("the phone's video configuration cannot be read")]
    BadConfig,
    /// The stream is not H.264.
    #[error("the phone sends another codec than H.264")]
    OtherCodec,
    /// The sound stream is broken, or there is none.
    #[error("no sound from the phone: {0}")]
    Sound(#[from] SoundError),
    /// The device messages are broken.
    #[error("the phone's control stream is broken: {0}")]
    Device(#[from] DeviceError),
}
