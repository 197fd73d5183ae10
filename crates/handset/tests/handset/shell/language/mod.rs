//! The shell's language, without a phone: its parser, its patterns and its arithmetic.

mod arithmetic;
mod glob;
mod parse;
