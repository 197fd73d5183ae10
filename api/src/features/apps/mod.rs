//! Apps on phones: what is installed; starting, stopping, removing and clearing them; the market that they come from.

mod market;
pub mod routes;
pub mod wire;
