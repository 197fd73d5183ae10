//! Opening picture sockets: play sessions and decks.

pub mod routes;
mod wire;
