//! Messages to the member.

pub mod routes;
mod wire;
