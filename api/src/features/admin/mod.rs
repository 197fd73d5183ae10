//! What operators do to accounts, and what they see of the hosts of phones.

mod hosts;
pub mod routes;
mod wire;
