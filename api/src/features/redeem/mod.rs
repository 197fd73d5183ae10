//! Redeem codes: used by members, made by operators.

mod admin;
mod batches;
pub mod routes;
mod wire;
