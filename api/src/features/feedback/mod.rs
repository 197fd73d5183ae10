//! What members write to the operator.

pub mod routes;
mod wire;
