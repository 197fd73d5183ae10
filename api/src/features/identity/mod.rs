//! One-click new device: the model library, what a phone would lose, and the three generations of the call.

mod library;
pub mod read_back;
pub mod routes;
pub mod wire;
