//! Border of the worker to `domain`: the picture sockets of one phone ([`Player`]) and of a deck of phones ([`Deck`]).
//!
//! The picture's bytes stay in the browser's buffers: wasm reads the few header bytes of a message and hands
//! a view of the rest to WebCodecs. The decisions (when to skip, when to wait, how late a picture is) are plain
//! Rust and tested natively; only the modules that touch the browser need wasm.

pub mod backoff;
pub mod black_frame;
pub mod clip;
pub mod clock;
pub mod coalesce;
pub mod configuration;
pub mod decode_error;
mod error;
pub mod following;
pub mod frame_admission;
pub mod input;
pub mod notify;
pub mod pending_frames;
mod people;
pub mod send_buffer;
pub mod stats;
mod types;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod deck;
#[cfg(target_arch = "wasm32")]
mod play;

#[cfg(target_arch = "wasm32")]
pub use deck::Deck;
pub use error::StreamError;
#[cfg(target_arch = "wasm32")]
pub use play::Player;
pub use types::{
    CellEvent, CellView, ClipEnd, DeckOptions, DecoderKind, Follower, FollowingState, GroupEvent,
    PlayEvent, PlayInput, PlayMode, PlayOptions, RefusedReason,
};
