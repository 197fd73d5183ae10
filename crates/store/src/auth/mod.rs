//! Proofs of who somebody is: passwords, captchas, codes and social accounts; registration by them, and which ways are on. Signing in itself
//! begins a session: [`crate::session`].

pub mod captcha;
pub mod entry;
pub(crate) mod password;
pub mod register;
pub mod social;
pub mod verification;
