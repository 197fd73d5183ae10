//! How members sign in and what sends their codes, as operators see and change it.

pub mod routes;
mod wire;
