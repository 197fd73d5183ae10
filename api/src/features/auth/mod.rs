//! Sign-in, registration, refresh and sign-out.

mod captcha;
mod desk;
mod password;
pub mod routes;
mod social;
mod verification;
mod ways;
pub mod wire;
