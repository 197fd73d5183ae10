//! The app market: what members install from it, and what operators offer.

pub mod routes;
mod wire;
