//! Payments: prompts for members, and notifications of wallets.

pub mod callbacks;
pub mod routes;
mod wire;
