//! Sign-in, registration, refresh and sign-out.

mod captcha;
mod codes;
mod desk;
mod password;
pub mod routes;
mod social;
mod ways;
pub mod wire;
