//! Agreements: what everybody reads, what members accepted, and what operators write.

pub mod routes;
mod wire;
