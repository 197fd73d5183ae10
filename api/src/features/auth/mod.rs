//! Sign-in, registration, refresh and sign-out.

mod captcha;
mod codes;
mod password;
pub mod routes;
mod social;
pub mod wire;
