//! Phones that fail in each step of what is done to them.

mod operations;
mod replacement;
