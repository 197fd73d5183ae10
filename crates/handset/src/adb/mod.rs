//! The phone's adbd: connections, multiplexed streams, services.

mod auth;
mod connection;
mod handshake;
mod reverse;
mod services;
mod stream;
mod sync;

pub(crate) use auth::Keys;
pub(crate) use connection::serve;
pub(crate) use reverse::Reverses;
pub(crate) use stream::{Closed, Stream, StreamReader, StreamWriter};
pub(crate) use sync::words;
