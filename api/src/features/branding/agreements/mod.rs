//! Agreements: texts for readers, acceptances of members, and versions by operators.

pub mod routes;
mod wire;
