//! Unpacking through its public door: right files are read, lying ones cost no more than their limit.

mod app;
mod archive;
mod picture;
mod signers;
