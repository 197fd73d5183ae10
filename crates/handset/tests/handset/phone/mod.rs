//! A phone without a host: who gets its pictures.

mod painter;
