//! The phone's adbd: connections, multiplexed streams, services.

mod connection;
mod services;
mod stream;
mod sync;

pub(crate) use connection::serve;
pub(crate) use stream::{Closed, Stream, StreamReader, StreamWriter};
pub(crate) use sync::words;
