//! Links of an owner, from outside: the picture of a phone, and an app in the hands of a visitor.

mod links;
mod trials;
