//! Groups of own phones.

pub mod routes;
pub mod wire;
