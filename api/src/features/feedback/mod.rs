//! Members' feedback to the operator.

pub mod routes;
mod wire;
