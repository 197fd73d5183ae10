//! Signed-in user, permitted routes, sessions and access tokens.

pub mod list;
pub mod routes;
mod tokens;
mod wire;
