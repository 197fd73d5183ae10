//! Paying, with the sandbox's wallets as the other side.

mod buyer;
mod forge;
mod forged;
mod orders;
mod paid;
mod refunds;
pub mod shop;
mod slow;
