//! Play sessions and decks: tickets for their sockets, files, screenshots and embedded players.

mod embed;
pub mod files;
pub mod routes;
mod wire;
