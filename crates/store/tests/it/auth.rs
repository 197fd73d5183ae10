//! Ways in: registering, accounts elsewhere, codes and captchas, how often somebody may guess; the passwords and secrets behind them.

mod limits;
mod password;
mod register;
mod secrets;
mod social;
pub mod verification;
