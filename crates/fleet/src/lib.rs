//! The fleet: for each phone a supervisor keeps the link, screen sessions run while they are watched, and a dispatcher passes input of the one
//! controller.
//!
//! A phone that is slow, gone or sends garbage affects no other phone. Nothing here knows members, rights or sockets: callers have checked who
//! may watch or control. Everything runs on the runtime given in [`FleetOptions`].

mod apps;
mod backoff;
mod connection_supervisor;
mod device_actions;
mod environment;
mod files;
mod fleet;
mod front;
mod health;
mod hosts;
mod input;
mod options;
mod phone;
mod phone_model;
mod picture;
pub mod providers;
mod proxy;
mod push_install;
mod quality;
mod screen;
mod screen_error;
mod screen_session;
mod screenshots;
mod sound;
mod video_options;

pub use phone_link::{CopyHandle, KeyError, KeyPair, ServerFile, ServerFileError, Stream};
pub use relay::Viewer;

pub use apps::{AppError, ArchiveSizes, BLOCK_BYTES, InstalledApp, PhoneApps, Storage};
pub use files::{FileAccessError, FileFacts, Piece, Reading, Upload};
pub use fleet::{Fleet, FleetError};
pub use health::{Health, PhoneFault};
pub use hosts::{Host, Load};
pub use input::{ClipboardAnswer, InputAccess, InputRefused, QUEUE_MAX, QUEUE_TEXT_MAX_BYTES};
pub use options::{FleetOptions, PhoneSpec, Timing, UnixMicros};
pub use phone::{Listener, PictureKind, PictureQuality, RttSummary, Watch};
pub use phone_model::PhoneModel;
pub use proxy::ProxyTunnel;
pub use push_install::{DeliveryError, FileToPush};
