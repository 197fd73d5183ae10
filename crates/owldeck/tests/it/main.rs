//! The product's parts together.

mod fleet;
