//! Signed-in user, permitted routes, sessions and access tokens.

mod list;
pub mod routes;
mod tokens;
mod wire;
