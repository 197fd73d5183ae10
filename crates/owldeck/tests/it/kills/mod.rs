//! The server is killed at many points of what it does: whatever was answered holds, and everything ends once.

mod identity;
mod operations;
mod payments;
mod redeem;
mod rental;
pub mod replacement;
