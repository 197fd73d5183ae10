//! Who is signed in, what they may see, and where else they are.

mod list;
pub mod routes;
mod tokens;
mod wire;
