//! Paying: what a member is shown, and what wallets tell.

pub mod callbacks;
pub mod routes;
mod wire;
