//! Apps on phones: what is installed; starting, stopping, removing and clearing them.

pub mod routes;
pub mod wire;
