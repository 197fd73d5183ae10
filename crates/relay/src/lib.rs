//! Relay of frames from one source to many viewers: shared bytes in, bounded lanes out.
//!
//! A relay keeps one short run of frames, and each viewer has a position in it. So a frame is stored once, however many viewers there are, and a
//! viewer that never reads takes no memory. A viewer's lane is the run of frames between its position and the newest frame; it is bounded in
//! bytes and in age. A viewer that falls behind skips to a key frame. The source never waits. The content of a frame is not interpreted.

mod hub;
mod ring;
mod source;
mod viewer;

use std::time::Duration;

use bytes::Bytes;

pub use source::{Resets, Source};
pub use viewer::{Relay, Viewer};

/// Least time after any reset, or after the stream began, before a viewer that has nothing to start from may cause the next reset.
pub const JOINER_RESET_SPACING: Duration = Duration::from_millis(500);
/// Least time after any reset before viewers that fell behind may cause the next reset.
pub const LAGGARD_RESET_SPACING: Duration = Duration::from_secs(5);
/// Bytes that a kept frame counts beside its message, about its share of the memory: so that a flood of tiny frames meets the bound too.
pub const FRAME_OVERHEAD_BYTES: usize = 160;

const _: () = assert!(
    JOINER_RESET_SPACING.as_millis() < LAGGARD_RESET_SPACING.as_millis(),
    "a joiner is served sooner than a laggard"
);

/// Message of the stream, shared by all who receive it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Whether the message can be decoded without any earlier frame: the configuration is inside.
    pub key: bool,
    /// The whole message, as it goes to a viewer.
    pub message: Bytes,
}

/// Limits of how far a viewer may be behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Size of the lane in bytes, with [`FRAME_OVERHEAD_BYTES`] for each frame. The newest frame is kept even if it alone is larger.
    pub lane_bytes: usize,
    /// Age of the oldest frame that a viewer still gets, counted from its arrival or, for earlier frames, from the viewer's joining.
    pub lane_age: Duration,
}
