//! The operators' overview of today.

pub mod routes;
mod wire;

pub use wire::FaultView;
