//! The product's parts together, and the binary from outside.

mod commands;
mod demo;
mod fleet;
mod live;
mod operations;
mod outbox;
mod provider;
mod sockets;
mod stills;
mod web;
