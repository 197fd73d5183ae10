//! What the first navigation asks for: who am I, and which pages are mine.

pub mod routes;
mod wire;
