//! Paying, with the sandbox's wallets as the other side.

mod bills;
mod buyer;
mod certified;
mod forge;
mod forged;
mod names;
mod orders;
mod paid;
mod points;
mod prices;
mod refunds;
pub mod shop;
mod slow;
pub mod wallets;

/// Rounds of a race through the whole server, unless `cargo xtask trust orders` says more: each sends up to a hundred requests at once.
const ROUNDS: u32 = 4;

/// As `OWLDECK_ROUNDS` says.
fn rounds() -> u32 {
    let said = std::env::var("OWLDECK_ROUNDS").ok();
    said.and_then(|text| text.parse().ok()).unwrap_or(ROUNDS)
}
