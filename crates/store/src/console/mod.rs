//! The operators' console: what waits for a person, all phones, the overview of today, and the server's own state.

pub mod overview;
pub mod phones;
pub mod system;
mod ticks;
mod waiting;

pub use ticks::ticks;
pub use waiting::{Waiting, waiting};
