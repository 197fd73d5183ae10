//! Points of a member: the records of their changes, and a summary of what can be spent.

pub mod routes;
pub mod wire;
