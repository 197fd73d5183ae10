//! Opening picture sockets: play sessions and decks; and what is done to a phone beside its picture.

mod embed;
pub mod files;
pub mod routes;
mod wire;
