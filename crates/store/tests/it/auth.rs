//! Ways in: registering, accounts elsewhere, codes and captchas, and how often somebody may guess.

mod limits;
mod register;
mod social;
pub mod verification;
