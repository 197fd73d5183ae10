//! Webhooks: events for members' own servers, beside their sockets.

pub mod routes;
mod wire;
