//! Getting in and out, and staying in.

mod captcha;
mod codes;
mod password;
pub mod routes;
mod social;
mod wire;
