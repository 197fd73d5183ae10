//! Paying, with the sandbox's wallets as the other side.

mod buyer;
mod certified;
mod forge;
mod forged;
mod names;
mod orders;
mod paid;
mod refunds;
pub mod shop;
mod slow;
pub mod wallets;
