//! The operators' console: what waits for a person, and all phones.

pub mod phones;
mod ticks;
mod waiting;

pub use ticks::ticks;
pub use waiting::{Waiting, waiting};
