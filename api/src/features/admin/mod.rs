//! Operators' calls: dictionaries, configuration and accounts under `/system`, and the hosts of phones.

mod config;
mod dictionary;
mod hosts;
mod permissions;
pub mod routes;
mod tables;
mod users;
mod wire;
