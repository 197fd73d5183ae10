//! One-click new device: the model library, what a phone would lose, the three generations of the call, and the proxy of a phone.

pub mod library;
pub mod places;
mod proxy;
mod proxy_lines;
pub mod read_back;
pub mod routes;
pub mod wire;
