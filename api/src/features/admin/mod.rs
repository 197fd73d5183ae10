//! Operators' calls: dictionaries, configuration, accounts and the audit under `/system`, and the hosts of phones.

mod audit;
mod config;
mod dictionary;
mod exports;
mod hosts;
mod members;
mod menu;
mod overview;
mod permissions;
mod phones;
mod roles;
pub mod routes;
mod seen_account;
mod system;
mod users;
mod wire;
